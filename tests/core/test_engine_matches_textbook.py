"""The engine computes the same as the textbook, on the same uniforms.

Hypothesis draws seeds and sizes, never uniforms or values: everything real comes from generators,
so that exact ties, which rounding would decide, do not arise. A run may also be ill-conditioned
(a large step size makes the iteration chaotic: a change in the last digit grows until no digit is
the same). To detect this the textbook is run again with a step size that differs in the 13th digit;
ill-conditioned runs are not compared.
"""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from aelr_core import randomness
from aelr_core.engine.budgeted import REFRESH
from aelr_core.engine.full import OnlineLasso, OnlineRidge
from aelr_core.engine.lanes import lanes
from aelr_core.engine.lasso import GAELR
from aelr_core.engine.ridge import GAERR
from aelr_core.engine.two_phase import TwoPhase
from aelr_core.exponentiated import w_of
from aelr_core.sampling import sampling_distribution, uniform
from aelr_core.textbook import gaelr, gaerr, online_lasso, online_ridge, two_phase


@dataclass(frozen=True)
class Case:
    """A small training set and L lanes on it."""

    family: str
    X: np.ndarray
    y: np.ndarray
    d: int
    k_x: int
    k_phi: int
    seed: int
    step: np.ndarray
    eta: np.ndarray
    B: np.ndarray
    steps: np.ndarray
    start: np.ndarray
    run: np.ndarray
    orders: np.ndarray
    rng: np.random.Generator

    def lanes(self):
        given = {"eta": self.eta, "B": self.B, "steps": self.steps, "start": self.start}
        return lanes(order=self.orders, seed=self.seed, run=self.run, **given)

    def lane(self, n):
        """The rows and the uniforms of lane n, as the textbook takes them."""
        start, steps = int(self.start[n]), int(self.steps[n])
        U = randomness.uniforms(self.seed, int(self.run[n]), start, steps, self.k_x + self.k_phi)
        return self.X, self.y, self.orders[n, start : start + steps], U


def make_data(kind, n, d, rng):
    X = {
        "gaussian": rng.normal(size=(n, d)),
        "sparse": (rng.random((n, d)) < 0.2).astype(float),
        "zero columns": rng.normal(size=(n, d)) * (rng.random(d) < 0.5),
        "constant": np.full((n, d), 0.7),
        "zero": np.zeros((n, d)),
    }[kind]
    return X, rng.normal(size=n)


def make_case(family, seed, *, kind, d, n, k_x, k_phi, L, longest, log_step):
    """Return a case; log_step gives how far a large step moves, in units of the ball."""
    rng = np.random.default_rng(seed)
    X, y = make_data(kind, n, d, rng)
    steps = rng.integers(1, longest + 1, size=L)
    start, run = rng.integers(0, 6, size=L), rng.integers(0, 3, size=L)
    B = 10 ** rng.uniform(-2, 2, size=L)
    step = 10 ** (log_step + rng.uniform(-0.5, 0.5, size=L))
    largest_x = np.abs(X).max() or 1.0
    largest_g = d * largest_x * (np.abs(y).max() + B * largest_x)
    length = int((start + steps).max())
    return Case(
        family=family,
        X=X,
        y=y,
        d=d,
        k_x=k_x,
        k_phi=k_phi,
        seed=seed,
        step=step,
        eta=step * (B if family == "ridge" else 1.0) / largest_g,
        B=B,
        steps=steps,
        start=start,
        run=run,
        orders=np.stack([randomness.order(seed, int(r), n, length) for r in run]),
        rng=rng,
    )


cases = st.builds(
    make_case,
    family=st.sampled_from(["ridge", "lasso"]),
    seed=st.integers(0, 2**32 - 1),
    kind=st.sampled_from(["gaussian", "sparse", "zero columns", "constant", "zero"]),
    d=st.integers(1, 40),
    n=st.integers(1, 15),
    k_x=st.integers(1, 12),
    k_phi=st.integers(1, 4),
    L=st.integers(1, 4),
    longest=st.integers(1, 80),
    log_step=st.floats(-8, 4),
)


def size_of_iterates(case, n, result):
    """Return about how large the iterates are whose average is compared.

    Steps that were clipped or projected can cancel exactly and leave w_bar and the last iterate
    near 0, so the length of a large step counts too.
    """
    state, B = result.state, case.B[n]
    last = state.w if isinstance(state, gaerr.State) else w_of(state.theta, B)
    return max(np.abs(result.w_bar).max(), np.abs(last).max(), 1e-3 * B * min(1.0, case.step[n]))


def compare(case, learner, textbook):
    """Compare the lanes of an engine with textbook(lane, factor on the step size).

    Returns how many lanes were well-conditioned enough to be compared.
    """
    learner.advance()
    w_bar, (spent, distinct) = learner.w_bar(), learner.attributes_seen
    compared = 0
    for n in range(len(case.eta)):
        result, nudged = textbook(n, 1.0), textbook(n, 1.0 + 1e-13)
        assert spent[n] == result.spent
        size = size_of_iterates(case, n, result)
        if np.abs(nudged.w_bar - result.w_bar).max() <= 1e-10 * size:
            assert distinct[n] == result.distinct
            np.testing.assert_allclose(w_bar[n], result.w_bar, rtol=1e-9, atol=1e-9 * size)
            compared += 1
    return compared


def pick(values, n):
    """Return lane n's part of an array that is shared by all lanes or has one row per lane."""
    return values if values is None or values.ndim == 1 else values[n]


def some_q(case, kind):
    """(d,) or (L, d) sampling distributions."""
    M = np.mean(case.X**2, axis=0)
    if kind == "random":
        q = case.rng.random(case.d) ** 3 + 1e-3
    elif kind == "one per lane":
        q = case.rng.random((len(case.eta), case.d)) ** 3 + 1e-3
    elif kind == "optimal" and M.any():
        q = sampling_distribution(M, case.family)
    else:
        q = uniform(case.d)
    return q / q.sum(axis=-1, keepdims=True)


