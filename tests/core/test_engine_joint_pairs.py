"""Where most values are 0, only the pairs of others are weighed: as in the design."""

from itertools import combinations

import numpy as np
import pytest

from aelr_core.designs import conditional_poisson
from aelr_core.engine.joint.not_zero import NotZero
from aelr_core.engine.joint.pairs import pairs, singles
from aelr_core.engine.layout import Layout


@pytest.mark.parametrize("K", [2, 3, 5, 16])
def test_singles_and_pairs_are_those_of_the_design(K):
    rng = np.random.default_rng(K)
    gamma = rng.uniform(0.01, 0.5, size=2 * K)
    e = conditional_poisson.suffix_polynomials(gamma, K)[:, 0]
    expected = 1.0 / conditional_poisson.by_recursion(gamma, e)
    every = np.repeat(e[:, np.newaxis], len(gamma), axis=1)
    np.testing.assert_allclose(singles(gamma, every), np.diag(expected), rtol=1e-12)
    one, other = np.triu_indices(len(gamma), 1)
    found = pairs(gamma[one], gamma[other], e[:, np.newaxis])
    np.testing.assert_allclose(found, expected[one, other], rtol=1e-12)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.6, 1.0])
def test_every_pair_of_a_sample_is_found_once_in_its_step(share):
    steps, K, L = 4, 5, 6
    not_0 = np.random.default_rng(1).random((steps, K, L)) < share
    some = NotZero(not_0, Layout(lanes_last=True))
    one, other = some.pairs()
    numbers = np.arange(len(one), dtype=float)
    for step, (first, second, number) in enumerate(
        zip(*some.pairs_by_step(one, other, numbers), strict=True)
    ):
        here = some.by_step(some.here)[step]
        found = {(int(here[a]), int(here[b])) for a, b in zip(first, second, strict=True)}
        assert found == {
            (i * L + lane, j * L + lane)
            for lane in range(L)
            for i, j in combinations(np.flatnonzero(not_0[step, :, lane]).tolist(), 2)
        }
        assert len(found) == len(number)
        which = number.astype(int)
        np.testing.assert_array_equal(some.here[one[which]], here[first])
