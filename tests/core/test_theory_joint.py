"""The joint theorems: no random case breaks them, and their constants are what they say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aelr_core import theory
from aelr_core.designs.inclusion import theorem_probabilities

CASES = 20_000
seeds = st.integers(0, 2**32 - 1)


def ball(rng, size, order):
    """Points in the unit ball of the 1-, 2- or max-norm, many of them sparse or on the sphere."""
    v = rng.normal(size=size) * 10 ** rng.uniform(-2, 0, size=size)
    v *= rng.random(size) < rng.uniform(0.2, 1, size=(*size[:-1], 1))
    norm = np.linalg.norm(v, ord=order, axis=-1, keepdims=True)
    inside = rng.choice([1.0, 0.5], size=norm.shape)
    return v / np.where(norm > 0, norm, 1.0) * inside


def worst_ratio(family, seed):
    """The largest E‖g̃‖² (or max_i E g̃_i²) over its limit; each case is two equally likely rows."""
    rng = np.random.default_rng(seed)
    d, B = 5, 1.7
    x = ball(rng, (CASES, 2, d), 2 if family == "ridge" else np.inf)
    w = B * ball(rng, (CASES, d), 2 if family == "ridge" else 1)
    y = B * rng.choice([-1.0, 1.0, 0.3], size=(CASES, 2))
    M = (x**2).mean(axis=1)
    some = M.any(axis=-1)
    x, w, y, M = x[some], w[some], y[some], M[some]
    a, b = rng.uniform(0.2, 4, size=(2, len(M)))
    pi = theorem_probabilities(M, w=w, a=a, b=b, family=family)[:, np.newaxis]
    pi = np.where(M[:, np.newaxis] > 0, pi, 0.5)  # x is 0 there; whether it is seen is the same
    second = theory.joint_second_moments(x=x, y=y, w=w[:, np.newaxis], pi=pi).mean(axis=1)
    limit = theory.jaerr_g2 if family == "ridge" else theory.jaelr_g2
    size = second.sum(axis=-1) if family == "ridge" else second.max(axis=-1)
    return (size / limit(M=M, a=a, b=b, B=B)).max()


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_theorems_1_and_5_hold_for_every_random_case(family):
    assert 0.5 < worst_ratio(family, seed=1) <= 1
    assert worst_ratio(family, seed=2) <= 1


def test_theorem_2_holds_for_every_single_example():
    rng = np.random.default_rng(3)
    d = 5
    for k_x, k_phi in [(1, 1), (2, 1), (3, 2), (4, 1)]:
        x, w = rng.normal(size=(2, 5_000, d)) * 10 ** rng.uniform(-1, 1, size=(2, 5_000, d))
        y, M = rng.normal(size=5_000), rng.random((5_000, d)) + 1e-3
        root = np.sqrt(M)
        q = root / root.sum(axis=-1, keepdims=True)
        p = np.abs(w) * root / (np.abs(w) * root).sum(axis=-1, keepdims=True)
        pi = np.minimum(1, k_x * q + k_phi * p)
        ours = theory.joint_second_moments(x=x, y=y, w=w, pi=pi).sum(axis=-1)
        given_to_all = {"x": x, "y": y, "w": w, "M": M, "k_x": k_x, "k_phi": k_phi}
        limit = theory.jaerr_second_moment_limit(**given_to_all)
        assert (ours <= limit * (1 + 1e-12)).all()
        theirs = theory.ddaerr_second_moment(**given_to_all)
        assert (theirs <= limit * (1 + 1e-12)).all()


def test_it_is_not_never_noisier():
    """Where x and w are flat and φ = 0, DDAERR has no noise and the joint sample has."""
    flat = np.full(4, 0.5)
    case = {"x": flat, "y": 1.0, "w": flat}
    assert theory.ddaerr_second_moment(**case, M=flat**2, k_x=2, k_phi=1) == pytest.approx(0)
    assert theory.joint_second_moments(**case, pi=np.full(4, 0.75)).sum() > 0.05


def test_an_attribute_that_is_never_seen_makes_it_infinite_only_where_it_counts():
    second = theory.joint_second_moments(x=[1, 2, 0], y=0, w=[1, 1, 1], pi=[0.0, 0.5, 0.0])
    assert second.tolist() == [np.inf, np.inf, 0.0]
    second = theory.joint_second_moments(x=[1, 2, 0], y=3, w=[0, 1, 1], pi=[0.5, 0.5, 0.0])
    assert second.tolist() == [2 * (1 + 4), 8 * 1, 0.0]


@given(seed=seeds)
def test_theorem_1_reads_as_printed(seed):
    rng = np.random.default_rng(seed)
    M, k = rng.random(7), int(rng.integers(1, 6))
    root = np.sqrt(M)
    q = root / root.sum()
    H, always = root.sum() ** 2, M[k * q > 1].sum()
    G2 = theory.jaerr_g2(M=M, a=k, b=1, B=2)
    exact = (M * np.maximum(1, 1 / (k * q))).sum()
    assert pytest.approx(5 * 4 * exact) == G2
    assert 5 * 4 * (H / k + always) * (1 + 1e-12) >= G2
    if not always:
        paper = theory.gaerr_g2(M=M, q=q, k=k, B=2)
        assert (paper > G2) == (H / k < 4)
        assert 1.25 * paper >= G2


def test_theorem_3_is_least_at_its_step_and_half_of_the_papers():
    m, B, G2 = 1000, 2.0, 30.0
    eta = theory.from_zero_step_size(m=m, B=B, G2=G2)
    at_best = theory.from_zero_bound_general(eta=eta, m=m, B=B, G2=G2)
    bound = theory.from_zero_bound(m=m, B=B, G2=G2)
    assert at_best == pytest.approx(bound)
    assert bound == pytest.approx(theory.gaerr_bound(m=m, B=B, G2=G2) / 2)
    for factor in (0.5, 2.0):
        worse = theory.from_zero_bound_general(eta=factor * eta, m=m, B=B, G2=G2)
        assert worse == pytest.approx(1.25 * bound)


def test_theorem_4_is_sharper_than_the_papers_by_the_root_of_20_over_6():
    d, m, B, G2 = 500, 2000, 1.5, 40.0
    eta = theory.gaelr_sharper_step_size(d=d, m=m, G2=G2)
    bound = theory.gaelr_sharper_bound(d=d, m=m, B=B, G2=G2)
    at_best = theory.gaelr_sharper_bound_general(eta=eta, d=d, m=m, B=B, G2=G2)
    assert at_best == pytest.approx(bound)
    assert theory.gaelr_bound(d=d, m=m, B=B, G2=G2) / bound == pytest.approx(np.sqrt(20 / 6))
    M = np.linspace(0.01, 1, d)
    for sharper, printed in [
        (theory.ddaelr_sharper_bound(m=m, k=4, B=B, M=M), theory.ddaelr_bound(m=m, k=4, B=B, M=M)),
        (
            theory.aelr_sharper_bound(d=d, m=m, k=4, B=B),
            theory.aelr_bound(d=d, m=m, k=4, B=B),
        ),
        (
            theory.online_lasso_sharper_bound(d=d, m=m, B=B),
            theory.online_lasso_bound(d=d, m=m, B=B),
        ),
    ]:
        assert printed / sharper == pytest.approx(np.sqrt(20 / 6))


@given(s=st.floats(-300, 300), bound=st.floats(0.01, 100))
def test_what_theorem_4_rests_on(s, bound):
    """Two inequalities: e^(−s) ≤ 1 − s + s² for |s| ≤ 1, and (|g| − 1/η)₊ ≤ ηg²/4."""
    small = max(-1.0, min(1.0, s))
    assert np.exp(-small) <= 1 - small + small**2 + 1e-15
    assert max(abs(s) - 1 / bound, 0) <= bound * s**2 / 4 * (1 + 1e-12)


def test_the_bounds_of_the_joint_algorithms_are_the_theorems_put_together():
    M, m, k, B = np.array([1.0, 0.25, 0.04]) / 2, 400, 2, 3.0
    G2 = theory.jaerr_g2(M=M, a=k, b=1, B=B)
    assert theory.jaerr_bound(m=m, k=k, B=B, M=M) == pytest.approx(B * np.sqrt(G2 / m))
    assert theory.jaerr_step_size(m=m, k=k, M=M) == pytest.approx(B / np.sqrt(G2 * m))
    G2 = theory.jaelr_g2(M=M, a=k, b=1, B=B)
    log = np.log(6)
    assert theory.jaelr_bound(m=m, k=k, B=B, M=M) == pytest.approx(B * np.sqrt(6 * log * G2 / m))
    eta = theory.jaelr_step_size(m=m, k=k, B=B, M=M)
    assert eta == pytest.approx(np.sqrt(2 * log / (3 * m * G2)))
    assert pytest.approx(5 * B**2 * max(0.5, M.sum() / k)) == G2
