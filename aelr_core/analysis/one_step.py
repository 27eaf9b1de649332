r"""A short run of the textbook, step by step, with the true values beside it; one step repeated.

The gradient of an example is a sum over pairs of attributes, and every estimate of it weighs them:

.. math:: \tilde g_i = x_i \Big[\sum_j W_{ij} w_j x_j - \dots\Big], \qquad E[W_{ij}] = 1

for each pair (i, j) with w_j ≠ 0. The paper draws i's and j's apart, so a step uses the pairs of
one with the other; one joint sample S has all of S × S.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from aelr_core import theory
from aelr_core.algorithms import Algorithm, by_word, step_size
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset
from aelr_core.designs import hard_budget
from aelr_core.designs.estimates import (
    gradient_second_moments,
    has_exact_size,
    inclusion_probabilities,
    joint_gradient,
)
from aelr_core.designs.hard_budget import Design, Sample, design, uniforms_per_step
from aelr_core.modes import Mode
from aelr_core.moments import moment_ratios, x_tilde_second_moments
from aelr_core.norms import one_norm, two_norm
from aelr_core.randomness import order, uniforms
from aelr_core.sampling import draw, inner_product_weights, split
from aelr_core.textbook import gaelr, gaerr, jaelr, jaerr
from aelr_core.textbook.joint import Arguments, joint_rules
from aelr_core.textbook.walk import Example, StepArguments

STEPS = 60
# The paper's two ways to draw attributes, by the word of the algorithms that use them.
SCHEMES = ("known", "uniform")
# The algorithms that draw one joint sample, by their words; ours, not the paper's.
JOINT = ("joint", "adaptive")
SOME_ROWS = 2_000
WELL_ABOVE = 1.6

State = gaerr.State | gaelr.State | jaerr.State | jaelr.State
PaperStep = gaerr.Step | gaelr.Step
JointStep = jaerr.Step | jaelr.Step
Step = PaperStep | JointStep


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
    """

    t: int
    before: State
    x: Floats
    y: float
    step: Step
    spent: int
    distinct: int

    @property
    def phi(self) -> float:
        """The true ⟨w, x⟩ − y."""
        return float(self.step.w @ self.x) - self.y

    @property
    def g(self) -> Floats:
        """The true gradient, (d,)."""
        return self.phi * self.x

    @property
    def known(self) -> Floats:
        """What the step knew of x, (d,): x̃ of the paper's algorithms, or what one sample saw."""
        if isinstance(self.step, PaperStep):
            return self.step.x_tilde
        x = np.zeros(len(self.x))
        x[self.step.sample.S] = self.step.x
        return x

    @property
    def drawn(self) -> tuple[Ints, Ints]:
        """The attributes that it can use as i and as j; no j if w = 0 and two samples are drawn."""
        step = self.step
        if isinstance(step, PaperStep):
            return np.unique(step.i), np.unique(step.j)
        return np.sort(step.sample.S), np.sort(step.sample.S)

    @property
    def looked(self) -> Ints:
        """The attributes that it looked at."""
        return np.union1d(*self.drawn)

    @property
    def outside(self) -> Floats | None:
        """The v of a ridge step that left the ball, before projection; else None."""
        step = self.step
        return step.v if isinstance(step, gaerr.Step | jaerr.Step) and step.projected else None

    @property
    def length(self) -> float:
        """How long the predictor is: ‖v‖₂ before the projection (ridge), ‖w‖₁ after it (lasso)."""
        step = self.step
        if isinstance(step, gaerr.Step | jaerr.Step):
            return float(two_norm(step.v))
        return float(one_norm(step.w_next))

    @property
    def predictions(self) -> tuple[float, float]:
        """What w predicts for this example before and after the step."""
        return float(self.step.w @ self.x), float(self.step.w_next @ self.x)

    @property
    def learns(self) -> bool:
        """Whether the step changes w: it does not where it sees only zeros, or makes no error."""
        return bool((self.step.w_next != self.step.w).any())

    def clipped(self, eta: float) -> int:
        """Return how many coordinates of ηg̃ are beyond ±1, which a lasso step clips."""
        return int((np.abs(eta * self.step.g_tilde) > 1).sum())


def reach(vectors: Sequence[Floats]) -> tuple[float, float]:
    """Return the least and the largest finite entry; 0 is always between them."""
    entries = np.concatenate([np.zeros(0), *vectors])
    entries = entries[np.isfinite(entries)]
    return float(entries.min(initial=0.0)), float(entries.max(initial=0.0))


