"""Lanes of Adaptive JAERR that keep what they see and take a second look at it.

That is not the paper's setting, where nothing is kept, so that it only runs where it is named. It
draws by `aelr_core.stream`, one run after the other, and is for a few runs.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core.algorithms.entry import Algorithm
from aelr_core.algorithms.lanes import Learner, Task
from aelr_core.checks import Floats, Ints
from aelr_core.engine.lanes import Lanes
from aelr_core.randomness import UNIFORMS, generator
from aelr_core.second_look import Looks, refuse_many, second_look
from aelr_core.stream import Stream, as_units

# A look takes about as long as a thousand steps. Between two of them, the examples grow so much.
GROWTH = 1.25


class SecondLooks:
    """Lanes that are each a `Stream` of its own.

    Parameters
    ----------
    X, y : (n, d), (n,) training rows and labels.
    lanes : what differs between the lanes.
    streams : one for each lane.
    """

    def __init__(
        self, X: NDArray[np.generic], y: Floats, lanes: Lanes, streams: list[Stream]
    ) -> None:
        self._X, self._y, self._lanes, self._streams = X, y, lanes, streams
        self.t, self.steps = 0, int(lanes.steps.max())
        self._looks = [Looks(X.shape[1]) for _ in streams]
        self._random = [generator(lanes.seed, run, UNIFORMS) for run in lanes.run.tolist()]
        self._looked_at, self._w = 0, np.zeros((len(streams), X.shape[1]))

    def advance(self, steps: int | None = None) -> None:
        """Take this many steps (all remaining ones if None)."""
        steps = self.steps - self.t if steps is None else int(steps)
        rows = self._lanes.rows(self.t, steps)
        each = zip(self._streams, self._looks, self._random, rows.tolist(), strict=True)
        for stream, looks, random, of_lane in each:
            for row in of_lane:
                order = stream.order(random.random(stream.uniforms))
                x, y = self._X[row, order.columns].astype(np.float64), float(self._y[row])
                stream.learn(order, x, y)
                looks.add(order.columns, x, y)
        self.t += steps

    def w_bar(self) -> Floats:
        """Return what was most likely at the last look, (L, d), without an intercept.

        Another look is taken once there are a quarter more examples, and at the end.
        """
        end = self.t == self.steps > self._looked_at
        if end or self.t >= max(1.0, GROWTH * self._looked_at):
            self._looked_at = self.t
            self._w = np.array([second_look(looks, intercept=False).coef for looks in self._looks])
        return self._w

    @property
    def attributes_seen(self) -> tuple[Ints, Ints]:
        """Draws spent and distinct attributes so far, (L,) each: the same, none is drawn twice."""
        spent = np.array([looks.lengths.sum() for looks in self._looks])
        return spent, spent.copy()


def second_looks(entry: Algorithm, task: Task) -> Learner:
    """Return lanes of Adaptive JAERR with a second look, with its automatic or a constant step."""
    refuse_many(task.d)
    step, lanes = task.step, task.lanes
    if step.factor is not None and np.any(np.asarray(step.factor) != 1):
        raise ValueError(f"step must be 'auto' or a number for {entry.label}, which searches none.")
    constant = None if step.eta is None else np.broadcast_to(step.eta, len(lanes)).tolist()
    streams = [
        Stream(
            "ridge",
            as_units(task.d),
            K=task.budget,
            B=B,
            eta=None if constant is None else constant[lane],
            length=task.length,
            guarded=task.guarded,
        )
        for lane, B in enumerate(lanes.B.tolist())
    ]
    return SecondLooks(task.X, task.y, lanes, streams)
