"""The excess risk that a run measured, to be laid over the bounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.analysis.bounds import Promises
from aelr_core.checks import Floats
from aelr_core.experiments import Curve, ExperimentSpec, Result


@dataclass(frozen=True, eq=False)
class Measured:
    """Mean excess risk by algorithm, at (P,) attributes.

    `exact` is False where the best predictor is not known and the offline one stands in for it,
    on the test rows.
    """

    risks: Mapping[str, tuple[Floats, Floats]]
    exact: bool


@dataclass(frozen=True)
class Slack:
    """How far a bound lies above what was measured, at the end of a run."""

    key: str
    attributes: float
    bound: float
    risk: float

    @property
    def factor(self) -> float:
        """The bound over the risk."""
        return self.bound / self.risk


def same_bounds(run: ExperimentSpec, chosen: ExperimentSpec) -> bool:
    """Return whether the bounds of `chosen` are about what `run` measured."""
    parts = ("data", "options", "family", "budget", "seed", "mode", "norm_bound")
    return all(getattr(run, part) == getattr(chosen, part) for part in parts)


def measured(result: Result) -> Measured | None:
    """Return the excess risks of the algorithms that have a bound; None if they are not known."""
    bounded = [c for c in result.curves.values() if ALGORITHMS[c.algorithm].bounds]
    if all(c.excess_risk is not None for c in bounded):
        risks = {c.algorithm: _at(c, c.excess_risk) for c in bounded}
        return Measured(risks, exact=True) if risks else None
    offline = [c for c in result.curves.values() if ALGORITHMS[c.algorithm].role == "offline"]
    if not offline or not result.complete:
        return None
    best = float(offline[0].mean[-1])
    half = 0.5 * result.zero_loss
    return Measured(
        {c.algorithm: _at(c, half * (c.relative_loss - best)) for c in bounded}, exact=False
    )


def slack(found: Measured, promises: Promises) -> Slack | None:
    """Return the slack of the first algorithm whose risk is above 0 at its last point."""
    for key, (attributes, risk) in found.risks.items():
        if ALGORITHMS[key].role == "known" and risk[-1] > 0:
            logs = np.log(promises.attributes), np.log(promises.curves[key])
            bound = float(np.exp(np.interp(np.log(attributes[-1]), *logs)))
            return Slack(key, float(attributes[-1]), bound, float(risk[-1]))
    return None


def _at(curve: Curve, values: Floats | None) -> tuple[Floats, Floats]:
    assert values is not None
    return curve.attributes.astype(np.float64), np.asarray(values.mean(axis=0))
