"""The prices of the attributes: one for all, or a pasted column."""

from __future__ import annotations

import numpy as np

from aelr_core.analysis.pasted_numbers import entries, pasted_numbers
from aelr_core.checks import Floats

# The longest column is one price for each of 5,000 attributes.
MOST_CHARACTERS = 100_000
LARGEST = 1e9  # the most that anything may cost


def read_prices(text: str, d: int) -> Floats:
    """Return d prices; if there are fewer, they are repeated from the start.

    Raises
    ------
    ValueError
        With one sentence for the visitor.

    Examples
    --------
    >>> read_prices("1, 2.5", 4)
    array([1. , 2.5, 1. , 2.5])
    """
    prices = pasted_numbers(
        text, "price", least=1, most=d, most_characters=MOST_CHARACTERS, largest=LARGEST
    )
    return np.resize(prices, d)


def same_price(price: float, d: int) -> Floats:
    """Return one price for all d attributes."""
    return np.full(d, price)


def count_prices(text: str) -> int:
    """Return how many prices a column holds.

    >>> count_prices("1, 2.5;")
    2
    """
    return len(entries(text))
