"""How long whole experiments take, and what plain one-run loops would need for them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from aelr_core.bench import plain
from aelr_core.bench.work import Work
from aelr_core.experiments import timings
from aelr_core.experiments.spec import ExperimentSpec

# Name: what is run, in how many processes, and the seconds it may take to the end and to the
# first curve.
EXPERIMENTS: dict[str, tuple[ExperimentSpec, int, float, float | None]] = {
    "interactive": (timings.INTERACTIVE, 1, 2.0, 0.5),
    "panel": (timings.PANEL, 2, 60.0, None),
}
# Steps of the plain loops that are timed: enough for w to fill up.
PLAIN_STEPS = 512


def experiments(names: Sequence[str], say: Callable[[str], None]) -> Iterator[dict[str, Any]]:
    """Yield the wall-clock seconds of each experiment, and the plain loops' estimated ones.

    The estimate is steps times the time of one step of a plain loop on the same problem; making
    data, measuring curves and the offline baseline would come on top of it.
    """
    if not names:
        return
    budgeted_us, online_us = _plain_us()
    for name in names:
        spec, jobs, target, first_target = EXPERIMENTS[name]
        say(f"{name} experiment, jobs = {jobs}")
        timing = timings.time(name, spec, jobs)
        budgeted = timing.steps - timing.online_steps
        yield asdict(timing) | {
            "target_seconds": target,
            "target_first_seconds": first_target,
            "plain_seconds_estimated": (
                budgeted * budgeted_us + timing.online_steps * online_us
            ) / 1e6,
        }  # fmt: skip


def _plain_us() -> tuple[float, float]:
    """Return the microseconds of one budgeted and one full-information step in a plain loop."""
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