def some_moments(case, kind):
    """None for plain p, or (d,) or (L, d) moments, some of them zero although x is not."""
    if kind == "plain":
        return None
    if kind == "moments":
        return np.mean(case.X**2, axis=0)
    shape = case.d if kind == "with zeros" else (len(case.eta), case.d)
    return case.rng.random(shape) * (case.rng.random(shape) < 0.6)


def budgeted(case, q, M, adaptive, away):
    """The engine and the textbook on the same case; `away`: whether they start away from 0."""
    given = {"k_x": case.k_x, "k_phi": case.k_phi}
    here = case.rng.normal(size=(len(case.eta), case.d)) * away
    if case.family == "ridge":
        here *= (case.B * case.rng.random(len(case.B)) / np.sqrt(case.d))[:, None] / 4
        learner = GAERR(
            *(case.X, case.y, case.lanes()), q=q, M=M, w=here, adaptive=adaptive, **given
        )
    else:
        learner = GAELR(case.X, case.y, case.lanes(), q=q, M=M, theta=here, **given)

    def textbook(n, factor):
        steps = {"q": pick(q, n), "M": pick(M, n), "eta": case.eta[n] * factor, "B": case.B[n]}
        if case.family == "ridge":
            start = gaerr.init(case.d, w=here[n], adaptive=adaptive)
            return gaerr.run(*case.lane(n), start=start, **steps, **given)
        return gaelr.run(*case.lane(n), start=gaelr.init(case.d, theta=here[n]), **steps, **given)

    return learner, textbook


@settings(max_examples=80)
@given(
    case=cases,
    q=st.sampled_from(["uniform", "optimal", "random", "one per lane"]),
    p=st.sampled_from(["plain", "moments", "with zeros", "one per lane"]),
    adaptive=st.booleans(),
    away=st.booleans(),
)
def test_gaerr_and_gaelr(case, q, p, adaptive, away):
    learner, textbook = budgeted(case, some_q(case, q), some_moments(case, p), adaptive, away)
    assume(compare(case, learner, textbook))


@pytest.mark.parametrize(
    ("family", "adaptive"), [("ridge", False), ("ridge", True), ("lasso", False)]
)
def test_long_runs_past_every_block_and_refresh(family, adaptive):
    case = make_case(
        family, 12, kind="sparse", d=130, n=200, k_x=3, k_phi=2, L=2, longest=1300, log_step=-0.5
    )
    assert case.steps.max() > 2 * REFRESH
    learner, textbook = budgeted(
        case, some_q(case, "optimal"), some_moments(case, "moments"), adaptive, away=False
    )
    assert compare(case, learner, textbook) == 2


@pytest.mark.parametrize("adaptive", [False, True])
@pytest.mark.parametrize("log_step", [6, 10, 14])
def test_ridge_steps_far_out_of_the_ball(log_step, adaptive):
    """After such a step only the direction of w is left; the average must not depend on ‖v‖."""
    case = make_case(
        "ridge", 5, kind="gaussian", d=9, n=20, k_x=3, k_phi=2, L=3, longest=60, log_step=log_step
    )
    learner, textbook = budgeted(case, uniform(9), None, adaptive, away=False)
    assert compare(case, learner, textbook) == 3


@settings(max_examples=40)
@given(
    case=cases,
    share=st.floats(0, 0.9),
    epsilon=st.sampled_from([0.0, 0.01, 1.0, np.inf]),
    warm_start=st.booleans(),
    moment_aware=st.booleans(),
    adaptive=st.booleans(),
)
def test_two_phased(case, share, epsilon, warm_start, moment_aware, adaptive):
    m1 = (case.steps * share).astype(np.int64)
    given = {
        "family": case.family,
        "k_x": case.k_x,
        "k_phi": case.k_phi,
        "warm_start": warm_start,
        "moment_aware": moment_aware,
        "adaptive": adaptive and case.family == "ridge",
    }
    factor_of_A = 0.3 / (1 + np.mean(case.X**2) * case.d)
    learner = TwoPhase(
        *(case.X, case.y, case.lanes()),
        m1=m1,
        epsilon=np.full(len(m1), epsilon),
        eta2=lambda A: case.eta * (0.1 + factor_of_A * A.sum(axis=-1)),
        **given,
    )

    def textbook(n, factor):
        eta = case.eta[n] * factor
        return two_phase.run(
            *case.lane(n),
            m1=int(m1[n]),
            epsilon=epsilon,
            eta1=eta,
            eta2=lambda A: float(eta * (0.1 + factor_of_A * A.sum())),
            B=case.B[n],
            **given,
        )

    assume(compare(case, learner, textbook))
    for n in range(len(m1)):
        np.testing.assert_allclose(learner.A[n], textbook(n, 1.0).phase_one.moments.A, rtol=1e-12)


@settings(max_examples=40)
@given(case=cases, adaptive=st.booleans())
def test_full_information(case, adaptive):
    if case.family == "ridge":
        learner = OnlineRidge(case.X, case.y, case.lanes(), adaptive=adaptive)
    else:
        learner = OnlineLasso(case.X, case.y, case.lanes())

    def textbook(n, factor):
        X, y, order, _ = case.lane(n)
        given = {"eta": case.eta[n] * factor, "B": case.B[n]}
        if case.family == "ridge":
            start = online_ridge.init(case.d, adaptive=adaptive)
            return online_ridge.run(X, y, order, start=start, **given)
        return online_lasso.run(X, y, order, **given)

    assume(compare(case, learner, textbook))
