"""Prepares a block of steps: everything that does not depend on w, computed all at once.

These are the rows, the draws of the i's by guide tables, the values seen there through the counted
access to attributes, and the uniforms of the j's. Draws are with replacement, and repeats in a step
add up. A value of 0 moves nothing, so only the others are kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.engine.lanes import LARGEST_INT32, AttributeAccess, Attributes, Lanes
from aelr_core.engine.tree import Places, SumTree, how_often
from aelr_core.moments import estimated_moments
from aelr_core.randomness import UniformStreams

# Up to this many j's are compared with the i's one by one; more are sorted.
FEW_NEW = 4
# Up to this many draws per step are seldom repeated.
FEW_DRAWS = 8
# Cells of guide tables made at a time, so that temporaries stay small.
CELLS_TOGETHER = 2**20
# Cells per attribute: more settle more draws at once, but every lane's own table takes memory. One
# table for all lanes has up to MANY_CELLS as long as it stays in the cache, else SHARED_CELLS.
MANY_CELLS, SHARED_CELLS, OWN_CELLS = 64, 16, 4
IN_CACHE = 2**16


class GuideTables:
    """Inverse-CDF draws from fixed distributions by a guide table (Chen and Asau, 1974).

    A draw is the first n with cum[n] > u, as in `aelr_core.sampling.draw`. The unit interval is
    cut into G >= 16d cells (4d where every lane has its own table), and the first candidate of each
    is stored. It is the answer unless a cum[n] lies in the cell or at its end: those few cells are
    marked by storing -1 - n, and their draws search on from there. So most draws are settled by a
    single look at a small table.

    Parameters
    ----------
    q : (d,) one distribution for all lanes, or (L, d) one per lane; rows sum to 1.
    """

    def __init__(self, q: Floats) -> None:
        self._shared = q.ndim == 1
        rows = np.atleast_2d(q)
        self.d = rows.shape[1]
        cum = np.cumsum(rows, axis=1)
        cum /= cum[:, -1:]
        cells = OWN_CELLS * self.d
        if len(rows) == 1:
            cells = min(MANY_CELLS * self.d, max(SHARED_CELLS * self.d, IN_CACHE))
        self._cells = 1 << int(np.ceil(np.log2(cells)))
        # in units of a cell: G is a power of two, so that nothing is rounded
        self._ends = cum * self._cells
        self._guide = np.empty((len(rows), self._cells), dtype=np.int32)
        together = max(1, CELLS_TOGETHER // self._cells)
        for start in range(0, len(rows), together):
            some = slice(start, start + together)
            _first_candidates(self._ends[some], self._guide[some])

    def keep(self, lanes: Ints) -> None:
        """Continue with these lanes only."""
        if not self._shared:
            self._ends, self._guide = self._ends[lanes], self._guide[lanes]

    def draw(self, u: Floats) -> Attributes:
        """Return the attributes drawn by the uniforms of a block, (L, T, k).

        Those of a step are in rising order, so that repeats are neighbours.
        """
        cell = np.empty(u.shape, np.int32 if self._guide.size < LARGEST_INT32 else np.int64)
        np.multiply(u, self._cells, out=cell, casting="unsafe")  # rounds down
        if not self._shared:
            cell += (np.arange(len(u)) * self._cells).astype(cell.dtype)[:, None, None]
        drawn: Attributes = self._guide.take(cell)
        marked = np.flatnonzero(drawn < 0)
        if marked.size:
            at = u[np.unravel_index(marked, u.shape)] * self._cells
            first = 0 if self._shared else marked // (u.shape[1] * u.shape[2]) * self.d
            candidate = first - 1 - drawn.take(marked).astype(np.int64)
            drawn.reshape(-1)[marked] = self._search(candidate, at) - first
        drawn.sort(axis=-1)  # the order of the draws does not matter
        return drawn

    def _search(self, candidate: Ints, at: Floats) -> Ints:
        """Return the first n >= candidate that ends after `at`, (n,) each."""
        left = np.flatnonzero(self._ends.take(candidate) <= at)
        while left.size:
            candidate[left] += 1
            left = left[self._ends.take(candidate[left]) <= at[left]]
        return candidate


def _first_candidates(ends: Floats, guide: Attributes) -> None:
    """Write the first candidate of every cell of some rows into guide, (rows, G), or mark it.

    Cell c is [c, c + 1); its first candidate is #{n : ends[n] <= c}. It may end in the cell if
    the next cell has another one.
    """
    rows, cells = guide.shape
    behind = np.ceil(ends).astype(np.int64)
    behind += (np.arange(rows) * (cells + 1))[:, None]
    counts = np.bincount(behind.ravel(), minlength=rows * (cells + 1)).reshape(rows, -1)
    np.cumsum(counts[:, :-1], axis=1, dtype=guide.dtype, out=guide)
    marked = counts[:, 1:] > 0
    guide[marked] = -1 - guide[marked]


def merge_repeats(drawn: Attributes, there: Ints, value: Floats) -> tuple[Ints, Ints, Floats]:
    """Let the first draw of an attribute in a step have the sum of all its draws.

    Afterwards no attribute of a step appears twice, so that plain gathers and scatters give the
    right result.

    Parameters
    ----------
    drawn : (L, T, k) attributes, as `GuideTables.draw` returns them.
    there, value : (n,) the places of the values other than 0, rising, and the values.

    Returns
    -------
    repeats : (L,) how many of a lane's draws were repeats.
    there, value : those that are left.
    """
    same = _like_the_one_before(drawn)
    again = same.reshape(-1).take(there)
    if again.any():
        left, repeat = np.flatnonzero(~again), np.flatnonzero(again)
        first = np.cumsum(~again).take(repeat) - 1  # which of those that are left
        merged = value.take(left)
        np.add.at(merged, first, value.take(repeat))
        there, value = there.take(left), merged
    return _by_lane(same), there, value


def different_attributes(i: Attributes, repeats: Ints, j: Attributes) -> Ints:
    """Return how many different attributes the steps of each lane have looked at, added up, (L,).

    Parameters
    ----------
    i : (L, T, k_x) attributes.
    repeats : (L,) how many of a lane's are repeated ones.
    j : (L, T, k_phi) the other attributes looked at, which may be among the i's.
    """
    (lanes, steps, k_x), k_phi = i.shape, j.shape[2]
    looks = np.full(lanes, steps * (k_x + k_phi))
    if k_phi > FEW_NEW:
        seen = np.concatenate([i, j], axis=2)
        seen.sort(axis=-1)
        repeats, k_phi = _by_lane(_like_the_one_before(seen)), 0
    for n in range(k_phi):
        this = np.ascontiguousarray(j[:, :, n]).reshape(-1)
        known = np.zeros((lanes * steps, 1), dtype=bool)
        known[np.flatnonzero(i.reshape(-1) == this.repeat(k_x)) // k_x] = True
        for earlier in range(n):
            known[:, 0] |= j[:, :, earlier].reshape(-1) == this
        repeats = repeats + _by_lane(known.reshape(lanes, steps, 1))
    return looks - repeats


def _like_the_one_before(drawn: Attributes) -> NDArray[np.bool_]:
    """Return which of the draws in rising order, (L, T, k), are repeats."""
    flat, same = drawn.reshape(-1), np.zeros(drawn.shape, dtype=bool)
    np.equal(flat[1:], flat[:-1], out=same.reshape(-1)[1:])  # all in one row, which is quicker
    same[..., 0] = False  # the first draw of a step repeats none
    return same


def _by_lane(flags: NDArray[np.bool_]) -> Ints:
    """Return how many flags of each lane, (L, T, k), are true."""
    lanes, steps, k = flags.shape
    if k > FEW_DRAWS:
        counts: Ints = how_often(flags.swapaxes(0, 1)).sum(axis=1)
    else:  # few are true
        counts = np.diff(np.searchsorted(np.flatnonzero(flags), np.arange(lanes + 1) * steps * k))
    return counts


class MomentCounter:
    """Counts and sums of squares of what is seen: A_i = square_sums_i / counts_i, 0 if unseen.

    An observer of the i-draws of `Budgeted` lanes, which it expects in their order, longest first.
    """

    def __init__(self, lanes: Lanes, d: int) -> None:
        self._counts, self._square_sums = np.zeros((2, len(lanes), d))
        self._first = np.argsort(-lanes.steps, kind="stable") * d

    def see(self, attribute: Attributes, there: Ints, value: Floats) -> None:
        """Record what was seen at attributes, (L, T, k).

        there, value : (n,) where, counted in one row, the values are not 0, and what they are.
        """
        at = (attribute + self._first[:, None, None]).reshape(-1)
        np.add.at(self._counts.reshape(-1), at, 1.0)
        np.add.at(self._square_sums.reshape(-1), at.take(there), value * value)

    def keep(self, lanes: Ints) -> None:
        """Continue with these lanes only; the counts of the others are kept."""
        self._first = self._first[lanes]

    def moments(self) -> Floats:
        """Return the estimated moments, (L, d), in the order the lanes were given."""
        return estimated_moments(self._square_sums, self._counts)


class Block(NamedTuple):
    """The next T steps of L lanes.

    Where x_tilde is 0, nothing moves: only its n other values are kept, those of one step after
    the other.
    """

    y: Floats  # (T, L) labels
    i: Attributes  # (L, T, k_x) the attributes drawn
    repeats: Ints  # (L,) how many of them were repeated ones
    begins: list[int]  # (T + 1,) the first value of each step, and n
    sample: Ints  # (n,) step * L + lane of each value
    places: Places  # (n,) where they are in the tree
    x_tilde: Floats  # (n,) values of x_tilde other than 0, those of repeats added up
    u_j: Floats  # (T, k_phi, L) uniforms for the j-draws
    first_x: Ints  # (T, L) a leaf plus this is where its attribute is in the training rows
    first_leaf: Ints  # (T, L) where an attribute that was drawn is in the tree

    def steps(self) -> Iterator[LockStep]:
        """Yield what each step needs, one after the other."""
        slices = [slice(*ends) for ends in pairwise(self.begins)]
        parts = (
            self.y,
            self.places.steps(slices),
            map(self.x_tilde.__getitem__, slices),
            self.u_j,
            self.first_x,
            self.first_leaf,
        )
        return map(LockStep._make, zip(*parts, strict=False))


class LockStep(NamedTuple):
    """One step of a block: all lanes take it together."""

    y: Floats
    places: Places
    x_tilde: Floats
    u_j: Floats
    first_x: Ints
    first_leaf: Ints


class Blocks:
    """Makes the blocks of budgeted lanes: rows, i-draws, the values seen, uniforms for the j's.

    Parameters
    ----------
    y : (n,) labels.
    access : to the training rows' attributes.
    lanes : in the order in which they are run.
    q : (d,) or (L, d) sampling distribution of the i's.
    k_x, k_phi : draws per step.
    observer : receives every i-draw and the value seen.
    """

    def __init__(
        self,
        y: Floats,
        access: AttributeAccess,
        lanes: Lanes,
        *,
        q: Floats,
        k_x: int,
        k_phi: int,
        observer: MomentCounter | None,
    ) -> None:
        self._y, self._access, self._lanes = y, access, lanes
        self._k_x, self._observer, self._d = k_x, observer, q.shape[-1]
        self._uniforms = UniformStreams(lanes.seed, lanes.run, lanes.start, k_x + k_phi)
        self._tables = GuideTables(q)
        with np.errstate(divide="ignore"):
            self._per_draw = 1.0 / (q * k_x)  # infinite where q = 0, but never drawn there

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self._lanes = self._lanes.take(lanes)
        self._uniforms.keep(lanes)
        self._tables.keep(lanes)
        self._per_draw = kept(self._per_draw, lanes)
        if self._observer is not None:
            self._observer.keep(lanes)

    def make(self, t: int, steps: int, tree: SumTree) -> Block:
        """Return steps t..t+steps-1; blocks must be made in order."""
        lanes, k_x = self._lanes, self._k_x
        u = self._uniforms.block(steps, int(lanes.steps.max()) - t)
        row = lanes.rows(t, steps)
        i = self._tables.draw(u[:, :, :k_x])
        there, x_tilde = self._access.look_at_rows(row, i)
        if self._observer is not None:
            self._observer.see(i, there, x_tilde)
        repeats, there, x_tilde = merge_repeats(i, there, x_tilde)
        # values are in the order of lanes; steps need them one after the other
        step = there // k_x % steps
        in_order = np.argsort(step.astype(np.int16), kind="stable")
        there, step = there.take(in_order), step.take(in_order)
        lane, seen = there // (steps * k_x), i.reshape(-1).take(there).astype(np.int64)
        by_step = np.ascontiguousarray(row.T)  # so that the numbers of a step are neighbours
        at = seen if self._per_draw.ndim == 1 else seen + lane * self._d
        return Block(
            y=self._y.take(by_step),
            i=i,
            repeats=repeats,
            begins=np.searchsorted(step, np.arange(steps + 1)).tolist(),
            sample=step * len(lanes) + lane,
            places=tree.places(lane, seen),
            x_tilde=x_tilde.take(in_order) * self._per_draw.reshape(-1).take(at),
            u_j=u[:, :, k_x:].transpose(1, 2, 0),
            first_x=by_step * self._d - tree.begins,
            first_leaf=np.ascontiguousarray(i[:, :, 0].T) + tree.begins,
        )


def kept(table: Floats, lanes: Ints) -> Floats:
    """Return a table's rows for these lanes; a table shared by all lanes is unchanged."""
    return table if table.ndim == 1 else table[lanes]
