"""Every page with any allowed settings, and whatever its buttons start: never an exception.

Settings are drawn from the tables that make the widgets, so a new one is among them at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as how_often
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from aelr_core.experiments.cost import estimated_seconds
from pages.ui.runs.sessions import board
from pages.ui.settings import PageSettings, Setting
from pages.ui.settings.table import SETTINGS
from pages.ui.shell import PAGES
from tests.app.test_hostile_links import deep_link
from tests.runs.waiting import until

Query = dict[str, str]
# In every link, and smaller than the app's own limits, so that a run takes a moment.
SMALL = {"examples": 200, "runs": 3, "dim": 40, "budget": 12}
# In every link: as one setting of many, a share of phase one that a page cannot take is rare.
ALWAYS = (*SMALL, "m1")
MOST = 8  # other settings in a link
# Estimated seconds of a run that is waited for; a longer one is stopped.
SHORT = 1.0
# The keys of buttons that start a run, and where a session keeps it.
RUN = r"^run$|_run$|_run_"
JOBS = ("_run_job",)
FEW = how_often(
    max_examples=3,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[*HealthCheck],
)
MANY = how_often(FEW, max_examples=100, derandomize=False, phases=[*Phase])


def own_rows(page: str) -> dict[str, Setting]:
    """Return the settings of a page alone, wherever its room declares them."""
    room = Path(page).stem
    files = sorted((Path(page).parent / "ui" / room).glob("[!_]*.py"))
    assert files, f"{page} has no room"
    modules = [import_module(f"pages.ui.{room}.{file.stem}") for file in files]
    tables = [t for module in modules for t in vars(module).values() if isinstance(t, PageSettings)]
    return {name: row for table in tables for name, row in table.settings.items()}


def allowed(row: Setting, most: float | None = None) -> st.SearchStrategy[Any]:
    """Return the values that a setting may have: its limits and anything between them."""
    low, high = row.at_least, min(most or row.at_most or 0, row.at_most or 0)
    match row.kind:
        case "integer":
            return st.sampled_from([low, high]) | st.integers(int(low or 0), int(high))
        case "number":
            return st.sampled_from([low, high]) | st.floats(low, high)
        case "flag":
            return st.booleans()
        case "choice":
            return st.sampled_from(row.choices)
        case "several":
            several = st.lists(st.sampled_from(row.choices), unique=True, max_size=row.most)
            return several.map(tuple)
        case "text":
            return st.lists(st.floats(0, 10), max_size=20).map(lambda x: " ".join(map(str, x)))
    raise AssertionError(f"{row.name} is of a new kind, {row.kind}.")


def links(rows: dict[str, Setting]) -> st.SearchStrategy[Query]:
    """Return links with allowed values of some settings; the sizes are small, the rest default."""
    texts = {
        name: allowed(row, SMALL.get(name)).map(lambda value, row=row: ",".join(row.texts(value)))
        for name, row in rows.items()
    }
    some = st.sets(st.sampled_from([*rows]), min_size=2, max_size=MOST)
    return some.flatmap(
        lambda names: st.fixed_dictionaries({name: texts[name] for name in [*ALWAYS, *names]})
    )


def ended(app: AppTest) -> None:
    """Wait for the runs of a visitor, but stop long ones, and look at what came of them."""
    for job in [app.session_state[name] for name in JOBS if name in app.session_state]:
        d = int(dict(job.spec.options).get("dim") or app.session_state["_settings"].d)
        if estimated_seconds(job.spec, d) > SHORT:
            for watcher in [*job.watchers]:
                board().drop_session(watcher)
        until(lambda job=job: job.ended)
        assert job.state != "failed", job.error
    app.run()
    assert not app.exception


def holds(page: str, query: Query, pressed: int = 0) -> None:
    """Open a page by its link, start a run if it has any, and then press any of its buttons."""
    app = deep_link(page, query)
    assert not app.exception
    if page == "pages/your_data.py":
        app.button(key="table_sample").click().run()
        assert not app.exception
    for wanted in (RUN, ""):
        keys = [str(one.key) for one in app.main.button if not one.disabled and one.key]
        if keys := [key for key in keys if re.search(wanted, key)]:
            app.button(key=keys[pressed % len(keys)]).click().run()
            assert not app.exception
            ended(app)


@pytest.fixture(autouse=True)
def _in_the_apps_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])


# What was found: a page ended with these.
@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("pages/bounds.py", {"guarded": "false"}),
        ("pages/bounds.py", {"length": "plain"}),
        ("pages/explorer.py", {"dim": "13", "m1": "0.9", "examples": "100", "runs": "2"}),
    ],
)
def test_a_page_takes_what_it_once_did_not(page: str, query: Query) -> None:
    holds(page, query)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_takes_what_is_allowed(page: str) -> None:
    FEW(any_link(page))()


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES)
def test_a_page_takes_much_that_is_allowed(page: str) -> None:
    MANY(any_link(page))()


def any_link(page: str) -> Callable[[], None]:
    """Return a test of a page with any settings."""

    @given(query=links({**SETTINGS, **own_rows(page)}), pressed=st.integers(0, 11))
    def takes(query: Query, pressed: int) -> None:
        holds(page, query, pressed)

    return takes
