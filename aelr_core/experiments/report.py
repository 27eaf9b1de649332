"""A result as plain data: what the command line prints and a reader downloads."""

from __future__ import annotations

from typing import Any

from aelr_core.checks import Floats
from aelr_core.experiments.curve import Curve
from aelr_core.experiments.result import Result


def as_plain(result: Result) -> dict[str, Any]:
    """Return a result for JSON: means and standard deviations of every curve, notes, spec."""
    return {
        "curves": {
            key: _curve(curve, result.bound_of(key)) for key, curve in result.curves.items()
        },
        "data": result.label,
        "d": result.d,
        "norm_bound": result.norm_bound,
        "complete": result.complete,
        "notes": list(result.notes),
        "spec": result.spec.to_dict(),
        "seconds": result.seconds,
        "versions": result.versions,
    }


def _curve(curve: Curve, B: float) -> dict[str, Any]:
    setting = curve.setting
    plain: dict[str, Any] = {
        "attributes": curve.attributes.tolist(),
        "distinct": curve.distinct.mean(axis=0).tolist(),
        "examples": curve.examples.tolist(),
        "mean": curve.mean.tolist(),
        "sd": curve.sd.tolist(),
        "runs": len(curve.runs),
        "step": None if setting is None else setting.number,
        "step_is": None if setting is None else setting.number_is,
        "norm_bound": B,
    }
    if curve.excess_risk is not None:
        plain["excess_risk"] = _mean(curve.excess_risk)
    if curve.error_rate is not None:
        plain["error_rate"] = _mean(curve.error_rate)
    return plain


def _mean(values: Floats) -> list[float]:
    return [float(value) for value in values.mean(axis=0)]
