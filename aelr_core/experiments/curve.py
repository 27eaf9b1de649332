"""A learning curve with every run kept, what was chosen for it, and the pieces it is made of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aelr_core.algorithms import StepRule
from aelr_core.checks import Floats, Ints
from aelr_core.experiments.spec import ExperimentSpec

# q of a two-phased algorithm differs from run to run; the mean over this many is kept.
RUNS_OF_Q = 100


@dataclass(frozen=True)
class Setting:
    """What was chosen for one algorithm before its curve is run.

    Attributes
    ----------
    B : norm bound.
    step : how the step size is found, one number for all lanes.
    """

    B: float
    step: StepRule

    @property
    def number(self) -> float:
        """The multiplier, or η where that was given."""
        number = self.step.eta if self.step.multiplier is None else self.step.multiplier
        assert isinstance(number, int | float)
        return number

    @property
    def number_is(self) -> str:
        """What `number` is: "eta", or "multiplier" (of the theory's step)."""
        return "eta" if self.step.multiplier is None else "multiplier"

    @property
    def phase_one(self) -> float:
        """The number of a two-phased run's first phase: its own multiplier, or `number`."""
        own = self.step.phase_one
        assert own is None or isinstance(own, int | float)
        return self.number if own is None else own


def fixed(spec: ExperimentSpec, B: float) -> Setting:
    """Return the setting of a spec whose step is not searched."""
    if spec.step == "theory":
        return Setting(B, StepRule(multiplier=spec.multiplier))
    assert not isinstance(spec.step, str)
    return Setting(B, StepRule(eta=spec.step))


@dataclass(frozen=True, eq=False)
class Curve:
    """One algorithm's measurements: R runs at P points, raw.

    Attributes
    ----------
    algorithm : key.
    runs : (R,) the runs' numbers; rows of two curves belong together where these agree.
    examples : (P,) examples seen, increasing.
    attributes : (P,) attributes seen: draws spent, or n d for full information.
    distinct : (R, P) different attributes per example, summed over the examples.
    relative_loss : (R, P) test loss over the zero predictor's.
    excess_risk : (R, P) where the best predictor is known exactly, else None.
    error_rate : (R, P) where targets are ±1, else None.
    setting : the norm bound and the step size that were used; None for an offline curve, whose
        norm bound is `Result.bound_of` it.
    q : (d,) how attributes were sampled (two-phased: the mean over runs), else None.
    unsampled : (R,) attributes with q_i = 0 in a two-phased run, else None.
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

    @property
    def mean(self) -> Floats:
        """(P,) the mean relative loss."""
        return np.asarray(self.relative_loss.mean(axis=0))

    @property
    def sd(self) -> Floats:
        """(P,) the standard deviation of the relative loss over runs; 0 for a single run."""
        if len(self.runs) < 2:
            return np.zeros(len(self.examples))
        return np.asarray(self.relative_loss.std(axis=0, ddof=1))


@dataclass(eq=False)
class Piece:
    """What one batch has measured so far.

    Attributes
    ----------
    measured : the curve of its runs; what has not been measured yet is NaN, or 0, or None.
    points : at how many of the P points all its runs have been measured.
    q : (R', d) how attributes were sampled in each of the first runs (`RUNS_OF_Q`); (1, d) where
        all runs do it alike.
    """

    measured: Curve
    points: int = 0
    q: Floats | None = None

    @property
    def full(self) -> bool:
        """Whether its runs have every point."""
        return self.points == len(self.measured.examples)


@dataclass(eq=False)
class Growth:
    """What a batch has so far: a piece of each of its algorithms.

    `fraction` is the share of the batch that is done, and `ended` says that nothing will follow.
    """

    pieces: tuple[Piece, ...]
    fraction: float = 0.0
    ended: bool = False


def join(pieces: list[Piece]) -> tuple[Curve | None, int]:
    """Return the curve of an algorithm's pieces so far, and how many of its runs diverged.

    Only rectangles are drawn: the runs that are complete or, while there are none, the points
    that all runs have reached so far. Runs that diverged are left out. None: nothing to draw.
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
    curve = Curve(
        algorithm=first.algorithm,
        runs=np.concatenate([part.runs for part in parts])[good],
        examples=first.examples[:points].copy(),
        attributes=first.attributes[:points].copy(),
        distinct=np.concatenate([part.distinct[:, :points] for part in parts])[good],
        relative_loss=loss[good],
        excess_risk=_rows([part.excess_risk for part in parts], points, good),
        error_rate=_rows([part.error_rate for part in parts], points, good),
        setting=first.setting,
        q=None if q is None else q[:RUNS_OF_Q].mean(axis=0),
        unsampled=unsampled,
    )
    return curve, diverged


def _rows(parts: list[Floats | None], points: int, good: np.ndarray) -> Floats | None:
    known = [part[:, :points] for part in parts if part is not None]
    return np.concatenate(known)[good] if known else None


def _gathered(parts: list[np.ndarray | None]) -> np.ndarray | None:
    known = [part for part in parts if part is not None]
    return np.concatenate(known) if known else None
