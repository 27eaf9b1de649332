"""Lanes: runs that advance together, each with its own step size, norm bound, order, uniforms.

All of them, whatever their algorithm, are `Learning` and see attribute values through its one
`AttributeAccess`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from aelr_core import checks
from aelr_core.checks import Floats, Ints
from aelr_core.engine.tree import how_often

# More steps than any lane takes.
ENDLESS = 2**62
LARGEST_INT32 = 2**31
# Where less than this part of the values is not 0, a map of them, a byte each, is looked at first:
# it stays in the cache when X does not. It is judged by some rows.
SPARSE, SOME_ROWS = 0.25, 100

# Attributes drawn: half as many bytes to go through as with 64 bits.
Attributes: TypeAlias = NDArray[np.int32]
Number = TypeVar("Number", np.int32, np.int64, np.float64, np.complex128, np.bool_)


@dataclass(frozen=True)
class Lanes:
    """What differs between L runs that advance in lock-step.

    Step-size grids, folds, prefixes and repetitions are just more lanes.

    Attributes
    ----------
    eta : (L,) step sizes.
    B : (L,) norm bounds.
    steps : (L,) how many examples each lane sees.
    order : (R, N) row numbers; several lanes may follow the same order.
    order_of_lane : (L,) which row of `order` each lane follows.
    start : (L,) at which position of its order, and step of its uniforms, a lane starts.
    seed, run : the seed, and the (L,) run indices, of each lane's uniforms (`randomness`).
    """

    eta: Floats
    B: Floats
    steps: Ints
    order: Ints
    order_of_lane: Ints
    start: Ints
    seed: int
    run: Ints

    def __len__(self) -> int:
        return len(self.eta)

    def take(self, lanes: Ints) -> Lanes:
        """Return these lanes only, in this order."""
        each = ("eta", "B", "steps", "order_of_lane", "start", "run")
        return replace(self, **{name: getattr(self, name)[lanes] for name in each})

    def rows(self, t: int, steps: int) -> Ints:
        """Return the rows of steps t..t+steps-1 of every lane, (L, steps)."""
        when = self.start[:, None] + t + np.arange(steps)
        rows: Ints = self.order[self.order_of_lane[:, None], when]
        return rows


def lanes(
    *,
    eta: ArrayLike,
    B: ArrayLike,
    order: ArrayLike,
    seed: int,
    run: ArrayLike,
    steps: ArrayLike | None = None,
    order_of_lane: ArrayLike | None = None,
    start: ArrayLike = 0,
) -> Lanes:
    """Make `Lanes`, one per run; scalars are repeated, all arguments are checked.

    Parameters
    ----------
    eta, B : scalar or (L,), > 0.
    order : (R, N) row numbers of the training set.
    seed, run : the uniforms' seed, and the (L,) run indices.
    steps : scalar or (L,) examples per lane; all of its order from `start` on if None.
    order_of_lane : (L,) the row of `order`; 0..L-1 if None (then R must be L).
    start : scalar or (L,) the first position.
    """
    run = _whole("run", run)
    size = len(run)
    order = np.asarray(order)
    if order.ndim != 2 or order.size == 0 or order.dtype.kind not in "iu":
        raise ValueError("order must be a non-empty array of row numbers of shape (orders, steps).")
    start = np.broadcast_to(_whole("start", start), (size,))
    if steps is None:
        steps = order.shape[1] - start
    steps = np.broadcast_to(_whole("steps", steps), (size,))
    if order_of_lane is None:
        order_of_lane = np.arange(size)
    order_of_lane = _whole("order_of_lane", order_of_lane)
    if order_of_lane.shape != (size,) or order_of_lane.max() >= len(order):
        raise ValueError(
            f"order_of_lane must name one of the {len(order)} orders for each of {size} lanes."
        )
    if steps.min() < 1 or (start + steps).max() > order.shape[1]:
        raise ValueError(
            f"steps must be at least 1 and stay inside the {order.shape[1]} positions of order."
        )
    return Lanes(
        eta=_positive("eta", eta, size),
        B=_positive("B", B, size),
        steps=steps.astype(np.int64),
        order=order.astype(np.int64, copy=False),
        order_of_lane=order_of_lane,
        start=start.astype(np.int64),
        seed=checks.integer("seed", seed, at_least=0),
        run=run,
    )


def _positive(name: str, value: ArrayLike, size: int) -> Floats:
    given = checks.array(name, np.atleast_1d(np.asarray(value)), ndim=1, above=0)
    if given.size not in (1, size):
        raise ValueError(f"{name} must be one number or {size} of them, but it holds {given.size}.")
    return np.broadcast_to(given, (size,)).copy()


def _whole(name: str, value: ArrayLike) -> Ints:
    given = np.atleast_1d(np.asarray(value))
    if given.dtype.kind not in "iu" or given.ndim != 1 or given.size == 0 or given.min() < 0:
        raise ValueError(f"{name} must hold whole numbers >= 0.")
    return given.astype(np.int64)


@dataclass(frozen=True)
class Layout:
    """How the k attributes of L samples lie in memory: few as (..., k, L), many as (..., L, k).

    With lanes last, a sum over the draws is a few vectorised additions, and what all draws of a
    lane share needs no extra axis. With draws last, a lane's numbers stay together in the cache,
    which matters once there are many of them.
    """

    lanes_last: bool

    @property
    def draws(self) -> int:
        """The axis of a step's draws, counted from the end."""
        return -2 if self.lanes_last else -1

    def spread(self, each: NDArray[Number]) -> NDArray[Number]:
        """Return one number per lane, (..., L), so that it broadcasts against the draws."""
        return each if self.lanes_last else each[..., None]

    def spread_rows(self, row: NDArray[Number]) -> NDArray[Number]:
        """Return (T, L) so that it broadcasts against (T, k, L) or (T, L, k)."""
        return row[:, None] if self.lanes_last else row[:, :, None]

    def steps_as_lanes(self, draws: NDArray[Number]) -> NDArray[Number]:
        """Return (T, k, L) as contiguous (k, T·L), or (T, L, k) as (T·L, k)."""
        T, one, other = draws.shape
        if self.lanes_last:
            return np.ascontiguousarray(draws.swapaxes(0, 1)).reshape(one, T * other)
        return draws.reshape(T * one, other)

    def neighbours(self, drawn: NDArray[Number]) -> tuple[NDArray[Number], NDArray[Number]]:
        """Return the draws of each step without the last one, and without the first one."""
        if self.lanes_last:
            return drawn[..., :-1, :], drawn[..., 1:, :]
        return drawn[..., :-1], drawn[..., 1:]

    def sums(self, draws: Floats) -> Floats:
        """Return the sums over a step's draws, (L,); a lane's sum does not depend on L."""
        if not self.lanes_last:
            by_lane: Floats = draws.sum(axis=1)
            return by_lane
        total: Floats = draws[0]
        for draw in draws[1:]:
            total = total + draw
        return total


