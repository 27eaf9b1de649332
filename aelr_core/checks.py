"""Refuse bad input with one sentence that names the argument and says what is allowed.

Every public function of the core sends its arguments through these few checks, so an
error reads the same everywhere: ``B must be a finite number > 0, but it is -1.0.``
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
T = TypeVar("T")


def number(
    name: str,
    value: Any,
    *,
    above: float | None = None,
    at_least: float | None = None,
    at_most: float | None = None,
    below: float | None = None,
) -> float:
    """Return `value` as a float if it is one finite number inside the range.

    >>> number("B", 2, above=0)
    2.0
    >>> number("B", -1.0, above=0)
    Traceback (most recent call last):
    ...
    ValueError: B must be a finite number > 0, but it is -1.0.
    """
    wanted = _sentence("a finite number", above, at_least, at_most, below)
    try:
        result = float(value) if np.ndim(value) == 0 else np.nan
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} must be {wanted}, but it is {_shown(value)}.") from None
    if not np.isfinite(result) or not _inside(result, above, at_least, at_most, below):
        raise ValueError(f"{name} must be {wanted}, but it is {_shown(value)}.")
    return result


def integer(
    name: str, value: Any, *, at_least: int | None = None, at_most: int | None = None
) -> int:
    """Return `value` as an int if it is one whole number inside the range (never a bool)."""
    wanted = _sentence("a whole number", None, at_least, at_most, None)
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not whole or not _inside(int(value), None, at_least, at_most, None):
        raise ValueError(f"{name} must be {wanted}, but it is {_shown(value)}.")
    return int(value)


def choice(name: str, value: T, allowed: Collection[T]) -> T:
    """Return `value` if it is one of `allowed`."""
    try:
        known = value in allowed
    except (TypeError, ValueError):  # a list is not hashable, an array has no single truth
        known = False
    if not known:
        listed = ", ".join(repr(a) for a in allowed)
        raise ValueError(f"{name} must be one of {listed}, but it is {_shown(value)}.")
    return value


def array(
    name: str,
    value: ArrayLike,
    *,
    ndim: int | None,
    at_least: float | None = None,
    above: float | None = None,
) -> Floats:
    """Return `value` as a finite, non-empty float64 array of `ndim` axes (None: one or more).

    >>> array("M", [1, 4], ndim=1)
    array([1., 4.])
    >>> array("M", [1, -4], ndim=None, at_least=0)
    Traceback (most recent call last):
    ...
    ValueError: M must be >= 0 everywhere, but it holds -4.
    """
    axes = "one axis or more" if ndim is None else f"{ndim} axis" if ndim == 1 else f"{ndim} axes"
    result = _as_floats(name, value, f"an array of numbers with {axes}")
    if result.ndim != ndim if ndim is not None else result.ndim < 1:
        raise ValueError(f"{name} must have {axes}, but its shape is {result.shape}.")
    if result.size == 0:
        raise ValueError(f"{name} must not be empty, but its shape is {result.shape}.")
    if not np.isfinite(result).all():
        raise ValueError(f"{name} must hold finite numbers only, but it holds NaN or infinity.")
    if at_least is not None and result.min() < at_least:
        raise ValueError(
            f"{name} must be >= {at_least:g} everywhere, but it holds {result.min():g}."
        )
    if above is not None and result.min() <= above:
        raise ValueError(f"{name} must be > {above:g} everywhere, but it holds {result.min():g}.")
    return result


def numbers(
    name: str,
    value: ArrayLike,
    *,
    above: float | None = None,
    at_least: float | None = None,
    at_most: float | None = None,
    below: float | None = None,
    infinity: bool = False,
    whole: bool = False,
) -> Floats:
    """Return one number or an array of any shape as float64, if every entry is in the range.

    This is `number` for arguments over which a function is vectorised: a curve over m is one
    call with an array m. ``infinity=True`` allows +infinity as well, ``whole=True`` refuses
    fractions.

    >>> float(numbers("m", 10, at_least=1))
    10.0
    >>> numbers("m", [10, 0], at_least=1)
    Traceback (most recent call last):
    ...
    ValueError: m must be a finite number >= 1 everywhere, but it holds 0.
    """
    what = "a number, possibly infinite," if infinity else "a finite number"
    what = "a whole number" if whole else what
    wanted = _sentence(what, above, at_least, at_most, below)
    result = _as_floats(name, value, wanted)
    if result.size == 0:
        raise ValueError(f"{name} must not be empty, but its shape is {result.shape}.")
    good = np.isfinite(result) | (result == np.inf) if infinity else np.isfinite(result)
    if whole:
        good &= result == np.floor(result)
    if above is not None:
        good &= result > above
    if at_least is not None:
        good &= result >= at_least
    if at_most is not None:
        good &= result <= at_most
    if below is not None:
        good &= result < below
    if not good.all():
        bad = result[~good].flat[0]
        where = f"{wanted}, but it is" if result.ndim == 0 else f"{wanted} everywhere, but it holds"
        raise ValueError(f"{name} must be {where} {bad:g}.")
    return result


def examples(X: ArrayLike, y: ArrayLike) -> tuple[Floats, Floats]:
    """Return `X` (m, d) and `y` (m,) as finite float64 arrays of matching length."""
    X = array("X", X, ndim=2)
    y = array("y", y, ndim=1)
    if len(X) != len(y):
        raise ValueError(
            f"y must hold one label per row of X, but there are {len(y)} labels for {len(X)} rows."
        )
    return X, y


def _as_floats(name: str, value: ArrayLike, wanted: str) -> Floats:
    try:
        result = np.asarray(value)
        if result.dtype.kind == "c":  # NumPy would drop the imaginary part with only a warning
            raise TypeError
        return np.asarray(result, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} must be {wanted}, but it is {_shown(value)}.") from None


def _inside(
    value: float,
    above: float | None,
    at_least: float | None,
    at_most: float | None,
    below: float | None,
) -> bool:
    return (
        (above is None or value > above)
        and (at_least is None or value >= at_least)
        and (at_most is None or value <= at_most)
        and (below is None or value < below)
    )


def _sentence(
    what: str,
    above: float | None,
    at_least: float | None,
    at_most: float | None,
    below: float | None,
) -> str:
    if at_most is not None and at_least is not None:
        return f"{what} from {at_least:g} to {at_most:g}"
    limits = []
    if above is not None:
        limits.append(f"> {above:g}")
    if at_least is not None:
        limits.append(f">= {at_least:g}")
    if at_most is not None:
        limits.append(f"<= {at_most:g}")
    if below is not None:
        limits.append(f"< {below:g}")
    return " ".join([what, " and ".join(limits)]).strip()


def _shown(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "..."
