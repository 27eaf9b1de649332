"""The guards of the joint algorithms: what they hold back, and which failures they prevent."""

import numpy as np
import pytest

from aelr_core.designs.hard_budget import uniforms_per_step
from aelr_core.exponentiated import cosh_shares
from aelr_core.guards import LARGEST_SHARE
from aelr_core.textbook import jaelr, jaerr

TEXTBOOK = {"ridge": jaerr, "lasso": jaelr}
both = pytest.mark.parametrize("family", ["ridge", "lasso"])
D, K, B = 30, 3, 2.0


def problem(steps, *, rare=0.0):
    rng = np.random.default_rng(8)
    X = rng.normal(size=(steps, D)) * (rng.random((steps, D)) < 0.5)
    X[:, 0] *= np.where(rng.random(steps) < 0.1, rare, 1.0) if rare else 1.0
    y = X @ rng.normal(size=D) / 3
    return X, y, np.arange(steps), rng.random((steps, uniforms_per_step(K)))


@both
@pytest.mark.parametrize("adaptive", [True, False], ids=["adaptive", "known"])
def test_no_attribute_takes_away_more_than_half_of_an_error(family, adaptive):
    """Large steps and rare large values, so that there is something to hold back."""
    X, y, rows, U = problem(300, rare=20.0)
    M = None if adaptive else np.mean(X**2, axis=0)
    given = {"K": K, "B": B, "M": M, "multiplier": 30.0, "guarded": True}
    held, before = 0, np.zeros(D)  # w or θ
    for _, state, step in TEXTBOOK[family].trace(X, y, rows, U, **given):
        S, pi = step.sample.S, step.block.design.pi[step.sample.S]
        slope = 1.0 if family == "ridge" else B * cosh_shares(before)[S]
        after = step.v if family == "ridge" else step.theta_next
        share = step.eta * slope * step.x**2 / pi
        part = np.where(share > LARGEST_SHARE, LARGEST_SHARE / np.maximum(share, 1e-9), 1.0)
        move = step.eta * step.g_tilde[S] * part
        move = move if family == "ridge" else np.clip(move, -1.0, 1.0)
        np.testing.assert_allclose(before[S] - after[S], move, rtol=1e-9, atol=1e-12)
        held += int((share > LARGEST_SHARE).sum())
        before = state.w if family == "ridge" else state.theta
    assert held > 0


@both
@pytest.mark.parametrize(
    ("known", "eta", "times"), [(False, None, 1), (True, None, 0), (False, 0.01, 0)]
)
def test_the_average_begins_afresh_once_if_moments_are_learnt(family, known, eta, times):
    X, y, rows, U = problem(200)
    M = np.mean(X**2, axis=0) if known else None
    steps = TEXTBOOK[family].trace(X, y, rows, U, K=K, B=B, M=M, eta=eta, guarded=True)
    Omega = np.array([state.progress.Omega for _, state, _ in steps])
    (fresh,) = np.nonzero(np.diff(Omega) < 0)
    assert len(fresh) == times
    assert all(2 * (D // K) <= t + 1 <= 3 * (D // K) for t in fresh)


@both
def test_a_first_value_near_zero_does_not_outweigh_the_rest(family):
    """Without guards the first A is far too small, and the average stays where it began."""
    X, y, rows, U = problem(2_000)
    X[0] *= 1e-9
    errors = {}
    for guarded in (False, True):
        run = TEXTBOOK[family].run(X, y, rows, U, K=K, B=B, guarded=guarded)
        errors[guarded] = np.mean((X @ run.w_bar - y) ** 2) / np.mean(y**2)
    assert errors[False] > 0.99
    assert errors[True] < 0.8
