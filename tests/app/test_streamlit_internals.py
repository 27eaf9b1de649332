"""The private names of Streamlit: all in one file, and the app works without each of them."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from pages.ui import streamlit_internals
from pages.ui.streamlit_internals import NAMES, SELECTORS
from tests.app.screen import SMALL, Open, finished

ROOT = Path(__file__).parents[2]
CODE = [ROOT / "app.py", *(ROOT / "pages").rglob("*.py")]
PUBLIC = {"streamlit", "streamlit.errors", "streamlit.delta_generator"}

# Takes a name away while the app looks for it, then opens the start page. In a process for each
# name, which begins where everything but the app is imported.
WITHOUT = """
import os, sys
from importlib import import_module
import streamlit.runtime.app_session, streamlit.testing.v1 as testing
import aelr_core.analysis.prior_facts, aelr_core.experiments, aelr_core.results, plotly.io

def without(name):
    module, _, path = name.partition(":")
    holder = import_module(module)
    *parts, last = path.split(".")
    for part in parts:
        holder = getattr(holder, part)
    fields = getattr(holder, "__dataclass_fields__", {})
    kept = {last: fields.pop(last)} if last in fields else {}
    holders = [one for one in getattr(holder, "__mro__", [holder]) if last in vars(one)]
    taken = [(one, vars(one)[last]) for one in holders]
    for one in holders:
        delattr(one, last)
    import pages.ui.streamlit_internals as internals
    assert any(name in sentence for sentence in internals.missing()), "it was not looked for"
    fields.update(kept)
    for one, found in taken:
        setattr(one, last, found)
    app = testing.AppTest.from_file("app.py", default_timeout=120).run()
    assert not app.exception, app.exception

for name in sys.argv[1:]:
    child = os.fork()
    if not child:
        try:
            without(name)
            print("works without", name, flush=True)
        except BaseException as error:
            print(name, repr(error), sep="\\t", flush=True)
        os._exit(0)
    os.waitpid(child, 0)
"""


@pytest.mark.parametrize(
    "names",
    [
        pytest.param([*{why: name for name, why in NAMES.items()}.values()], id="one-per-reason"),
        pytest.param([*NAMES], id="each", marks=pytest.mark.long),
    ],
)
def test_the_app_works_without_them(names: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", WITHOUT, *names],
        cwd=ROOT,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    failures = [line for line in done.stdout.splitlines() if "\t" in line]
    assert failures == []
    assert done.stdout.count("works without") == len(names)


def test_a_run_needs_none_of_them(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.setitem(streamlit_internals._KNOWN, name, None)
    monkeypatch.setattr(streamlit_internals, "_WITHOUT", {*NAMES.values()})
    # an app that ran in this process before has put its own readers there
    states = streamlit_internals._STATES
    monkeypatch.setattr(states, "__getitem__", streamlit_internals._read)
    monkeypatch.setattr(states, "set_widget_from_proto", streamlit_internals._take)
    one, other = (finished(open_app(**SMALL, seed=seed)) for seed in "12")
    assert one.session_state["_session_id"] != other.session_state["_session_id"]


def test_this_streamlit_has_them_all() -> None:
    assert streamlit_internals.missing() == []


def test_no_other_file_knows_a_private_name() -> None:
    for file in CODE:
        if file.name == "streamlit_internals.py":
            continue
        text = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                modules = [one.name for one in node.names]
            elif isinstance(node, ast.ImportFrom):
                modules = [str(node.module)]
            else:
                continue
            private = [m for m in modules if m.split(".")[0] == "streamlit" and m not in PUBLIC]
            assert not private, file
        assert not re.search(r"\bst\._", text), file


# What our own scripts write on the page, and Plotly.
OURS = {
    "data-attr",
    "data-chosen",
    "data-first",
    "data-index",
    "data-moved",
    "data-moving",
    "data-pale",
    "data-says",
}


def test_styles_and_scripts_know_the_listed_selectors_only() -> None:
    listed = {re.sub(r"=(true|false)", "", one).strip("[].") for one in SELECTORS}
    found: set[str] = set()
    for file in (*CODE, *(ROOT / "pages").rglob("*.js"), *(ROOT / "pages").rglob("*.css")):
        if file.name == "streamlit_internals.py":
            continue
        text = file.read_text(encoding="utf-8").replace('"', "").replace("'", "")
        found |= {*re.findall(r"data-testid=st\w+", text)}
        found |= {*re.findall(r"[\[](data-(?!testid)[\w-]+)", text)} - OURS
        found |= {*re.findall(r"aria-value\w+", text), *re.findall(r"\.(st[A-Z]\w+)", text)}
    assert found == listed


def test_a_request_of_a_session_with_other_insides_is_passed_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(streamlit_internals, "_request", lambda *given: asked.append(given))

    class Session(SimpleNamespace):
        __hash__ = object.__hash__

    for insides in ({}, {"_scriptrunner": None}, {"_scriptrunner": SimpleNamespace()}):
        streamlit_internals._request_behind(Session(**insides), None)
    assert len(asked) == 3
