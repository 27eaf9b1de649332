"""The project's own promises: what README says exists, and nothing is said twice differently."""

import ast
import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from aelr_core.plots import theme
from pages.ui.shell import PAGES

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
CONFIG = tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))
REQUIREMENTS = ("requirements.txt", "requirements-dask.txt", "requirements-dev.txt")


def tracked(*patterns: str) -> list[Path]:
    done = subprocess.run(
        ["git", "ls-files", "-z", *patterns], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [ROOT / name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: file.name)
def test_every_command_and_file_that_is_named_exists(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    code = " ".join(re.findall(r"`+[^`]+`+", text))
    assert set(re.findall(r"\bmake ([a-z-]+)", code)) <= targets
    folders = "aelr_core|pages|tests|assets|docs|research|benchmarks|\\.ci|\\.streamlit"
    for name in re.findall(rf"`((?:{folders})/[\w./-]*)`", text):
        assert "NAME" in name or (ROOT / name).exists(), f"{name} is named but does not exist"
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (document.parent / link).exists(), f"{link} is linked but does not exist"


def test_the_table_of_pages_has_the_pages_that_exist() -> None:
    tour = README.partition("## The pages")[2].partition("\n## ")[0]
    assert re.findall(r"^\| \*\*([^*]+)\*\*", tour, re.MULTILINE) == list(PAGES.values())
    files = {f"pages/{file.name}" for file in (ROOT / "pages").glob("*.py")}
    assert files == set(PAGES)


PRACTICE = (ROOT / "docs/practice.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", README + PRACTICE, re.DOTALL))
def test_the_python_of_documents_runs(code: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) >= code.count("print(")


@pytest.mark.parametrize("file", REQUIREMENTS)
def test_requirements_have_both_bounds(file: str) -> None:
    lines = [line for line in (ROOT / file).read_text().splitlines() if line and line[0] != "#"]
    assert lines
    for line in lines:
        assert re.fullmatch(r"[a-z-]+>=[\d.]+,<[\d.]+", line), line


def test_what_runs_needs_no_more_than_the_five_and_the_qr_code_of_a_class() -> None:
    names = re.findall(r"^([a-z-]+)", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    assert sorted(names) == ["numpy", "pandas", "plotly", "scikit-learn", "segno", "streamlit"]


def test_the_theme_has_the_palette_of_the_figures() -> None:
    for name in ("light", "dark"):
        section = CONFIG["theme"][name]
        assert tuple(section["chartCategoricalColors"]) == theme.PALETTE[name]
        backgrounds = (section["backgroundColor"], section["secondaryBackgroundColor"])
        assert backgrounds == theme.BACKGROUNDS[name]


def test_the_app_keeps_to_itself() -> None:
    assert CONFIG["browser"]["gatherUsageStats"] is False
    assert CONFIG["server"]["address"] == "localhost"  # a wildcard asks the internet who we are
    assert "allowedHosts" not in CONFIG["server"]


def test_tab_and_menu_icons_are_local() -> None:
    """Streamlit fetches the Material ones of these two from a server on the internet."""
    for file in (ROOT / "app.py", ROOT / "pages/ui/shell.py"):
        assert ":material/" not in file.read_text(encoding="utf-8")


def test_every_page_goes_through_the_shell_first() -> None:
    for file in PAGES:
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        calls = [
            node.value.func.id
            for node in tree.body
            if isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Call)
            and isinstance(node.value.func, ast.Name)
        ]
        assert calls[0] == "require_shell", file
        statements = [n for n in tree.body if not isinstance(n, ast.Import | ast.ImportFrom)]
        assert isinstance(statements[1], ast.Expr), f"{file}: something comes before the guard"


def test_nothing_imports_app() -> None:
    """import-linter cannot say this: app.py is a script, not a package."""
    for file in tracked("*.py"):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"^\s*(?:import|from) app\b", text, re.MULTILINE), file


COMMANDS = [
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")
    for file in tracked("research/*.py", "benchmarks/*.py")
    if '__name__ == "__main__"' in file.read_text(encoding="utf-8")
]


@pytest.mark.filterwarnings("ignore:.* found in sys.modules")
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_describes_itself_and_does_nothing_else(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [command, "--help"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(command, run_name="__main__", alter_sys=True)
    assert not ended.value.code
    assert capsys.readouterr().out.startswith("usage: ")


def test_no_file_knows_where_it_was_written() -> None:
    """No absolute path of one machine, in code or documents."""
    mine = re.compile(r"(?<![\w./])/(?:home|Users|root|work|opt|mnt)/\w")
    found = [
        f"{file.relative_to(ROOT)}: {match.group()}"
        for file in tracked("*.py", "*.md", "*.toml", "*.txt", "*.yaml", "*.cff", "Makefile", ".ci")
        if file != Path(__file__)
        for match in mine.finditer(file.read_text(encoding="utf-8"))
    ]
    assert found == []
