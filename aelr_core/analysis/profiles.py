"""Profiles of second moments to try out: by a rule, or pasted. Only their shape matters here."""

from __future__ import annotations

import math
import re

import numpy as np

from aelr_core import checks
from aelr_core.checks import Floats
from aelr_core.letters import COUNT, DECAY, DIMENSION

LEAST, MOST = DIMENSION.keywords["at_least"], DIMENSION.keywords["at_most"]
MOST_CHARACTERS = 30 * MOST
_BETWEEN_NUMBERS = re.compile(r"[\s,;]+")


def power_law(alpha: float, d: int) -> Floats:
    r"""Return :math:`M_i = i^\alpha`, shape (d,), as in the paper's synthetic data.

    >>> power_law(-1, 4)
    array([1.        , 0.5       , 0.33333333, 0.25      ])
    """
    alpha, d = DECAY("alpha", alpha), DIMENSION("d", d)
    moments: Floats = np.arange(1, d + 1, dtype=np.float64) ** alpha
    return moments


def exponential(ratio: float, d: int) -> Floats:
    r"""Return :math:`M_i = r^{i-1}`, shape (d,): each moment is r times the one before.

    >>> exponential(0.5, 4)
    array([1.   , 0.5  , 0.25 , 0.125])
    """
    ratio = checks.number("ratio", ratio, above=0, at_most=1)
    moments: Floats = ratio ** np.arange(DIMENSION("d", d), dtype=np.float64)
    return moments


def block_sparse(strong: int, weak: float, d: int) -> Floats:
    """Return moments of 1 for the first `strong` attributes and `weak` for the others, (d,).

    >>> block_sparse(2, 0.1, 4)
    array([1. , 1. , 0.1, 0.1])
    """
    d = DIMENSION("d", d)
    strong = COUNT("strong", strong)
    weak = checks.number("weak", weak, at_least=0, at_most=1)
    return np.where(np.arange(d) < strong, 1.0, weak)


def pasted(text: str) -> Floats:
    """Return the moments in a text: numbers separated by spaces, commas, semicolons or line breaks.

    Raises
    ------
    ValueError
        With one sentence saying which entry cannot be used, or what is missing.

    Examples
    --------
    >>> pasted("4, 1; 0.25  0")
    array([4.  , 1.  , 0.25, 0.  ])
    >>> pasted("4, one")
    Traceback (most recent call last):
    ...
    ValueError: Entry 2, 'one', is not a number: write second moments such as 4, 1, 0.25.
    """
    if len(text) > MOST_CHARACTERS:
        raise ValueError(
            f"A list may have {MOST_CHARACTERS:,} characters, but this one has {len(text):,}."
        )
    entries = [entry for entry in _BETWEEN_NUMBERS.split(text.strip()) if entry]
    if not LEAST <= len(entries) <= MOST:
        raise ValueError(
            f"A list needs from {LEAST} to {MOST:,} second moments, but this one has "
            f"{len(entries):,}."
        )
    moments = np.array([_moment(n, entry) for n, entry in enumerate(entries, 1)])
    if not moments.any():
        raise ValueError("At least one second moment must be greater than 0.")
    return moments


def _moment(n: int, entry: str) -> float:
    """Return one entry as a number. An error quotes it in shortened form."""
    shown = repr(entry if len(entry) <= 20 else entry[:19] + "…")
    try:
        number = float(entry)
    except ValueError:
        raise ValueError(
            f"Entry {n:,}, {shown}, is not a number: write second moments such as 4, 1, 0.25."
        ) from None
    if not (math.isfinite(number) and number >= 0):
        raise ValueError(
            f"Entry {n:,}, {shown}, cannot be a second moment, which is a finite number of at "
            "least 0."
        )
    return number