@dataclass(frozen=True, eq=False)
class Scene:
    """The rows, draws and settings of a short run.

    Attributes
    ----------
    family : "ridge" or "lasso".
    keys : the algorithm of each word in `SCHEMES` and `JOINT`.
    X, y : (n, d), (n,) the rows used.
    rows : (STEPS,) the row of each step.
    numbers : (STEPS,) that row's number among the training rows, from 1.
    names : the attributes' names.
    M : (d,) second moments.
    given : by scheme, the arguments of every step (q, k_x, k_phi, eta, B, M).
    joint : the same for each of `JOINT` (K, B, M, multiplier), in their plain form.
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
    numbers: Ints
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
            "length": "plain",
            "guarded": False,  # so that a step is its gradient times η
        }
        for word in JOINT
    }
    return Scene(
        family=family,
        keys={word: entry.key for word, entry in entries.items()},
        X=np.asarray(dataset.X_train[kept], dtype=np.float64),
        y=dataset.y_train[kept],
        rows=rows,
        numbers=used + 1,
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


def film(place: Scene, word: str) -> list[Frame]:
    """Return all steps of the algorithm with this word, in order."""
    start: State
    steps: Iterator[tuple[Example, State, Step]]
    ridge = place.family == "ridge"
    if word in JOINT:
        rules, ours = place.joint[word], jaerr if ridge else jaelr
        start = ours.init(joint_rules(place.d, place.family, **rules))
        steps = ours.trace(place.X, place.y, place.rows, place.joint_uniforms, **rules)
    else:
        book = gaerr if ridge else gaelr
        start = book.init(place.d)
        steps = book.trace(place.X, place.y, place.rows, place.U, **place.given[word])
    frames = []
    for t, (row, (example, after, step)) in enumerate(zip(place.rows, steps, strict=True), 1):
        label, counts = float(place.y[row]), (example.spent, example.distinct)
        frames.append(Frame(t, start, place.X[row], label, step, *counts))
        start = after
    return frames


def next_that_learns(frames: Sequence[Frame], t: int) -> int | None:
    """Return the first step from t on that changes w, else the first of all, else None."""
    steps = [frame.t for frame in frames if frame.learns]
    return next((step for step in steps if step >= t), steps[0] if steps else None)


def _q(entry: Algorithm, dataset: Dataset) -> Floats:
    q = entry.fixed_q(dataset.d, dataset.known_moments)
    assert q is not None  # the schemes have one phase
    return q


def chances(place: Scene, frame: Frame, word: str) -> dict[str, tuple[Floats, Ints]]:
    """Return with what probability each attribute is drawn, (d,), and which ones were.

    By the paper's letters q and p (there is none if w = 0), or π for one sample.
    """
    step = frame.step
    if isinstance(step, JointStep):
        return {"π": (inclusion_probabilities(step.block.design), step.sample.S)}
    by_letter = {"q": (place.q(word), step.i)}
    return by_letter if step.p is None else {**by_letter, "p": (step.p, step.j)}


def pairs(frames: Sequence[Frame]) -> tuple[Ints, list[Floats]]:
    """Return the attributes that any of the steps looked at, and which pairs each can use, (n, n).

    Row i and column j of a table are 1 if x_i w_j x_j can be a part of the step's gradient.
    """
    seen = np.unique(np.concatenate([frame.looked for frame in frames]))
    rows_columns = [[np.isin(seen, drawn) * 1.0 for drawn in frame.drawn] for frame in frames]
    return seen, [np.outer(i, j) for i, j in rows_columns]


# ---- A step repeated from the same w on the same example, with new draws each time ----
# How much g̃ scatters. The exact second moment of two samples, whose draws are independent, is
#
# .. math:: E[\tilde g_i^2] = E[\tilde φ^2]\,E[\tilde x_i^2], \qquad
#           \mathrm{Var}\,\tilde φ = \frac1{k_φ}\Big(\sum_j \frac{w_j^2 x_j^2}{p_j}
#           - ⟨w,x⟩^2\Big);
#
# that of one sample is in `aelr_core.designs.estimates`.

REPEATS = 1_000
# Repeats use the uniforms of the run numbers from here on; the film uses those of run 0.
FIRST_RUN = 1
# n d² K of `gradient_second_moments`: more takes longer than half a second.
MOST_WORK = 20_000_000
# Rows over which the size is averaged: at most these, and exactly only if so many are quick.
MOST_ROWS, LEAST_ROWS = 100, 20


@dataclass(frozen=True, eq=False)
class Scatter:
    """Repeated estimates of the gradient by one algorithm.

    Attributes
    ----------
    along, across : (n,) each g̃ along the true gradient g, and its distance from that line.
    mean : the same two numbers of the mean of all g̃.
    truth : ‖g‖.
    measured, exact : E‖g̃ − g‖², from the repeats and by formula; `exact` is None if there is none,
        or if it would take too long.
    rows, size : how many training rows, and E‖g̃‖² at the same w as a mean over them; NaN if it is
        not known exactly.
    """

    along: Floats
    across: Floats
    mean: tuple[float, float]
    truth: float
    measured: float
    exact: float | None
    rows: int
    size: float

    @property
    def variance(self) -> float:
        """E‖g̃ − g‖²: exact if it is known, else measured."""
        return self.measured if self.exact is None else self.exact

    @property
    def error_of_mean(self) -> float:
        """How far the mean of all g̃ is from g."""
        return float(np.hypot(self.mean[0] - self.truth, self.mean[1]))


def partner(word: str) -> tuple[str, str]:
    """Return the two algorithms to compare where one is looked at, the better one last."""
    return ("known", word) if word in JOINT else ("uniform", "known")


def scatters(
    place: Scene, frame: Frame, words: Sequence[str], dataset: Dataset, *, n: int = REPEATS
) -> dict[str, Scatter]:
    """Repeat a step n times by each of some algorithms, from the frame's w on its example.

    Of `JOINT` only the frame's own algorithm can be asked for, whose design it has.
    """
    truth = float(np.sqrt(frame.g @ frame.g))
    rows, sizes = _over_rows(place, frame, words, dataset)
    this_example = frame.x[np.newaxis], np.array([frame.y])
    clouds = {}
    for word in words:
        g_tilde = np.array([*_estimates(place, frame, word, n)])
        exact = _second_moments(place, frame, word, *this_example)
        g = np.vstack([g_tilde, g_tilde.mean(axis=0)])
        along = g @ (frame.g / truth if truth > 0 else frame.g)
        across = np.sqrt(np.maximum(np.einsum("ij,ij->i", g, g) - along**2, 0.0))
        clouds[word] = Scatter(
            along=along[:-1],
            across=across[:-1],
            mean=(float(along[-1]), float(across[-1])),
            truth=truth,
            measured=float(((g_tilde - frame.g) ** 2).sum(axis=1).mean()),
            exact=None if exact is None else max(float(exact.sum()) - truth**2, 0.0),
            rows=rows,
            size=sizes[word],
        )
    return clouds


def common_limits(scatters: Mapping[str, Scatter]) -> tuple[float, float, float]:
    """Return the least and largest `along` and the largest `across`, with 0 and the truth."""
    each = scatters.values()
    along = np.concatenate([[0.0], *([one.truth, *one.along] for one in each)])
    across = np.concatenate([[0.0], *(one.across for one in each)])
    return float(along.min()), float(along.max()), float(across.max())


def two_sample_moments(place: Scene, word: str, X: Floats, y: Floats, w: Floats) -> Floats:
    """Return E[g̃_i²] of the paper's two samples for examples X (n, d), y (n,), exactly: (n, d)."""
    given = place.given[word]
    weights = inner_product_weights(w, place.family, given.get("M"))
    product = X @ w
    noise = np.zeros(len(X))
    if weights.any():
        squares = moment_ratios((w * X) ** 2, weights / weights.sum()).sum(axis=1)
        noise = (squares - product**2) / given["k_phi"]
    size = x_tilde_second_moments(X**2, np.asarray(given["q"]), given["k_x"])
    moments: Floats = ((product - y) ** 2 + noise)[:, np.newaxis] * size
    return moments


