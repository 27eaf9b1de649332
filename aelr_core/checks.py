"""Checks of arguments: bad input is refused with one sentence that says what is allowed.

Every public function of the core sends its arguments through these few checks, so an
error reads the same everywhere: ``B must be a finite number > 0, but it is -1.0.``
"""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
T = TypeVar("T")

# above, at_least, at_most, below; None where there is no limit.
Limits = tuple[float | None, float | None, float | None, float | None]
FLOAT64 = np.dtype(np.float64)
MOST_BITS = 64  # of a whole number


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
    limits = (above, at_least, at_most, below)
    try:
        if type(value) is float:  # the usual case, faster without NumPy
            result = value
        else:
            result = math.nan if np.iscomplexobj(value) or np.ndim(value) else float(value)
    except (TypeError, ValueError, OverflowError):
        result = math.nan
    if not math.isfinite(result) or not _inside(result, limits):
        wanted = _sentence("a finite number", limits)
        raise ValueError(f"{name} must be {wanted}, but it is {shown(value)}.")
    return result


def integer(
    name: str, value: Any, *, at_least: int | None = None, at_most: int | None = None
) -> int:
    """Return `value` as an int if it is one whole number inside the range (never a bool).

    NumPy's integers, whose products would overflow, become Python's; what no integer of NumPy can
    hold is refused.
    """
    limits = (None, at_least, at_most, None)
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not whole or not _inside(int(value), limits):
        wanted = _sentence("a whole number", limits)
        raise ValueError(f"{name} must be {wanted}, but it is {shown(value)}.")
    if int(value).bit_length() > MOST_BITS:
        wanted = _sentence(f"a whole number of at most {MOST_BITS} bits", limits)
        raise ValueError(f"{name} must be {wanted}, but it is {shown(value)}.")
    return int(value)


def choice(name: str, value: T, allowed: Collection[T]) -> T:
    """Return `value` if it is one of `allowed`."""
    try:
        known = value in allowed
    except (TypeError, ValueError):  # a list is not hashable, an array has no truth value
        known = False
    if not known:
        listed = ", ".join(repr(a) for a in allowed)
        raise ValueError(f"{name} must be one of {listed}, but it is {shown(value)}.")
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
    result = _as_floats(value)
    if result is None or (result.ndim != ndim if ndim is not None else result.ndim < 1):
        axes = "one axis or more" if ndim is None else "1 axis" if ndim == 1 else f"{ndim} axes"
        if result is None:
            wanted = f"an array of numbers with {axes}"
            raise ValueError(f"{name} must be {wanted}, but it is {shown(value)}.")
        raise ValueError(f"{name} must have {axes}, but its shape is {result.shape}.")
    if result.size == 0:
        raise ValueError(f"{name} must not be empty, but its shape is {result.shape}.")
    # A finite sum of squares is the quick answer; it may overflow for finite numbers too.
    if not (math.isfinite(np.vdot(result, result)) or np.isfinite(result).all()):
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
    limits = (above, at_least, at_most, below)
    result = _as_floats(value)
    if result is not None and result.size:
        low, high = _range(result)  # NaN if any entry is, and then no comparison holds
        finite = low > -math.inf and (infinity or high < math.inf)
        inside = _inside(low, limits) and _inside(high, limits)
        if finite and inside and not (whole and (result != np.floor(result)).any()):
            return result
    what = "a number, possibly infinite," if infinity else "a finite number"
    wanted = _sentence("a whole number" if whole else what, limits)
    if result is None:
        raise ValueError(f"{name} must be {wanted}, but it is {shown(value)}.")
    if result.size == 0:
        raise ValueError(f"{name} must not be empty, but its shape is {result.shape}.")
    where = f"{wanted}, but it is" if result.ndim == 0 else f"{wanted} everywhere, but it holds"
    raise ValueError(f"{name} must be {where} {_first_outside(result, limits, infinity, whole):g}.")


def rows(X: ArrayLike) -> NDArray[np.generic]:
    """Return X as an array of shape (m, d), without copying it or checking its numbers.

    >>> rows([[1, 2], [3, 4]]).shape
    (2, 2)
    """
    try:
        table: NDArray[np.generic] = np.asarray(X)
    except ValueError:
        raise ValueError("X must have rows of one length.") from None
    if table.ndim != 2:
        raise ValueError(f"X must have 2 axes, but its shape is {table.shape}.")
    if table.size == 0:
        raise ValueError(f"X must not be empty, but its shape is {table.shape}.")
    return table


def examples(X: ArrayLike, y: ArrayLike) -> tuple[Floats, Floats]:
    """Return `X` (m, d) and `y` (m,) as finite float64 arrays of matching length."""
    X = array("X", X, ndim=2)
    return X, labels(y, len(X))


def labels(y: ArrayLike, rows: int) -> Floats:
    """Return `y` (m,) as a finite float64 array, one label for each of so many rows."""
    y = array("y", y, ndim=1)
    if len(y) != rows:
        raise ValueError(
            f"y must hold one label per row of X, but there are {len(y)} labels for {rows} rows."
        )
    return y


def _as_floats(value: Any) -> Floats | None:
    """Return `value` as a float64 array, or None if it is not made of real numbers."""
    if type(value) is np.ndarray and value.dtype == FLOAT64:
        return value
    try:
        if type(value) is float or type(value) is int:
            return np.asarray(value, dtype=FLOAT64)
        result = np.asarray(value)
        if result.dtype.kind == "c":  # NumPy would drop the imaginary part with only a warning
            return None
        return np.asarray(result, dtype=FLOAT64)
    except (TypeError, ValueError, OverflowError):
        return None


def _range(values: Floats) -> tuple[float, float]:
    """Return the smallest and the largest entry, both NaN if one is."""
    if values.ndim == 0:
        return float(values), float(values)
    return float(values.min()), float(values.max())


def _first_outside(values: Floats, limits: Limits, infinity: bool, whole: bool) -> float:
    def good(value: float) -> bool:
        finite = value > -math.inf and (infinity or value < math.inf)
        return finite and _inside(value, limits) and not (whole and value != np.floor(value))

    return next(value for value in values.flat if not good(value))


def _inside(value: float, limits: Limits) -> bool:
    above, at_least, at_most, below = limits
    return (
        (above is None or value > above)
        and (at_least is None or value >= at_least)
        and (at_most is None or value <= at_most)
        and (below is None or value < below)
    )


def _sentence(what: str, limits: Limits) -> str:
    _, at_least, at_most, _ = limits
    if at_most is not None and at_least is not None:
        return f"{what} from {at_least:g} to {at_most:g}"
    named = zip((">", ">=", "<=", "<"), limits, strict=True)
    words = [f"{sign} {limit:g}" for sign, limit in named if limit is not None]
    return " ".join([what, " and ".join(words)]).strip()


def shown(value: Any) -> str:
    """Return `value` as it is quoted in an error: on one line, and cut short."""
    try:
        text = " ".join(repr(value).split())
    except RecursionError:  # lists in lists, a thousand deep
        return f"a {type(value).__name__} nested too deeply"
    except ValueError:  # Python writes out no number of more than 4,300 digits
        return f"a {type(value).__name__} too long to be written out"
    return text if len(text) <= 60 else text[:57] + "..."
