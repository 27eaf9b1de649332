"""What is said and drawn of a run that was stopped, or that belongs to other settings."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from aelr_core.analysis.learning import View, fitting
from aelr_core.analysis.prior_facts import prior_facts
from aelr_core.datasets import load_dataset
from aelr_core.experiments import Result, run
from pages.ui.explorer import pictures, table
from pages.ui.explorer.numbers import Numbers
from pages.ui.theme import Look
from tests.app.test_run_files import SPEC


@pytest.fixture(scope="module")
def result() -> Result:
    return run(SPEC)


def test_the_table_of_a_stopped_run_says_where_its_curves_end(result: Result) -> None:
    for line in table.lines(replace(result, complete=False), View()):
        assert " at " in line["Final error ± SD"]
        assert line["Attributes to target"] == line["Saving over uniform"] == ""  # no target yet
    known = table.lines(replace(result, complete=False), View(target=0.5))[1]
    assert known["Attributes to target"]
    assert " at " in known["Difference from uniform, 95 % interval"]
    assert "Final excess risk ± SD" in table.lines(result, View(value="excess_risk"))[0]


def test_an_estimate_of_another_run_is_not_drawn(result: Result) -> None:
    look, data = Look("light"), load_dataset("synthetic", dim=20, examples=120)
    for spec, drawn in ((SPEC, True), (replace(SPEC, budget=3), False)):
        numbers = Numbers(spec, prior_facts(spec, data), None)
        said = pictures.sampling(numbers, result, (-2, spec.budget), "sorted", look)
        assert ("Sizes learnt first" in said.figure) == drawn


def test_a_view_of_what_was_not_measured_is_one_of_the_loss(result: Result) -> None:
    """The menu may be of other data than the curves that come in."""
    view = View(value="error_rate", x_log=True)
    assert fitting(view, result) == View(x_log=True)
    assert fitting(View(value="excess_risk"), result).value == "excess_risk"
    drawn = pictures.learning(result, (-1, 0), view, (), Look("light"))
    assert "Test error" in json.loads(drawn.figure)["layout"]["yaxis"]["title"]["text"]
