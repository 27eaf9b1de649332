"""Reads a pasted column of prices: any text gives either numbers or one sentence of refusal."""

from __future__ import annotations

import re

import numpy as np

from aelr_core.checks import Floats

# The longest column is one price for each of 5,000 attributes.
MOST_CHARACTERS = 100_000
LARGEST = 1e9
# Prices are separated by line breaks, spaces, semicolons or commas. The decimal sign is a point.
_BETWEEN = re.compile(r"[\s;,]+")


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
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"The column must have at most {MOST_CHARACTERS:,} characters.")
    words = _words(text)
    if not words:
        raise ValueError("The column must hold at least one price.")
    if len(words) > d:
        raise ValueError(f"The column must hold at most d = {d:,} prices, not {len(words):,}.")
    prices = np.array([_price(word) for word in words])
    if not prices.any():
        raise ValueError("The column must hold at least one price above 0.")
    return np.resize(prices, d)


def same_price(price: float, d: int) -> Floats:
    """Return one price for all d attributes."""
    return np.full(d, price)


def count_prices(text: str) -> int:
    """Return how many prices a column holds.

    >>> count_prices("1, 2.5;")
    2
    """
    return len(_words(text))


def _words(text: str) -> list[str]:
    return [word for word in _BETWEEN.split(text) if word]


def _price(word: str) -> float:
    shown = (word if len(word) <= 20 else word[:17] + "...").replace("`", "")
    try:
        price = float(word)
    except ValueError:
        price = -1.0
    if not 0 <= price <= LARGEST:
        raise ValueError(f"A price must be a number from 0 to {LARGEST:,.0f}, not `{shown}`.")
    return price
