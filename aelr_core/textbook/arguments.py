"""Checks of arguments that the algorithms share, kept apart so that a step reads like the paper."""

from __future__ import annotations

from typing import NotRequired, TypedDict

import numpy as np
from numpy.typing import ArrayLike

from aelr_core import checks
from aelr_core.checks import Floats, Ints
from aelr_core.letters import COUNT, ONE_MOMENT_VECTOR, POSITIVE, UNIFORMS, adds_up_to_one
from aelr_core.textbook.door import Door


class StepArguments(TypedDict):
    """The arguments of every step of a budgeted run, apart from its example and its uniforms."""

    q: ArrayLike  # (d,) sampling distribution of the i's
    k_x: int  # draws for x_tilde
    k_phi: int  # draws for phi_tilde
    eta: float  # step size
    B: float  # norm bound
    M: NotRequired[ArrayLike | None]  # (d,) moments for the moment-aware p, None for plain p


def of_step(
    door: Door,
    state: Floats,
    *,
    u: ArrayLike,
    q: ArrayLike,
    k_x: int,
    k_phi: int,
    eta: float,
    B: float,
    M: ArrayLike | None,
) -> tuple[Floats, Floats, Floats | None]:
    """Check the arguments of a budgeted step; return u (k_x + k_phi,), q (d,), M (d,) or None."""
    d = door.d
    shaped("state", state, (d,))
    k_x = COUNT("k_x", k_x)
    k_phi = COUNT("k_phi", k_phi)
    POSITIVE("eta", eta)
    POSITIVE("B", B)
    u = shaped("u", UNIFORMS("u", u), (k_x + k_phi,))
    q = adds_up_to_one(shaped("q", ONE_MOMENT_VECTOR("q", q), (d,)))
    if M is not None:
        M = shaped("M", ONE_MOMENT_VECTOR("M", M), (d,))
    return u, q, M


def shaped(name: str, given: Floats, shape: tuple[int, ...]) -> Floats:
    """Return the array if it has this shape."""
    if given.shape != shape:
        raise ValueError(f"{name} must have shape {shape}, but its shape is {given.shape}.")
    return given


def rows(order: ArrayLike, n: int) -> Ints:
    """Return `order` as row numbers of a training set of n rows, shape (m,)."""
    given: Ints = np.asarray(order)
    if given.ndim != 1 or given.size == 0 or given.dtype.kind not in "iu":
        raise ValueError(f"order must be a list of row numbers, at least one, but it is {order!r}.")
    if given.min() < 0 or given.max() >= n:
        raise ValueError(f"order must hold whole numbers from 0 to {n - 1} only.")
    return given


def uniforms(U: ArrayLike, m: int) -> Floats:
    """Return `U` as one row of uniforms for each of m steps, shape (m, k + 1)."""
    given = checks.array("U", U, ndim=2)
    if len(given) != m:
        raise ValueError(f"U must have one row for each of {m} steps, but it has {len(given)}.")
    return given
