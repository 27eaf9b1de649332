"""A run on a cluster, with a stand-in for Dask where an order of events cannot be had otherwise.

`tests/runs/test_cluster.py` has the real one.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, field

import numpy as np

from aelr_core.experiments import ExperimentSpec, run
from aelr_core.experiments.cluster import ClusterRun, Reply, _Computation
from tests.runs.specs import small


@dataclass
class Answer:
    """The answer to a question; asked for, it makes both of a pair, the later question first."""

    pair: Pair
    said: bytes = b""

    def result(self, timeout: float) -> bytes:
        self.pair.answer()
        return self.said


@dataclass
class Pair:
    computation: _Computation
    asked: list[Answer] = field(default_factory=list)

    def answer(self) -> None:
        for each in reversed(self.asked):
            each.said = each.said or self.computation.next()


class Overtaking:
    """An actor, and its client, for which the second of two questions arrives before the first."""

    status = "running"

    def __init__(self, slips: int = 0) -> None:
        self.open: Pair | None = None
        self.slips = slips  # so often Dask stumbles over its own time limit

    def submit(
        self, computation: type, spec: ExperimentSpec, watched: bool, **how: bool
    ) -> Overtaking:
        self.computation = computation(spec, watched)
        return self

    def as_current(self) -> nullcontext[None]:
        return nullcontext()

    def result(self, timeout: float) -> Overtaking:
        if self.slips:
            self.slips -= 1
            raise UnboundLocalError("result")
        return self

    def next(self) -> Answer:
        if self.open is None or len(self.open.asked) == 2:
            self.open = Pair(self.computation)
        self.open.asked.append(Answer(self.open))
        return self.open.asked[-1]


def test_pieces_come_in_their_order_though_questions_overtake_each_other() -> None:
    said = list[Reply]()
    on_cluster = ClusterRun(Overtaking(), small())
    while not said or said[-1].kind == "progress":
        piece = on_cluster.receive(1.0)
        said += [] if piece is None else [piece]
    assert [each.number for each in said] == [*range(len(said))]
    assert said[-1].kind == "end"
    last = said[-2].progress
    assert last is not None
    assert last.result.complete
    for key, curve in run(small()).curves.items():
        np.testing.assert_array_equal(last.result.curves[key].relative_loss, curve.relative_loss)


def test_a_slip_of_dask_is_no_lost_worker() -> None:
    on_cluster = ClusterRun(Overtaking(slips=2), small())
    assert on_cluster.receive(1.0) is None
    assert on_cluster.receive(1.0) is None
    said = on_cluster.receive(1.0) or on_cluster.receive(1.0)
    assert said is not None
    assert said.kind == "progress"
