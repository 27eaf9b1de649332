"""Experiments: a spec, run as a stream of results so far."""

from aelr_core.experiments.curve import Curve
from aelr_core.experiments.result import Progress, Result
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.experiments.stream import run, stream

__all__ = ["Curve", "ExperimentSpec", "Progress", "Result", "run", "stream"]
