"""The door of a stream: it counts every look and, if asked, centres what it shows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.engine.joint.seen import JointAccess
from aelr_core.engine.joint.steps import Layout


class StreamDoor(JointAccess):
    r"""A door for one lane, whose rows come in pieces.

    With `centre` it shows :math:`x_i - \hat\mu_i`, where :math:`\hat\mu_i` is the mean of attribute
    i over the looks *before* this one; the first look at an attribute only sets its mean and shows
    0. So no attribute is looked at for its mean's sake, and what is shown depends on the past and
    on this row alone: the gradient stays unbiased given the past.

    Parameters
    ----------
    d : attributes.
    centre : whether to subtract the means.

    Attributes
    ----------
    counts : (d,) how often each attribute was looked at.
    means : (d,) the means of what was seen; 0 without `centre`.
    squares : (d,) sums of squares of what was seen, about the means.
    spent : (1,) looks so far.
    """

    def __init__(self, d: int, *, centre: bool) -> None:
        super().__init__(np.empty((0, d)), 1)
        self._centre = centre
        self.counts, self.means, self.squares = (
            np.zeros(d, dtype=np.int64),
            np.zeros(d),
            np.zeros(d),
        )

    def open(self, X: NDArray[np.generic]) -> None:
        """Stand before these rows, (n, d), and forget those before."""
        self._flat = np.ascontiguousarray(X).reshape(-1)

    def look(self, rows: Ints, attributes: Ints, layout: Layout, *, full: bool) -> Floats:
        """Return what is seen at the attributes of some samples, as `JointAccess.look`."""
        x = super().look(rows, attributes, layout, full=full)
        for sample, seen in zip(attributes, x, strict=True):  # one step after the other
            there = sample < self._d
            S, values = sample[there], seen[there]
            self.counts[S] += 1
            deviation = values - self.means[S]
            if self._centre:
                n = self.counts[S]
                self.means[S] += deviation / n
                seen[there] = np.where(n > 1, deviation, 0.0)
            self.squares[S] += deviation * (values - self.means[S])
        return x

    @property
    def mean_moment(self) -> float:
        """The mean of x_i², or of its variance, over uniform looks; 0 if they say nothing."""
        looks = np.maximum(self.counts - 1, 0) if self._centre else self.counts
        return float(self.squares.sum() / max(int(looks.sum()), 1))
