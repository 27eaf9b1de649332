"""Prepares a block of steps: everything that does not depend on w, computed all at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.engine.door import Door
from aelr_core.engine.lanes import Lanes
from aelr_core.engine.layout import Attributes, Layout
from aelr_core.engine.repeats import merge_repeats
from aelr_core.engine.tables import GuideTables
from aelr_core.engine.tree import Places, SumTree
from aelr_core.randomness import UniformStreams


class Observer(Protocol):
    """Receives the i-draws (in the estimation phase of a two-phased run)."""

    def see(self, attribute: Attributes, there: Ints, value: Floats, layout: Layout) -> None:
        """Record what was seen at attributes, (T, k_x, L) or as the layout says.

        there, value : (n,) where, counted in one row, the values are not 0, and what they are.
        """

    def keep(self, lanes: Ints) -> None:
        """Continue with these lanes only."""


class Block(NamedTuple):
    """The next T steps of L lanes. (T, k_x, L) means (T, L, k_x) if the layout says so.

    Where x_tilde is 0, nothing moves: only its n other values are kept, those of one step after
    the other.
    """

    row: Ints  # (T, L) training rows
    y: Floats  # (T, L) labels
    i: Attributes  # (T, k_x, L) the attributes drawn
    repeats: Ints  # (L,) how many of them were repeated ones
    begins: list[int]  # (T + 1,) the first value of each step, and n
    sample: Ints  # (n,) step * L + lane of each value
    places: Places  # (n,) where they are in the tree
    x_tilde: Floats  # (n,) values of x_tilde other than 0, those of repeats added up
    u_j: Floats  # (T, k_phi, L) uniforms for the j-draws
    first_x: Ints  # (T, L) a leaf plus this is where its attribute is in the training rows
    first_leaf: Ints  # (T, L) where the first attribute drawn is in the tree

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
    door : the door to the training rows' attributes.
    lanes : in the order in which they are run.
    layout : memory layout of a step's draws.
    q : (d,) or (L, d) sampling distribution of the i's.
    k_x, k_phi : draws per step.
    observer : receives every i-draw and the value seen.
    """

    def __init__(
        self,
        y: Floats,
        door: Door,
        lanes: Lanes,
        *,
        layout: Layout,
        q: Floats,
        k_x: int,
        k_phi: int,
        observer: Observer | None,
    ) -> None:
        self._y, self._door, self._lanes, self._layout = y, door, lanes, layout
        self._k_x, self._observer = k_x, observer
        self._d = q.shape[-1]
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
        lanes, k_x, layout = self._lanes, self._k_x, self._layout
        u = self._uniforms.block(steps, int(lanes.steps.max()) - t)
        when = lanes.start + t + np.arange(steps)[:, None]
        row = lanes.order[lanes.order_of_lane, when]
        i = self._tables.draw(u[:, :, :k_x], layout)
        there, x_tilde = self._door.look_for(layout.spread_rows(self._door.begins(row)) + i)
        if self._observer is not None:
            self._observer.see(i, there, x_tilde, layout)
        repeats, there, x_tilde = merge_repeats(i, there, x_tilde, layout)
        step, lane = layout.steps_and_lanes(there, i.shape)
        seen = i.reshape(-1).take(there).astype(np.int64)
        x_tilde *= _look_up(self._per_draw, lane, seen)
        return Block(
            row=row,
            y=self._y.take(row),
            i=i,
            repeats=repeats,
            begins=np.searchsorted(step, np.arange(steps + 1)).tolist(),
            sample=step * len(lanes) + lane,
            places=tree.places(lane, seen),
            x_tilde=x_tilde,
            u_j=np.ascontiguousarray(u[:, :, k_x:].transpose(1, 2, 0)),
            first_x=row * self._d - tree.begins,
            first_leaf=layout.first_draws(i) + tree.begins,
        )


def _look_up(table: Floats, lane: Ints, attribute: Ints) -> Floats:
    """Look attributes of lanes up in a (width,) or (L, width) table."""
    if table.ndim == 2:
        attribute = attribute + lane * table.shape[1]
    found: Floats = table.reshape(-1).take(attribute)
    return found


def kept(table: Floats, lanes: Ints) -> Floats:
    """Return a table's rows for these lanes; a table shared by all lanes is unchanged."""
    return table if table.ndim == 1 else table[lanes]


def one_or_each(name: str, given: NDArray[np.generic], lanes: int, d: int) -> Floats:
    """Return a (d,) or (L, d) argument as floats; refuse any other shape."""
    table = np.asarray(given, dtype=np.float64)
    if table.shape not in ((d,), (lanes, d)):
        raise ValueError(
            f"{name} must have shape ({d},) or ({lanes}, {d}), but it has {table.shape}."
        )
    return table
