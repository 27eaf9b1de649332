"""A short run of the textbook, step by step: what each step draws, estimates and updates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aelr_core import theory
from aelr_core.algorithms import Algorithm, by_word, step_size
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset
from aelr_core.modes import Mode
from aelr_core.randomness import order, uniforms
from aelr_core.sampling import draw, split
from aelr_core.textbook import gaelr, gaerr
from aelr_core.textbook.arguments import StepArguments

STEPS = 60
# The two ways to draw attributes, by the word of the algorithms that use them.
SCHEMES = ("known", "uniform")
SOME_ROWS = 200
WELL_ABOVE = 1.6
Step = gaerr.Step | gaelr.Step
State = gaerr.State | gaelr.State


@dataclass(frozen=True, eq=False)
class Scene:
    """The rows, draws and settings of a short run.

    Attributes
    ----------
    family : "ridge" or "lasso".
    keys : the algorithm of each scheme.
    X, y : (n, d), (n,) the rows used.
    rows : (STEPS,) the row of each step.
    names : the attributes' names.
    M : (d,) second moments.
    given : by scheme, the arguments of every step (q, k_x, k_phi, eta, B, M).
    U : (STEPS, k + 1) the uniforms of each step, the same for both schemes.
    image_shape : rows and columns of pixels, or None.
    seed : seed of the uniforms.
    """

    family: str
    keys: dict[str, str]
    X: Floats
    y: Floats
    rows: np.ndarray
    names: tuple[str, ...]
    M: Floats
    given: dict[str, StepArguments]
    U: Floats
    image_shape: tuple[int, int] | None
    seed: int

    @property
    def d(self) -> int:
        """The number of attributes."""
        return len(self.M)

    def q(self, scheme: str) -> Floats:
        """Return the distribution of the i-draws, (d,)."""
        return np.asarray(self.given[scheme]["q"])


@dataclass(frozen=True, eq=False)
class Frame:
    """One step: the state before it, its example, what it computed, and the true values.

    Attributes
    ----------
    t : number of the step, from 1.
    before : the state before the step.
    x, y : the whole example, of which the step saw only a few attributes.
    step : the textbook's record.
    spent, distinct : number of draws, and of different attributes drawn.
    phi, g : the true values that phi_tilde and g_tilde estimate.
    w_bar : the average of w_1..w_t.
    """

    t: int
    before: State
    x: Floats
    y: float
    step: Step
    spent: int
    distinct: int
    phi: float
    g: Floats
    w_bar: Floats

    @property
    def outside(self) -> Floats | None:
        """The v of a ridge step that left the ball, before projection; else None."""
        step = self.step
        return step.v if isinstance(step, gaerr.Step) and step.projected else None

    @property
    def predictions(self) -> tuple[float, float, float]:
        """What w predicts for this example before and after the step, and what w̄ predicts."""
        w, w_next, w_bar = (float(w @ self.x) for w in (self.step.w, self.step.w_next, self.w_bar))
        return w, w_next, w_bar

    def clipped(self, eta: float) -> int:
        """Return how many coordinates of g̃ are beyond 1/η, which a lasso step clips."""
        return int((np.abs(self.step.g_tilde) > 1 / eta).sum())


def scene(
    dataset: Dataset,
    *,
    mode: Mode,
    budget: int,
    B: float,
    seed: int,
    example: int,
    moving: bool,
    factor: float,
) -> Scene:
    """Choose the rows, the draws and the arguments of a short run.

    Parameters
    ----------
    dataset : the data, in any units.
    mode : its split of the draws, and its p where moments are known.
    budget : k + 1.
    B : norm bound in the data's units.
    seed : seed of the uniforms, and of the order of rows if `moving`.
    example : index of the training row that every step uses.
    moving : whether each step uses another row instead, starting with this one.
    factor : multiple of the theorem's step size for `STEPS` steps.
    """
    m = dataset.m
    used = (example + order(seed, 0, m, STEPS)) % m if moving else np.full(STEPS, example)
    used[0] = example
    kept, rows = np.unique(used, return_inverse=True)
    k_x, k_phi = split(budget, mode.split)
    M, family, s = dataset.known_moments, dataset.family, max(dataset.radius, 1.0)
    entries = {scheme: by_word(scheme, family) for scheme in SCHEMES}
    given: dict[str, StepArguments] = {}
    for scheme, entry in entries.items():
        inside = step_size(entry.key, d=dataset.d, m=STEPS, k=k_x, B=B * s, M=M / s**2)
        eta = float(theory.step_in_data_units(inside, s=s, family=family)) * factor
        given[scheme] = {
            "q": _q(entry, dataset),
            "k_x": k_x,
            "k_phi": k_phi,
            "eta": eta,
            "B": B,
            "M": M if entry.knows_moments and mode.p == "moment_aware" else None,
        }
    return Scene(
        family=family,
        keys={scheme: entry.key for scheme, entry in entries.items()},
        X=np.asarray(dataset.X_train[kept], dtype=np.float64),
        y=dataset.y_train[kept],
        rows=rows,
        names=dataset.attributes,
        M=M,
        given=given,
        U=uniforms(seed, 0, 0, STEPS, budget),
        image_shape=dataset.image_shape,
        seed=seed,
    )


def first_draws(dataset: Dataset, *, mode: Mode, budget: int, seed: int) -> tuple[Ints, ...]:
    """Return the attributes that the first step draws for x_tilde, by each of `SCHEMES`."""
    k_x, _ = split(budget, mode.split)
    u = uniforms(seed, 0, 0, STEPS, budget)[0, :k_x]
    entries = (by_word(scheme, dataset.family) for scheme in SCHEMES)
    return tuple(draw(u, _q(entry, dataset)) for entry in entries)


def telling_example(dataset: Dataset, draws: Sequence[Ints] = ()) -> int:
    """Return the index of an instructive row: its label is not 0, its norm well above the mean.

    If possible it also has a non-zero value among each of the `draws`, the attributes that the
    first step draws: a step that sees only zeros changes nothing.
    """
    X, y = dataset.X_train[:SOME_ROWS], dataset.y_train[:SOME_ROWS]
    sizes = np.einsum("ij,ij->i", X, X)
    far = np.abs(sizes - WELL_ABOVE * dataset.known_moments.sum())
    blind = [~X[:, drawn].any(axis=1) for drawn in draws]
    return int(np.lexsort([far, *reversed(blind), y == 0])[0])


def film(place: Scene, scheme: str) -> list[Frame]:
    """Return all steps of one scheme, in order."""
    book = gaerr if place.family == "ridge" else gaelr
    given = place.given[scheme]
    state: State = book.init(place.d)
    frames = []
    run = book.trace(place.X, place.y, place.rows, place.U, **given)
    for t, (row, (door, after, step)) in enumerate(zip(place.rows, run, strict=True), start=1):
        x, y = place.X[row], float(place.y[row])
        phi = float(step.w @ x) - y
        frames.append(
            Frame(t, state, x, y, step, door.spent, door.distinct, phi, phi * x, after.w_bar)
        )
        state = after
    return frames


def _q(entry: Algorithm, dataset: Dataset) -> Floats:
    q = entry.fixed_q(dataset.d, dataset.known_moments)
    assert q is not None  # the schemes have one phase
    return q
