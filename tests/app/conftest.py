"""The app without a browser: Streamlit's AppTest."""

import base64
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit import config
from streamlit.testing.v1 import AppTest

from tests.app.reading import unpacked

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
        charts = [c.proto for c in app.get("plotly_chart") if c.proto.id.endswith(f"-{key}")]
        assert len(charts) == 1, f"{len(charts)} charts have the key {key}"
        traces = [t for t in json.loads(charts[0].spec)["data"] if t.get("name") == name]
        assert len(traces) == 1, f"{len(traces)} traces are called {name}"
        y = traces[0]["y"]
        return np.frombuffer(base64.b64decode(y["bdata"]), y["dtype"])

    return read


@pytest.fixture
def live_figure() -> Callable[[AppTest, str], dict[str, Any]]:
    """Return a function that reads the figure of a chart that is updated in place, by its key."""

    def read(app: AppTest, key: str) -> dict[str, Any]:
        sent = [c.proto for c in app.get("bidi_component") if c.proto.id.endswith(f"-{key}")]
        assert len(sent) == 1, f"{len(sent)} charts have the key {key}"
        data = json.loads(sent[0].json)
        figure = unpacked(json.loads(data["figure"]))
        return {
            "lines": {trace["uid"]: trace for trace in figure["data"]},
            "layout": figure["layout"],
            "alt": data["alt"],
        }

    return read
