"""Times whole experiments, and estimates what plain one-run loops would need for them.

``python -m aelr_core.bench.experiment_times`` compares measured with estimated times.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from aelr_core.algorithms import ALGORITHMS, of_family
from aelr_core.bench import plain
from aelr_core.bench.work import Work
from aelr_core.experiments import ExperimentSpec, Result, run, stream
from aelr_core.experiments.cost import estimated_seconds
from aelr_core.experiments.problem import dataset_of, positions

# A panel of the paper: synthetic ridge data, d = 500, k + 1 = 5, with the full protocol.
PANEL = ExperimentSpec(
    algorithms=tuple(
        key for key in of_family("ridge") if ALGORITHMS[key].origin == "the paper"
    ),
    examples=20_000, runs=100, step="cv", curve="per_prefix", points=10, seed=1,
)  # fmt: skip
# The default settings of the app, which a visitor sees first.
INTERACTIVE = ExperimentSpec(curve="anytime", points=25, seed=1)
# By name: the spec, the number of processes, the seconds allowed to the end, and the processor
# seconds to the first curve that a visitor sees.
EXPERIMENTS: dict[str, tuple[ExperimentSpec, int, float, float | None]] = {
    "interactive": (INTERACTIVE, 1, 2.0, 0.1),
    "the paper's five": (replace(INTERACTIVE, algorithms=PANEL.algorithms), 1, 1.2, 0.1),
    "panel": (PANEL, 2, 35.0, None),
}
# Triggers all late imports, as the app's workers do before a visitor's run.
TINY = ExperimentSpec(
    options=(("dim", 2),), budget=2, examples=2, runs=1, points=1, step="theory"
)  # fmt: skip
# Steps of the timed plain loops: enough for w to fill up.
PLAIN_STEPS = 512


@dataclass(frozen=True)
class Timing:
    """One experiment, timed.

    Attributes
    ----------
    name, jobs : the experiment, and the number of processes.
    seconds : from the call to the complete result.
    first_seconds : to the first result with a curve in it, a final one.
    seen_seconds : processor seconds to the first curves that those who watch see: provisional ones
        of a few runs with the theory's step (`experiments.preview`), or final ones.
    steps : total steps of single runs, of budgeted and of online algorithms, including the
        search: a plain loop would take them one at a time.
    online_steps : how many of them were full-information steps.
    """

    name: str
    jobs: int
    seconds: float
    first_seconds: float
    seen_seconds: float
    steps: int
    online_steps: int


def experiments(names: Sequence[str], say: Callable[[str], None]) -> Iterator[dict[str, Any]]:
    """Yield the seconds of each experiment, and the estimate for plain loops.

    The estimate is the number of steps times the time of one step of a plain loop on the same
    problem; it leaves out making the data, measuring curves and the offline baseline.
    """
    if not names:
        return
    budgeted_us, online_us = _plain_us()
    for name in names:
        spec, jobs, target, first_target = EXPERIMENTS[name]
        say(f"{name} experiment, jobs = {jobs}")
        timing = timed(name, spec, jobs)
        budgeted = timing.steps - timing.online_steps
        yield asdict(timing) | {
            "target_seconds": target,
            "target_seen_seconds": first_target,
            "plain_seconds_estimated": (
                budgeted * budgeted_us + timing.online_steps * online_us
            ) / 1e6,
        }  # fmt: skip


def timed(name: str, spec: ExperimentSpec, jobs: int) -> Timing:
    """Run a spec once, including the making of its data, and begin it again as it is watched."""
    seen = _seen_seconds(replace(spec, seed=spec.seed + 1))  # whose data are not made yet
    began = time.perf_counter()
    first = None
    for progress in stream(spec, jobs=jobs):
        if first is None and progress.result.curves:
            first = time.perf_counter() - began
    seconds = time.perf_counter() - began
    budgeted, online = count_steps(progress.result)
    return Timing(name, jobs, seconds, first or seconds, seen, budgeted + online, online)


def _seen_seconds(spec: ExperimentSpec) -> float:
    """Return the processor seconds until those who watch see a curve, in a process that is warm."""
    run(TINY)
    began = time.process_time()
    for progress in stream(spec, watched=True):
        if progress.glimpse.provisional or progress.result.curves:
            break
    return time.process_time() - began


def count_steps(result: Result) -> tuple[int, int]:
    """Return how many budgeted and full-information steps all single runs of a result took."""
    spec = result.spec
    counts = {True: 0, False: 0}
    for key, search in result.searches.items():
        if not ALGORITHMS[key].takes_steps:
            continue
        runs = len(search.trials) * search.folds * search.repeats
        counts[ALGORITHMS[key].budgeted] += runs * search.examples
    for key in result.curves:
        if ALGORITHMS[key].takes_steps:
            n = positions(spec, key, result.d)
            lanes = n[-1:] if spec.one_pass(key) else n
            counts[ALGORITHMS[key].budgeted] += spec.runs * int(np.sum(lanes))
    return counts[True], counts[False]


def estimates() -> Iterator[str]:
    """Yield, for experiments of several kinds, the estimated and the measured seconds."""
    interactive = replace(INTERACTIVE, seed=0)
    for name, spec in {
        "interactive": interactive,
        "lasso": replace(interactive, family="lasso", algorithms=()),
        "theory, 100 runs": replace(interactive, step="theory", runs=100),
        "d = 2000": replace(interactive, options=(("dim", 2000),)),
        "digits": replace(interactive, data="digits-3v5", options=()),
        "MNIST, k+1 = 57": replace(interactive, data="mnist-3v5", options=(), budget=57, runs=5),
        "per prefix, cv": replace(interactive, curve="per_prefix", points=5, step="cv", runs=5),
        "wine": replace(interactive, data="wine", options=()),
    }.items():
        d = dataset_of(spec, None).d
        start = time.process_time()
        run(spec)
        seconds = time.process_time() - start
        yield f"{name}: {estimated_seconds(spec, d):.1f} s, measured {seconds:.1f} s"


def _plain_us() -> tuple[float, float]:
    """Return the microseconds that a budgeted and a full-information step take in a plain loop."""
    work = Work("ridge", "even", 500, 5, lanes=1, steps=PLAIN_STEPS).get_ready()
    X = work.data.X_train.astype(np.float64, copy=False)
    order, y = work.orders[0], work.data.y_train

    def online() -> object:
        return plain.online_ridge(X, y, order, work.eta, work.B)

    def budgeted() -> object:
        return work.by_loop(plain.gaerr, 1)

    return _us(budgeted), _us(online)


def _us(loop: Callable[[], object]) -> float:
    best = np.inf
    for _ in range(3):
        start = time.process_time()
        loop()
        best = min(best, time.process_time() - start)
    return 1e6 * float(best) / PLAIN_STEPS


if __name__ == "__main__":
    for line in estimates():
        print(line)