def _second_moments(place: Scene, frame: Frame, word: str, X: Floats, y: Floats) -> Floats | None:
    """Return E[g̃_i²] at the frame's w for examples X (n, d), y (n,): (n, d); None if unknown."""
    if word in SCHEMES:
        return two_sample_moments(place, word, X, y, frame.step.w)
    of_step = _design(frame)
    if not has_exact_size(of_step) or _work(of_step, int(np.count_nonzero(X))) > MOST_WORK:
        return None
    return gradient_second_moments(of_step, X, y, frame.step.w)


def _over_rows(
    place: Scene, frame: Frame, words: Sequence[str], dataset: Dataset
) -> tuple[int, dict[str, float]]:
    """Return how many of the first training rows, and the mean of E‖g̃‖² over them."""
    n = min(MOST_ROWS, dataset.m)
    if any(word in JOINT for word in words):
        n = min(n, max(MOST_WORK // _work(_design(frame), place.d), LEAST_ROWS))
    X, y = np.asarray(dataset.X_train[:n], dtype=np.float64), dataset.y_train[:n]
    moments = {word: _second_moments(place, frame, word, X, y) for word in words}
    return n, {
        word: np.nan if each is None else float(each.sum(axis=1).mean())
        for word, each in moments.items()
    }


def _work(of_step: Design, rows: int) -> int:
    # one row for every value that is not 0
    return rows * len(of_step.pi) * of_step.K


def _design(frame: Frame) -> Design:
    assert isinstance(frame.step, JointStep)
    return frame.step.block.design


def _estimates(place: Scene, frame: Frame, word: str, n: int) -> Iterator[Floats]:
    """Yield n estimates of the gradient, each (d,); two schemes get the same uniforms."""
    at, before, w = (place.seed, FIRST_RUN + frame.t), frame.before, frame.step.w
    if word in SCHEMES:
        given = place.given[word]
        for u in uniforms(*at, 0, n, place.U.shape[1]):
            example = Example(frame.x)
            if isinstance(before, gaerr.State | jaerr.State):
                ridge = gaerr.init(place.d, w=before.w)
                yield gaerr.step(ridge, example, frame.y, u, **given)[1].g_tilde
            else:
                lasso = gaelr.init(place.d, theta=before.theta)
                yield gaelr.step(lasso, example, frame.y, u, **given)[1].g_tilde
        return
    for u in uniforms(*at, 0, n, place.joint_uniforms.shape[1]):
        sample: Sample = hard_budget.draw(_design(frame), u)
        g_tilde = np.zeros(place.d)
        g_tilde[sample.S] = joint_gradient(frame.x[sample.S], w[sample.S], frame.y, sample.P)
        yield g_tilde
