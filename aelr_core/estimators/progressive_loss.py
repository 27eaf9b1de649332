"""The progressive loss of a stream: how good the predictor is, from what was paid for."""

from __future__ import annotations

import numpy as np

# At most this many stretches are kept; when there are more, neighbours become one.
STRETCHES = 64


class ProgressiveLoss:
    """Sums of the estimates of L(w̄) − L(0), over stretches of equal length.

    The stretches are those of the stream, not of the pieces in which it comes. They are of
    length 1 at first, then 2, 4 and so on, so that 32 to 64 of them cover a long stream.

    Attributes
    ----------
    length : examples per stretch; the last one may be shorter.
    """

    def __init__(self) -> None:
        self.length = 1
        self._sums: list[float] = []
        self._in_last = 0

    @property
    def room(self) -> int:
        """Examples that the last stretch has room for, >= 1."""
        return self.length - self._in_last if 0 < self._in_last < self.length else self.length

    def add(self, total: float, examples: int) -> None:
        """Add the sum of this many estimates, at most `room`."""
        if self._in_last in (0, self.length):
            if len(self._sums) == STRETCHES:
                pairs = zip(self._sums[::2], self._sums[1::2], strict=True)
                self._sums, self.length = [a + b for a, b in pairs], 2 * self.length
            self._sums.append(0.0)
            self._in_last = 0
        self._sums[-1] += total
        self._in_last += examples

    def last_half(self) -> tuple[float, float]:
        r"""Return the mean estimate over the last half of the stretches, and its standard error.

        With sums :math:`s_b` over :math:`n_b` examples each, n in all, the mean is
        :math:`\bar\ell = \sum s_b/n` and its squared standard error
        :math:`\frac{b}{b-1} \sum (s_b - n_b\bar\ell)^2/n^2` for b stretches; NaN for fewer than
        two, and both are NaN before the first example.

        Examples
        --------
        >>> loss = ProgressiveLoss()
        >>> for estimate in (9.0, 5.0, -1.0, -3.0):
        ...     loss.add(estimate, 1)
        >>> loss.last_half()
        (-2.0, 1.0)
        """
        first = len(self._sums) // 2
        sums = np.array(self._sums[first:])
        if not len(sums):
            return float("nan"), float("nan")
        examples = np.full(len(sums), self.length)
        examples[-1] = self._in_last
        n, b = int(examples.sum()), len(sums)
        mean = float(sums.sum() / n)
        if b < 2:
            return mean, float("nan")
        deviations = sums - examples * mean
        return mean, float(np.sqrt(b / (b - 1) * (deviations**2).sum()) / n)
