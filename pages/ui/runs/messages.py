"""The messages between the server and its workers: processes over a `Channel`, or a cluster."""

from __future__ import annotations

from dataclasses import dataclass

from aelr_core.datasets import Dataset
from aelr_core.experiments import ExperimentSpec, Progress

# What a visitor reads when a task fails.
WRONG = (
    "A program error ended this run; the details are in the server's log. "
    "Try again, or try other settings."
)
TOO_BIG = "This run needs more than the {limit} allowed: reduce examples, runs or d."


@dataclass(frozen=True)
class Ready:
    """From a worker: everything is imported, send a task. Sent again after every task."""


@dataclass(frozen=True, eq=False)
class Task:
    """To a worker: compute this.

    crowded : whether others wait: nothing is computed then that the result does not need.
    """

    spec: ExperimentSpec
    dataset: Dataset | None
    crowded: bool = False


@dataclass(frozen=True)
class Stop:
    """To a worker: leave the current task. A worker without a task ignores it."""


@dataclass(frozen=True)
class Ended:
    """From a worker, once per task: it is over; `error` is a sentence if it failed."""

    error: str = ""


FromWorker = Ready | Progress | Ended
ToWorker = Task | Stop
