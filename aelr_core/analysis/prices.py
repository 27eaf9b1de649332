"""The prices of the attributes: one for all, or a pasted column."""

from __future__ import annotations

import numpy as np

from aelr_core.analysis.pasted_numbers import pasted_numbers
from aelr_core.checks import Floats

# The longest column is one price for each of 5,000 attributes.
MOST_CHARACTERS = 100_000
LARGEST = 1e9  # the most that anything may cost


def read_prices(text: str, d: int) -> Floats:
    """Return d prices, one for each attribute, in the order of the attributes.

    Raises
    ------
    ValueError
        With one sentence for the visitor; if there are fewer or more, it has both counts.

    Examples
    --------
    >>> read_prices("1, 2.5", 2)
    array([1. , 2.5])
    """
    return pasted_numbers(
        text, "price", least=d, most=d, most_characters=MOST_CHARACTERS, largest=LARGEST
    )


def same_price(price: float, d: int) -> Floats:
    """Return one price for all d attributes."""
    return np.full(d, price)
