"""What is said on the screen agrees with the numbers."""

import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.analysis.prior_facts import PriorFacts, prior_facts
from aelr_core.datasets import DATASETS
from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.problem import dataset_of
from aelr_core.modes import EXPERIMENTS, THEORY
from pages.ui.example_run import example_run
from pages.ui.explorer import top_row, words
from pages.ui.explorer.numbers import as_the_example
from pages.ui.numerals import gain


def look_at(alpha: float = -2.0, dim: int = 500, **rest: object) -> PriorFacts:
    spec = ExperimentSpec(
        options={"alpha": alpha, "dim": dim}, **{"examples": 100, "points": 5, **rest}
    )
    return prior_facts(spec, dataset_of(spec))


def in_order(said: str, *parts: str) -> bool:
    return re.search(".*".join(map(re.escape, parts)), said) is not None


def test_cards_say_the_numbers() -> None:
    look = look_at(examples=5_000)
    cards = top_row.cards(look)
    assert [card.value for card in cards] == [
        "0.0562",
        "0.00329",
        "16× fewer",
        "3",
        "500",
        "8.87",
        "2 of 4",
    ]
    assert all(card.help.endswith((".", "d.")) for card in cards)
    assert "k + 1 = 5" in cards[3].help
    assert re.search(r"‖x‖₂ ≤ 1 .*\b2\.236\b", cards[-1].help)
    assert cards[-1].light == "orange"


def test_every_card_says_its_k_and_the_norm_of_its_family() -> None:
    ridge, lasso = look_at(), look_at(family="lasso")
    for here, norm in ((ridge, "‖M‖½"), (lasso, "‖M‖₁")):
        saved, size = top_row.cards(here)[2], top_row.cards(here)[5]
        assert f"at k = {here.budget - 1}" in saved.help
        assert here.k != here.budget - 1
        assert size.label.endswith(norm)
        assert float(size.value) == pytest.approx(here.H, rel=0.01)


def test_the_caption_of_the_ratio_names_the_chosen_family_first() -> None:
    here = look_at(-1.0)
    ridge, lasso = gain(here.rho_ridge), gain(here.rho_lasso)
    assert ridge != lasso
    assert in_order(words.ratios(here), f"**{ridge}**", "ridge", lasso, "lasso")
    chosen = words.ratios(look_at(-1.0, family="lasso"))
    assert in_order(chosen, f"**{lasso}**", "lasso", ridge, "ridge")
    alike = words.ratios(look_at(0.0))
    assert alike.count(gain(1.0)) == 1
    assert alike.index("ridge") < alike.index("lasso")


def test_where_the_draws_go() -> None:
    few, many = look_at(dim=3, budget=3), look_at(dim=30)
    assert f"{few.q.max():.0%}" in words.sampling(few)
    assert re.search(r"\b3\b.*\b30\b", words.sampling(many))
    assert "Lemma 4.3" in words.sampling(look_at(dim=30, family="lasso"))


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_the_caption_says_what_pi_adds_up_to(family: str) -> None:
    """By the theorems' rules nothing is spent on the prediction while w = 0."""
    theory, hard = (look_at(dim=50, family=family, mode=mode) for mode in (THEORY, EXPERIMENTS))
    said = re.search(r"our π to ([\d.]+) at the start", words.sampling(theory, ours=True))
    assert said is not None
    assert float(said[1]) == pytest.approx(theory.pi.sum(), rel=0.01)
    assert theory.pi.sum() <= theory.budget - 1 + 1e-9
    assert "at the start" not in words.sampling(hard, ours=True)
    assert hard.pi.sum() == pytest.approx(hard.budget)


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_where_all_attributes_are_alike_nothing_promises_a_saving(family: str) -> None:
    alike = look_at(alpha=0.0, family=family)
    rho_ridge, rho_lasso, saved = (card.value for card in top_row.cards(alike)[:3])
    assert (rho_ridge, rho_lasso, saved) == ("1", "1", "none")
    assert gain(1.0) in words.ratios(alike)


def test_where_attributes_are_alike_a_gap_is_called_chance(
    open_app: Callable[..., AppTest],
) -> None:
    chance = "(gap by chance)"
    said = {alpha: [c.value for c in open_app(alpha=alpha).main.caption] for alpha in ("0", "-2")}
    assert sum(chance in each for each in said["0"]) == 1
    assert not any(chance in each for each in said["-2"])


def test_attributes_that_are_always_0_are_no_loss() -> None:
    here, curve = look_at(dim=12), example_run().curves["two_phase_ddaerr"]
    q, M = np.ones(12) / 12, here.M.copy()
    M[9:] = 0

    def said(never: float, here: PriorFacts) -> str:
        unsampled = np.full(4, never, dtype=np.int64)
        return words.unsampled(here, replace(curve, q=q, unsampled=unsampled))

    assert "biased" in said(3, here)
    empty = replace(here, M=M)
    assert "nothing is lost" in said(3, empty)
    assert "biased" not in said(3, empty)
    assert "3 are 0 in every row" in said(5, empty)
    assert "biased" in said(5, empty)


def test_what_is_never_drawn_is_a_mean_over_runs() -> None:
    here, curve = look_at(dim=100), example_run().curves["two_phase_ddaerr"]
    assert curve.unsampled is not None
    often = f"never draws {curve.unsampled.mean():.0f} of 100 attributes"
    assert f"{often} on average" in words.unsampled(here, curve)
    single = replace(curve, unsampled=curve.unsampled[:1])
    assert "on average" not in words.unsampled(here, single)


def test_the_badge_of_a_run_says_when_nothing_could_change() -> None:
    result = example_run()
    assert as_the_example(result)
    said = words.computed_badge(replace(result, seconds=123.4), same=True)
    assert "same as example" in said
    assert len(said) < 31  # its row has room for no more at 1400 x 900
    assert not as_the_example(replace(result, spec=replace(result.spec, seed=1)))


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_mode_theory_says_shortly_whom_it_leaves_out(family: str) -> None:
    run = ExperimentSpec(family=family, examples=100, points=5)
    assert words.without(run) == ""
    said = words.without(replace(run, mode=THEORY, algorithms=()))
    assert said == "Adaptive is left out: mode theory needs a theorem."


def test_adagrad_says_shortly_whom_it_leaves_out() -> None:
    said = words.without(ExperimentSpec(adagrad=True))
    assert said == "JAERR and Adaptive are left out: they have no AdaGrad steps."


def test_the_story_is_about_the_data_and_the_budget() -> None:
    synthetic, digits = DATASETS["synthetic"], DATASETS["digits-3v5"]
    here = look_at(dim=100)
    assert top_row.story(here, synthetic).startswith("You run **5 of 100** tests")
    assert top_row.story(here, synthetic).endswith("Which? Those with large values.")
    assert top_row.story(here, synthetic, alike=True).endswith("Which? Any: all are alike.")
    assert "**5 of 100** pixels" in top_row.story(here, digits)
    assert "**5 of 100** attributes" in top_row.story(here, DATASETS["wine"])
    assert "all 5 tests" in top_row.story(look_at(dim=5), synthetic)
