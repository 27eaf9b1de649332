"""Two samples against one: exact numbers against the draws themselves and against other code."""

import numpy as np
import pytest

from aelr_core.analysis.draws import gradient_sizes
from aelr_core.analysis.joint import (
    MOST_BUDGET,
    Stage,
    one_sample,
    stage,
    two_samples,
    use_of_one,
    use_of_two,
)
from aelr_core.modes import EXPERIMENTS, THEORY, Mode

CASES = [
    ("ridge", -1.0, 5, EXPERIMENTS),
    ("ridge", -2.0, 2, THEORY),
    ("lasso", -1.0, MOST_BUDGET, EXPERIMENTS),
]
N = 400


@pytest.fixture(params=CASES, ids=str, scope="module")
def place(request: pytest.FixtureRequest) -> Stage:
    family, alpha, budget, mode = request.param
    return stage(family=family, alpha=alpha, budget=budget, mode=mode, seed=3)


def test_one_sample_uses_every_pair_of_k_plus_one_attributes(place: Stage) -> None:
    found = one_sample(place, n=N, seed=1)
    assert found.used.sum() == pytest.approx(place.K**2)
    assert np.trace(found.used) == pytest.approx(place.K)
    assert len(set(found.rows)) == place.K
    use = use_of_one(place)
    assert (use.seen, use.pairs, use.self_pairs) == (place.K, place.K**2, place.K)


def test_two_samples_use_as_many_pairs_as_expected(place: Stage) -> None:
    found, use = two_samples(place, n=N, seed=1), use_of_two(place)
    most = place.k_x * place.k_phi
    assert found.used.sum() == pytest.approx(use.pairs, abs=5 * most / np.sqrt(N))
    assert np.trace(found.used) == pytest.approx(use.self_pairs, abs=5 * most / np.sqrt(N))
    assert use.pairs <= most < place.K**2
    assert use.seen <= place.K
    assert {*found.rows} <= {*np.flatnonzero(place.q)}


def test_the_mean_weight_of_a_pair_is_one(place: Stage) -> None:
    """Of the pairs that matter: those with w_j = 0 need not be seen."""
    for sample in (one_sample, two_samples):
        found, j = sample(place, n=2_000, seed=2), np.abs(place.w).argmax()
        errors = np.abs(found.W[:2, j] - 1) * np.sqrt(2_000 * found.used[:2, j])
        assert (errors < 6).all()


@pytest.mark.parametrize("mode", [EXPERIMENTS, THEORY], ids=["experiments", "theory"])
def test_the_size_of_two_samples_is_that_of_the_split(mode: Mode) -> None:
    place = stage(family="ridge", alpha=-1.0, budget=5, mode=mode, seed=0)
    M = place.data.known_moments if mode.p == "moment_aware" else None
    (size,) = gradient_sizes(
        place.data.X_train,
        place.data.y_train,
        place.w,
        place.q,
        M,
        np.array([place.k_x]),
        5,
        "ridge",
    )
    assert use_of_two(place).size == pytest.approx(size)


def test_one_sample_wins_where_moments_decay_and_loses_where_all_rows_are_alike() -> None:
    steep = stage(family="ridge", alpha=-2.0, budget=5, mode=EXPERIMENTS, seed=0)
    assert use_of_one(steep).size < use_of_two(steep).size / 4
    assert use_of_one(steep).diagonal < use_of_two(steep).diagonal
    alike = stage(family="lasso", alpha=0.0, budget=5, mode=EXPERIMENTS, seed=0)
    assert use_of_one(alike).size > use_of_two(alike).size
