"""Lanes: runs that advance together, each with its own step size, norm bound, order, uniforms."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from aelr_core import checks
from aelr_core.checks import Floats, Ints

# More steps than any lane takes.
ENDLESS = 2**62


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
        return Lanes(
            eta=self.eta[lanes],
            B=self.B[lanes],
            steps=self.steps[lanes],
            order=self.order,
            order_of_lane=self.order_of_lane[lanes],
            start=self.start[lanes],
            seed=self.seed,
            run=self.run[lanes],
        )

    def rows(self, t: int, steps: int) -> Ints:
        """Return the rows of steps t..t+steps-1 of every lane, (L, steps)."""
        when = self.start[:, None] + t + np.arange(steps)
        rows: Ints = self.order[self.order_of_lane[:, None], when]
        return rows

    def at(self, start: int, *, order: Ints) -> Lanes:
        """Return these lanes with one order (n,) for all, at another position of it."""
        zeros = np.zeros(len(self), dtype=np.int64)
        return replace(self, order=order[np.newaxis], order_of_lane=zeros, start=zeros + start)


def endless(*, eta: float, B: float, seed: int, run: int = 0) -> Lanes:
    """Make one lane that has no end and whose rows are not known yet."""
    order = np.zeros((1, 1), dtype=np.int64)
    one = lanes(eta=eta, B=B, order=order, seed=seed, run=[run])
    return replace(one, steps=np.array([ENDLESS]))


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
