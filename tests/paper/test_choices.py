"""Statements about the results in the list of choices, checked in them or by new runs."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from aelr_core.algorithms import ALGORITHMS, StepRule
from aelr_core.experiments.folds import EFFORTS
from aelr_core.experiments.offline import BALLS_ABOVE, BALLS_APART, BALLS_BELOW
from aelr_core.experiments.prefix_search import (
    COARSE,
    COARSE_BOUNDS,
    FEW_FOLDS,
    FINALISTS,
    NEGLIGIBLE,
)
from aelr_core.experiments.readings import ONE_STEP, PRIMARY
from aelr_core.experiments.search import APART, AROUND, AROUND_BEST
from aelr_core.modes import EXPERIMENTS
from aelr_core.paper import FAILS, HOLDS, PANELS
from aelr_core.paper.panels import DRAWN, names
from pages.ui.paper.reference import choices
from tests.paper.results import board, decided, loss
from tests.paper.sentences import mentions
from tests.paper.theory_steps import again, statuses


@cache
def items() -> dict[tuple[str, str], str]:
    """Return the text of each item, on one line, by what is chosen and for which figures."""
    return {
        (what, figures): " ".join(why.split())
        for what, figures, why in re.findall(
            r"^- \*\*(.*?)\*\* \((all figures|figures [^)]*)\): (.*?)(?=^- |\Z)",
            choices(),
            re.MULTILINE | re.DOTALL,
        )
    }


def steps() -> str:
    return items()["Step size of a shorter prefix", "all figures"]


def test_every_item_is_found_and_has_a_reason() -> None:
    assert len(items()) == choices().count("\n- ") + 1 == 22
    assert all(why.count(". ") >= 1 and len(why) > 40 for why in items().values())
    assert not re.search(r"[{}]", choices())


def test_examples_are_chosen_for_every_figure() -> None:
    where = {figures: why for (what, figures), why in items().items() if what == "Examples, m"}
    assert {figure for figures in where for figure in re.findall(r"\d", figures)} == {*"12345678"}
    for figures, why in where.items():
        (key, *_) = re.findall(r"\d[a-d]?", figures)
        assert why.startswith(f"{PANELS[key].spec.examples:,}. ")


def test_what_is_tried_at_every_prefix() -> None:
    said = items()["Search at every prefix", "all figures"]
    every = EFFORTS["each"].folds
    assert mentions(said, f"{len(COARSE)} multiples", f"on {FEW_FOLDS} of {every} folds")
    assert mentions(said, f"{len(COARSE_BOUNDS)} norm bounds", f"best {FINALISTS}")
    assert mentions(said, f"other {every - FEW_FOLDS} folds", f"on all {every}")
    assert mentions(said, f"below {NEGLIGIBLE} of the zero predictor's", "only in 2a")
    small = {
        key
        for key, panel in decided().boards[PRIMARY].panels.items()
        for name, found in panel.result.prefix_searches.items()
        if ALGORITHMS[name].budgeted
        if min(trial.loss for one in found for trial in one.trials) < NEGLIGIBLE
    }
    assert small == {"2a"}
    shares = {
        key
        for key, each in decided().boards[PRIMARY].panels.items()
        for found in (each.result.prefix_searches[DRAWN[each.result.spec.family]["uniform"]],)
        if found[-1].examples == found[-2].examples
    }
    assert shares == {key for key in PANELS if key[0] in "123478"}
    assert "(figures 1 to 4, 7, 8)" in said


def test_what_is_tried_in_a_search() -> None:
    tried = items()["Step sizes tried", "all figures"]
    offline = items()["Offline predictor", "all figures"]
    above = EFFORTS["fine"].above
    assert tried.startswith(f"under *one step* {2 * AROUND + 1 + above}, three times apart, ")
    assert f"from 1/{APART**AROUND:.0f} to {APART ** (AROUND + above):.0f} times" in tried
    assert f"{len(AROUND_BEST)} around the best, {APART**0.25:.2f} times" in tried
    lowest, highest = BALLS_APART**BALLS_BELOW, BALLS_APART**BALLS_ABOVE
    assert f"{BALLS_BELOW + BALLS_ABOVE + 1} radii √2 times apart" in offline
    assert f"from 1/{lowest:.0f} to {highest:.0f} times B" in offline
    assert f"{EFFORTS['cv'].folds}-fold" in offline


def test_the_second_round_of_a_search_is_needed() -> None:
    search = board().panels["4"].result.searches["ddaelr"]
    coarse = [t.loss for t in search.trials if np.isclose(np.log(t.multiplier) / np.log(3) % 1, 0)]
    said = items()["Step sizes tried", "all figures"]
    losses = {round(t.multiplier, 1): t.loss for t in search.trials}
    best = search.chosen
    assert best.loss < min(coarse) - 0.05
    assert 9 < best.multiplier < 27
    assert mentions(said, "MNIST", "DDAELR", f"{losses[9]:.2f} at 9 times the theory's step")
    assert mentions(said, f"{losses[27]:.2f} at 27 times", f"but {best.loss:.2f} in between")
    assert f"{best.loss:.2f} in between, at {best.multiplier:.0f} times." in said
    assert (losses[9], best.loss) == pytest.approx((0.55, 0.45), abs=0.005)


def test_how_much_has_been_learnt_from_synthetic_data() -> None:
    said = items()["Examples, m", "figures 1a to 1c, 2a to 2c"]
    assert "AERR and DDAERR end at 0.96 of the zero predictor's loss" in said
    assert {f"{loss('1a')[role].end:.2f}" for role in ("uniform", "known")} == {"0.96"}
    for key in ("1b", "1c", "2b", "2c"):
        assert max(loss(key)[role].end for role in ("uniform", "known", "two_phase")) < 0.8


def test_numbers_come_from_the_results() -> None:
    """With other results, the text has other numbers."""
    panels = dict(board().panels)
    known = panels["1a"].curves["known"]
    better = replace(known, relative_loss=known.relative_loss / 2)
    panels["1a"] = replace(panels["1a"], curves={**panels["1a"].curves, "known": better})
    four = panels["4"].result
    search = four.searches["ddaelr"]
    (coarse,) = (trial for trial in search.trials if trial.multiplier == 9)
    found = replace(four, searches={**four.searches, "ddaelr": replace(search, chosen=coarse)})
    panels["4"] = replace(panels["4"], results=(found, *panels["4"].results[1:]))
    other = replace(board(), panels=panels)
    boards = {**decided().boards, ONE_STEP: other}
    said = " ".join(choices(replace(decided(), boards=boards)).split())
    assert "end at 0.96 and 0.48 of the zero predictor's loss" in said
    assert "The second round is needed. " in said  # nothing was found between two steps


def test_how_many_recipes_were_tried() -> None:
    said = items()["Scaling", "figures 3 to 6, 8"]
    assert mentions(said, "some 125 recipes", "the only one", "all four printed ratios")


@pytest.mark.parametrize(("key", "algorithm"), [("5", "online_ridge"), ("6", "online_lasso")])
def test_online_curves_would_begin_above_the_zero_predictor(key: str, algorithm: str) -> None:
    assert mentions(steps(), "online ridge", "online lasso", "Covertype", "zero predictor")
    assert float(again(key, (algorithm,), 1, 20)["online"].mean()) > 1
    assert loss(key)["online"].few < 1


@pytest.mark.long
def test_which_claims_the_theorys_steps_would_show() -> None:
    """A short real run; the differences are so large that few runs show them."""
    would = statuses("3", "8")
    stored = {v.claim.key: v.status for v in board().verdicts}
    gained = {key for key, status in would.items() if status == HOLDS != stored[key]}
    assert gained == {"3.few", "3.between", "8.uniform", "8.known"}
    assert mentions(steps(), "four more", "MNIST ridge", "DDAERR", "Two-Phased DDAERR", "AdaGrad")
    assert would["8.two_phase"] == FAILS
    assert mentions(steps(), "not that AdaGrad", "Two-Phased DDAERR", "MNIST lasso")


@pytest.mark.long
def test_and_which_on_the_other_real_data() -> None:
    would = statuses("4", runs=20)
    stored = {v.claim.key: v.status for v in board().verdicts}
    assert {key for key in would if would[key] == HOLDS != stored[key]} == {"4.online"}
    assert {key for key in would if would[key] == FAILS != stored[key]} == {"4.few"}
    assert mentions(steps(), "MNIST lasso", "one more", "DDAELR", "online lasso")
    assert mentions(steps(), "MNIST lasso", "one fewer", "Two-Phased DDAELR", "AELR")
    assert statuses("5", runs=20)["5.few"] == FAILS
    assert mentions(steps(), "MNIST lasso", "Covertype", "DDAERR", "online ridge")


def test_phase_one_takes_over_the_factor_of_the_uniform_algorithm() -> None:
    assert mentions(
        items()["Step size of phase one", "all figures"],
        "factor",
        "AERR or AELR",
        "m₁",
        "a tenth",
        "√10 times",
    )
    assert EXPERIMENTS.m1(10_000) == 1_000
    assert StepRule(multiplier=1.0).phase_one is None
    for each in board().panels.values():
        called = {role: key for key, role in names(each.result.spec).items()}
        before = "adagrad " if each.result.spec.adagrad else ""
        setting = each.result.curves[called[f"{before}two_phase"]].setting
        assert setting is not None
        uniform = each.result.searches[called[f"{before}uniform"]].chosen
        assert setting.phase_one == uniform.multiplier


def test_what_was_tried_in_passing() -> None:
    tried = {name for panel in PANELS.values() for name, _ in panel.experiments if "-" in name}
    assert tried == {"3-split", "4-split", "5-split", "6-split", "4-epsilon", "5-epsilon"}
    said = items()["Remarks in passing", "figures 3 to 6"]
    assert mentions(said, "split (3 to 6)", "ε (4, 5)")
    assert {PANELS[key].spec.family for key in "45"} == {"ridge", "lasso"}
