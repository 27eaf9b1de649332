"""The attribute access of joint lanes, and what adaptive lanes have seen through it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.credibility import credible_moments
from aelr_core.engine.joint.steps import Layout, running_sums
from aelr_core.engine.tree import how_often

# Numbers of which the cache holds several arrays.
CACHED = 2**15


class JointAccess:
    """The only access to attribute values, which counts; samples may be of different sizes.

    Parameters
    ----------
    X : (n, d) training rows, any real dtype.
    lanes : how many lanes look at them.

    Attributes
    ----------
    spent : (L,) attributes seen so far.
    distinct : (L,) different ones, per example, of samples in rising order.
    """

    def __init__(self, X: NDArray[np.generic], lanes: int) -> None:
        self._flat = np.ascontiguousarray(X).reshape(-1)
        self._d = X.shape[1]
        self.spent, self.distinct = np.zeros((2, lanes), dtype=np.int64)

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self.spent, self.distinct = self.spent[lanes], self.distinct[lanes]

    def look(self, rows: Ints, attributes: Ints, layout: Layout, *, full: bool) -> Floats:
        """Return x of some steps at the attributes of their samples; 0 where there is none.

        rows : (steps, L)
        attributes : (steps, n, L) or (steps, L, n) as the layout says; d is no attribute.
        full : whether all of them are attributes.
        """
        at = layout.spread_rows(rows * self._d) + attributes
        x: Floats = self._flat.take(at, mode="clip").astype(np.float64, copy=False)
        there = self._counted(attributes, layout, full=full)
        if there is not None:
            x *= there
        return x

    def _counted(self, attributes: Ints, layout: Layout, *, full: bool) -> NDArray[np.bool_] | None:
        """Count the attributes of all lanes; return where there are any, None if everywhere."""
        there = None if full else attributes < self._d
        if there is None:
            spent: Ints | int = attributes.size // len(self.spent)
        else:
            spent = how_often(there).sum(axis=layout.draws)
        before, after = layout.neighbours(attributes)
        repeated = after <= before  # in rising order no attribute is seen twice
        if there is not None:
            repeated &= layout.neighbours(there)[1]
        self.spent += spent
        self.distinct += spent - how_often(repeated).sum(axis=layout.draws)
        return there


class Seen:
    """How often each attribute was seen, and the sums of its squares and fourth powers.

    Moments are estimated from them. Nobody asks for them within a block, so what is seen is kept
    and added up when somebody does, lane by lane: a lane's sums are in the cache together, those of
    all lanes at once are not.

    Parameters
    ----------
    lanes : how many learn from it.
    d : number of attributes.
    layout : how a step's sample lies in memory.

    Attributes
    ----------
    something, all_something : (L,) whether anything but 0 was seen; whether in all lanes.
    """

    def __init__(self, lanes: int, d: int, layout: Layout) -> None:
        self._d, self._layout = d, layout
        self._counts, self._squares, self._fourths = np.zeros((3, lanes, d + 1))
        self._u: Floats | None = None
        self._sizes = np.zeros(lanes)  # Σ 2(t + 1) Σ_i u_i x_i²/π_i² over the steps t
        self.something = np.zeros(lanes, dtype=bool)
        self.all_something = False
        # not added up yet: the places and the squares of what was seen there
        self._places: list[Ints] = []
        self._seen_squares: list[Floats] = []

    def moments(self, lanes: Ints | slice) -> Floats:
        """Return the moments of some lanes, (l, d), as estimated from all steps."""
        self._add_up()
        d = self._d
        sums = self._squares[lanes, :d], self._fourths[lanes, :d]
        return credible_moments(*sums, self._counts[lanes, :d])

    def o(self, lanes: Ints | slice, t: Ints) -> Floats:
        """Return the running estimates of A from the values seen, (l,), after t steps, (l,).

        Since 1 − 2/(t + 2) = t/(t + 2), o ← o + 2/(t + 2)(measured − o) is a mean with the
        weights 2(t + 1): t(t + 1) o is a sum.
        """
        o: Floats = self._sizes[lanes] / np.maximum(t * (t + 1), 1)
        return o

    def note_weights(self, lanes: Ints | slice, u: Floats) -> None:
        """Take note of the weights of A of some lanes, (l, d); of size 1 if all are 1."""
        if u.size > 1 or self._d == 1:
            if self._u is None:
                self._u = np.zeros_like(self._counts)
            self._u[lanes, : self._d] = u

    def note(self, places: Ints, x: Floats, pi: Floats, when: Ints) -> Ints:
        """Take note of what was seen in some steps; return lanes that saw their first but 0.

        places, x, pi : where in the flat (L, d + 1) arrays, the values and their ϖ, (steps, K, L)
            or (steps, L, K); the place d of a lane is nobody's.
        when : (steps, L) the numbers of the steps. There is only one while a lane has
            seen nothing but 0.
        """
        squares = x * x
        self._places.append(places)
        self._seen_squares.append(squares)
        measured = squares / pi
        measured /= pi
        if self._u is not None:
            measured *= self._u.take(places)
        sizes = self._sums_of(measured)
        self._sizes = running_sums(self._sizes, 2.0 * (when + 1) * sizes)[-1]
        if self.all_something:
            return np.empty(0, dtype=np.int64)
        fresh = (sizes[-1] > 0) & ~self.something
        self.something |= fresh
        self.all_something = bool(self.something.all())
        return np.flatnonzero(fresh)

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self._add_up()
        for name in ("_counts", "_squares", "_fourths", "_sizes", "something"):
            setattr(self, name, getattr(self, name)[lanes])
        self._u = None if self._u is None else self._u[lanes]

    def _add_up(self) -> None:
        """Add up what is not yet."""
        both = self._by_lane(self._places), self._by_lane(self._seen_squares)
        for places, squares in zip(*both, strict=True):
            np.add.at(self._counts.reshape(-1), places, 1.0)
            np.add.at(self._squares.reshape(-1), places, squares)
            np.add.at(self._fourths.reshape(-1), places, squares * squares)
        self._places.clear()
        self._seen_squares.clear()

    def _by_lane(self, steps: Sequence[NDArray[Any]]) -> Iterator[NDArray[Any]]:
        """Yield numbers of steps, (n, K, L) or (n, L, K) each, in rows, lane after lane.

        A row is of as many lanes as the cache holds.
        """
        axes = (2, 0, 1) if self._layout.lanes_last else (1, 0, 2)
        by_lane, lanes = [some.transpose(axes) for some in steps], len(self._sizes)
        numbers = max(1, sum(each.size for each in steps))
        few = max(1, CACHED * lanes // numbers)
        for start in range(0, lanes if steps else 0, few):
            some_lanes = [each[start : start + few] for each in by_lane]
            yield np.concatenate(some_lanes, axis=1).reshape(-1)

    def _sums_of(self, numbers: Floats) -> Floats:
        """Return the sums over each lane's sample in each step, (steps, L)."""
        # one after the other, whoever else is here: a lane alone is the same to the last digit
        if self._layout.lanes_last:
            by_draw = numbers.swapaxes(0, 1)
        else:
            by_draw = np.ascontiguousarray(numbers.transpose(2, 0, 1))
        totals: Floats = by_draw[0].copy()
        for each in by_draw[1:]:
            totals += each
        return totals
