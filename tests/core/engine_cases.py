"""Small training sets with lanes on them, on which the engine is compared with the textbook.

Hypothesis draws seeds and sizes, never uniforms or values: everything real comes from generators,
so that exact ties, which rounding would decide, do not arise. A run may also be ill-conditioned
(a large step size makes the iteration chaotic: a change in the last digit grows until no digit is
the same). To detect this the textbook is run again with a step size that differs in the 13th digit;
ill-conditioned runs are not compared. They are rare: the fixture `most_lanes_are_compared`, which
a file of such tests imports, fails if they are not.
"""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import strategies as st

from aelr_core import randomness
from aelr_core.engine.lanes import lanes
from aelr_core.exponentiated import w_of
from aelr_core.textbook import gaerr


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

averages = st.sampled_from(["uniform", "linear"])

LEAST_SHARE = 0.8
compared: list[bool] = []  # whether each lane of the tests that are running was compared


@pytest.fixture(scope="module", autouse=True)
def most_lanes_are_compared():
    """Fail if a file's tests compared too few lanes: they would have shown nothing."""
    compared.clear()
    yield
    assert sum(compared) >= LEAST_SHARE * len(compared)


def well_conditioned(w_bar, nudged_w_bar, size):
    """Return whether a nudge of the step size in the 13th digit leaves w_bar as it is."""
    compared.append(bool(np.abs(nudged_w_bar - w_bar).max() <= 1e-10 * size))
    return compared[-1]


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
    before = sum(compared)
    for n in range(len(case.eta)):
        result, nudged = textbook(n, 1.0), textbook(n, 1.0 + 1e-13)
        assert spent[n] == result.spent
        size = size_of_iterates(case, n, result)
        if well_conditioned(result.w_bar, nudged.w_bar, size):
            assert distinct[n] == result.distinct
            np.testing.assert_allclose(w_bar[n], result.w_bar, rtol=1e-9, atol=1e-9 * size)
    return sum(compared) - before
