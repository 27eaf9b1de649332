"""Experiments: a spec, run as a stream of results so far; tables and files of results.

`stream(spec)` yields a `Progress` about every 0.2 s, `run(spec)` returns the last one's result;
`summary(result)` makes its table, `save` and `load` keep it, `as_plain` is for JSON.

The way from a spec to a table, file by file::

    spec (fields)     what is asked for; recipe: the same as a command or a program
    problem           its data, norm bound, and where each algorithm is measured
    work              the pieces of work it takes; cost: the seconds of each
    schedule          which of them can be done now, and what has come in
    search (folds)    a piece that chooses step sizes, on folds of the training rows
    growth, offline   a piece that runs lanes, or fits; judge: how good predictors are
    curve             what one algorithm measured, put together from pieces
    result            all curves, searches and notes so far
    stream            does the work here; parallel: in other processes
    summary, files    tables of a result; a result on disk and as JSON
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
