"""Every page: its headings, the settings that it ignores, and where it runs."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit import config
from streamlit.testing.v1 import AppTest

from aelr_core.datasets import DATASETS, bundled
from pages.ui.charts import chart
from pages.ui.one_step.controls import IGNORED as NOT_OF_THE_EXAMPLE
from pages.ui.settings.table import HIDDEN
from pages.ui.shell import PAGES
from tests.app.conftest import APP
from tests.app.reading import as_read
from tests.app.test_hostile_links import deep_link

Open = Callable[..., AppTest]
NEW = ("html", "bidi_component", "download_button")
LEVELS = {"title": 1, "header": 2, "subheader": 3}
# Values that no setting has at the start.
OTHERS = {
    "data": "wine",
    "family": "lasso",
    "examples": 3_000,
    "runs": 7,
    "seed": 5,
    "origin": "the paper's",
    "p": "plain",
    "epsilon": "theory",
    "m1": 0.3,
    "warm": False,
    "step": "theory",
    "norm_bound": 2.5,
    "average": "linear",
    "algorithms": ["known"],
    "adagrad": True,
}


def levels(app: AppTest) -> list[int]:
    return [LEVELS[node.type] for node in app.main if node.type in LEVELS]


def content(app: AppTest) -> list[bytes]:
    """Return what is on the page, but for what is new on every run: styles, files, reports."""
    shown = (node for node in app.main if node.type not in NEW)
    return [n.proto.SerializeToString() for n in shown if getattr(n, "proto", None) is not None]


def test_headings_are_in_order_and_ignored_settings_change_nothing(open_app: Open) -> None:
    app = open_app()
    for page in PAGES:
        app.switch_page(page).run()
        found = levels(app)
        assert found[0] == 1, page
        assert found.count(1) == 1, page
        assert all(after <= before + 1 for before, after in itertools.pairwise(found)), page
        hidden = HIDDEN.get(page, ())
        if page == "pages/one_step.py":  # where a digit is looked at
            hidden += NOT_OF_THE_EXAMPLE
        names = [name for name in OTHERS if name in hidden]
        if not names:
            continue
        app.run()
        before, kept = content(app), {name: app.session_state[name] for name in names}
        for name in names:
            app.session_state[name] = OTHERS[name]
        app.run()
        assert not app.exception
        assert content(app) == before, page
        for name in names:
            app.session_state[name] = kept[name]


def test_buttons_of_a_session_that_was_emptied(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client's message ``clear_cache`` empties its session; what it pressed comes afterwards."""
    monkeypatch.chdir(APP.parent)
    for page in PAGES:
        app = deep_link(page, {})
        if page == "pages/your_data.py":
            app.button(key="table_sample").click().run()
        keys = [button.key for button in app.button if not button.disabled]
        assert "reset" in keys
        for key in keys:
            app.button(key=key).click()
        sent = app._tree.get_widget_states()
        app.session_state._state._state.clear()  # as `AppSession` does it
        app._run(sent)
        assert not app.exception, page


# ---- The app where it is not at home: started from another folder, in one that is read-only ----


@pytest.mark.parametrize("page", [None, "pages/results.py", "pages/story.py"])
def test_it_may_be_started_from_another_folder(
    open_app: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, page: str | None
) -> None:
    monkeypatch.chdir(tmp_path)
    app = open_app(page)
    assert not app.exception
    assert not any("has not been computed" in info.value for info in app.info)


def test_a_read_only_folder_has_charts_too(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_only(folder: Path) -> str:
        raise OSError(30, "Read-only file system", str(folder))

    monkeypatch.setattr(chart, "serve_plotly", read_only)
    app = open_app()
    assert not app.exception
    assert [*app.get("plotly_chart")]


def test_a_server_without_static_files_has_charts_too(open_app: Open) -> None:
    """As when it is started from a folder that has no settings for Streamlit."""
    assert not [*open_app().get("plotly_chart")]
    config.set_option("server.enableStaticServing", False)
    try:
        assert [*open_app().get("plotly_chart")]
    finally:
        config.set_option("server.enableStaticServing", True)


# ---- What pages say about the data: description, source and licence, from the entry ----


@pytest.mark.parametrize("name", ["synthetic", "wine"])
def test_the_explorer_tells_source_and_licence(open_app: Open, name: str) -> None:
    app = open_app(data=name)
    (about,) = [one for one in app.main.expander if one.label == "About this data"]
    said = as_read("\n".join(block.value for block in about.markdown))
    assert DATASETS[name].description in said
    assert DATASETS[name].provenance in said
    assert DATASETS[name].licence in said


def test_the_page_what_if_lists_all_bundled_data(open_app: Open) -> None:
    app = open_app("pages/what_if.py")
    (listed,) = [one for one in app.main.expander if one.label == "The bundled data sets"]
    assert all(DATASETS[name].provenance in listed.markdown[0].value for name in bundled())
