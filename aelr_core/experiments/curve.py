r"""A learning curve with all its runs, its setting, and the pieces it is joined from.

What was learnt, the predictors w̄ at a few points of a curve, is kept as sums over runs, not as
runs: :math:`\sum_r n_r` and :math:`\sum_r n_r^2` with :math:`n_r = \mathrm{round}(\bar w_r / u)`,
where u = B/2²⁴ up to a factor of two. Whole numbers add up exactly, so the weights are the same
however the runs are divided among batches and processes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import frexp, ldexp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aelr_core.algorithms import StepRule
from aelr_core.checks import Floats, Ints
from aelr_core.experiments.spec import ExperimentSpec

# The axes of a curve's arrays: R runs, P points, W of them with weights, d attributes. Runs that
# diverged are left out of the others, but not of `unsampled`, whose axis is "?".
AXES = {
    "runs": "R",
    "examples": "P",
    "attributes": "P",
    "distinct": "RP",
    "relative_loss": "RP",
    "excess_risk": "RP",
    "error_rate": "RP",
    "q": "d",
    "unsampled": "?",
    "pi": "d",
    "progressive": "RP",
    "weights_at": "W",
    "weights": "Wd",
    "weights_sd": "Wd",
    "weights_of_runs": "RWd",
    "data_sets": "R",
}
BY_RUN = tuple(name for name, axes in AXES.items() if axes in ("R", "RP"))
# Where q or π differs between runs, the mean over this many runs is kept.
RUNS_OF_Q = 100
# At most so many points of a curve, and so many weights of each algorithm, to keep files small.
MOST_POINTS = 10
MOST_WEIGHTS = 20_000
# |n| ≤ 2²⁴ for a predictor in the ball, so the squares of 10,000 runs add up to less than 2⁶².
FINENESS = 24
# Bits of a number's significand that are set to 0, so that it takes half the place in a file.
ROUNDED = 29


@dataclass(frozen=True)
class Setting:
    """The norm bound and step size of one algorithm, chosen before its curve is run.

    Attributes
    ----------
    B : norm bound.
    step : the rule for the step size, with one number for all lanes.
    B_one : norm bound of the first phase of a two-phased run; B if None.
    """

    B: float
    step: StepRule
    B_one: float | None = None

    @property
    def number(self) -> float:
        """The multiplier, the factor or η, whichever was given."""
        number = getattr(self.step, self.number_is)
        assert isinstance(number, int | float)
        return number

    @property
    def number_is(self) -> str:
        """What `number` is: "eta", "multiplier" (of the theory's step) or "factor" (automatic)."""
        given = ("multiplier", "eta", "factor")
        return next(name for name in given if getattr(self.step, name) is not None)

    @property
    def phase_one(self) -> float:
        """The number for the first phase of a two-phased run: its own multiplier, or `number`."""
        first = self.step.phase_one
        assert first is None or isinstance(first, int | float)
        return self.number if first is None else first

    def on(self, ratio: float) -> Setting:
        """Return the setting on a data set whose norm bound is `ratio` times as large."""
        B_one = None if self.B_one is None else self.B_one * ratio
        return replace(self, B=self.B * ratio, B_one=B_one)


def fixed(spec: ExperimentSpec, key: str, B: float) -> Setting:
    """Return the setting of an algorithm whose step is not searched."""
    rule = spec.step_of(key)
    if isinstance(rule, str):
        return scaled(spec, key, B, spec.multiplier)
    return Setting(B, StepRule(eta=rule))


def scaled(
    spec: ExperimentSpec,
    key: str,
    B: float,
    number: float,
    phase_one: float | None = None,
    B_one: float | None = None,
) -> Setting:
    """Return the setting of an algorithm whose step is a multiple of its automatic or theory's."""
    if spec.factor_on_automatic(key):
        return Setting(B, StepRule(factor=number))
    return Setting(B, StepRule(multiplier=number, phase_one=phase_one), B_one)


@dataclass(frozen=True, eq=False)
class Curve:
    """The measurements of one algorithm: R runs at P points.

    Attributes
    ----------
    algorithm : key.
    runs : (R,) run numbers; rows of two curves with the same number are paired.
    examples : (P,) examples seen, increasing.
    attributes : (P,) attributes seen: draws spent, or n d for full information. Where runs spend
        different numbers, as some joint samples do, the mean over runs, rounded.
    distinct : (R, P) different attributes per example, summed over the examples.
    relative_loss : (R, P) test loss over the zero predictor's.
    excess_risk : (R, P) if the best predictor is known exactly, else None.
    error_rate : (R, P) if targets are ±1, else None.
    setting : the norm bound and the step size used, or those of the last point where every point
        has its own; None for an offline curve, whose norm bound `Result.bound_of` returns.
    q : (d,) sampling distribution (two-phased: the mean over runs), or None.
    unsampled : (R,) number of attributes with q_i = 0 in a two-phased run, else None.
    pi : (d,) how likely each attribute was to be seen at the last step of a joint algorithm with
        the hard budget (the mean over runs), else None.
    progressive : (R, P) the error as a joint algorithm estimates it on the way, from attributes
        it has paid for anyway and labels: the mean, over the examples since the point before, of
        unbiased estimates of the loss of the average so far, over the mean y² of the examples met.
        It estimates the loss on the distribution of the training rows over the zero predictor's
        there; `relative_loss` is that of the test rows. NaN after the first pass through the
        training rows; None for other algorithms, and where every point has a run of its own.
    weights_at : (W,) the points, at most ten and always the last, at which the predictors w̄ were
        kept; None, as the next three, where they were not.
    weights, weights_sd : (W, d) mean and standard deviation of w̄ over the runs, in the units of
        the scaled data.
    weights_of_runs : (R, W, d) w̄ of every run, if the spec's `weights` is "runs".
    data_sets : (R,) the data set of each run, from 0 on; None if all runs have the same.
    """

    algorithm: str
    runs: Ints
    examples: Ints
    attributes: Ints
    distinct: Floats
    relative_loss: Floats
    excess_risk: Floats | None
    error_rate: Floats | None
    setting: Setting | None
    q: Floats | None
    unsampled: Ints | None
    pi: Floats | None = None
    progressive: Floats | None = None
    weights_at: Ints | None = None
    weights: Floats | None = None
    weights_sd: Floats | None = None
    weights_of_runs: Floats | None = None
    data_sets: Ints | None = None

    @property
    def mean(self) -> Floats:
        """The mean relative loss over runs, (P,)."""
        return np.asarray(self.relative_loss.mean(axis=0))

    @property
    def sd(self) -> Floats:
        """The standard deviation of the relative loss over runs, (P,); 0 for a single run."""
        if len(self.runs) < 2:
            return np.zeros(len(self.examples))
        return np.asarray(self.relative_loss.std(axis=0, ddof=1))


@dataclass(eq=False)
class Piece:
    """The measurements of one algorithm in one batch so far.

    Attributes
    ----------
    curve : the curve of its runs; what has not been measured yet is NaN, 0 or None.
    spent : (R, P) attributes seen by each run; `join` makes `attributes` from it.
    points : number of points, out of P, at which all its runs have been measured.
    loss_sums : (R, P) sums of the estimates behind `progressive`, if there are any.
    mean_y2 : (R, P') mean y² of the examples met up to each point of the first pass, with them.
    q : (R', d) sampling distributions of the first runs (at most `RUNS_OF_Q`); (1, d) if all runs
        share one.
    pi : (R', d) how likely the first runs of a joint algorithm see each attribute at the end.
    tally : the predictors so far, unless the spec wants none.
    """

    curve: Curve
    spent: Ints
    points: int = 0
    q: Floats | None = None
    pi: Floats | None = None
    loss_sums: Floats | None = None
    mean_y2: Floats | None = None
    tally: Tally | None = None

    @property
    def seen(self) -> bool:
        """Whether it can be drawn as a line, if a short one."""
        return self.points > 1 or self.full

    @property
    def full(self) -> bool:
        """Whether every point has been measured."""
        return self.points == len(self.curve.examples)

    def first(self, runs: int) -> Piece:
        """Return the first runs as a full piece; the others have not been measured yet."""
        arrays = {name: getattr(self.curve, name) for name in BY_RUN}
        there = {name: array[:runs] for name, array in arrays.items() if array is not None}
        tally = self.tally
        if tally is not None and tally.runs is not None:
            tally = replace(tally, runs=tally.runs[:runs])
        points, spent = len(self.curve.examples), self.spent[:runs]
        return Piece(replace(self.curve, **there), spent, points, tally=tally)


def join(pieces: list[Piece]) -> tuple[Curve | None, int]:
    """Return the curve joined from an algorithm's pieces, and how many of its runs diverged.

    A curve is a full rectangle of runs × points: the complete runs or, while there are none, the
    points that all runs have reached. Diverged runs are left out. None if there is nothing yet.
    """
    pieces = sorted((p for p in pieces if p.points), key=lambda p: int(p.curve.runs[0]))
    pieces = [p for p in pieces if p.full] or pieces
    if not pieces:
        return None, 0
    points, first = min(p.points for p in pieces), pieces[0].curve
    loss = np.concatenate([p.curve.relative_loss[:, :points] for p in pieces])
    good = np.isfinite(loss).all(axis=1)
    diverged = int((~good).sum())
    if not good.any():
        return None, diverged
    arrays: dict[str, Any] = {}
    for name in BY_RUN:
        parts = [getattr(p.curve, name) for p in pieces]
        if parts[0] is not None:
            parts = [part[:, :points] if part.ndim == 2 else part for part in parts]
            arrays[name] = np.concatenate(parts)[good]
    unsampled = _gathered([p.curve.unsampled for p in pieces])
    spent = np.concatenate([p.spent[:, :points] for p in pieces])[good]
    curve = replace(
        first,
        examples=first.examples[:points].copy(),
        attributes=np.rint(spent.mean(axis=0)).astype(np.int64),
        q=_mean(pieces[0].q if unsampled is None else _gathered([p.q for p in pieces])),
        unsampled=unsampled,
        pi=_mean(_gathered([p.pi for p in pieces])),
        **arrays,
        **learnt([p.tally for p in pieces if p.tally is not None], points, good),
    )
    return curve, diverged


def _mean(of_runs: Floats | None) -> Floats | None:
    return None if of_runs is None else np.asarray(of_runs[:RUNS_OF_Q].mean(axis=0))


def _gathered(parts: Sequence[NDArray[Any] | None]) -> NDArray[Any] | None:
    known = [part for part in parts if part is not None]
    return np.concatenate(known) if known else None


# -- what was learnt ---------------------------------------------------------------------------


@dataclass(eq=False)
class Tally:
    """The weights of some runs of one algorithm so far.

    Attributes
    ----------
    at : (W,) which points of the curve are kept.
    unit : u, the same for all runs of an algorithm on one data set.
    count : (W,) runs that are counted; a run that is not finite there is not.
    sums, squares : (W, d) sums over runs of n and n².
    runs : (R, W, d) the weights of every run, or None.
    """

    at: Ints
    unit: float
    count: Ints
    sums: Ints
    squares: Ints
    runs: Floats | None

    def add(self, point: int, w_bar: Floats, runs: slice = slice(None)) -> None:
        """Add the predictors (R, d) of some runs, or all, at one point of the curve, if kept."""
        for place in np.flatnonzero(self.at == point):
            if self.runs is not None:
                self.runs[runs, place] = w_bar
            n = np.rint(w_bar[np.isfinite(w_bar).all(axis=1)] / self.unit).astype(np.int64)
            self.count[place] += len(n)
            self.sums[place] += n.sum(axis=0)
            self.squares[place] += (n * n).sum(axis=0)


def empty_tally(kind: str, *, points: int, d: int, B: float, runs: int) -> Tally | None:
    """Return a tally without a run, or None if a spec's `weights`, here `kind`, is "none".

    points : P, of the curve; B : the norm bound of the algorithm; runs : R of the batch.
    """
    if kind == "none":
        return None
    at = kept_points(points, d)
    return Tally(
        at=at,
        unit=ldexp(1.0, frexp(B)[1] - FINENESS),
        count=np.zeros(len(at), dtype=np.int64),
        sums=np.zeros((len(at), d), dtype=np.int64),
        squares=np.zeros((len(at), d), dtype=np.int64),
        runs=np.zeros((runs, len(at), d), dtype=np.float64) if kind == "runs" else None,
    )


def kept_points(points: int, d: int) -> Ints:
    """Return which of the points of a curve are kept, evenly spread and always the last.

    >>> kept_points(3, 100).tolist(), kept_points(25, 5_000).tolist()
    ([0, 1, 2], [6, 12, 18, 24])
    """
    most = max(1, min(MOST_POINTS, MOST_WEIGHTS // d))
    return np.unique(-(-np.arange(1, most + 1) * points // most)) - 1


def learnt(tallies: Sequence[Tally], points: int, good: NDArray[np.bool_]) -> dict[str, Any]:
    """Return the weights at those of the first `points` points of a curve that are kept, by name.

    good : (R,) the runs whose own weights are returned, where every run was kept. Mean and
        standard deviation are those of the runs that are finite at a point, which a run that
        diverges later still is; they are 0 where there is none.
    """
    at = tallies[0].at[tallies[0].at < points] if tallies else np.zeros(0, dtype=np.int64)
    if not len(at):
        return {}
    reached, unit = slice(len(at)), tallies[0].unit
    n = np.sum([tally.count[reached] for tally in tallies], axis=0)[:, None]
    sums, squares = np.zeros((2, len(at), tallies[0].sums.shape[1]))
    for other in sorted({tally.unit for tally in tallies}):  # another split may have another B
        same, factor = [tally for tally in tallies if tally.unit == other], other / unit
        sums += factor * np.sum([tally.sums[reached] for tally in same], axis=0)
        squares += factor**2 * np.sum([tally.squares[reached] for tally in same], axis=0)
    mean = sums / np.maximum(n, 1)
    variance = np.maximum(squares - sums * mean, 0.0) / np.maximum(n - 1, 1)
    weights: dict[str, Any] = {
        "weights_at": at.copy(),
        "weights": rounded(mean * unit),
        "weights_sd": rounded(np.sqrt(variance) * unit),
    }
    of_runs = [tally.runs[:, reached] for tally in tallies if tally.runs is not None]
    if of_runs:
        weights["weights_of_runs"] = rounded(np.concatenate(of_runs)[good])
    return weights


def rounded(numbers: Floats) -> Floats:
    """Return numbers as exact as a float32, about seven digits, but in the range of a float64."""
    bits = np.ascontiguousarray(numbers).view(np.int64)
    short: Floats = (bits >> ROUNDED << ROUNDED).view(np.float64)
    return short
