"""A panel as a live run: its reading, in the time there is, and what is smaller is said."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aelr_core.experiments.problem import dataset_of
from aelr_core.experiments.readings import PRIMARY, READINGS
from aelr_core.results.paper import stored
from pages.ui import visitor_run
from pages.ui.results import controls
from pages.ui.runs.limits import Limits, check_cost
from pages.ui.settings import DEFAULTS
from pages.ui.settings.values import from_query, to_query

PANELS = stored().panels


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("key", PANELS)
def test_the_explorer_is_opened_with_the_panels_settings(key: str, reading: str) -> None:
    stored = PANELS[key].computed[reading].spec
    settings = next(iter(controls.buttons(key, reading).values()))
    # a link brings it all back
    query = {name: [text] for name, text in to_query(settings).items() if isinstance(text, str)}
    assert from_query(query) == (settings, {})
    here = settings.spec()
    assert READINGS[reading].settings.items() <= vars(here).items()
    for name in (
        "data",
        "options",
        "family",
        "budget",
        "algorithms",
        "adagrad",
        "mode",
        "seed",
        "curve",
        "step",
        "norm_bound",
    ):
        assert getattr(here, name) == getattr(stored, name), name
    check_cost(here, None, Limits().estimate)  # raises where it is too much for here
    said = visitor_run.smaller(settings)
    for name in ("runs", "examples", "points"):
        ours, theirs = getattr(here, name), getattr(stored, name)
        assert ours < theirs
        assert said.index(f"{theirs:,} {name}") < said.index(f"{ours:,} {name}")
    assert visitor_run.panel_of(replace(settings, runs=3, projector=True)) == key
    assert visitor_run.panel_of(replace(settings, budget=settings.budget + 1)) is None


@pytest.mark.parametrize(
    ("key", "reading"),
    [("2c", "one-step"), ("2c", PRIMARY), pytest.param("5", PRIMARY, marks=pytest.mark.long)],
)
def test_a_live_run_has_the_panels_first_rows(key: str, reading: str) -> None:
    """So what is said of its data is true, though synthetic data are made for m examples."""
    here = visitor_run.live_settings(key, reading, visitor_run.limit()).spec()
    stored = PANELS[key].computed[reading].spec
    ours, theirs = dataset_of(here), dataset_of(stored)
    for name in ("X_train", "y_train", "X_test", "y_test", "w_star"):
        a, b = getattr(ours, name), getattr(theirs, name)
        np.testing.assert_array_equal(a, b if b is None else b[: len(a)])


def test_a_server_with_more_time_runs_more_of_a_panel() -> None:
    stored = PANELS["6"].computed["scaled"].spec
    sizes = [
        (s.points, s.runs, s.examples)
        for most in (10.0, 600.0)
        for s in (visitor_run.live_settings("6", "scaled", most),)
    ]
    assert sizes[0] < sizes[1] == (stored.points, stored.runs, stored.examples)
    assert visitor_run.smaller(visitor_run.live_settings("6", "scaled", 600.0)) == ""
    assert visitor_run.smaller(DEFAULTS) == ""
