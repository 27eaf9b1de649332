"""What an experiment has found so far: curves with every run, searches, and what to be told."""

from __future__ import annotations

import platform
from dataclasses import dataclass, field

import numpy as np

from aelr_core import __version__
from aelr_core.experiments.curve import Curve
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.experiments.tuning import Search


@dataclass(frozen=True, eq=False)
class Result:
    """The curves of a spec, complete or so far.

    Attributes
    ----------
    spec : what was asked for.
    curves : by algorithm, in the registry's order; without those that have no point yet.
    searches : by algorithm, the tables of the step-size search (also of the uniform algorithm,
        if only phase one needed it), or of the offline method's for its ball.
    notes : sentences for the reader, about what is not as one would expect.
    label, d, rows : the data set's words, attributes and training rows.
    norm_bound : B of the spec (see `bound_of` for an algorithm's own).
    zero_loss : the zero predictor's mean squared test error, the unit of `relative_loss`.
    seconds : time taken.
    complete : whether everything is there.
    versions : of what computed it.
    """

    spec: ExperimentSpec
    curves: dict[str, Curve]
    searches: dict[str, Search]
    notes: tuple[str, ...]
    label: str
    d: int
    rows: int
    norm_bound: float
    zero_loss: float
    seconds: float
    complete: bool
    versions: dict[str, str] = field(default_factory=lambda: versions())

    def bound_of(self, key: str) -> float:
        """Return the norm bound of one algorithm: as searched for it, or B."""
        search = self.searches.get(key)
        return self.norm_bound if search is None else search.chosen.B


@dataclass(frozen=True, eq=False)
class Progress:
    """How far an experiment is.

    Attributes
    ----------
    fraction : of the work, from 0 to 1, never falling.
    seconds : since the start.
    result : what there is so far.
    """

    fraction: float
    seconds: float
    result: Result

    @property
    def seconds_left(self) -> float | None:
        """About how long it will still take; None before anything is known."""
        if self.fraction <= 0:
            return None
        return self.seconds * (1 - self.fraction) / self.fraction


def versions() -> dict[str, str]:
    """Return the versions of what computes."""
    return {
        "aelr_core": __version__,
        "numpy": np.__version__,
        "python": platform.python_version(),
    }
