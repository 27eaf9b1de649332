"""What moves with the slider of α is what the page shows at each of its stops."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from aelr_core.analysis.learning import View
from aelr_core.analysis.prior_facts import prior_facts
from aelr_core.analysis.what_if import STOPS, at_alpha, at_every_stop
from aelr_core.experiments import ExperimentSpec, Result, run
from aelr_core.experiments.problem import dataset_of
from aelr_core.plots.theme import Look
from pages.ui.explorer import pictures, words
from pages.ui.explorer.follow import moving
from pages.ui.explorer.pictures import Drawn, Numbers
from pages.ui.settings import DEFAULTS
from pages.ui.visitor_run import OnScreen
from tests.app.reading import unpacked

SPEC = ExperimentSpec(
    options={"dim": 30}, budget=4, examples=200, runs=3, curve="anytime", points=8, step="theory"
)
LOOK, VIEW = Look("light"), View()
CHOSEN = (0, 37, 80)
THREE_DIGITS = 0.0051


def sent(spec: ExperimentSpec, runs: list[Result], view: View = VIEW) -> dict[str, Any]:
    return json.loads(json.dumps(moving(spec, at_every_stop(spec), runs, view)))


@pytest.fixture(scope="module", params=["ridge", pytest.param("lasso", marks=pytest.mark.long)])
def spec(request: pytest.FixtureRequest) -> ExperimentSpec:
    return replace(SPEC, family=request.param, algorithms=())


@pytest.fixture(scope="module")
def runs(spec: ExperimentSpec) -> list[Result]:
    """A run for each stop; those that are not looked at are copies."""
    own = {stop: run(at_alpha(spec, STOPS[stop])) for stop in CHOSEN}
    return [own.get(stop, own[CHOSEN[0]]) for stop in range(len(STOPS))]


def alike(moving: dict[str, Any], drawn: Drawn, stop: int) -> set[str]:
    """Compare a picture that moves with the page's, and return the traces that are in both."""
    figure = unpacked(json.loads(drawn.figure))
    lines = {trace["uid"]: trace for trace in figure["data"]}
    for uid, trace in moving["traces"].items():
        x = trace["x"][stop] if isinstance(trace["x"][0], list) else trace["x"]
        if not x:
            assert uid not in lines
            continue
        line = lines[uid]
        if "low" in trace:  # a band, above 0
            low = [max(value, 0) for value in trace["low"][stop]]
            x, y = [*x, *x[::-1]], [*trace["high"][stop], *low[::-1]]
        else:
            y = trace["y"][stop]
        there = [int(np.argmin(np.abs(np.asarray(line["x"], dtype=float) - at_x))) for at_x in x]
        if "low" in trace:
            there = [*range(len(x))]
        wanted = np.asarray(line["y"], dtype=float)[there]
        np.testing.assert_allclose(np.asarray(y, dtype=float), wanted, rtol=THREE_DIGITS, atol=1e-9)
    if moving["level"]:
        assert figure["layout"]["shapes"][0]["y0"] == pytest.approx(
            moving["level"][stop], rel=THREE_DIGITS
        )
    caption = moving["captions"][stop].partition("Precomputed, α = ")
    assert (caption[2].partition(". ")[2] or caption[0]) == drawn.below.replace("**", "")
    return {*moving["traces"]} & {*lines}


def test_every_stop_is_what_the_page_shows_there(spec: ExperimentSpec, runs: list[Result]) -> None:
    found = sent(spec, runs)
    assert found["stops"] == [*STOPS]
    for stop in CHOSEN:
        own, frame = at_alpha(spec, STOPS[stop]), (-31, hash(spec) % 2**31, stop)
        here = prior_facts(own, dataset_of(own))
        numbers, now = Numbers(own, here, None), OnScreen(runs[stop], frame, DEFAULTS)
        row = words.cards(here, numbers.saving(runs[stop]))
        assert [":small[".join(card) for card in found["cards"][stop]] == [
            card.value.removesuffix("]") for card in row
        ]
        moving = found["pictures"]
        known = {key for key in runs[0].curves if "dd" in key and "two" not in key}
        shown = alike(moving["sampling"], pictures.sampling(numbers, now, "sorted", LOOK), stop)
        assert known < shown
        assert alike(moving["ratios"], pictures.ratios(numbers, LOOK), stop) == {
            "ridge-here",
            "lasso-here",
        }
        shown = alike(moving["bounds"], pictures.bounds(numbers, now, LOOK), stop)
        assert {f"{key}-measured" for key in known} | known < shown
        drawn = pictures.learning(now, VIEW, LOOK, rho=numbers.facts.rho)
        assert {*runs[0].curves} < alike(moving["learning"], drawn, stop)


def test_curves_that_cannot_be_sent_do_not_move(spec: ExperimentSpec, runs: list[Result]) -> None:
    """There are no stored runs, or every single run is to be seen."""
    for own, view in (([], VIEW), (runs, View(spread="runs"))):
        moving = sent(spec, own, view)["pictures"]
        assert "learning" not in moving
        assert bool(own) == any("measured" in uid for uid in moving["bounds"]["traces"])
