"""Whatever a link holds, every page opens: a sentence and the default, never an exception.

Streamlit's bound number field calls ``int(inf)`` on ``?examples=1e309`` and the page ends there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as how_often
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from pages.ui.bounds.controls import OWN as BOUNDS
from pages.ui.one_step.controls import OWN as ONE_STEP
from pages.ui.results.controls import OWN as RESULTS
from pages.ui.settings import DEFAULTS
from pages.ui.settings.table import SETTINGS
from pages.ui.settings.values import from_query
from pages.ui.shell import PAGES
from pages.ui.what_if.controls import OWN as WHAT_IF
from tests.app.conftest import APP
from tests.app.reading import as_read
from tests.app.sidebar_alone import opened, settings

OWN = {
    "pages/bounds.py": BOUNDS,
    "pages/one_step.py": ONE_STEP,
    "pages/results.py": RESULTS,
    "pages/what_if.py": WHAT_IF,
}
# None of these is a value of any setting.
HOSTILE = (
    "inf",
    "-Infinity",
    "1e309",
    "nan",
    "9" * 5_000,  # more digits than Python reads
    "",
    "\x00",
    "x" * 3_000,
    "²",
    "<b>**$1$**",
    "None",
)
TEXTS = st.sampled_from(HOSTILE) | st.floats().map(str) | st.integers().map(str) | st.text()


def deep_link(page: str, query: Mapping[str, object]) -> AppTest:
    """Open a page by its address, as the first thing of a session."""
    app = AppTest.from_file(str(APP), default_timeout=60).switch_page(page)
    app.query_params.update(query)
    return app.run()


def warnings(app: AppTest) -> str:
    return as_read("\n".join(warning.value for warning in app.warning))


@pytest.fixture(autouse=True)
def _in_the_apps_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(APP.parent)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_survives_hostile_numbers(page: str) -> None:
    """Every setting of the sidebar, and names of other pages' settings."""
    elsewhere = {name for of, table in OWN.items() if of != page for name in table.settings}
    app = deep_link(page, dict.fromkeys([*SETTINGS, *elsewhere], "1e309"))
    assert not app.exception
    assert app.session_state["_settings"] == DEFAULTS
    said = warnings(app)
    assert all(name in said.lower() for name in ("budget", "dim", "runs", "seed", "alpha"))
    assert not {*app.query_params} & {*SETTINGS}


@pytest.mark.parametrize("text", HOSTILE)
def test_no_setting_of_the_sidebar_takes_it(text: str) -> None:
    app = opened(**{**dict.fromkeys(SETTINGS, text), "step": "theory"})
    assert settings(app).spec()
    assert app.warning


@pytest.mark.parametrize("page", OWN)
def test_no_setting_of_a_page_takes_it(page: str) -> None:
    names = [*OWN[page].settings]
    for shift in range(0, len(HOSTILE), 3):
        texts = {name: HOSTILE[(at + shift) % len(HOSTILE)] for at, name in enumerate(names)}
        app = deep_link(page, texts)
        assert not app.exception, texts
        assert app.warning


# Each way a number can be written is read once, by the link's rules, whatever the widget reads.
@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ({"runs": "７"}, {"runs": 7}),
        ({"examples": "1_000"}, {"examples": 1_000}),
        ({"examples": "1e3"}, {}),
        ({"budget": "7.9"}, {}),
        ({"alpha": "7"}, {}),
        ({"scaled": " TRUE "}, {"scaled": True}),
        ({"algorithms": "aerr,known"}, {"algorithms": ("aerr", "ddaerr")}),
        ({"seed": ["1e999", "3"]}, {"seed": 3}),
        ({"seed": ["3", "1e999"]}, {}),
    ],
)
def test_widgets_show_what_the_link_was_taken_for(
    query: dict[str, str | list[str]], wanted: dict[str, object]
) -> None:
    app = opened(**query)
    used = settings(app)
    assert {name: getattr(used, name) for name in wanted} == wanted
    assert wanted or used == DEFAULTS
    assert bool(app.warning) == (not wanted)


def test_a_bad_link_later_in_the_session() -> None:
    app = deep_link("pages/story.py", {"runs": "7"})
    app.query_params["examples"] = "inf"
    app.switch_page("pages/explorer.py").run()
    assert not app.exception
    assert app.session_state["_settings"].runs == 7
    assert "(examples) must be" in warnings(app)
    assert "(examples) must be" in warnings(app.run())
    app.number_input(key="seed").set_value(4).run()
    assert not app.warning  # although the browser's address still says so
    assert app.session_state["_settings"] == replace(DEFAULTS, runs=7, seed=4)


@given(st.dictionaries(st.sampled_from([*SETTINGS]), TEXTS, max_size=4))
@how_often(max_examples=10, deadline=None, suppress_health_check=[*HealthCheck])
def test_any_link_gives_what_its_reader_says(query: dict[str, str]) -> None:
    """The widgets and the reader of links never differ."""
    query = {name: text.encode("utf-8", "replace").decode() for name, text in query.items()}
    wanted, _ = from_query({name: [text] for name, text in query.items()})
    assert settings(opened(**query)) == wanted
