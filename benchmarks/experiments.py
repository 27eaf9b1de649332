"""Times whole experiments, and compares the cost model's estimates with measured times."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from aelr_core.algorithms import ALGORITHMS, of_family
from aelr_core.experiments import ExperimentSpec, Result, run, stream
from aelr_core.experiments.cost import estimated_seconds
from aelr_core.experiments.problem import dataset_of, positions

# A panel of the paper: synthetic ridge data, d = 500, k + 1 = 5, with the full protocol.
PANEL = ExperimentSpec(
    algorithms=tuple(key for key in of_family("ridge") if ALGORITHMS[key].origin == "the paper"),
    examples=20_000,
    runs=100,
    step="cv",
    curve="per_prefix",
    points=10,
    seed=1,
)
# The default settings of the app, which a visitor sees first.
INTERACTIVE = ExperimentSpec(curve="anytime", points=25, seed=1)
# By name: the spec, the number of processes, and the most seconds it may take.
EXPERIMENTS = {"interactive": (INTERACTIVE, 1, 3.5), "panel": (PANEL, 2, 25.0)}
# Triggers all late imports, as the app's workers do before a visitor's run.
TINY = ExperimentSpec(options=(("dim", 2),), budget=2, examples=2, runs=1, points=1, step="theory")


def experiments(names: Sequence[str], say: Callable[[str], None]) -> Iterator[dict[str, Any]]:
    """Yield the figures of each experiment."""
    for name in names:
        spec, jobs, most = EXPERIMENTS[name]
        say(f"{name} experiment, jobs = {jobs}")
        yield {"name": name, "jobs": jobs, "most_seconds": most} | timed(spec, jobs)


def timed(spec: ExperimentSpec, jobs: int) -> dict[str, Any]:
    """Run a spec once, including the making of its data, and begin it again as it is watched.

    Returns
    -------
    dict
        ``seconds`` to the complete result, ``seen_seconds`` those of processor time to the first
        curves that a visitor sees, which are provisional, and the ``steps`` of all single runs.
    """
    seen = _seen_seconds(replace(spec, seed=spec.seed + 1))  # whose data are not made yet
    began = time.perf_counter()
    result = run(spec, jobs=jobs)
    seconds = time.perf_counter() - began
    return {"seconds": seconds, "seen_seconds": seen, "steps": count_steps(result)}


def _seen_seconds(spec: ExperimentSpec) -> float:
    run(TINY)
    began = time.process_time()
    for progress in stream(spec, watched=True):
        if progress.preview or progress.result.curves:
            break
    return time.process_time() - began


def count_steps(result: Result) -> int:
    """Return how many steps all single runs of a result took, the search included."""
    steps = 0
    for key, search in result.searches.items():
        if ALGORITHMS[key].takes_steps:
            steps += len(search.trials) * search.folds * search.repeats * search.examples
    for key in result.curves:
        if ALGORITHMS[key].takes_steps:
            n = positions(result.spec, key, result.d)
            lanes = n[-1:] if result.spec.one_pass(key) else n
            steps += result.spec.runs * int(np.sum(lanes))
    return steps


def estimates(say: Callable[[str], None]) -> Iterator[dict[str, Any]]:
    """Yield, for experiments of several kinds, the estimated and the measured seconds."""
    default = replace(INTERACTIVE, seed=0)
    for name, spec in {
        "interactive": default,
        "lasso": replace(default, family="lasso", algorithms=()),
        "theory, 100 runs": replace(default, step="theory", runs=100),
        "d = 2000": replace(default, options=(("dim", 2000),)),
        "digits": replace(default, data="digits-3v5", options=()),
        "MNIST, k+1 = 57": replace(default, data="mnist-3v5", options=(), budget=57, runs=5),
        "per prefix, cv": replace(default, curve="per_prefix", points=5, step="cv", runs=5),
        "wine": replace(default, data="wine", options=()),
    }.items():
        say(f"estimate of {name}")
        estimated = estimated_seconds(spec, dataset_of(spec, None).d)
        start = time.process_time()
        run(spec)
        measured = time.process_time() - start
        yield {"name": name, "estimated_seconds": estimated, "measured_seconds": measured}
