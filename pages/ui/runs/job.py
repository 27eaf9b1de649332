"""A job: one spec being computed, as every session that watches it sees it."""

from __future__ import annotations

import copy
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from time import monotonic
from typing import Literal

from aelr_core.datasets import Dataset
from aelr_core.experiments import Curve, ExperimentSpec, Result

State = Literal["queued", "running", "done", "stopped", "failed"]

_numbers = count(1)


@dataclass(eq=False)
class Job:
    """A spec and its progress.

    Readers take no lock. The board writes `state` last, so a reader of "done" finds the complete
    result, and a reader of "failed" finds the error.

    Attributes
    ----------
    spec : what is computed; draw from it and `result`, not from widgets.
    number : different for every job; with `version` it identifies a frame in caches of figures.
    state : "queued", "running", "done", "stopped" (by a visitor, or because nobody was watching)
        or "failed".
    fraction : the share of the work that is done, from 0 to 1.
    version : grows with every new `result`; 0 means there is none yet.
    result : the latest result, partial until the job is done; kept when it stops or fails.
    preview : provisional curves to show beside it, by algorithm; kept as well.
    error : of a failed job, one sentence for the visitor.
    size : bytes of the result of a finished job that the board keeps.
    note : a sentence for those who watch it, if there is something to say.
    crowded : whether others waited for a worker when it began.
    seen : set when there is a result for the first time, or will never be one.
    over : set when the job is over.
    """

    spec: ExperimentSpec
    number: int = field(default_factory=lambda: next(_numbers))
    state: State = "queued"
    fraction: float = 0.0
    version: int = 0
    result: Result | None = None
    preview: Mapping[str, Curve] = field(default_factory=dict)
    error: str = ""
    size: int = 0
    note: str = ""
    crowded: bool = False
    seen: threading.Event = field(default_factory=threading.Event, repr=False)
    over: threading.Event = field(default_factory=threading.Event, repr=False)
    started: float | None = None
    finished: float | None = None
    # For the board only: who watches, and an uploaded table until it is sent to a worker.
    watchers: set[str] = field(default_factory=set, repr=False)
    dataset: Dataset | None = field(default=None, repr=False)

    @property
    def ended(self) -> bool:
        """Whether the job is over."""
        return self.state not in ("queued", "running")

    def ended_before(self, moment: float) -> bool:
        """Whether it was over at this moment of the monotonic clock, not only since then."""
        return self.finished is not None and self.finished < moment

    @property
    def nothing_kept(self) -> bool:
        """Whether it was stopped before its first final curve: provisional ones are not kept."""
        return self.state == "stopped" and not (self.result and self.result.curves)

    @property
    def seconds(self) -> float:
        """Seconds that it has been running, or ran."""
        if self.started is None:
            return 0.0
        return (self.finished or monotonic()) - self.started

    @property
    def seconds_left(self) -> float | None:
        """Estimated seconds left; None before the first result and after the end."""
        if self.ended or self.version == 0 or self.fraction <= 0:
            return None
        return self.seconds * (1 - self.fraction) / self.fraction

    def wait_for_the_end(self, seconds: float) -> None:
        """Wait so long, or until it is over, if it is expected to be over by then."""
        left = self.seconds_left
        if left is not None and left < seconds:
            self.over.wait(seconds)

    def stopped_copy(self) -> Job:
        """Return this job as one that ended now, for a session that leaves while others watch."""
        left = copy.copy(self)
        left.watchers, left.dataset = set(), None
        left.finished, left.state = monotonic(), "stopped"
        return left
