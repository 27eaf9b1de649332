"""What joint lanes estimate on the way from what was paid for: moments, loss and length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aelr_core import measured_length
from aelr_core.checks import Floats, Ints
from aelr_core.credibility import credible_moments
from aelr_core.engine.joint.design import JointDesign, Weights
from aelr_core.engine.joint.steps import Both, running_sums
from aelr_core.engine.lanes import Layout

# Numbers of which the cache holds several arrays.
CACHED = 2**15


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


class Progressive:
    r"""The sums of estimates of L(w̄) − L(0) over the steps so far.

    They change no step, so they are made after some steps, for all of them at once, as if each step
    of each lane were a lane of its own. With :math:`v = x \circ \bar w`, a step's estimate is

    .. math:: \frac12 \Big[\sum_{i \ne j} \frac{v_i v_j}{π_{ij}}
              + \sum_i \frac{v_i (v_i - 2y)}{π_i}\Big].

    Parameters
    ----------
    lanes, design : L, and whose samples they are made from.
    length : if w̄ is lengthened, the length, which is measured by the same estimates.

    Attributes
    ----------
    sums : (L,)
    """

    def __init__(self, lanes: int, design: JointDesign, length: Length | None) -> None:
        self._design, self._length, self.sums = design, length, np.zeros(lanes)
        self._was: list[tuple[Floats, Both]] = []

    def keep_step(self, R: Floats, now: Both) -> None:
        """Keep what a step knew of w̄ Ω = R V − C, where it looked: R and V + iC."""
        self._was.append((R, now))

    def note(self, t: Floats, x: Floats, y: Floats, Omega: Floats, weights: Weights) -> None:
        """Take note of the steps that were kept.

        Parameters
        ----------
        t : (steps, L) their numbers, from 1 on; 0 where a lane waited.
        x : (steps, K, L) or (steps, L, K) values.
        y, Omega : (steps, L)
        weights : from the design.
        """
        loss, square = self._estimates(x, y, Omega, weights)
        if self._length is not None:
            loss = self._length.note(t, 0.5 * square - loss, square)
        self.sums = running_sums(self.sums, loss)[-1]
        self._was.clear()

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self.sums = self.sums[lanes]

    def _estimates(
        self, x: Floats, y: Floats, Omega: Floats, weights: Weights
    ) -> tuple[Floats, Floats]:
        """Return the estimates of L(w̄) − L(0) and, if the length is measured, of ⟨w̄, x⟩².

        They are (steps, L) each.
        """
        layout, shape = self._design.layout, y.shape
        R, both = (np.stack(each) for each in zip(*self._was, strict=True))
        x, both = layout.steps_as_lanes(x), layout.steps_as_lanes(both)
        y, Omega, R = (each.reshape(-1) for each in (y, Omega, R))
        together = self._design.steps_as_lanes(weights)
        unit = np.where(Omega > 0, Omega, 1.0)
        v = x * ((layout.spread(R) * both.real - both.imag) / layout.spread(unit))
        loss = 0.5 * layout.sums(v * self._design.brackets(together, v, 2.0 * y))
        if self._length is None:
            return loss.reshape(shape), loss
        square = layout.sums(v * self._design.brackets(together, v, 0.0 * y))
        return loss.reshape(shape), square.reshape(shape)


class Length:
    """The sums from which L lanes measure how long w̄ should be, and what their block knows.

    See `aelr_core.measured_length`.

    Parameters
    ----------
    B : (L,) norm bounds.
    family : whose norm they bound, "ridge" or "lasso".
    """

    def __init__(self, B: Floats, family: str) -> None:
        self._B, self._family = B, family
        self._sums = np.zeros((measured_length.SUMS, len(B)))
        self._nu, self._a = np.zeros(len(B)), np.ones(len(B))

    def begin_block(self, lanes: Ints | slice, sums: Floats, Omega: Floats) -> None:
        """Note the norms of these lanes' averages, sums (l, d) over Omega (l,), and their a."""
        w_bar = sums / np.where(Omega > 0, Omega, 1.0)[:, None]
        self._nu[lanes] = np.sqrt((w_bar * w_bar).sum(axis=1))
        self._a[lanes] = self.factor(lanes, w_bar)

    def note(self, t: Floats, label: Floats, square: Floats) -> Floats:
        """Take note of estimates of y⟨w̄, x⟩ and ⟨w̄, x⟩²; return those of the loss.

        The loss is that of a·w̄ with the a of the block, which knows nothing of these examples.
        All are (steps, L), of the steps t, which count from 1; where t is 0, nothing is added.
        """
        terms = measured_length.terms(t, self._nu, label, square)
        self._sums = running_sums(self._sums, terms.swapaxes(0, 1))[-1]
        losses: Floats = self._a * (0.5 * self._a * square - label)
        return losses

    def factor(self, lanes: Ints | slice, w_bar: Floats) -> Floats:
        """Return a of these lanes, (l,), whose averages are w_bar, (l, d)."""
        return measured_length.factor(self._sums[:, lanes], w_bar, self._B[lanes], self._family)

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self._B, self._nu, self._a = self._B[lanes], self._nu[lanes], self._a[lanes]
        self._sums = self._sums[:, lanes]
