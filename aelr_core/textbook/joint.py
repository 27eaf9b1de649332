"""What JAERR and JAELR share: the block update, what was seen, the step rule and the average.

The joint algorithms are ours, not the paper's: one sample of K = k + 1 distinct attributes per
example in place of two, every pair of which serves the gradient. With known moments M, or with
moments that are learnt while learning (`Adaptive`): then nothing must be known in advance, and
no attribute is ever given up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import sqrt
from typing import NotRequired, Protocol, TypedDict, TypeVar, Unpack

import numpy as np
from numpy.typing import ArrayLike

from aelr_core import checks, guards, measured_length
from aelr_core.checks import Floats
from aelr_core.credibility import credible_moments
from aelr_core.designs.estimates import products
from aelr_core.designs.hard_budget import (
    Design,
    Sample,
    design,
    refuse_missing_moments,
    uniforms_per_step,
)
from aelr_core.designs.inclusion import scores, spread
from aelr_core.letters import COUNT, LENGTH, ONE_MOMENT_VECTOR, POSITIVE
from aelr_core.norms import two_norm
from aelr_core.textbook import walk
from aelr_core.textbook.walk import Example

# The automatic step, chosen by a referee on development data: c / (A √(1 + t/d)).
FACTORS = {"ridge": 0.5, "lasso": 0.7}


@dataclass(frozen=True)
class Seen:
    """What an adaptive run has seen so far.

    Attributes
    ----------
    counts : (d,) how often each attribute was seen.
    square_sums, fourth_sums : (d,) Σx² and Σx⁴ over these times.
    o : a running estimate of A from the values seen, against optimistic moments.
    """

    counts: Floats
    square_sums: Floats
    fourth_sums: Floats
    o: float

    @property
    def something(self) -> bool:
        """Whether anything but zeros was seen."""
        return bool(self.square_sums.any())


@dataclass(frozen=True)
class Block:
    """What a block update decides, for the steps until the next one.

    Attributes
    ----------
    M : (d,) the moments it was made with: known or estimated.
    u : (d,) the weights of A: 1 (ridge) or cosh θ_i / Σ cosh θ_j (lasso).
    design : how attributes are drawn.
    A : Σ u_i M_i/π_i, at least `Seen.o` if the moments are learnt; times B for lasso.
    next : the step that begins the next block.
    nu, a : ‖w̄‖₂ and the measured factor on w̄ when the block was made; a is 1 for a plain length.
    """

    M: Floats
    u: Floats
    design: Design
    A: float
    next: int
    nu: float
    a: float


@dataclass(frozen=True)
class Progress:
    """What the next step needs besides the predictor.

    Attributes
    ----------
    t : steps taken.
    block : the block under way.
    seen : what was seen; None if the moments are known.
    y2 : Σ y² so far.
    tau, Omega : Σ 1/A, the intrinsic time, and the sum of the weights of the average.
    w_bar : (d,) the weighted average of w_1..w_t.
    afresh : from which step on a new block begins the average afresh; None: never.
    loss_sum : the sum of the progressive losses, estimates of L(a·w̄) − L(0).
    line : (7,) the sums from which the length of w̄ is measured.
    returned : (d,) what the run returns: w̄, or a·w̄ if its length is measured.
    """

    t: int
    block: Block
    seen: Seen | None
    y2: float
    tau: float
    Omega: float
    w_bar: Floats
    afresh: int | None
    loss_sum: float
    line: Floats
    returned: Floats

    @property
    def learns(self) -> bool:
        """Whether the next step learns: not before a value other than 0 was seen."""
        if self.seen is not None:
            return self.seen.something
        return self.block.A > 0

    @property
    def progressive_loss(self) -> float:
        """The mean of the progressive losses; 0 before the first step."""
        return self.loss_sum / max(self.t, 1)


def init(given: Rules) -> Progress:
    """Return the progress before the first step: π = K/d everywhere, next = 0."""
    zeros = np.zeros(given.d)
    uniform = Design(given.K, np.full(given.d, given.K / given.d), None, None)
    seen = Seen(zeros, zeros, zeros, 0.0)
    return Progress(
        t=0,
        block=Block(M=zeros, u=zeros, design=uniform, A=0.0, next=0, nu=0.0, a=1.0),
        seen=seen if given.adaptive else None,
        y2=0.0,
        tau=0.0,
        Omega=0.0,
        w_bar=zeros,
        afresh=None,
        loss_sum=0.0,
        line=np.zeros(measured_length.SUMS),
        returned=zeros,
    )


def begin(progress: Progress, w: Floats, u: Floats, given: Rules) -> Progress:
    """Make a new block if this step begins one, in O(dK).

    Parameters
    ----------
    progress : before the step.
    w, u : (d,) the predictor, and the weights of A.
    given : the rules.
    """
    t, seen = progress.t, progress.seen
    if t < progress.block.next:
        return progress
    if given.guarded and given.adaptive and given.eta is None and progress.learns:
        progress = _begin_average(progress, given)
    M = given.M
    if M is None:
        assert seen is not None
        M = credible_moments(seen.square_sums, seen.fourth_sums, seen.counts)
    s2 = np.array(progress.y2 / max(t, 1))
    f = scores(M, w=w, u=u, pi=progress.block.design.pi, s2=s2) if given.aware else np.sqrt(M)
    now = design(f, max(given.K, 2))
    A = float(spread(M, u, now.pi))
    if seen is not None:
        A = max(A, seen.o)
    if given.family == "lasso":
        A *= given.B
    following = t + min(given.block, max(1, t // 4))
    nu, a = float(two_norm(progress.w_bar)), factor(progress, given)
    return replace(progress, block=Block(M=M, u=u, design=now, A=A, next=following, nu=nu, a=a))


def _begin_average(progress: Progress, given: Rules) -> Progress:
    """Begin the average afresh if it is time to; note when that is, if this block is the first."""
    if progress.Omega == 0:
        return replace(progress, afresh=progress.t + 2 * given.block)
    if progress.afresh is None or progress.t < progress.afresh:
        return progress
    return replace(progress, tau=0.0, Omega=0.0, w_bar=np.zeros(given.d), afresh=None)


def see(progress: Progress, sample: Sample, x: Floats, y: float) -> Progress:
    """Take note of the label and, if the moments are learnt, of the values x (n,) seen."""
    seen = progress.seen
    if seen is not None:
        S, pi, u = sample.S, progress.block.design.pi, progress.block.u
        counts, squares, fourths = seen.counts + 0, seen.square_sums + 0, seen.fourth_sums + 0
        counts[S] += 1
        squares[S] += x**2
        fourths[S] += x**4
        measured = float((u[S] * x**2 / pi[S] ** 2).sum())
        seen = Seen(counts, squares, fourths, seen.o + 2 / (progress.t + 2) * (measured - seen.o))
    return replace(progress, seen=seen, y2=progress.y2 + y * y)


def average(progress: Progress, w: Floats, given: Rules) -> Progress:
    """Add w_t to the average: linear in intrinsic time, or in t if the step is constant."""
    A, tau = progress.block.A, progress.tau
    if given.eta is None:
        tau = tau + 1 / A
        omega = tau / A
    else:
        omega = progress.t + 1.0
    Omega = progress.Omega + omega
    w_bar = progress.w_bar + omega / Omega * (w - progress.w_bar)
    return replace(progress, tau=tau, Omega=Omega, w_bar=w_bar)


def measure(progress: Progress, sample: Sample, x: Floats, y: float) -> Progress:
    """Take note of what the example says about the length of w̄."""
    label, square = map(np.array, products(x, progress.w_bar[sample.S], y, sample.P))
    term = measured_length.terms(progress.t + 1, np.array(progress.block.nu), label, square)
    return replace(progress, line=progress.line + term)


def factor(progress: Progress, given: Rules) -> float:
    """Return the factor a on w̄: 1 for a plain length."""
    if given.length == "plain":
        return 1.0
    return float(measured_length.factor(progress.line, progress.w_bar, given.B, given.family))


def step_size(progress: Progress, given: Rules) -> float:
    r"""Return :math:`η_t = c/(A\sqrt{1 + t/d})`, or the constant step if there is one.

    While moments are learnt, the first 2T_b steps warm up: two looks at each attribute.
    """
    if given.eta is not None:
        return given.eta
    t = progress.t
    eta = given.multiplier * FACTORS[given.family] / (progress.block.A * sqrt(1 + t / given.d))
    return eta * min(1.0, (t + 1) / (2 * given.block)) if given.adaptive else eta


def guarded(g: Floats, x: Floats, reach: Floats, pi: Floats, given: Rules) -> Floats:
    """Return g̃ at the sample, (n,), or the part of it that a guarded step takes.

    reach : (n,) how far w_i goes for g̃_i = 1: η times ∂w_i/∂θ_i.
    x, pi : (n,) the values and the working probabilities at the sample.
    """
    return g * guards.part_of_step(reach * x * x / pi) if given.guarded else g


def end(progress: Progress, given: Rules, *, learnt: bool, loss: float) -> Progress:
    """Count the step; the one after the first value other than 0 begins a new block."""
    t, block = progress.t + 1, progress.block
    if progress.seen is not None and not learnt:
        block = replace(block, next=t)
    returned = factor(progress, given) * progress.w_bar
    loss_sum = progress.loss_sum + loss
    return replace(progress, t=t, block=block, loss_sum=loss_sum, returned=returned)


# ---- What a run of JAERR or JAELR is given: its rules, checked (ours, not the paper's) ----


@dataclass(frozen=True)
class Rules:
    """What every step of a run is given besides its example and its uniforms.

    Attributes
    ----------
    d : attributes.
    K : attributes seen of an example, k + 1; never more than can be non-zero.
    B : norm bound.
    M : (d,) known second moments; None if they are learnt.
    eta : a constant step size; None for the automatic one.
    multiplier : factor on the automatic step size.
    family : "ridge" or "lasso".
    aware : whether the design follows w; otherwise its scores are √M, to measure what that gains.
    length : whether the run returns a·w̄, see `measured_length` ("measured"), or w̄ ("plain").
    guarded : whether the run is guarded against rare failures, see `guards`.
    """

    d: int
    K: int
    B: float
    M: Floats | None
    eta: float | None
    multiplier: float
    family: str
    aware: bool
    length: str
    guarded: bool

    @property
    def adaptive(self) -> bool:
        """Whether the moments are learnt."""
        return self.M is None

    @property
    def block(self) -> int:
        """T_b: the most steps between two block updates."""
        return max(1, self.d // self.K)


class Arguments(TypedDict):
    """What a run is given besides its examples and its uniforms; see `Rules`."""

    K: int
    B: float
    M: NotRequired[ArrayLike | None]  # None: learnt
    eta: NotRequired[float | None]  # None: automatic
    multiplier: NotRequired[float]  # 1 if left out
    aware: NotRequired[bool]  # True if left out
    length: NotRequired[str]  # "measured" if left out
    guarded: NotRequired[bool]  # True if left out


def joint_rules(d: int, family: str, **given: Unpack[Arguments]) -> Rules:
    """Return checked `Rules`: K := min(K, d₊), d₊ the number of moments that are not 0."""
    d, K, M, eta = COUNT("d", d), COUNT("K", given["K"]), given.get("M"), given.get("eta")
    if K < 2:
        raise ValueError("K must be at least 2: pairs need two attributes.")
    moments = None if M is None else ONE_MOMENT_VECTOR("M", M)
    if moments is not None and moments.shape != (d,):
        raise ValueError(f"M must have one entry per attribute, {d}, but it has {len(moments)}.")
    d_plus = d if moments is None else np.count_nonzero(moments)
    return Rules(
        d=d,
        K=min(K, max(int(d_plus), 1)),
        B=POSITIVE("B", given["B"]),
        M=moments,
        eta=None if eta is None else POSITIVE("eta", eta),
        multiplier=POSITIVE("multiplier", given.get("multiplier", 1.0)),
        family=family,
        aware=given.get("aware", True),
        length=LENGTH("length", given.get("length", "measured")),
        guarded=given.get("guarded", True),
    )


# ---- Runs JAERR or JAELR: one example after the other ----


@dataclass(frozen=True)
class State:
    """What the next step needs besides its predictor."""

    progress: Progress

    @property
    def w_bar(self) -> Floats:
        """The weighted average of w_1..w_t, (d,), lengthened if its length is measured."""
        return self.progress.returned

    @property
    def progressive_loss(self) -> float:
        """An unbiased estimate of the mean of L(a·w̄_t) − L(0) over the steps."""
        return self.progress.progressive_loss


Own = TypeVar("Own", bound=State)
Record = TypeVar("Record", covariant=True)


class TakesStep(Protocol[Own, Record]):
    """The step of a joint algorithm."""

    def __call__(
        self, state: Own, example: Example, y: float, u: ArrayLike, given: Rules
    ) -> tuple[Own, Record]:
        """Return the state after the step, and its record."""


def trace(
    step: TakesStep[Own, Record],
    init: Callable[[Rules], Own],
    family: str,
    X: ArrayLike,
    y: ArrayLike,
    order: ArrayLike,
    U: ArrayLike,
    given: Arguments,
) -> Iterator[tuple[Example, Own, Record]]:
    """Yield the example, the new state and the record of each step.

    Parameters
    ----------
    step, init : of the algorithm.
    family : "ridge" or "lasso".
    X, y : (n, d), (n,) training rows and labels.
    order : (m,) row numbers, in the order met.
    U : (m, `uniforms_per_step(K)`) uniforms, one row per step.
    given : K, B and what else `joint_rules` takes.
    """
    X, U = checks.array("X", X, ndim=2), checks.array("U", U, ndim=2)
    rules = joint_rules(X.shape[1], family, **given)
    width = uniforms_per_step(given["K"])
    if U.shape[1] != width:
        raise ValueError(f"U must have {width} uniforms per step, but it has {U.shape[1]}.")
    if rules.M is not None:
        refuse_missing_moments(X, rules.M)

    def one(state: Own, example: Example, label: float, u: Floats) -> tuple[Own, Record]:
        return step(state, example, label, u, rules)

    return walk.trace(one, init(rules), lambda _: init(rules), X, y, order, U)
