"""The explorer's numbers, against formulas written out here."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aelr_core.algorithms import ALGORITHMS, of_family
from aelr_core.datasets import DATASETS, load_dataset
from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.problem import dataset_of
from aelr_core.modes import EXPERIMENTS, THEORY
from pages.ui.conditions import light
from pages.ui.overview import Overview, norm_bound_at_once, overview
from pages.ui.promises import promises


def look_at(
    alpha: float = -2.0, dim: int = 500, examples: int = 100, **rest: object
) -> tuple[Overview, ExperimentSpec]:
    spec = ExperimentSpec(
        options={"alpha": alpha, "dim": dim, "test_examples": 50}, examples=examples, **rest
    )
    return overview(spec, dataset_of(spec)), spec


@pytest.mark.parametrize(
    ("alpha", "ridge", "lasso"),
    [(0.0, 1.0, 1.0), (-0.5, 0.9092, 0.08657), (-1.0, 0.5516, 0.01359), (-2.0, 0.0562, 0.00329)],
)
def test_ratios_are_those_of_the_paper(alpha: float, ridge: float, lasso: float) -> None:
    look, _ = look_at(alpha)
    assert look.rho_ridge == pytest.approx(ridge, rel=2e-3)
    assert look.rho_lasso == pytest.approx(lasso, rel=2e-3)


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_numbers_of_the_top_row(family: str) -> None:
    look, spec = look_at(-1.0, 60, 200, family=family, budget=7, seed=3)
    data = dataset_of(spec)
    norms = np.linalg.norm(data.X_train, 2 if family == "ridge" else np.inf, axis=1)
    assert look.scale >= norms.max() > 0
    u = np.arange(1, 61) ** -1.0
    u /= np.linalg.norm(u) if family == "ridge" else u.max()
    M = u / look.scale**2
    H = np.sqrt(M).sum() ** 2 if family == "ridge" else M.sum()
    assert pytest.approx(H) == look.H
    assert look.half_norm == pytest.approx(np.sqrt(M).sum() ** 2)
    assert look.saving == pytest.approx((H / 6 + 1) / (60 / 6 + 1))
    assert look.against_full == pytest.approx(7 * (1 + H / 6) / 60)
    costs = [(k + 1) * (1 + H / k) / 60 for k in range(1, 60)]
    assert look.k_star == int(np.argmin(costs)) + 1
    assert look.best_cost == pytest.approx(min(costs))
    q = np.sqrt(M) if family == "ridge" else M
    assert look.q_optimal == pytest.approx(q / q.sum())
    assert look.top_share == pytest.approx(look.q_optimal[:6].sum())
    assert pytest.approx(data.norm_bound * look.scale) == look.B


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_promises_are_the_theorems_at_equal_attributes(family: str) -> None:
    M = np.array([0.4, 0.3, 0.2, 0.1])
    look = promises(M=M, B=2.0, budget=4, family=family, m=400, points=5)
    roles = {ALGORITHMS[key].role: curve for key, curve in look.curves.items()}
    m, n = look.attributes / 4, look.attributes / 4
    H, log = (np.sqrt(M).sum() ** 2, 1.0) if family == "ridge" else (1.0, 5 * np.log(8))
    assert roles["known"] == pytest.approx(16 * np.sqrt(log * (H / 3 + 1) / m))
    assert roles["uniform"] == pytest.approx(16 * np.sqrt(2 * log * 4 / (3 * m)))
    assert roles["online"] == pytest.approx(16 * np.sqrt(log / n))
    assert (look.chosen, look.trivial, look.k) == (1600, 8.0, 3)
    assert "offline" not in roles


def test_another_split_puts_its_own_draws_for_k() -> None:
    M = np.array([0.4, 0.3, 0.2, 0.1])
    given = {"M": M, "B": 1.0, "budget": 6, "family": "ridge", "m": 400, "points": 5}
    even, theory = promises(**given, mode=EXPERIMENTS), promises(**given, mode=THEORY)
    assert (even.k, theory.k) == (3, 5)
    H = np.sqrt(M).sum() ** 2
    assert even.at_chosen["ddaerr"] == pytest.approx(4 * np.sqrt((H / 3 + 1) / 400))
    assert theory.at_chosen["ddaerr"] == pytest.approx(4 * np.sqrt((H / 5 + 1) / 400))


def test_the_light() -> None:
    usual, _ = look_at(dim=50)
    assert [one.holds for one in usual.conditions] == [False, True, False]
    assert light(usual.conditions) == "orange"
    theory, _ = look_at(dim=50, mode="theory", family="lasso")
    assert all(one.holds for one in theory.conditions)
    assert len(theory.conditions) == 4
    assert light(theory.conditions) == "green"
    narrow, _ = look_at(dim=50, mode="theory", family="lasso", norm_bound=0.01)
    assert light(narrow.conditions) == "red"
    assert all(one.sentence.endswith(".") for one in narrow.conditions)


def test_data_whose_bound_takes_a_run_to_find_are_drawn_for_one() -> None:
    data = load_dataset("mnist-3v5", scaling="minmax")
    spec = ExperimentSpec(data="mnist-3v5", options={"scaling": "minmax"})
    assert norm_bound_at_once(spec, data) is None
    look = overview(spec, data)
    assert (look.B, look.B_known) == (1.0, False)
    found = overview(spec, data, found_B=3.0)
    assert (found.B, found.B_known) == (3.0, True)
    assert found.image_shape == (28, 28)


@pytest.mark.parametrize("name", [name for name in DATASETS if name not in ("csv", "covertype")])
def test_every_data_set_has_its_numbers(name: str) -> None:
    spec = ExperimentSpec(data=name, budget=3, examples=100)
    look = overview(spec, dataset_of(spec))
    assert look.B_known
    assert 0 < look.rho_lasso <= 1
    assert 0 < look.saving < 1.01
    assert all(np.isfinite(curve).all() for curve in look.promises.curves.values())


@settings(max_examples=25)
@given(
    alpha=st.floats(-4, 0),
    dim=st.integers(2, 200),
    family=st.sampled_from(["ridge", "lasso"]),
    mode=st.sampled_from(["theory", "experiments"]),
    share=st.floats(0, 1),
    examples=st.integers(2, 150),
)
def test_everything_is_finite_for_all_settings(
    alpha: float, dim: int, family: str, mode: str, share: float, examples: int
) -> None:
    budget = 2 + round(share * (dim - 2))
    look, _ = look_at(
        alpha, dim, examples, family=family, mode=mode, budget=budget, points=min(10, examples)
    )
    for curve in look.promises.curves.values():
        assert np.isfinite(curve).all()
        assert (curve > 0).all()
    assert np.isfinite([*look.promises.at_chosen.values()]).all()
    assert set(look.promises.curves) < set(of_family(family))
    assert 1 <= look.k_star < dim
    assert look.q_optimal.sum() == pytest.approx(1)