class AttributeAccess:
    """The only access to attribute values, which counts every look, lane by lane.

    Parameters
    ----------
    X : (n, d) training rows, any real dtype.
    lanes : how many lanes look at them.
    looks : how many values they will look at, about.
    lane_of : (L,) the places of the lanes in the order that they were given in; 0..L-1 if None.

    Attributes
    ----------
    spent : (L,) values looked at so far, by the lanes that go on.
    distinct : (L,) different attributes seen per example, summed over examples.
    """

    def __init__(
        self,
        X: NDArray[np.generic],
        lanes: int,
        looks: int = 0,
        lane_of: Ints | None = None,
    ) -> None:
        X, self._d = np.ascontiguousarray(X), X.shape[1]
        self._flat = X.reshape(-1)
        self._not_zero: NDArray[np.bool_] | None = None
        some = X[:: max(1, len(X) // SOME_ROWS)]
        if looks > X.size and np.count_nonzero(some) < SPARSE * some.size:
            self._not_zero = self._flat != 0
        self.spent, self.distinct = np.zeros((2, lanes), dtype=np.int64)
        self._lane_of = np.arange(lanes) if lane_of is None else lane_of
        self._of_all = np.zeros((2, lanes), dtype=np.int64)

    def of_all(self) -> tuple[Ints, Ints]:
        """Return what all lanes have spent, and distinct attributes, in the order as given."""
        self._of_all[:, self._lane_of] = self.spent, self.distinct
        return self._of_all[0].copy(), self._of_all[1].copy()

    def keep(self, lanes: Ints) -> None:
        """Continue with these lanes only."""
        self.of_all()
        self._lane_of = self._lane_of[lanes]
        self.spent, self.distinct = self.spent[lanes], self.distinct[lanes]

    def look(self, place: Ints) -> Floats:
        """Look at the places row * d + attribute, as many for each lane; return x there."""
        self.spent += place.size // len(self.spent)
        return self._flat.take(place).astype(np.float64, copy=False)

    def look_at_rows(self, row: Ints, attribute: Attributes) -> tuple[Ints, Floats]:
        """Look at attributes (L, T, k) of rows (L, T).

        Returns at which of them, counted in one row, x is not 0, and what it is there.
        """
        # places in as few bytes as they need; repeating rows is faster than broadcasting them
        begins = (row * self._d).astype(np.int32 if self._flat.size < LARGEST_INT32 else np.int64)
        place = begins.reshape(-1).repeat(attribute.shape[2])
        place += attribute.reshape(-1)
        self.spent += place.size // len(self.spent)
        if self._not_zero is None:
            seen = self._flat.take(place)
            there = np.flatnonzero(seen != 0)
            x = seen.take(there)
        else:
            there = np.flatnonzero(self._not_zero.take(place))
            x = self._flat.take(place.take(there))
        return there, x.astype(np.float64, copy=False)

    def note_distinct(self, attributes: Ints | int) -> None:
        """Count this many different ones, (L,), among the attributes looked at."""
        self.distinct += attributes

    def look_at_whole_rows(self, rows: Ints, seen: NDArray[np.bool_] | None = None) -> Floats:
        """Look at rows (L,), or where `seen`, (L, d), says so; return x there, 0 elsewhere."""
        x: Floats = self._flat.reshape(-1, self._d)[rows].astype(np.float64, copy=False)
        looks: Ints | int = self._d
        if seen is not None:
            x, looks = np.where(seen, x, 0.0), seen.sum(axis=1)
        self.spent += looks
        self.distinct += looks
        return x

    def look_at_samples(
        self, rows: Ints, attributes: Ints, layout: Layout, *, full: bool
    ) -> Floats:
        """Look at the attributes of joint samples; return x there, 0 where there is none.

        rows : (steps, L)
        attributes : (steps, n, L) or (steps, L, n) as the layout says, those of a sample in rising
            order; d is no attribute.
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


class Learning(ABC):
    """Lanes that learn in lock-step, each until its own end.

    Parameters
    ----------
    X : (n, d) training rows, seen through the attribute access only.
    lanes : what differs between the lanes.
    lane_of : (L,) the order in which they are run; as given if None.
    looks : how many values they will look at, about.

    Attributes
    ----------
    d : number of attributes.
    t : steps taken.
    """

    def __init__(
        self,
        X: NDArray[np.generic],
        lanes: Lanes,
        *,
        lane_of: Ints | None = None,
        looks: int = 0,
    ) -> None:
        self.d, self.t = X.shape[1], 0
        self._lane_of = np.arange(len(lanes)) if lane_of is None else lane_of
        self._lanes = lanes.take(self._lane_of)
        self._access = AttributeAccess(X, len(lanes), looks, self._lane_of)

    @property
    def steps(self) -> int:
        """Steps of the longest lane."""
        return int(self._lanes.steps.max(initial=self.t))

    def advance(self, steps: int | None = None) -> None:
        """Take this many steps (all remaining ones if None); lanes stop at their own end."""
        end = self.steps if steps is None else min(self.t + int(steps), self.steps)
        # a lane may diverge; it is reported as such and must not stop the others
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            self._advance(end)

    @property
    def attributes_seen(self) -> tuple[Ints, Ints]:
        """Draws spent and distinct attributes so far, (L,) each, as they were counted."""
        return self._access.of_all()

    @abstractmethod
    def _advance(self, end: int) -> None:
        """Take the steps until `end`, which some lane reaches."""

    def _go_on_with(self, lanes: Ints, parts: Iterable[Any]) -> None:
        """Go on with these lanes only, and with what these parts `keep` for them; None has none."""
        self._lanes, self._lane_of = self._lanes.take(lanes), self._lane_of[lanes]
        for part in (self._access, *parts):
            if part is not None:
                part.keep(lanes)


def longest_first(lanes: Lanes) -> Ints:
    """Return the order in which the lanes that end are always the last ones, (L,)."""
    return np.argsort(-lanes.steps, kind="stable")
