"""The samples of many joint lanes, drawn together, are those that each would draw alone."""

import numpy as np
import pytest

from aelr_core.designs import conditional_poisson, hard_budget, thinned_poisson
from aelr_core.engine.joint import design
from aelr_core.engine.joint.design import draw_thinned


@pytest.mark.parametrize("n", [1, 30])
@pytest.mark.parametrize(
    ("d", "K", "count"), [(3, 1, 1), (4, 2, 6), (40, 5, 7), (30, 16, 3), (129, 3, 6)]
)
def test_draws_of_many_lanes_are_the_draws_of_each(d, K, count, n):
    rng = np.random.default_rng(d)
    f = 10 ** rng.uniform(-3, 1, size=(count, d))
    f[:, rng.integers(d)] = 0.0
    gamma = conditional_poisson.odds(hard_budget.working_probabilities(f, K))
    T = conditional_poisson.suffix_polynomials(gamma, K)
    tables, e = design.lane_tables(gamma, K)
    for lane in range(count):  # two lanes side by side, from the last attribute on
        table = np.stack([table[lane // 2, ::-1, lane % 2] for table in tables])
        np.testing.assert_allclose(table, T[lane, 1:], rtol=1e-12)
    np.testing.assert_allclose(e, T[:, :, 0].T, rtol=1e-12)
    u = rng.random((count, n, K))
    u[0, 0], u[-1, -1] = np.nextafter(1, 0), 0.0
    S = design.draw_conditional(u, tables)
    for lane in range(count):
        for step in range(n):
            expected = conditional_poisson.draw(u[lane, step], T[lane])
            np.testing.assert_array_equal(S[step, :, lane], expected)


@pytest.mark.parametrize("largest", [0.05, 0.5, 0.95])
def test_thinned_draws_of_many_lanes_are_the_draws_of_each(largest):
    rng = np.random.default_rng(1)
    K, d = 20, 200
    pi = largest * rng.random((4, d)) ** 3
    pi[:, :K] = largest
    u = rng.random((4, 5, thinned_poisson.uniforms_needed(K)))
    u[0, 0, :] = 0.01  # so many points that they do not reach the end
    S, N = draw_thinned(u, pi, K)
    for lane in range(4):
        for step in range(5):
            sample, size = thinned_poisson.draw(u[lane, step], pi[lane], K)
            assert N[step, lane] == size
            np.testing.assert_array_equal(S[step, lane, : len(sample)], sample)
            assert (S[step, lane, len(sample) :] == d).all()
