"""The page of bounds by AppTest, and its numbers without it."""

from collections.abc import Callable

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

Open = Callable[..., AppTest]
Curve = Callable[[AppTest, str, str], np.ndarray]
PAGE = "pages/bounds.py"


def test_first_screen(open_app: Open) -> None:
    app = open_app(PAGE)
    charts = app.get("plotly_chart")
    keys = [c.proto.id.rsplit("-", 1)[1] for c in charts]
    assert keys == ["bound_curves", "measured_bounds", "plan_costs"]
    assert all(len(c.proto.alt) > 60 for c in charts)
    assert not app.warning
    assert not app.error
