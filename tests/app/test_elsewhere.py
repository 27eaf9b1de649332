"""The app where it is not at home: started from another folder, in one that is read-only."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit import config
from streamlit.testing.v1 import AppTest

from pages.ui.charts import chart

Open = Callable[..., AppTest]


@pytest.mark.parametrize("page", [None, "pages/paper.py", "pages/guide.py"])
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
