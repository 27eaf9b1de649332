"""The explorer's numbers, against formulas written out here."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aelr_core.algorithms import ALGORITHMS, of_family
from pages.ui.overview import overview
from pages.ui.promises import promises
from pages.ui.state import Settings


@pytest.mark.parametrize(
    ("alpha", "ridge", "lasso"),
    [(0.0, 1.0, 1.0), (-0.5, 0.9092, 0.08657), (-1.0, 0.5516, 0.01359), (-2.0, 0.0562, 0.00329)],
)
def test_ratios_are_those_of_the_paper(alpha: float, ridge: float, lasso: float) -> None:
    look = overview(Settings(alpha=alpha, examples=100))
    assert look.rho_ridge == pytest.approx(ridge, rel=2e-3)
    assert look.rho_lasso == pytest.approx(lasso, rel=2e-3)


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_numbers_of_the_top_row(family: str) -> None:
    s = Settings(alpha=-1.0, dim=60, family=family, budget=7, examples=200, seed=3)
    look = overview(s)
    u = np.arange(1, 61) ** -1.0
    u /= np.linalg.norm(u) if family == "ridge" else u.max()
    M = u / look.scale**2
    H = np.sqrt(M).sum() ** 2 if family == "ridge" else M.sum()
    assert pytest.approx(H) == look.H
    assert look.saving == pytest.approx((H / 6 + 1) / (60 / 6 + 1))
    assert look.against_full == pytest.approx(7 * (1 + H / 6) / 60)
    costs = [(k + 1) * (1 + H / k) / 60 for k in range(1, 60)]
    assert look.best_budget == int(np.argmin(costs)) + 2
    assert look.best_cost == pytest.approx(min(costs))
    q = np.sqrt(M) if family == "ridge" else M
    assert look.q_optimal == pytest.approx(q / q.sum())
    assert look.top_share == pytest.approx(look.q_optimal[:6].sum())


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_promises_are_the_theorems_at_equal_attributes(family: str) -> None:
    M = np.array([0.4, 0.3, 0.2, 0.1])
    look = promises(M=M, B=2.0, k=3, family=family, m=400, points=5)
    roles = {ALGORITHMS[key].role: curve for key, curve in look.curves.items()}
    m, n = look.attributes / 4, look.attributes / 4
    H, log = (np.sqrt(M).sum() ** 2, 1.0) if family == "ridge" else (1.0, 5 * np.log(8))
    assert roles["known"] == pytest.approx(16 * np.sqrt(log * (H / 3 + 1) / m))
    assert roles["uniform"] == pytest.approx(16 * np.sqrt(2 * log * 4 / (3 * m)))
    assert roles["online"] == pytest.approx(16 * np.sqrt(log / n))
    assert look.chosen == 1600
    assert look.trivial == 8.0
    assert "offline" not in roles


@settings(max_examples=25)
@given(
    alpha=st.floats(-4, 0),
    dim=st.integers(2, 200),
    family=st.sampled_from(["ridge", "lasso"]),
    share=st.floats(0, 1),
    seed=st.integers(0, 10),
)
def test_everything_is_finite_for_all_settings(
    alpha: float, dim: int, family: str, share: float, seed: int
) -> None:
    budget = 2 + round(share * (dim - 2))
    look = overview(Settings(alpha, dim, family, budget, examples=100, seed=seed))
    for curve in [*look.promises.curves.values(), look.cost_known, look.cost_uniform]:
        assert np.isfinite(curve).all()
        assert (curve > 0).all()
    assert set(look.promises.curves) < set(of_family(family))
    assert 2 <= look.best_budget <= dim
    assert (look.cost_uniform >= 1).all()  # uniform sampling never beats full information
    assert look.q_optimal.sum() == pytest.approx(1)
