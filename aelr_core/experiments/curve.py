"""A learning curve with every run kept, and the pieces it is put together from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.experiments.setting import Setting

# q of a two-phased algorithm differs from run to run; the mean over this many is kept.
RUNS_OF_Q = 100


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
    """What one batch has measured so far: its runs at the first `points` of P points.

    Attributes as of `Curve`; `q` is (R', d), one for each of the first runs (`RUNS_OF_Q`).
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
    q: Floats | None = None
    unsampled: Ints | None = None
    points: int = 0

    @property
    def full(self) -> bool:
        """Whether its runs have every point."""
        return self.points == len(self.examples)


@dataclass(eq=False)
class Growth:
    """What a batch has to show: a piece of each of its algorithms.

    `fraction` is the share of the batch that is done, and `ended` says that nothing will follow.
    """

    pieces: tuple[Piece, ...]
    fraction: float = 0.0
    ended: bool = False


def join(pieces: list[Piece]) -> tuple[Curve | None, int]:
    """Return the curve of an algorithm's pieces so far, and how many of its runs diverged.

    Only rectangles are drawn: the runs that are complete or, while there are none, the points
    that all begun runs have reached. Runs that diverged are left out. None: nothing to draw.
    """
    pieces = sorted((p for p in pieces if p.points), key=lambda p: int(p.runs[0]))
    ready = [p for p in pieces if p.full] or pieces
    if not ready:
        return None, 0
    first = ready[0]
    points = min(p.points for p in ready)
    loss = np.concatenate([p.relative_loss[:, :points] for p in ready])
    good = np.isfinite(loss).all(axis=1)
    diverged = int((~good).sum())
    if not good.any():
        return None, diverged
    unsampled = _gathered([p.unsampled for p in ready])
    q = first.q if unsampled is None else _gathered([p.q for p in ready])
    curve = Curve(
        algorithm=first.algorithm,
        runs=np.concatenate([p.runs for p in ready])[good],
        examples=first.examples[:points].copy(),
        attributes=first.attributes[:points].copy(),
        distinct=np.concatenate([p.distinct[:, :points] for p in ready])[good],
        relative_loss=loss[good],
        excess_risk=_rows([p.excess_risk for p in ready], points, good),
        error_rate=_rows([p.error_rate for p in ready], points, good),
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
