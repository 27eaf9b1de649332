"""What adaptive joint lanes have seen: counts and sums, from which moments are estimated."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.credibility import credible_moments
from aelr_core.engine.joint.clocks import Clocks
from aelr_core.engine.joint.design import JointDesign
from aelr_core.engine.joint.not_zero import DEAR
from aelr_core.engine.joint.running import running_sums


class Seen:
    """How often each attribute was seen, and the sums of its squares and fourth powers.

    Nobody asks for them before a lane's next block begins, so the values are kept until then and
    noted together.

    Parameters
    ----------
    learns : (L,) which lanes learn from it; the others know the moments, M.
    M : (d,) or None, if all lanes learn.
    d : number of attributes.
    design : whose samples are seen.

    Attributes
    ----------
    something, all_something : (L,) whether anything but zeros was seen, or nothing need be;
        whether in all lanes.
    """

    def __init__(
        self, learns: NDArray[np.bool_], M: Floats | None, d: int, design: JointDesign
    ) -> None:
        self._learns, self._M, self._d, self._design = learns, M, d, design
        lanes = len(learns)
        self._values = design.rows()
        self._since = np.zeros(lanes, dtype=np.int64)  # the first step of a block not noted yet
        self._counts, self._squares, self._fourths = np.zeros((3, lanes, d + 1))
        self._u: Floats | None = None
        self._sizes = np.zeros(lanes)  # Σ 2(t + 1) Σ_i u_i x_i²/π_i² over the steps t
        self.something = ~learns
        self.all_something = False

    def moments(self, lanes: Ints | slice, clocks: Clocks) -> Floats:
        """Return the moments of some lanes, (l, d), as known or as estimated from all steps."""
        M_hat = credible_moments(*self.sums(lanes, clocks))
        return M_hat if self._M is None else np.where(self._learns[lanes][:, None], M_hat, self._M)

    def sums(self, lanes: Ints | slice, clocks: Clocks) -> tuple[Floats, Floats, Floats]:
        """Return Σx², Σx⁴ and the counts of some lanes, (l, d) each, of all steps so far."""
        self._note(lanes, clocks.begun[lanes], clocks.at[lanes] - clocks.begun[lanes])
        d = self._d
        return self._squares[lanes, :d], self._fourths[lanes, :d], self._counts[lanes, :d]

    def o(self, lanes: Ints | slice, t: Ints) -> Floats:
        """Return the running estimates of A from the values seen, (l,), after t steps, (l,).

        They are 0 where nothing is learnt from what was seen.

        Since 1 − 2/(t + 2) = t/(t + 2), o ← o + 2/(t + 2)(measured − o) is a mean with the
        weights 2(t + 1): t(t + 1) o is a sum.
        """
        o: Floats = self._sizes[lanes] / np.maximum(t * (t + 1), 1)
        return np.where(self._learns[lanes], o, 0.0)

    def note_weights(self, lanes: Ints | slice, u: Floats) -> None:
        """Take note of the weights of A of some lanes, (l, d); of size 1 if all are 1."""
        if u.size > 1 or self._d == 1:
            if self._u is None:
                self._u = np.zeros_like(self._counts)
            self._u[lanes, : self._d] = u

    def keep_values(self, rows: slice | Ints, x: Floats, awake: NDArray[np.bool_]) -> Ints:
        """Keep the values of some steps; return lanes that saw their first but 0.

        rows : which steps of a lane's block they are; see `rows`.
        x : (steps, K, L) or (steps, L, K); of one step if some lanes saw nothing but 0 before.
        awake : (L,) whose they are.
        """
        self._values.put(rows, x, awake)
        if self.all_something:
            return np.empty(0, dtype=np.int64)
        fresh = (x[0] != 0).any(axis=self._design.layout.draws) & ~self.something
        self.something |= fresh
        self.all_something = bool(self.something.all())
        return np.flatnonzero(fresh)

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self._values.keep(lanes)
        own = ("_learns", "_since", "_counts", "_squares", "_fourths", "_sizes", "something")
        for name in own:
            setattr(self, name, getattr(self, name)[lanes])
        self._u = None if self._u is None else self._u[lanes]

    def begin_block(self, lanes: Ints | slice) -> None:
        """Begin to count the steps of these lanes' next block; all values are noted."""
        self._since[lanes] = 0

    def _note(self, lanes: Ints | slice, begun: Ints, until: Ints) -> None:
        """Take note of the first `until`, (l,), steps of blocks that began at `begun`, (l,)."""
        since, d = self._since[lanes], self._d
        part = slice(int(since.min()), int(until.max()))
        if part.start >= part.stop:
            return
        layout, lane = self._design.layout, np.arange(len(self._since))[lanes]
        attributes, inverse = self._design.samples_of(lanes, part)
        x = self._values.read(part, lanes)
        row = np.arange(part.start, part.stop)[:, None]
        new = (row >= since) & (row < until)
        if not new.all():
            attributes = np.where(layout.spread_rows(new), attributes, d)  # where nobody looks
            x = np.where(layout.spread_rows(new), x, 0.0)
        places = attributes + layout.spread_numbers(lane * (d + 1))
        np.add.at(self._counts.reshape(-1), places.reshape(-1), 1.0)
        sizes = self._note_values(places, x, inverse, len(lane))
        weights = 2.0 * (begun + row + 1).astype(np.float64)
        self._sizes[lanes] = running_sums(self._sizes[lanes], weights * sizes)[-1]
        self._since[lanes] = until

    def _note_values(self, places: Ints, x: Floats, inverse: Floats, lanes: int) -> Floats:
        """Take note of values at some places; return Σ_i u_i x_i²/π_i² of each step, (steps, l)."""
        layout, steps, shape = self._design.layout, len(x), x.shape
        not_0 = x != 0
        few = DEAR * np.count_nonzero(not_0) <= x.size  # the others would add nothing
        if few:
            here = np.flatnonzero(not_0)
            places = places.reshape(-1).take(here)
            x, inverse = x.reshape(-1).take(here), inverse.reshape(-1).take(here)
        squares = x * x
        np.add.at(self._squares.reshape(-1), places.reshape(-1), squares.reshape(-1))
        np.add.at(self._fourths.reshape(-1), places.reshape(-1), (squares * squares).reshape(-1))
        squares *= inverse
        squares *= inverse
        if self._u is not None:
            squares *= self._u.take(places)
        if few:
            sample = here // not_0[0].size * lanes + layout.lane_of(here, shape)
            sizes = np.bincount(sample, squares, steps * lanes).reshape(steps, lanes)
            return sizes.astype(np.float64, copy=False)
        # in the same order, whoever else is here: a lane alone is the same to the last digit
        sums = np.cumsum(squares, axis=1 if layout.lanes_last else 2)
        return sums[:, -1] if layout.lanes_last else sums[:, :, -1]
