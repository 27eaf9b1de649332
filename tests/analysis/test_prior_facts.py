"""What is known before a run, against formulas written out here."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aelr_core import theory
from aelr_core.algorithms import ALGORITHMS, of_family
from aelr_core.analysis.bounds import promises
from aelr_core.analysis.prior_facts import (
    PriorFacts,
    filling_the_ball,
    in_ball,
    of_moments,
    prior_facts,
)
from aelr_core.analysis.what_if import MOST_NUMBERS, STOPS, at_alpha, at_every_stop
from aelr_core.datasets import load_dataset
from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.problem import dataset_of, norm_bound_at_once
from aelr_core.modes import EXPERIMENTS, THEORY

FAMILIES = ["ridge", "lasso"]


def known(
    alpha: float = -2.0, dim: int = 500, examples: int = 100, **rest: object
) -> tuple[PriorFacts, ExperimentSpec]:
    options = {"alpha": alpha, "dim": dim, "test_examples": 50, "scaled": rest.pop("scaled", False)}
    spec = ExperimentSpec(options=options, examples=examples, **rest)
    return prior_facts(spec, dataset_of(spec)), spec


@pytest.mark.parametrize(
    ("alpha", "ridge", "lasso"),
    [(0.0, 1.0, 1.0), (-0.5, 0.9092, 0.08657), (-1.0, 0.5516, 0.01359), (-2.0, 0.0562, 0.00329)],
)
def test_ratios_are_those_of_the_paper(alpha: float, ridge: float, lasso: float) -> None:
    here, _ = known(alpha)
    assert here.rho_ridge == pytest.approx(ridge, rel=2e-3)
    assert here.rho_lasso == pytest.approx(lasso, rel=2e-3)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_number_is_its_formula(family: str) -> None:
    here, spec = known(-1.0, 60, 200, family=family, budget=7, seed=3)
    data = dataset_of(spec)
    rows = np.vstack([data.X_train, data.X_test])
    norms = np.linalg.norm(rows, 2 if family == "ridge" else np.inf, axis=1)
    assert here.scale == pytest.approx(max(norms.max(), 1.0))
    u = np.arange(1, 61) ** -1.0
    u /= np.linalg.norm(u) if family == "ridge" else u.max()
    M = u / here.scale**2
    H = np.sqrt(M).sum() ** 2 if family == "ridge" else M.sum()
    assert pytest.approx(H) == here.H
    assert here.saving == pytest.approx((60 * here.rho / 6 + 1) / (60 / 6 + 1))
    needed = theory.attributes_needed(tau=1.0, k=6, H=H, B=1.0, family="ridge", d=60)
    of_whole_rows = theory.full_information_attributes(tau=1.0, B=1.0, family="ridge", d=60)
    assert here.against_full == pytest.approx(float(needed / of_whole_rows))
    costs = [(k + 1) * (1 + H / k) / 60 for k in range(1, 60)]
    assert here.k_star == int(np.argmin(costs)) + 1
    q = np.sqrt(M) if family == "ridge" else M
    assert here.q == pytest.approx(q / q.sum())
    assert pytest.approx(data.norm_bound * here.scale) == here.B
    assert (here.d, here.m, here.m1, here.k, here.alpha) == (60, 200, 20, 4, -1.0)
    assert here.trivial == pytest.approx(2 * here.B**2)


@pytest.mark.parametrize("family", FAMILIES)
def test_scaled_rows_are_the_same_prior_facts(family: str) -> None:
    paper, _ = known(dim=40, family=family)
    scaled, _ = known(dim=40, family=family, scaled=True)
    np.testing.assert_allclose(paper.M, scaled.M, rtol=1e-9)
    for name in ("H", "rho", "B", "k_star", "saving", "trivial"):
        assert getattr(paper, name) == pytest.approx(getattr(scaled, name), rel=1e-9)
    assert scaled.light == "orange"  # the experiments' rules
    assert scaled.assumptions[0].holds


@pytest.mark.parametrize("family", FAMILIES)
def test_promises_are_the_theorems_at_equal_attributes(family: str) -> None:
    M = np.array([0.4, 0.3, 0.2, 0.1])
    here = replace(of_moments(M, family, budget=4), B=2.0, m=400)
    look = promises(here, points=5)
    curves = {ALGORITHMS[key].word: curve for key, curve in look.curves.items()}
    m, n = look.attributes / 4, look.attributes / 4
    H, log = (np.sqrt(M).sum() ** 2, 1.0) if family == "ridge" else (1.0, 5 * np.log(8))
    assert curves["known"] == pytest.approx(16 * np.sqrt(log * (H / 3 + 1) / m))
    spread = 4 * (M.sum() if family == "ridge" else M.max())  # on the same moments, not as printed
    assert curves["uniform"] == pytest.approx(16 * np.sqrt(log * (spread / 3 + 1) / m))
    assert curves["online"] == pytest.approx(16 * np.sqrt(log / n))
    assert (look.chosen, here.trivial, here.k) == (1600, 8.0, 3)
    assert "offline" not in curves


def test_another_split_puts_its_own_draws_for_k() -> None:
    M = np.array([0.4, 0.3, 0.2, 0.1, 0.0, 0.0])
    even, theirs = (of_moments(M, "ridge", budget=6, mode=mode) for mode in (EXPERIMENTS, THEORY))
    assert (even.k, theirs.k) == (3, 5)
    assert even.saving == theirs.saving
    H = np.sqrt(M).sum() ** 2
    for here in (even, theirs):
        bound = promises(here).at_chosen["ddaerr"]
        assert bound == pytest.approx(4 * np.sqrt((H / here.k + 1) / here.m))


def test_the_light() -> None:
    usual, _ = known(dim=50)
    assert [one.holds for one in usual.assumptions] == [False, True, False, True]
    assert usual.light == "orange"
    assert not known(dim=50, mode="theory", scaled=True)[0].assumptions[2].holds  # tuned steps
    assert not known(dim=50, mode="theory", step="theory", multiplier=3.0)[0].assumptions[2].holds
    rules = {"dim": 50, "mode": "theory", "step": "theory"}
    theirs, _ = known(**rules, family="lasso")
    assert all(one.holds for one in theirs.assumptions)
    assert len(theirs.assumptions) == 5
    assert theirs.light == "green"
    inside, _ = known(**rules, scaled=True)
    assert inside.light == "green"
    narrow, _ = known(**rules, family="lasso", norm_bound=0.01)
    assert narrow.light == "red"
    short, _ = known(**rules, family="lasso", examples=4, points=2)
    assert short.light == "red"
    assert all(one.sentence.endswith(".") for one in narrow.assumptions)
    assert "AdaGrad" in known(dim=50, adagrad=True)[0].assumptions[2].sentence


def test_where_only_a_run_finds_b_the_largest_label_stands_for_it() -> None:
    data = load_dataset("mnist-3v5", scaling="minmax")
    rules = {"mode": "theory", "step": "theory"}
    spec = ExperimentSpec(data="mnist-3v5", options={"scaling": "minmax"}, **rules)
    assert norm_bound_at_once(spec, data) is None
    here = prior_facts(spec, data)
    assert (here.B, here.B_known, here.light) == (1.0, False, "orange")
    found = prior_facts(spec, data, 3.0)
    assert (found.B, found.B_known, found.light) == (3.0 * here.scale, True, "green")


@pytest.mark.parametrize("name", FAMILIES)
def test_a_table_of_one_family_is_enough_for_both(name: str) -> None:
    mnist = {family: load_dataset("mnist-3v5", family=family) for family in FAMILIES}
    for family in FAMILIES:
        assert in_ball(mnist[name], family)[0] == pytest.approx(1, abs=1e-9)
        np.testing.assert_allclose(
            in_ball(mnist[name], family)[1], in_ball(mnist[family], family)[1], rtol=1e-9
        )


@given(
    M=st.lists(st.floats(1e-3, 1e3), min_size=2, max_size=30).map(np.array),
    family=st.sampled_from(FAMILIES),
)
def test_a_profile_that_fills_the_ball_has_h_equal_to_rho_d(M: np.ndarray, family: str) -> None:
    here = of_moments(filling_the_ball(M, family), family, budget=99)
    assert pytest.approx(here.rho * here.d) == here.H
    assert here.budget == min(99, here.d)
    assert here.k_star == theory.best_k(H=here.H, d=here.d).k


@settings(max_examples=25, deadline=None)
@given(
    alpha=st.floats(-4, 0),
    dim=st.integers(2, 200),
    family=st.sampled_from(FAMILIES),
    mode=st.sampled_from(["theory", "experiments"]),
    share=st.floats(0, 1),
    examples=st.integers(2, 150),
)
def test_everything_is_finite_for_all_settings(
    alpha: float, dim: int, family: str, mode: str, share: float, examples: int
) -> None:
    budget = 2 + round(share * (dim - 2))
    here, _ = known(
        alpha, dim, examples, family=family, mode=mode, budget=budget, points=min(10, examples)
    )
    look = promises(here)
    for curve in look.curves.values():
        assert np.isfinite(curve).all()
        assert (curve > 0).all()
    assert np.isfinite([*look.at_chosen.values()]).all()
    assert set(look.curves) < set(of_family(family))
    assert 1 <= here.k_star < dim
    assert here.q.sum() == pytest.approx(1)


# ---- What is known at every stop of α, in one pass, against the data of single stops ----

SPEC = ExperimentSpec(options={"dim": 30, "test_examples": 60}, examples=150, budget=4, seed=3)


def test_the_stops_are_those_of_a_slider() -> None:
    assert len(STOPS) == 81
    assert [f"{alpha:.2f}" for alpha in (STOPS[0], STOPS[1], STOPS[-1])] == [
        "-4.00",
        "-3.95",
        "0.00",
    ]
    assert all(alpha == float(f"{alpha:.2f}") for alpha in STOPS)


@pytest.mark.parametrize("family", ["ridge", "lasso"])
@pytest.mark.parametrize(
    "rest", [{}, {"options": {"dim": 3, "test_examples": 2, "scaled": True}, "norm_bound": 0.5}]
)
def test_one_pass_finds_what_the_data_of_each_stop_say(
    family: str, rest: dict[str, object]
) -> None:
    """With three attributes and two test rows, w* is drawn again at some stops."""
    spec = replace(SPEC, family=family, algorithms=(), **{"budget": 2, **rest})
    for found, alpha in list(zip(at_every_stop(spec), STOPS, strict=True))[::16]:
        one = at_alpha(spec, alpha)
        wanted = prior_facts(one, dataset_of(one))
        assert (found.alpha, found.d, found.B_known) == (alpha, wanted.d, True)
        np.testing.assert_allclose(found.M, wanted.M, rtol=1e-9)
        np.testing.assert_allclose(found.q, wanted.q, rtol=1e-9)
        assert (found.B, found.scale) == pytest.approx((wanted.B, wanted.scale), rel=1e-9)
        assert [a.sentence for a in found.assumptions] == [a.sentence for a in wanted.assumptions]


def test_too_many_numbers_are_left_alone() -> None:
    assert at_every_stop(replace(SPEC, examples=MOST_NUMBERS // 30)) == ()
