"""A short run of the textbook, step by step: what is drawn, seen, estimated and changed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aelr_core import theory
from aelr_core.algorithms import of_family, step_size
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset
from aelr_core.modes import Mode
from aelr_core.randomness import order, uniforms
from aelr_core.sampling import draw, sampling_distribution, split, uniform
from aelr_core.textbook import gaelr, gaerr
from aelr_core.textbook.arguments import StepArguments

STEPS = 60
# The two ways to choose attributes, as roles of the registry.
SCHEMES = ("known", "uniform")
Step = gaerr.Step | gaelr.Step
State = gaerr.State | gaelr.State


@dataclass(frozen=True, eq=False)
class Scene:
    """Where the run takes place.

    Attributes
    ----------
    family : "ridge" or "lasso".
    X, y : (n, d), (n,) the rows that are met.
    rows : (STEPS,) which of them each step meets.
    names : attributes' names.
    M : (d,) second moments.
    given : by scheme, what every step is told (q, k_x, k_phi, eta, B, M).
    U : (STEPS, k + 1) the uniforms of each step, the same for both schemes.
    image_shape : of a picture, else None.
    seed : made the uniforms.
    """

    family: str
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


@dataclass(frozen=True, eq=False)
class Frame:
    """One step: the state before it, the example it met, all that it did, and its true values.

    t : number of the step, from 1.
    before : the state it started from.
    x, y : the whole example, of which the step saw only a few attributes.
    step : the textbook's record.
    spent, distinct : attributes looked at in this step.
    phi, g : what phi_tilde and g_tilde estimate.
    w_bar : the average so far, w_1..w_t.
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
    """Set the scene.

    Parameters
    ----------
    dataset : the data, in any units.
    mode : the split of the draws and the p of the known moments.
    budget : k + 1.
    B : norm bound in the data's units.
    seed : makes the uniforms, and the order if the example changes.
    example : row number of the training set, from 0, to be met in every step.
    moving : meet another row in every step instead, starting with this one.
    factor : on the theorem's step size for `STEPS` steps.
    """
    m = dataset.m
    met = (example + order(seed, 0, m, STEPS)) % m if moving else np.full(STEPS, example)
    met[0] = example
    kept, rows = np.unique(met, return_inverse=True)
    k_x, k_phi = split(budget, mode.split)
    M, family, s = dataset.known_moments, dataset.family, max(dataset.radius, 1.0)
    keys = dict(zip(("uniform", "known"), of_family(family), strict=False))
    given: dict[str, StepArguments] = {}
    for scheme in SCHEMES:
        inside = step_size(keys[scheme], d=dataset.d, m=STEPS, k=k_x, B=B * s, M=M / s**2)
        eta = float(theory.step_in_data_units(inside, s=s, family=family)) * factor
        knows = scheme == "known"
        given[scheme] = {
            "q": sampling_distribution(M, family) if knows else uniform(dataset.d),
            "k_x": k_x,
            "k_phi": k_phi,
            "eta": eta,
            "B": B,
            "M": M if knows and mode.p == "moment_aware" else None,
        }
    return Scene(
        family=family,
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
    """Return which attributes the first step draws for x_tilde, by each of `SCHEMES`."""
    k_x, _ = split(budget, mode.split)
    u = uniforms(seed, 0, 0, STEPS, budget)[0, :k_x]
    by = {
        "known": sampling_distribution(dataset.known_moments, dataset.family),
        "uniform": uniform(dataset.d),
    }
    return tuple(draw(u, by[scheme]) for scheme in SCHEMES)


def film(place: Scene, scheme: str) -> list[Frame]:
    """Return all steps of one scheme, in the order in which they are taken."""
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
