"""One lane of a joint algorithm, fed piece by piece, and what it knows of its stream."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.designs.hard_budget import refuse_missing_moments
from aelr_core.engine.joint.lanes import Joint
from aelr_core.engine.joint.lasso import JAELR
from aelr_core.engine.joint.ridge import JAERR
from aelr_core.engine.lanes import endless
from aelr_core.estimators.norm_bound import norm_bound
from aelr_core.estimators.opening import ROWS, Opening
from aelr_core.estimators.progressive_loss import ProgressiveLoss
from aelr_core.estimators.stream_door import StreamDoor
from aelr_core.estimators.stream_labels import StreamLabels


class Stream:
    """A lane of JAERR or JAELR, adaptive or not, that goes on with every piece of a stream.

    The stream has an `Opening` if B is to be found or if there is an intercept: a few rows, and
    if B is to be found, more until an attribute and a label other than 0 were seen (about their
    means, with an intercept). Without an intercept, known moments make looks in it unnecessary.

    Parameters
    ----------
    family, d : "ridge" or "lasso", and the number of attributes.
    K : attributes per example.
    M : (d,) second moments; None if they are learnt.
    B : norm bound; None if it is to be found.
    eta : a constant step size; None for the automatic one.
    length, guarded : as for `Joint`.
    intercept : whether to centre labels and attributes, by means learnt on the way.
    seed : of the uniforms; the lane draws as run 0 of it.
    opening : rows of the opening.

    Attributes
    ----------
    B : the norm bound; infinite while it is not known.
    door, labels : what was looked at, and the labels so far.
    losses : estimates of L(w̄) − L(0).
    """

    def __init__(
        self,
        family: str,
        d: int,
        *,
        K: int,
        M: Floats | None,
        B: float | None,
        eta: float | None,
        length: str,
        guarded: bool,
        intercept: bool,
        seed: int,
        opening: int = ROWS,
    ) -> None:
        self._family, self._d, self._K, self._M, self._eta = family, d, K, M, eta
        self._length, self._guarded = length, guarded
        self._seed, self._looks = seed, M is None or intercept
        self._opening_rows = opening if B is None or intercept else 0
        self.door = StreamDoor(d, centre=intercept)
        self.labels = StreamLabels(centre=intercept)
        self.losses = ProgressiveLoss()
        self._opening = Opening(self.door, K=K, seed=seed)
        self.B = np.inf if B is None else B
        self._lane: Joint | None = None

    def feed(self, X: Floats, y: Floats) -> None:
        """Learn from further examples, in this order: X (n, d) and y (n,)."""
        if self._M is not None:
            refuse_missing_moments(X, self._M, "moments")
        begun = 0
        while begun < len(y):
            use = self._learn if self._opened() else self._open
            begun += use(X[begun:], y[begun:])
        self.door.open(X[:0])  # no row outlives its piece

    def _opened(self) -> bool:
        """Say whether the opening is over; find B if it is."""
        if self.labels.n < self._opening_rows:
            return False
        if np.isinf(self.B):
            y2 = self.labels.mean_square
            m_bar = self.door.mean_moment if self._M is None else float(self._M.mean())
            if y2 > 0 and m_bar > 0:
                self.B = norm_bound(self._family, y2=y2, m_bar=m_bar, d=self._d)
        return bool(np.isfinite(self.B))

    def _open(self, X: Floats, y: Floats) -> int:
        """Use some of these rows for the opening; return how many."""
        rows = min(len(y), max(self._opening_rows - self.labels.n, 1))
        self.labels.take(y[:rows])
        if self._looks:
            self._opening.look(X[:rows])
        return rows

    def _begin(self) -> Joint:
        """Return the lane that learns, now that B is known."""
        engine: type[Joint] = JAELR if self._family == "lasso" else JAERR
        lane = endless(eta=self._eta or 1.0, B=self.B, seed=self._seed)
        return engine(
            np.empty((0, self._d)),
            np.empty(0),
            lane,
            K=self._K,
            M=self._M,
            multiplier=1.0 if self._eta is None else None,
            progressive=True,
            length=self._length,
            guarded=self._guarded,
        )

    def _learn(self, X: Floats, y: Floats) -> int:
        """Let the lane learn from all of these examples; return how many."""
        if self._lane is None:
            self._lane = self._begin()
        lane = self._lane
        self.door.open(X)
        lane.follow(self.door, self.labels.take(y))
        left, before = len(y), float(lane.progressive_loss_sums[0])
        while left:
            steps = min(left, self.losses.room)
            lane.advance(steps)
            after = float(lane.progressive_loss_sums[0])
            self.losses.add(after - before, steps)
            left, before = left - steps, after
        return len(y)

    @property
    def w_bar(self) -> Floats:
        """The predictor, (d,), of centred attributes if there is an intercept."""
        w: Floats = np.zeros(self._d) if self._lane is None else self._lane.w_bar()[0]
        return w

    @property
    def intercept(self) -> float:
        """The mean label less what the predictor makes of the mean attributes."""
        return self.labels.mean - float(self.w_bar @ self.door.means)

    @property
    def moments(self) -> Floats:
        """The second moments, (d,), known or as estimated now."""
        now = self.door.mean_moment if self._lane is None else self._lane.moments
        known = now if self._M is None else self._M
        M: Floats = np.broadcast_to(known, (1, self._d))[0].copy()
        return M

    @property
    def inclusion_probabilities(self) -> Floats:
        """π of the block under way, (d,); uniform in the opening."""
        if self._lane is None:
            return np.full(self._d, min(1.0, self._K / self._d))
        pi: Floats = self._lane.inclusion_probabilities[0]
        return pi

    @property
    def counts(self) -> Ints:
        """How often each attribute was looked at, (d,)."""
        return self.door.counts.copy()
