"""Reads pasted numbers, prices or second moments: any text gives numbers or one sentence."""

from __future__ import annotations

import math
import re

import numpy as np

from aelr_core.checks import Floats

# Room for each number and what is between two of them.
CHARACTERS_PER_NUMBER = 30
_BETWEEN = re.compile(r"[\s;,]+")
_LONGEST_SHOWN = 20


def entries(text: str) -> list[str]:
    """Return what stands between line breaks, spaces, commas and semicolons.

    >>> entries(" 1, 2.5;x ")
    ['1', '2.5', 'x']
    """
    return [entry for entry in _BETWEEN.split(text) if entry]


def pasted_numbers(
    text: str, what: str, *, least: int, most: int, most_characters: int, largest: float = math.inf
) -> Floats:
    """Return the numbers in a text: finite, from 0 to `largest`, and not all of them 0.

    Parameters
    ----------
    text : numbers with decimal points, separated as in `entries`
    what : one of them by name; its plural ends in s
    least, most : how many there may be
    most_characters : how long the text may be

    Raises
    ------
    ValueError
        With one sentence saying which entry cannot be used, or what is missing.

    Examples
    --------
    >>> pasted_numbers("4, 1; 0.25  0", "price", least=1, most=9, most_characters=99)
    array([4.  , 1.  , 0.25, 0.  ])
    """
    if len(text) > most_characters:
        raise ValueError(
            f"A list may have {most_characters:,} characters, but this one has {len(text):,}."
        )
    found = entries(text)
    if not least <= len(found) <= most:
        wanted = f"{least:,}" if least == most else f"from {least} to {most:,}"
        raise ValueError(f"A list needs {wanted} {what}s, but this one has {len(found):,}.")
    numbers = np.array([_number(n, entry, what, largest) for n, entry in enumerate(found, 1)])
    if not numbers.any():
        raise ValueError(f"At least one {what} must be greater than 0.")
    return numbers


def _number(n: int, entry: str, what: str, largest: float) -> float:
    """Return one entry as a number. An error quotes it in shortened form."""
    shown = repr(entry if len(entry) <= _LONGEST_SHOWN else entry[: _LONGEST_SHOWN - 1] + "…")
    try:
        number = float(entry)
    except ValueError:
        raise ValueError(
            f"Entry {n:,}, {shown}, is not a number: write {what}s such as 4, 1, 0.25."
        ) from None
    if not (math.isfinite(number) and 0 <= number <= largest):
        kind = "at least 0" if math.isinf(largest) else f"at least 0 and at most {largest:,.0f}"
        raise ValueError(
            f"Entry {n:,}, {shown}, cannot be a {what}, which is a finite number of {kind}."
        )
    return number
