"""What adaptive joint lanes have seen: counts and sums, from which moments are estimated."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.engine.joint.design import JointDesign
from aelr_core.engine.joint.running import running_sums


class Seen:
    """How often each attribute was seen, and the sums of its squares and fourth powers.

    Nobody asks for them before a lane's next block begins, so the values are kept until then and
    noted together.

    Parameters
    ----------
    lanes, d : L and the number of attributes.
    design : whose samples are seen.

    Attributes
    ----------
    something, all_something : (L,) whether anything but zeros was seen; whether in all lanes.
    """

    def __init__(self, lanes: int, d: int, design: JointDesign) -> None:
        self._d, self._design = d, design
        self._values = design.ring()
        self._since = np.zeros(lanes, dtype=np.int64)  # the first step that is not noted yet
        self._counts, self._squares, self._fourths = np.zeros((3, lanes, d + 1))
        self._u: Floats | None = None
        self._sizes = np.zeros(lanes)  # Σ 2(t + 1) Σ_i u_i x_i²/π_i² over the steps t
        self.something = np.zeros(lanes, dtype=bool)
        self.all_something = False

    def sums(self, lanes: Ints | slice, t: int) -> tuple[Floats, Floats, Floats]:
        """Return Σx², Σx⁴ and the counts of some lanes, (l, d) each, of all steps before t."""
        noted = self._since[lanes]
        if (noted == noted[0]).all():
            self._note(lanes, int(noted[0]), t)
        else:
            lane = np.arange(len(self._since))[lanes]
            for since in np.unique(noted):
                self._note(lane[noted == since], int(since), t)
        d = self._d
        return self._squares[lanes, :d], self._fourths[lanes, :d], self._counts[lanes, :d]

    def o(self, lanes: Ints | slice, t: int) -> Floats:
        """Return the running estimates of A from the values seen, (l,), after t steps.

        Since 1 − 2/(t + 2) = t/(t + 2), o ← o + 2/(t + 2)(measured − o) is a mean with the
        weights 2(t + 1): t(t + 1) o is a sum.
        """
        o: Floats = self._sizes[lanes] / max(t * (t + 1), 1)
        return o

    def note_weights(self, lanes: Ints | slice, u: Floats) -> None:
        """Take note of the weights of A of some lanes, (l, d); of size 1 if all are 1."""
        if u.size > 1 or self._d == 1:
            if self._u is None:
                self._u = np.zeros_like(self._counts)
            self._u[lanes, : self._d] = u

    def keep_values(self, t: int, x: Floats) -> Ints:
        """Keep the values of some steps from t on; return lanes that saw their first but 0.

        x : (steps, K, L) or (steps, L, K); of one step if some lanes saw nothing but 0 before.
        """
        self._values.rows(t, len(x))[:] = x
        if self.all_something:
            return np.empty(0, dtype=np.int64)
        fresh = (x[0] != 0).any(axis=self._design.layout.draws) & ~self.something
        self.something |= fresh
        self.all_something = bool(self.something.all())
        return np.flatnonzero(fresh)

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self._values.keep(lanes)
        for name in ("_since", "_counts", "_squares", "_fourths", "_sizes", "something"):
            setattr(self, name, getattr(self, name)[lanes])
        self._u = None if self._u is None else self._u[lanes]

    def _note(self, lanes: Ints | slice, since: int, t: int) -> None:
        """Take note of the values seen in the steps from `since` to t - 1."""
        while since < t:
            steps = min(t - since, self._design.side_by_side(since))
            self._note_steps(lanes, since, steps)
            since += steps
        self._since[lanes] = t

    def _note_steps(self, lanes: Ints | slice, since: int, steps: int) -> None:
        """Take note of the values of some steps that are kept side by side."""
        layout, lane = self._design.layout, np.arange(len(self._since))[lanes]
        attributes, inverse = self._design.samples_of(lanes, since, steps)
        places = attributes + layout.spread_numbers(lane * (self._d + 1))
        x = self._values.read(since, steps, lanes)
        squares, at = x * x, places.reshape(-1)
        np.add.at(self._counts.reshape(-1), at, 1.0)
        not_0 = np.flatnonzero(squares)  # of many data few: the others would add nothing
        at, some = at.take(not_0), squares.reshape(-1).take(not_0)
        np.add.at(self._squares.reshape(-1), at, some)
        np.add.at(self._fourths.reshape(-1), at, some * some)
        squares *= inverse
        squares *= inverse
        if self._u is not None:
            squares *= self._u.take(places)
        weights = 2.0 * np.arange(since + 1, since + steps + 1)[:, None]
        by_draw = squares.swapaxes(0, 1)  # (K, steps, l) with lanes last, whose order is fixed
        sizes = layout.sums(by_draw) if layout.lanes_last else squares.sum(axis=2)
        self._sizes[lanes] = running_sums(self._sizes[lanes], weights * sizes)[-1]
