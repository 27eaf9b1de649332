"""Purchase plans: pasted numbers, prices, and the cheapest purchase by each bound."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from aelr_core.algorithms import Algorithm, Bound, BoundRow, Question, bound_rows
from aelr_core.checks import Floats
from aelr_core.theory.planner import (
    Costs,
    Order,
    Purchase,
    buy_two_phase,
    cheapest,
    costs_by_budget,
    whole_examples,
)

# Room for each number and what is between two of them.
CHARACTERS_PER_NUMBER = 30
_BETWEEN = re.compile(r"[\s;,]+")
_NOTHING_BETWEEN = re.compile(r"[;,]\s*[;,]")
_COMMA_IN_A_NUMBER = re.compile(r"\d,\d")
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
    # 0,5;1;2 would be four numbers, as would 1,000 2 3
    if re.search(r"[\s;]", text.strip()) and _COMMA_IN_A_NUMBER.search(text):
        raise ValueError(
            f"Write {what}s with a decimal point and without thousands separators, such as 0.5 or "
            "1000: here a comma could be part of a number or stand between two."
        )
    if _NOTHING_BETWEEN.search(text):
        raise ValueError(f"A {what} is missing between two commas or semicolons.")
    written = entries(text)
    if not least <= len(written) <= most:
        wanted = f"{least:,}" if least == most else f"from {least} to {most:,}"
        raise ValueError(f"A list needs {wanted} {what}s, but this one has {len(written):,}.")
    numbers = np.array([_number(n, entry, what, largest) for n, entry in enumerate(written, 1)])
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


# ---- The prices of the attributes: one for all, or a pasted column ----

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


# ---- The purchase plan: the cheapest purchase by each bound of each algorithm ----


@dataclass(frozen=True)
class Offer:
    """The cheapest purchase by one bound of one algorithm.

    `costs` are those of every budget; None with two phases or full information.
    """

    algorithm: Algorithm
    bound: Bound
    buys: Purchase
    costs: Costs | None = None


@dataclass(frozen=True, eq=False)
class Plan:
    """All offers, the cheapest first.

    Attributes
    ----------
    wanted : the order.
    offers : sorted by cost.
    """

    wanted: Order
    offers: tuple[Offer, ...]

    @property
    def best(self) -> dict[str, Offer]:
        """The cheapest offer of every algorithm, by key, the cheapest of all first.

        Those of bounds that need to know more than the algorithm does are left out.
        """
        by_key: dict[str, Offer] = {}
        for one in self.offers:
            if not one.bound.likely or one.bound is one.algorithm.bounds[0]:
                by_key.setdefault(one.algorithm.key, one)
        return by_key

    @property
    def cheapest(self) -> Offer:
        """The cheapest of `best`."""
        return next(iter(self.best.values()))


def plan(wanted: Order, *, delta: float) -> Plan:
    """Return the plan of an order: an offer by every bound that makes one."""
    rows = [row for row in bound_rows(wanted.family) if row.bound.offered]
    # of two that cost the same, the smaller bound
    offers = sorted(
        (offer(wanted, row, delta=delta) for row in rows),
        key=lambda one: (one.buys.cost, one.buys.bound),
    )
    return Plan(wanted, tuple(offers))


def offer(wanted: Order, row: BoundRow, *, delta: float) -> Offer:
    """Return the cheapest purchase by a row of the table of bounds."""
    entry, stated = row.algorithm, row.bound
    if entry.two_phased:
        return Offer(
            entry, stated, buy_two_phase(wanted, _phase_two_bound(wanted, row), delta=delta)
        )
    if not entry.budgeted:
        bound = float(stated.at(_one_example(wanted, k=wanted.d - 1)))
        return Offer(entry, stated, whole_examples(wanted, bound=bound))
    q = entry.fixed_q(wanted.d, wanted.M)
    assert q is not None  # one phase
    bounds = stated.at(_one_example(wanted, k=np.arange(1, wanted.d)))
    costs = costs_by_budget(wanted, bound=bounds, q=q)
    return Offer(entry, stated, cheapest(costs), costs)


def _phase_two_bound(wanted: Order, row: BoundRow) -> Callable[[ArrayLike, Floats], Floats]:
    """Return the function from k and ε to the bound at one example of phase two.

    It is the smallest of the row's bound and those of its algorithm that hold for any phase one.
    """
    stated = (row.bound, *(one for one in row.algorithm.bounds if not one.likely))

    def at(k: ArrayLike, epsilon: Floats) -> Floats:
        ask = replace(_one_example(wanted, k=k), m1=0, epsilon=epsilon)
        bounds = np.broadcast_arrays(*(one.at(ask) for one in stated))
        smallest: Floats = np.min(bounds, axis=0)
        return smallest

    return at


def _one_example(wanted: Order, *, k: ArrayLike) -> Question:
    """Return the arguments of a theorem about one example."""
    return Question(family=wanted.family, d=wanted.d, m=1, k=k, B=wanted.B, M=wanted.M)
