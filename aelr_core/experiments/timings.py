"""How long the two experiments take by which this package is measured."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.experiments.problem import positions
from aelr_core.experiments.result import Result
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.experiments.stream import stream

# One whole panel of the paper: simulated ridge, d = 500, k + 1 = 5, with its whole protocol.
PANEL = ExperimentSpec(examples=20_000, runs=100, step="cv", curve="per_prefix", points=10, seed=1)
# What a visitor sees first.
INTERACTIVE = ExperimentSpec(curve="anytime", points=25, seed=1)


@dataclass(frozen=True)
class Timing:
    """One experiment, timed.

    Attributes
    ----------
    name, jobs : what was run, in how many processes.
    seconds : from the call to the complete result.
    first_seconds : to the first result with a curve in it.
    steps : steps of single runs in all, of budgeted and of online algorithms, the search
        included: what a plain loop would have to take one at a time.
    online_steps : how many of them were full-information steps.
    """

    name: str
    jobs: int
    seconds: float
    first_seconds: float
    steps: int
    online_steps: int


def panel_timings(jobs: int = 2) -> tuple[Timing, Timing]:
    """Time the panel (in `jobs` processes) and the interactive default (in this one)."""
    return time("panel", PANEL, jobs), time("interactive", INTERACTIVE, 1)


def time(name: str, spec: ExperimentSpec, jobs: int) -> Timing:
    """Run a spec once, the making of its data included."""
    began = perf_counter()
    first = None
    for progress in stream(spec, jobs=jobs):
        if first is None and progress.result.curves:
            first = perf_counter() - began
    seconds = perf_counter() - began
    budgeted, online = count_steps(progress.result)
    return Timing(name, jobs, seconds, first or seconds, budgeted + online, online)


def count_steps(result: Result) -> tuple[int, int]:
    """Return the steps of all single runs behind a result: budgeted ones, full-information ones."""
    spec = result.spec
    counts = {True: 0, False: 0}
    for key, search in result.searches.items():
        if ALGORITHMS[key].role == "offline":
            continue
        runs = len(search.trials) * search.folds * search.repeats
        counts[ALGORITHMS[key].budgeted] += runs * search.examples
    for key in result.curves:
        if ALGORITHMS[key].role != "offline":
            n = positions(spec, key, result.d)
            lanes = n if spec.curve == "per_prefix" else n[-1:]
            counts[ALGORITHMS[key].budgeted] += spec.runs * int(np.sum(lanes))
    return counts[True], counts[False]
