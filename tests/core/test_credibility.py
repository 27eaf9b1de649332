"""Moments learnt while learning: shrunk by as much as the data say, never to zero."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aelr_core.credibility import LEAST, MOST, credible_moments, prior_weight

seeds = st.integers(0, 2**32 - 1)


def looks(rng, d, most, moments):
    """Sums over random numbers of looks at attributes with these second moments."""
    n = rng.integers(0, most, size=d)
    values = [rng.normal(size=count) * np.sqrt(M) for count, M in zip(n, moments, strict=True)]
    return (
        np.array([(v**2).sum() for v in values]),
        np.array([(v**4).sum() for v in values]),
        n,
    )


@given(seed=seeds, d=st.integers(1, 30), most=st.integers(1, 20))
def test_nothing_is_ever_given_up(seed, d, most):
    rng = np.random.default_rng(seed)
    s, f, n = looks(rng, d, most, 10 ** rng.uniform(-6, 0, size=d) * (rng.random(d) < 0.7))
    M_hat, n_0 = credible_moments(s, f, n), prior_weight(s, f, n)
    assert LEAST <= n_0 <= MOST
    assert (M_hat > 0).all()
    if s.any():
        mean = (s / (n + n_0)).sum() / (n / (n + n_0)).sum()
        np.testing.assert_allclose(M_hat, (s + n_0 * mean) / (n + n_0), rtol=1e-12)
    else:
        np.testing.assert_array_equal(M_hat, 1.0)


@given(seed=seeds)
def test_attributes_may_come_in_any_order_and_in_any_unit(seed):
    rng = np.random.default_rng(seed)
    s, f, n = looks(rng, 12, 9, 10 ** rng.uniform(-3, 0, size=12))
    M_hat, order = credible_moments(s, f, n), rng.permutation(12)
    np.testing.assert_allclose(credible_moments(s[order], f[order], n[order]), M_hat[order])
    if s.any():
        np.testing.assert_allclose(credible_moments(s * 64, f * 64**2, n), M_hat * 64)


def test_lanes_are_rows():
    rng = np.random.default_rng(1)
    rows = [looks(rng, 8, 9, np.geomspace(1, 1e-3, 8)) for _ in range(4)]
    together = credible_moments(*[np.stack(part) for part in zip(*rows, strict=True)])
    np.testing.assert_allclose(together, [credible_moments(*row) for row in rows])


def test_flat_data_look_alike_and_decaying_data_do_not():
    rng = np.random.default_rng(2)
    weights = [prior_weight(*looks(rng, 500, 20, np.full(500, 0.3))) for _ in range(20)]
    assert np.median(weights) > 100
    decaying = np.arange(1, 501.0) ** -2
    assert prior_weight(*looks(rng, 500, 20, decaying)) < 20


@pytest.mark.parametrize(
    ("s", "f", "n", "expected"),
    [
        ([0, 0, 0], [0, 0, 0], [0, 0, 0], MOST),  # nothing was seen
        ([1, 4, 0], [1, 16, 0], [1, 1, 0], MOST),  # nothing was seen twice
        ([2, 4, 0], [2, 16, 0], [2, 1, 0], MOST),  # only one was
        ([2, 2, 2], [2, 2, 2], [2, 2, 2], MOST),  # all of them the same: b = 0
        ([2, 8, 0], [2, 32, 0], [2, 2, 2], LEAST),  # constant attributes: v = 0
    ],
)
def test_the_edges_of_the_prior_weight(s, f, n, expected):
    assert prior_weight(*np.array([s, f, n])) == expected


def test_the_prior_weight_is_buhlmanns():
    values = [[1.0, 4.0], [0.0, 1.0, 2.0], [9.0], []]  # x² of each look
    s = np.array([sum(v) for v in values])
    f = np.array([sum(x * x for x in v) for v in values])
    n = np.array([len(v) for v in values])
    v = np.mean([np.var(values[0], ddof=1), np.var(values[1], ddof=1)])
    b = np.var([2.5, 1.0, 9.0], ddof=1) - v * np.mean([1 / 2, 1 / 3, 1])
    assert prior_weight(s, f, n) == pytest.approx(max(v / b, 2))
    noisy = f + np.array([20.0, 20.0, 0, 0])  # more spread within the attributes
    v = np.mean([(noisy[0] - 12.5) / 1, (noisy[1] - 3) / 2])
    b = np.var([2.5, 1.0, 9.0], ddof=1) - v * np.mean([1 / 2, 1 / 3, 1])
    assert prior_weight(s, noisy, n) == pytest.approx(v / b)
    assert v / b > 2
