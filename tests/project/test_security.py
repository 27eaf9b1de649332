"""What a visitor can reach: no pickle, no markup of his own, no file that was not meant for him."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
CONFIG = tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))
CODE = [
    ROOT / "app.py",
    *(ROOT / "pages").rglob("*.py"),
    *(ROOT / "aelr_core").rglob("*.py"),
]
# Who unpickles, and from where: its own children, who show a key first; its own folder of one run;
# the cluster that it was told to use, as Dask itself does.
UNPICKLES = {
    "pages/ui/runs/worker.py",
    "pages/ui/runs/workers.py",
    "aelr_core/experiments/parallel.py",
    "aelr_core/experiments/cluster.py",
}
# What a style is put together from: sizes, the theme's colours, names of our own controls.
STYLED = {
    "pages/explorer.py": {"panels"},
    "pages/one_step.py": {"controls"},
    "pages/results.py": {"controls"},
    "pages/what_if.py": {"look", "marked_labels", "theme", "value"},  # whether A is the sidebar's
    "pages/ui/appearance.py": {
        "_sizes",
        "behind",
        "captions",
        "chosen",
        "ignored",
        "large",
        "page",
        "projector",
        "style",
    },
}


@cache
def calls(file: Path) -> list[tuple[str, ast.Call]]:
    """Return every call of a file with the dotted name of what is called."""
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    return [(ast.unparse(node.func), node) for node in nodes if isinstance(node, ast.Call)]


def name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def test_visitors_see_sentences_and_no_one_elses_page_speaks_to_the_server() -> None:
    assert CONFIG["client"]["showErrorDetails"] == "none"
    assert CONFIG["client"]["showErrorLinks"] is False
    server = CONFIG["server"]
    assert server.get("enableCORS", True)
    assert server.get("enableXsrfProtection", True)
    assert not server.get("enableAgentApi", False)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipe = makefile.partition("\nrun:")[2].partition("\n\n")[0]
    assert "streamlit run app.py" in recipe
    assert not re.search(r"--(client|server\.enable)", recipe)  # nothing is switched off there


def test_the_served_folder_holds_the_charts_script_alone() -> None:
    tracked = subprocess.check_output(["git", "ls-files", "static"], cwd=ROOT, text=True)
    assert tracked == ""
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    assert "static/" in ignored
    writers = {
        name(file)
        for file in CODE
        if "STATIC" in file.read_text(encoding="utf-8")
        or '"static"' in file.read_text(encoding="utf-8")
    }
    assert writers <= {"pages/ui/charts/chart.py"}
    there = {file.name for file in (ROOT / "static").glob("*")}
    assert all(re.fullmatch(r"plotly-[a-z]+-[\d.]+\.min\.js", each) for each in there), there


def test_nothing_is_unpickled_that_came_from_elsewhere() -> None:
    found = set()
    for file in CODE:
        for called, call in calls(file):
            if re.search(r"(pickle|dill|joblib|shelve|marshal)\.(load|loads|open)$", called):
                found.add(name(file))
            if called.endswith((".read_pickle", ".Unpickler", "yaml.load")) or called == "eval":
                found.add(name(file))
            if called.endswith("connection.recv"):  # of multiprocessing, which unpickles
                found.add(name(file))
            if called in ("np.load", "numpy.load"):
                allowed = [k.value for k in call.keywords if k.arg == "allow_pickle"]
                assert [ast.unparse(value) for value in allowed] == ["False"], name(file)
    assert found <= UNPICKLES


def test_no_html_is_made_of_data() -> None:
    """Only constants of the program are ever drawn as HTML."""
    for file in CODE:
        assert "unsafe_allow_html" not in file.read_text(encoding="utf-8"), name(file)
        assert "unsafe_allow_javascript" not in file.read_text(encoding="utf-8"), name(file)
        for called, call in calls(file):
            if called in ("st.html", "st.iframe", "st.components.v1.html"):
                (what,) = call.args
                names = {n.id for n in ast.walk(what) if isinstance(n, ast.Name)}
                names |= {n.attr for n in ast.walk(what) if isinstance(n, ast.Attribute)}
                constants = {n for n in names if n.strip("_").isupper()}
                rest = names - constants - STYLED.get(name(file), set())
                assert constants or not names, name(file)  # or a text as it stands
                assert not rest, (name(file), rest)


def test_every_file_for_a_spreadsheet_goes_through_a_guard() -> None:
    """One module writes CSV and guards every cell; a test of the guard is beside it."""
    writers = []
    for file in (ROOT / "pages").rglob("*.py"):
        names = {called for called, _ in calls(file)}
        assert not any(called.endswith(".to_csv") for called in names), name(file)
        if "csv.writer" in names or "csv.DictWriter" in names:
            writers.append(name(file))
            assert "in_spreadsheet" in names, name(file)
    assert writers == ["pages/ui/show.py"]


def test_logs_hold_no_words_of_visitors() -> None:
    """Log calls have a constant sentence, with numbers of processes or errors of the system.

    Of the cluster too, which never has a visitor's table, and of the server's own settings.
    """
    harmless = {"self.worker.pid", "error", "sentence", "reply.text", "self._address", "problem"}
    spoken = []
    for file in CODE:
        if name(file).startswith("aelr_core/"):
            continue
        for called, call in calls(file):
            assert called not in ("print", "st.write"), name(file)
            if re.match(r"(_log|logging|logger)\.(debug|info|warning|error|exception)$", called):
                spoken.append(call)
                first, *rest = call.args
                assert isinstance(first, ast.Constant), name(file)
                said = {ast.unparse(each) for each in rest}
                assert said <= harmless, (name(file), said)
    assert spoken


def test_no_cache_that_a_client_can_clear_is_shared() -> None:
    """Any client can send ``clear_cache``: it empties all of Streamlit's caches.

    What visitors share is kept in modules; a session's own caches hold what can be made again.
    """
    found = {
        f"{name(file)}:{call.lineno}"
        for file in CODE
        for called, call in calls(file)
        if called in ("st.cache_data", "st.cache_resource")
        for how in [{keyword.arg: ast.unparse(keyword.value) for keyword in call.keywords}]
        if how.get("scope") != "'session'" or "on_release" in how
    }
    assert found == set()
    bare = re.compile(r"@st\.cache_\w+\n")
    assert not [name(file) for file in CODE if bare.search(file.read_text(encoding="utf-8"))]
