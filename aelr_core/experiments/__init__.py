"""Experiments: a spec, run as a stream of results so far; tables and files of results.

`stream(spec)` yields a `Progress` about every 0.2 s, `run(spec)` returns the last one's result;
`summary(result)` makes its table, `save` and `load` keep it, `as_plain` is for JSON.
"""

from aelr_core.experiments.curve import Curve
from aelr_core.experiments.files import as_plain, load, save
from aelr_core.experiments.result import Progress, Result
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.experiments.stream import run, stream
from aelr_core.experiments.summary import attributes_to_reach, paired_difference, summary

__all__ = [
    "Curve",
    "ExperimentSpec",
    "Progress",
    "Result",
    "as_plain",
    "attributes_to_reach",
    "load",
    "paired_difference",
    "run",
    "save",
    "stream",
    "summary",
]
