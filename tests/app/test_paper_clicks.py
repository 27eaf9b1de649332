"""A click on the map of claims, and what others may send in its place."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from pages.ui.charts import chart
from pages.ui.paper import controls


def streamlits_own(mark: object) -> object:
    """Return what a click leaves in a chart of Streamlit's, where ours cannot be served."""
    return {"selection": {"points": [{"customdata": mark}]}}


@pytest.mark.parametrize("ours", [True, False])
def test_a_click_chooses_a_claim_and_a_forged_one_none(
    monkeypatch: pytest.MonkeyPatch, ours: bool
) -> None:
    clicked = (lambda mark: SimpleNamespace(clicked=mark)) if ours else streamlits_own
    state: dict[str, object] = {"map-chart": clicked(["3.few", "more"])}
    monkeypatch.setattr(controls.st, "session_state", state)
    monkeypatch.setattr(chart, "served", lambda: "plotly.js" if ours else None)
    controls.take_click("map-chart")
    assert state["claim"] == "3.few"
    for forged in (["9.none", "more"], "3.known", [["3.known"]], {}, 7, None):
        state["tall-map-chart"] = clicked(forged)
        controls.take_click("tall-map-chart")
        assert state["claim"] == "3.few"
    for odd in (None, {}, {"selection": None}, 7):
        state["tall-map-chart"] = odd
        controls.take_click("tall-map-chart")
    assert state["claim"] == "3.few"
