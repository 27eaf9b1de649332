"""A short run of the textbook, step by step, each step with the true values beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import numpy as np

from aelr_core import theory
from aelr_core.algorithms import Algorithm, by_word, step_size
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset
from aelr_core.designs import hard_budget
from aelr_core.designs.estimates import inclusion_probabilities
from aelr_core.designs.hard_budget import design, uniforms_per_step
from aelr_core.modes import Mode
from aelr_core.randomness import order, uniforms
from aelr_core.sampling import draw, split
from aelr_core.textbook import gaelr, gaerr, jaelr, jaerr
from aelr_core.textbook.joint import Arguments, joint_rules
from aelr_core.textbook.walk import Averaged, Example, StepArguments


class Stepped(Protocol):
    """What every record of a step has."""

    @property
    def w(self) -> Floats:
        """The predictor before the step, (d,)."""

    @property
    def w_next(self) -> Floats:
        """The predictor after the step, (d,)."""

    @property
    def g_tilde(self) -> Floats:
        """The estimate of the gradient, (d,)."""


State = TypeVar("State", bound=Averaged)
Step = TypeVar("Step", bound=Stepped)


@dataclass(frozen=True, eq=False)
class Frame(Generic[State, Step]):
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
        return step.v if isinstance(step, gaerr.Step | jaerr.Step) and step.projected else None

    @property
    def predictions(self) -> tuple[float, float, float]:
        """What w predicts for this example before and after the step, and what w̄ predicts."""
        w, w_next, w_bar = (float(w @ self.x) for w in (self.step.w, self.step.w_next, self.w_bar))
        return w, w_next, w_bar

    def clipped(self, eta: float) -> int:
        """Return how many coordinates of ηg̃ are beyond ±1, which a lasso step clips."""
        return int((np.abs(eta * self.step.g_tilde) > 1).sum())


PaperFrame = Frame[gaerr.State | gaelr.State, gaerr.Step | gaelr.Step]
JointFrame = Frame[jaerr.State | jaelr.State, jaerr.Step | jaelr.Step]


@dataclass(frozen=True)
class Reaches:
    """How far the vectors of a film reach, at any of its steps.

    x, g, w : the least and the largest entry of x and x̃, of g and g̃, and of the predictors.
    p : the largest probability of a j-draw; 0 if there is none.
    """

    x: tuple[float, float]
    g: tuple[float, float]
    w: tuple[float, float]
    p: float


def reaches(film: Sequence[PaperFrame] | Sequence[JointFrame]) -> Reaches:
    """Return how far the vectors of a film reach."""
    x, g, w, p = [], [], [], [np.zeros(1)]
    for frame in film:
        step = frame.step
        x.append(frame.x)
        if isinstance(step, gaerr.Step | gaelr.Step):
            x.append(step.x_tilde)
            p += [] if step.p is None else [step.p]
        g += [frame.g, step.g_tilde]
        w += [step.w, step.w_next, *([] if frame.outside is None else [frame.outside])]
    return Reaches(_ends(x), _ends(g), _ends(w), _ends(p)[1])


def _ends(vectors: Sequence[Floats]) -> tuple[float, float]:
    """Return the least and the largest finite entry; 0 is always between them."""
    every = np.concatenate(vectors)
    every = every[np.isfinite(every)]
    return float(every.min(initial=0.0)), float(every.max(initial=0.0))


def frames(
    X: Floats,
    y: Floats,
    rows: Ints,
    start: State,
    run: Iterable[tuple[Example, State, Step]],
) -> list[Frame[State, Step]]:
    """Return the steps of a run.

    Parameters
    ----------
    X, y : (n, d), (n,) the rows used.
    rows : (m,) the row of each step.
    start : the state before the first step.
    run : the textbook's trace.
    """
    found, before = [], start
    for t, (row, (example, after, step)) in enumerate(zip(rows, run, strict=True), start=1):
        x, label = X[row], float(y[row])
        phi = float(step.w @ x) - label
        found.append(
            Frame(
                t,
                before,
                x,
                label,
                step,
                example.spent,
                example.distinct,
                phi,
                phi * x,
                after.w_bar,
            )
        )
        before = after
    return found


# ---- The paper's algorithms: what each step draws, estimates and updates ----

STEPS = 60
# The paper's two ways to draw attributes, by the word of the algorithms that use them.
SCHEMES = ("known", "uniform")
# The algorithms that draw one joint sample, by their words; ours, not the paper's.
JOINT = ("joint", "adaptive")
SOME_ROWS = 200
WELL_ABOVE = 1.6


@dataclass(frozen=True, eq=False)
class Scene:
    """The rows, draws and settings of a short run.

    Attributes
    ----------
    family : "ridge" or "lasso".
    keys : the algorithm of each word in `SCHEMES` and `JOINT`.
    X, y : (n, d), (n,) the rows used.
    rows : (STEPS,) the row of each step.
    names : the attributes' names.
    M : (d,) second moments.
    given : by scheme, the arguments of every step (q, k_x, k_phi, eta, B, M).
    joint : the same for each of `JOINT` (K, B, M, multiplier).
    U : (STEPS, k + 1) the uniforms of each step, the same for both schemes.
    joint_uniforms : (STEPS, `uniforms_per_step`) those of a joint sample; the same if K <= 16.
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
    joint: dict[str, Arguments]
    U: Floats
    joint_uniforms: Floats
    image_shape: tuple[int, int] | None
    seed: int

    @property
    def d(self) -> int:
        """The number of attributes."""
        return len(self.M)

    def q(self, scheme: str) -> Floats:
        """Return the distribution of the i-draws, (d,)."""
        return np.asarray(self.given[scheme]["q"])


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
    factor : multiple of the theorem's step size for `STEPS` steps, and of a joint algorithm's
        automatic one.
    """
    m = dataset.m
    used = (example + order(seed, 0, m, STEPS)) % m if moving else np.full(STEPS, example)
    used[0] = example
    kept, rows = np.unique(used, return_inverse=True)
    k_x, k_phi = split(budget, mode.split)
    M, family, s = dataset.known_moments, dataset.family, max(dataset.radius, 1.0)
    entries = {word: by_word(word, family) for word in (*SCHEMES, *JOINT)}
    given: dict[str, StepArguments] = {}
    for scheme in SCHEMES:
        entry = entries[scheme]
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
    one_sample: dict[str, Arguments] = {
        word: {
            "K": budget,
            "B": B,
            "M": M if entries[word].knows_moments else None,
            "multiplier": factor,
        }
        for word in JOINT
    }
    return Scene(
        family=family,
        keys={word: entry.key for word, entry in entries.items()},
        X=np.asarray(dataset.X_train[kept], dtype=np.float64),
        y=dataset.y_train[kept],
        rows=rows,
        names=dataset.attributes,
        M=M,
        given=given,
        joint=one_sample,
        U=uniforms(seed, 0, 0, STEPS, budget),
        joint_uniforms=uniforms(seed, 0, 0, STEPS, uniforms_per_step(budget)),
        image_shape=dataset.image_shape,
        seed=seed,
    )


def first_draws(dataset: Dataset, *, mode: Mode, budget: int, seed: int) -> tuple[Ints, ...]:
    """Return what the first step draws for x_tilde by each of `SCHEMES`, and what JAERR draws."""
    k_x, _ = split(budget, mode.split)
    u = uniforms(seed, 0, 0, 1, budget)[0, :k_x]
    entries = (by_word(scheme, dataset.family) for scheme in SCHEMES)
    once = design(np.sqrt(dataset.known_moments), budget)  # at w = 0, in both families
    sample = hard_budget.draw(once, uniforms(seed, 0, 0, 1, uniforms_per_step(budget))[0])
    return *(draw(u, _q(entry, dataset)) for entry in entries), sample.S


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


def film(place: Scene, scheme: str) -> list[PaperFrame]:
    """Return all steps of one scheme, in order."""
    book = gaerr if place.family == "ridge" else gaelr
    run = book.trace(place.X, place.y, place.rows, place.U, **place.given[scheme])
    return frames(place.X, place.y, place.rows, book.init(place.d), run)


def _q(entry: Algorithm, dataset: Dataset) -> Floats:
    q = entry.fixed_q(dataset.d, dataset.known_moments)
    assert q is not None  # the schemes have one phase
    return q


# ---- JAERR, JAELR and their adaptive forms (ours, not the paper's) ----

# Probabilities that differ by less are equal.
EQUAL = 1e-9


def joint_film(place: Scene, word: str) -> list[JointFrame]:
    """Return all steps of a joint algorithm, in order."""
    given = place.joint[word]
    book = jaerr if place.family == "ridge" else jaelr
    start = book.init(joint_rules(place.d, place.family, **given))
    run = book.trace(place.X, place.y, place.rows, place.joint_uniforms, **given)
    return frames(place.X, place.y, place.rows, start, run)


def seen(frame: JointFrame) -> Floats:
    """Return what a step saw of its example, (d,); 0 elsewhere."""
    x = np.zeros(len(frame.x))
    x[frame.step.sample.S] = frame.step.x
    return x


def design_of(frame: JointFrame) -> Floats:
    """Return π_i, the probability that a step looks at attribute i, (d,)."""
    return inclusion_probabilities(frame.step.block.design)


def is_uniform(frame: JointFrame) -> bool:
    """Whether a step looks at all attributes equally often."""
    return bool(np.ptp(design_of(frame)) < EQUAL)


def pairs(frame: JointFrame) -> Floats:
    r"""Return what every pair of attributes seen adds to the gradient, (n, n).

    :math:`w_j x_j/π_{ij}` in row i and column j, :math:`(w_i x_i - y)/π_i` on the diagonal; the
    sum of row i times x_i is g̃_i.
    """
    step = frame.step
    P = step.sample.P
    table: Floats = P * (step.w[step.sample.S] * step.x)
    table -= np.diag(np.diagonal(P) * frame.y)
    return table


def pair_probabilities(frame: JointFrame) -> Floats:
    """Return π_ij of the attributes seen, (n, n), and π_i on the diagonal."""
    pi: Floats = 1.0 / frame.step.sample.P
    return pi


def is_new_block(frame: JointFrame) -> bool:
    """Whether π is new in this step."""
    before = frame.before.progress
    return before.t >= before.block.next


def looks(frame: JointFrame) -> Floats:
    """Return how often a run that learns the moments has seen each attribute by now, (d,)."""
    seen_before, counts = frame.before.progress.seen, np.zeros(len(frame.x))
    counts[frame.step.sample.S] = 1.0
    return counts if seen_before is None else counts + seen_before.counts
