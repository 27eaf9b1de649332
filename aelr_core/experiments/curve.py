"""A learning curve with all its runs, its setting, and the pieces it is joined from."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from aelr_core.algorithms import StepRule
from aelr_core.checks import Floats, Ints
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.experiments.weights import Tally, learnt

# Where q or π differs between runs, the mean over this many runs is kept.
RUNS_OF_Q = 100


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
        own = self.step.phase_one
        assert own is None or isinstance(own, int | float)
        return self.number if own is None else own

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
    measured : the curve of its runs; what has not been measured yet is NaN, 0 or None.
    spent : (R, P) attributes seen by each run; `join` makes `attributes` from it.
    points : number of points, out of P, at which all its runs have been measured.
    loss_sums : (R, P) sums of the estimates behind `progressive`, if there are any.
    mean_y2 : (R, P') mean y² of the examples met up to each point of the first pass, with them.
    q : (R', d) sampling distributions of the first runs (at most `RUNS_OF_Q`); (1, d) if all runs
        share one.
    pi : (R', d) how likely the first runs of a joint algorithm see each attribute at the end.
    tally : the predictors so far, unless the spec wants none.
    """

    measured: Curve
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
        return self.points == len(self.measured.examples)


@dataclass(eq=False)
class Growth:
    """The state of a batch: its piece so far.

    `fraction` is the share of the batch that is done; `ended` means that nothing will follow;
    `elsewhere` are the processor seconds that another process took for it.
    """

    piece: Piece
    fraction: float = 0.0
    ended: bool = False
    elsewhere: float = 0.0


def join(pieces: list[Piece]) -> tuple[Curve | None, int]:
    """Return the curve joined from an algorithm's pieces, and how many of its runs diverged.

    A curve is a full rectangle of runs × points: the complete runs or, while there are none, the
    points that all runs have reached. Diverged runs are left out. None if there is nothing yet.
    """
    pieces = sorted((p for p in pieces if p.points), key=lambda p: int(p.measured.runs[0]))
    ready = [p for p in pieces if p.full] or pieces
    if not ready:
        return None, 0
    parts, points = [p.measured for p in ready], min(p.points for p in ready)
    first = parts[0]
    loss = np.concatenate([part.relative_loss[:, :points] for part in parts])
    good = np.isfinite(loss).all(axis=1)
    diverged = int((~good).sum())
    if not good.any():
        return None, diverged
    unsampled = _gathered([part.unsampled for part in parts])
    q = ready[0].q if unsampled is None else _gathered([p.q for p in ready])
    pi = _gathered([p.pi for p in ready])
    tallies = [p.tally for p in ready if p.tally is not None]
    found = learnt(tallies, points, good) if tallies else None
    curve = Curve(
        algorithm=first.algorithm,
        runs=np.concatenate([part.runs for part in parts])[good],
        examples=first.examples[:points].copy(),
        attributes=_mean_spent(ready, points, good),
        distinct=np.concatenate([part.distinct[:, :points] for part in parts])[good],
        relative_loss=loss[good],
        excess_risk=_rows([part.excess_risk for part in parts], points, good),
        error_rate=_rows([part.error_rate for part in parts], points, good),
        setting=first.setting,
        q=None if q is None else q[:RUNS_OF_Q].mean(axis=0),
        unsampled=unsampled,
        pi=None if pi is None else pi[:RUNS_OF_Q].mean(axis=0),
        progressive=_rows([part.progressive for part in parts], points, good),
        weights_at=None if found is None else found.at,
        weights=None if found is None else found.mean,
        weights_sd=None if found is None else found.sd,
        weights_of_runs=None if found is None else found.runs,
        data_sets=None if first.data_sets is None else _gathered_rows(parts)[good],
    )
    return curve, diverged


def _mean_spent(pieces: list[Piece], points: int, good: np.ndarray) -> Ints:
    """Return the mean over runs of the attributes seen, rounded, (points,)."""
    spent = np.concatenate([piece.spent[:, :points] for piece in pieces])[good]
    mean: Ints = np.rint(spent.mean(axis=0)).astype(np.int64)
    return mean


def _rows(parts: list[Floats | None], points: int, good: np.ndarray) -> Floats | None:
    known = [part[:, :points] for part in parts if part is not None]
    return np.concatenate(known)[good] if known else None


def _gathered_rows(parts: list[Curve]) -> Ints:
    return np.concatenate([part.data_sets for part in parts if part.data_sets is not None])


def _gathered(parts: list[np.ndarray | None]) -> np.ndarray | None:
    known = [part for part in parts if part is not None]
    return np.concatenate(known) if known else None
