"""The numbers named in reasons, on made-up curves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from aelr_core.experiments import Curve, Result, load
from aelr_core.paper.reasons import REASONS, PanelFacts

FOLDER = Path(__file__).parents[2] / "assets" / "results" / "paper"


@pytest.fixture(scope="module")
def result() -> Result:
    return load(FOLDER / "one-step" / "1b.npz")


def curve(first: float, last: float, unsampled: tuple[int, int] | None = None) -> Curve:
    """Return two runs, of which one is 0.2 worse in the first prefix, from 10 to 100 attributes."""
    loss = np.tile(np.linspace(first, last, 10), (2, 1))
    loss[1, 0] += 0.2
    x = np.arange(1, 11) * 10
    left_out = None if unsampled is None else np.array(unsampled)
    return Curve("aerr", np.arange(2), x, x, loss, loss, None, None, None, None, left_out)


def facts(result: Result) -> PanelFacts:
    panel = {
        "uniform": curve(0.9, 0.8),
        "known": curve(0.9 - 0.1, 0.4),
        "two_phase": curve(0.85, 0.5, (400, 401)),
    }
    return PanelFacts(result, panel)


def said(text: str, about: PanelFacts) -> str:
    return text.format_map(about)


def test_losses_and_gaps(result: Result) -> None:
    about = facts(result)
    assert said("{loss[known].few:.2f} {loss[known].end:.2f}", about) == "0.90 0.40"
    assert said("{gap[uniform - known].end:.2f}", about) == "0.40"
    assert said("{gap[known - uniform].least:.2f} {gap[known - uniform].most:.2f}", about) == (
        "-0.40 -0.10"
    )
    assert said("{worst[two_phase].most:.2f} {sd[two_phase].end:g}", about) == "1.05 0"
    assert said("{above[two_phase]} {above[known]} of {runs}", about) == "1 0 of 100"
    assert about.margin == pytest.approx(0.05 * 0.6)
    assert about.beyond["known - uniform"] == 10
    assert about.beyond["known - two_phase"] == 10
    assert about.beyond["two_phase - known"] == 0


def test_the_share_of_the_gap(result: Result) -> None:
    share = facts(result).share
    assert share.few == pytest.approx(0.5)
    assert share.end == pytest.approx(0.25)
    assert (share.later, share.later_at) == (share.values[1], 20)
    assert (share.least, share.least_at) == (share.end, 100)


def test_what_searches_and_phase_one_have_found(result: Result) -> None:
    about = facts(result)
    assert (about.unsampled, about.d, about.m1) == (400.5, 500, 100)
    trials = result.searches["aerr"].trials
    assert about.step["uniform"] == result.searches["aerr"].chosen.multiplier
    small = [trial.loss for trial in trials if trial.multiplier <= 1]
    assert about.modest["uniform"] == min(small) > min(trial.loss for trial in trials)
    assert about.chosen["known"] == result.searches["ddaerr"].chosen
    # the search of 1b has a second valley at 81 times the theory's step
    assert (about.chosen["known"].multiplier, about.other["known"].multiplier) == (1, 81)
    assert "offline" not in about.other


def test_other_runs_other_numbers(result: Result) -> None:
    """Numbers come from the panel's results: with another step, the text has another number."""
    search = result.searches["aerr"]
    other = replace(search, chosen=replace(search.chosen, multiplier=5.0))
    changed = replace(result, searches={**result.searches, "aerr": other})
    assert "a step 5 times the theory's" in said(REASONS["1b.known"], facts(changed))
    with pytest.raises(AttributeError):
        said("{nonsense}", facts(result))
