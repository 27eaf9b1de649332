"""Draws of i ~ q for a whole block of steps at once, and repeated draws put together."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints


class GuideTables:
    """Inverse-CDF draws from fixed distributions by a guide table (Chen and Asau, 1974).

    A draw is the first n with cum[n] > u, as in `aelr_core.sampling.draw`. The unit interval is
    cut into G >= 4d cells; for each the first candidate is stored, and the few draws that are
    not settled by it walk on. That is three gathers a draw instead of log2(d) branches.

    Parameters
    ----------
    q : (d,) one distribution for all lanes, or (L, d) one a lane; rows sum to 1.
    """

    def __init__(self, q: Floats) -> None:
        self._shared = q.ndim == 1
        rows = np.atleast_2d(q)
        self.d = rows.shape[1]
        cum = np.cumsum(rows, axis=1)
        cum /= cum[:, -1:]
        self._cells = 1 << int(np.ceil(np.log2(4 * self.d)))
        # cell c starts at c/G; its first candidate is #{n : cum[n] <= c/G}. G is a power of two,
        # so cum * G is exact and the table is right to the last bit.
        behind = np.ceil(cum * self._cells).astype(np.int64)
        behind += (np.arange(len(rows)) * (self._cells + 1))[:, None]
        counts = np.bincount(behind.ravel(), minlength=len(rows) * (self._cells + 1))
        guide = counts.reshape(len(rows), -1)[:, :-1].cumsum(axis=1)
        self._cum = cum
        self._guide = guide.astype(np.int32 if len(rows) > 1 else np.intp)

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        if not self._shared:
            self._cum, self._guide = self._cum[lanes], self._guide[lanes]

    def draw(self, u: Floats) -> Ints:
        """Return the attributes drawn by uniforms u of shape (T, L, k), same shape."""
        cell = (u * self._cells).astype(np.int64)
        first = np.zeros(1, dtype=np.int64)  # where a draw's own cumulated row begins
        if not self._shared:
            lane = np.arange(u.shape[1])[:, None]
            cell += lane * self._cells
            first = np.broadcast_to(lane * self.d, u.shape).reshape(-1)
        drawn: Ints = self._guide.take(cell).astype(np.int64, copy=False)
        flat, u = drawn.reshape(-1), u.reshape(-1)
        unsettled = np.flatnonzero(self._cum.take(flat + first) <= u)
        while unsettled.size:
            flat[unsettled] += 1
            at = flat[unsettled] + (first if self._shared else first[unsettled])
            unsettled = unsettled[self._cum.take(at) <= u[unsettled]]
        return drawn


def merge_repeats(drawn: Ints, value: Floats, nowhere: int) -> None:
    """Add up the values of attributes drawn more than once in a step, in place.

    Draws are with replacement and repeated indices add up. Afterwards each attribute of a step
    appears once with its whole value; the other draws point `nowhere` with value 0, so that
    plain gathers and scatters are right.

    Parameters
    ----------
    drawn : (T, L, k) attributes; sorted within a step when k is large.
    value : (T, L, k) what each draw contributes.
    nowhere : an attribute that does not exist.
    """
    k = drawn.shape[-1]
    at, what = drawn.reshape(-1, k), value.reshape(-1, k)
    if k <= 8:
        for b in range(1, k):
            for a in range(b):
                twice = np.flatnonzero(at[:, a] == at[:, b])
                if twice.size:
                    # a draw that was moved already has value 0 and meets only its like
                    what[twice, a] += what[twice, b]
                    what[twice, b] = 0.0
                    at[twice, b] = nowhere
        return
    flat, flat_value = at.reshape(-1), what.reshape(-1)
    same = np.zeros(at.shape, dtype=bool)
    np.equal(at[:, 1:], at[:, :-1], out=same[:, 1:])
    repeat = np.flatnonzero(same)
    if repeat.size:
        opens = np.ones(repeat.size, dtype=bool)  # does a new run of repeats open here?
        opens[1:] = repeat[1:] != repeat[:-1] + 1
        first = repeat[opens] - 1
        np.add.at(flat_value, first[np.cumsum(opens) - 1], flat_value[repeat])
        flat_value[repeat] = 0.0
        flat[repeat] = nowhere
