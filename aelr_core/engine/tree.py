"""Draws of j ~ p for every lane while p changes with every step.

p_j is proportional to a weight of w_j, and a step changes k_x of them only. The weights are the
leaves of a three-level tree of sums with a fan-out of about d^(1/3): a draw reads three short
rows, a change touches three numbers, whatever d is.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from aelr_core.checks import Floats, Ints

# Sums are kept up to date by differences, so they carry the rounding of the largest total they
# held. A lane whose total has fallen this far since its sums were last added up anew is worn.
WORN = 1e-4
BELOW_ONE = 1.0 - 2.0**-53
# Weights that add up to less than this have lost their digits to underflow: there is nothing to
# draw by, as if they were 0. (|w| is then below 1e-140 and the inner product 0 for all purposes.)
NOTHING = 1e-280


class SumTree:
    """Values of L lanes over d attributes, drawn from in proportion to their weights.

    Parameters
    ----------
    lanes, d : size.
    weigh : from values and their factors to weights >= 0, elementwise; a value of 0 weighs 0.
    factor : (width,) or (L, width) what `weigh` is given with the values, or None (see
        `padded_width`).

    Attributes
    ----------
    width : number of leaves a lane, >= d + 1; leaf d exists, is 0 and stands for "nowhere".
    values : (L, width). Change them through `change`, or in place followed by `rebuild`.
    """

    def __init__(
        self,
        lanes: int,
        d: int,
        weigh: Callable[[Floats, Floats | None], Floats],
        factor: Floats | None,
    ) -> None:
        self._bits = _bits(d)
        self._fan = 1 << self._bits
        self.width = padded_width(d)
        self.values = np.zeros((lanes, self.width))
        self._weigh, self._factor = weigh, factor
        self._middles = np.zeros((lanes, self.width >> self._bits))
        self._tops = np.zeros((lanes, self.width >> 2 * self._bits))
        self._peak = np.zeros(lanes)
        self._offsets = np.arange(self._fan)[:, None, None]
        self._lane = np.arange(lanes)

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self.values, self._middles = self.values[lanes], self._middles[lanes]
        self._tops, self._peak = self._tops[lanes], self._peak[lanes]
        self._lane = np.arange(len(lanes))
        if self._factor is not None and self._factor.ndim == 2:
            self._factor = self._factor[lanes]

    def rebuild(self, lanes: Ints | slice = slice(None)) -> None:
        """Weigh the values of these lanes anew and add their sums up."""
        factor = self._factor
        if factor is not None and factor.ndim == 2:
            factor = factor[lanes]
        weights = self._weigh(self.values[lanes], factor)
        middles = weights.reshape(len(weights), -1, self._fan).sum(axis=2)
        tops = middles.reshape(len(weights), -1, self._fan).sum(axis=2)
        self._middles[lanes], self._tops[lanes] = middles, tops
        self._peak[lanes] = tops.sum(axis=1)

    def change(self, at: Ints, before: Floats, after: Floats, factor: Floats | None) -> None:
        """Change the values at flat positions `at` (lane * width + attribute).

        at, before, after, factor are of one shape; a position may appear twice only if nothing
        changes there ("nowhere"). factor is the weights' factor at these positions.
        """
        at = at.reshape(-1)
        difference = self._weigh(after, factor) - self._weigh(before, factor)
        self.values.reshape(-1)[at] = after.reshape(-1)
        difference = difference.reshape(-1)
        at = at >> self._bits
        np.add.at(self._middles.reshape(-1), at, difference)
        np.add.at(self._tops.reshape(-1), at >> self._bits, difference)

    def draw(self, u: Floats) -> tuple[Ints, Floats, Floats, Floats]:
        """Draw by inverse CDF: the first n with cumsum(weights)[n] > u * total.

        Parameters
        ----------
        u : (n, L) uniforms, n draws a lane.

        Returns
        -------
        j : (n, L) attributes; 0 in a lane with `NOTHING` to draw by.
        value, weight : (n, L) what is there.
        total : (L,) the sum of a lane's weights.
        """
        sums, total = self._totals()
        below = u * total
        if not total.min() > NOTHING:
            below = np.where(total > NOTHING, below, -1.0)  # before every leaf of an empty lane
        np.minimum(below, total * BELOW_ONE, out=below)
        top = _first_above(sums[1:, None], below)
        below -= sums.reshape(-1).take(top * len(total) + self._lane)

        at = (self._lane * self._tops.shape[1] + top) << self._bits
        sums = _cumulate(self._middles.reshape(-1).take(at + self._offsets))
        np.minimum(below, sums[-1] * BELOW_ONE, out=below)
        middle = _first_above(sums[1:], below)
        draw = np.arange(below.size).reshape(below.shape)  # where a draw stands in its row
        below -= sums.reshape(-1).take(middle * below.size + draw)

        at = (at + middle) << self._bits
        places = at + self._offsets
        values = self.values.reshape(-1).take(places)
        factor = None
        if self._factor is not None:
            if self._factor.ndim == 1:
                places -= self._lane * self.width
            factor = self._factor.reshape(-1).take(places)
        weights = self._weigh(values, factor)
        sums = _cumulate(weights)
        np.minimum(below, sums[-1] * BELOW_ONE, out=below)
        leaf = _first_above(sums[1:], below)

        picked = leaf * below.size + draw
        j = at + leaf - self._lane * self.width
        return j, values.reshape(-1).take(picked), weights.reshape(-1).take(picked), total

    def _totals(self) -> tuple[Floats, Floats]:
        """Return the running sums over the top level, (tops + 1, L), and the totals, (L,)."""
        sums = _cumulate(self._tops.T)
        np.maximum(self._peak, sums[-1], out=self._peak)
        worn = sums[-1] < WORN * self._peak
        if worn.any():
            self.rebuild(np.flatnonzero(worn))
            sums = _cumulate(self._tops.T)
        return sums, sums[-1]


def padded_width(d: int) -> int:
    """Return the number of leaves of a tree over d attributes: room for one more, "nowhere"."""
    block = 1 << 2 * _bits(d)
    return -(-(d + 1) // block) * block


def _bits(d: int) -> int:
    """Return log2 of the fan-out, so that three levels are about equally wide."""
    return round(float(np.log2(d)) / 3)


def _cumulate(rows: Floats) -> Floats:
    """Return running sums down the first axis, with a row of zeros on top.

    np.cumsum works element by element here; adding whole rows is five times as fast, once the
    rows are long enough to pay for the calls. Both add in the same order.
    """
    sums = np.empty((len(rows) + 1, *rows.shape[1:]))
    sums[0] = 0.0
    if rows[0].size < 256:
        np.cumsum(rows, axis=0, out=sums[1:])
        return sums
    sums[1] = rows[0]
    for n in range(1, len(rows)):
        np.add(sums[n], rows[n], out=sums[n + 1])
    return sums


def _first_above(sums: Floats, below: Floats) -> Ints:
    """Return the first row whose running sum exceeds `below`, which the last row does.

    sums is (rows, n or 1, L), below and the result are (n, L).
    """
    passed = sums <= below
    # counting in single bytes is vectorised; int16 only where more than 127 could pass
    byte = np.int8 if len(passed) < 128 else np.int16
    first: Ints = np.add.reduce(passed.view(np.int8), axis=0, dtype=byte).astype(np.int64)
    return np.minimum(first, len(sums) - 1, out=first)  # sums of subnormal weights may be equal
