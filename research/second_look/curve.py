"""Adaptive JAERR with a second look as a curve of its own, in the app and on the command line.

It is not the paper's setting, where nothing is kept, so nobody gets it unasked. Importing this
module registers it: ``AELR_PLUGINS=research.second_look.curve make run`` or ``python -m aelr_core
run --plugin research.second_look.curve --data synthetic``. It draws by `aelr_core.stream`, one run
after the other, and looks again at every point of the curve, so that at most five runs are made.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from aelr_core.algorithms import ALGORITHMS, Algorithm, Learner, Task, register
from aelr_core.checks import Floats, Ints
from aelr_core.engine.lanes import Lanes
from aelr_core.randomness import UNIFORMS, generator
from aelr_core.second_look import Looks, refuse_many, second_look
from aelr_core.stream import Stream, as_units


class SecondLooks:
    """Lanes of Adaptive JAERR, each a `Stream` of its own, that keep what they saw.

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

    def advance(self, steps: int | None = None) -> None:
        """Take this many steps (all remaining ones if None)."""
        steps = self.steps - self.t if steps is None else steps
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
        """Return what is most likely given all looks so far, (L, d); without an intercept."""
        return np.array([second_look(looks, intercept=False).coef for looks in self._looks])

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


ENTRY = register(
    replace(
        ALGORITHMS["adaptive_jaerr"],
        key="second_look_jaerr",
        label="JAERR with a second look",
        short="Second look",
        word="second-look",
        does="Learns as it goes, with a second look",
        colour=7,
        make=second_looks,
        most_runs=5,
    )
)
