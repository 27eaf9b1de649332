"""The labels of a stream, which cost nothing: their mean and spread so far."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats


class StreamLabels:
    r"""Labels that come in pieces, each taken from the mean of all labels so far.

    Parameters
    ----------
    centre : whether to subtract the mean; if not, it stays 0.

    Attributes
    ----------
    n : how many labels came.
    mean : their mean, or 0.
    squares : :math:`\sum_t (y_t - \bar y)^2` with the mean of all that came, or :math:`\sum y_t^2`.
    """

    def __init__(self, *, centre: bool) -> None:
        self._centre, self.n, self.mean, self.squares = centre, 0, 0.0, 0.0

    def take(self, y: Floats) -> Floats:
        r"""Count labels y (n,) and return what is learnt from them, (n,).

        That is :math:`y_t - \bar y_t`, with the mean up to and with :math:`y_t`: the first label
        says nothing about the spread, however far from 0 it is.
        """
        learnt = np.empty(len(y))
        for t, label in enumerate(y.tolist()):  # one by one: pieces must not change the rounding
            self.n += 1
            deviation = label - self.mean
            if self._centre:
                self.mean += deviation / self.n
            learnt[t] = label - self.mean
            self.squares += deviation * learnt[t]
        return learnt

    @property
    def mean_square(self) -> float:
        """The mean of the squares: E[y²], or the variance of y."""
        return self.squares / max(self.n, 1)
