"""Our theorems beside the paper's: where ours is better, and by how much at most."""

import numpy as np
import pytest

from aelr_core import theory
from aelr_core.analysis.joint import best_b, budgets, joint_bounds, joint_sizes, ratios
from aelr_core.analysis.prior_facts import of_moments
from aelr_core.datasets import load_dataset
from aelr_core.datasets.synthetic import synthetic_moments


@pytest.mark.parametrize("alpha", [0.0, -1.0, -2.0])
@pytest.mark.parametrize("budget", [3, 5, 40])
def test_ridge_is_better_exactly_where_the_text_says_so(alpha: float, budget: int) -> None:
    M = synthetic_moments(alpha, 100, "ridge")
    found = joint_bounds(of_moments(M / M.sum(), "ridge", budget=budget))
    if found.always == 0:
        assert found.better == (found.H / found.k < 4)
    assert 5 * (found.H / found.k + found.always) * (1 + 1e-12) >= found.G2
    assert 1.25 * found.papers >= found.G2
    assert found.printed_bound == pytest.approx(2 * found.paper_bound)


def test_lasso_numbers_are_like_for_like() -> None:
    found = joint_bounds(of_moments(np.array([1.0, 0.5, 0.25]), "lasso", budget=3))
    assert found.bound / found.paper_bound == pytest.approx(np.sqrt(found.G2 / found.papers))
    assert found.paper_bound / found.printed_bound == pytest.approx(np.sqrt(6 / 20))


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_the_ratio_along_k_is_that_of_the_numbers(family: str) -> None:
    M = synthetic_moments(-1.0, 30, family) / 30
    k = budgets(30)
    plain, best = ratios(M, family, k)
    for at in (0, 6, 28):
        found = joint_bounds(of_moments(M, family, budget=int(k[at]) + 1))
        assert plain[at] == pytest.approx(found.bound / found.paper_bound)
        assert best[at] == pytest.approx(np.sqrt(found.best / found.papers))
    assert plain.max() <= np.sqrt(1.25) + 1e-12


@pytest.mark.parametrize("family", ["ridge", "lasso"])
@pytest.mark.parametrize("alpha", [0.0, -1.0, -2.0])
@pytest.mark.parametrize("k", [1, 4, 40])
def test_no_other_b_is_better_than_the_best(family: str, alpha: float, k: int) -> None:
    """Also where an attribute is always seen, for which there is no formula."""
    M = synthetic_moments(alpha, 100, family)
    found = joint_bounds(of_moments(M, family, budget=k + 1))
    size = theory.jaerr_g2 if family == "ridge" else theory.jaelr_g2
    others = np.array([1, *np.linspace(0.01, k + 0.99, 2_000)])
    rows = np.broadcast_to(M, (len(others), len(M)))
    sizes = size(M=rows, a=k + 1 - others, b=others, B=1) * found.trivial / 2
    assert found.best <= sizes.min() * (1 + 1e-6)
    assert found.best <= found.G2


def test_where_nothing_is_always_seen_the_best_b_has_a_formula() -> None:
    k = np.array([1, 5, 20])
    assert best_b(np.ones(100) / 100, "ridge", k) == pytest.approx(theory.best_joint_b(K=k + 1))
    M = synthetic_moments(-2.0, 500, "lasso")  # the largest moment counts: b takes what a leaves
    assert best_b(M, "lasso", np.array([4]))[0] == pytest.approx(5 - M.sum() / M.max())


def test_few_budgets_stand_for_many() -> None:
    assert budgets(4).tolist() == [1, 2, 3, 4]
    many = budgets(5_000)
    assert len(many) <= 200
    assert (many[0], many[-1]) == (1, 5_000)


def test_theorem_two_holds_over_the_rows() -> None:
    data = load_dataset("synthetic", dim=30, alpha=-2.0, examples=200, test_examples=50)
    found = joint_sizes(data, k_x=3, k_phi=2, seed=0)
    assert found.joint <= found.limit
    assert found.paper <= found.limit
    assert found.joint < found.paper / 4
    assert found.own < found.paper / 4
