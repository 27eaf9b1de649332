"""The app without a browser: Streamlit's AppTest."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit import config
from streamlit.testing.v1 import AppTest

from tests.app.reading import charts

APP = Path(__file__).parents[2] / "app.py"
# AppTest does not read .streamlit/config.toml.
config.set_option("server.enableStaticServing", True)


@pytest.fixture
def open_app(monkeypatch: pytest.MonkeyPatch) -> Callable[..., AppTest]:
    """Return a function that opens the app with a link's query, on a page."""
    monkeypatch.chdir(APP.parent)
    # AppTest makes the script the main module; processes spawned by later tests would run it.
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])

    def opened(page: str | None = None, **query: str) -> AppTest:
        app = AppTest.from_file(str(APP), default_timeout=60)
        for name, text in query.items():
            app.query_params[name] = text
        app.run()
        if page is not None:
            app.switch_page(page).run()
        assert not app.exception
        return app

    return opened


@pytest.fixture
def curve() -> Callable[[AppTest, str, str], np.ndarray]:
    """Return a function that reads the y values of one trace of a chart, by key and name."""

    def read(app: AppTest, key: str, name: str) -> np.ndarray:
        traces = [t for t in charts(app)[key].figure["data"] if t.get("name") == name]
        assert len(traces) == 1, f"{len(traces)} traces are called {name}"
        return np.asarray(traces[0]["y"])

    return read


@pytest.fixture
def live_figure() -> Callable[[AppTest, str], dict[str, Any]]:
    """Return a function that reads the figure of a chart that is updated in place, by its key."""

    def read(app: AppTest, key: str) -> dict[str, Any]:
        shown = charts(app)[key]
        return {
            "lines": {trace["uid"]: trace for trace in shown.figure["data"]},
            "layout": shown.figure["layout"],
            "alt": shown.alt,
        }

    return read
