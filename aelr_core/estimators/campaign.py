r"""Ask and tell: learning from tests that are ordered and paid for, person by person.

`Campaign.ask` draws the tests of the next people; `Campaign.tell` takes the results, in any order
and days later. An order keeps its sample and its weights :math:`1/π_g`, :math:`1/π_{gh}`, and the
gradient at *tell* uses them and the w of then (`aelr_core.stream`). So it is unbiased given the
past, as long as *when* an answer comes depends neither on the sample nor on the values.

The opening. Means, scales and the norm bound are found from the first people, without a gradient:
30 of them, drawn alike, as the estimators do (`aelr_core.opening`). Where a test has no scale, all
tests are dealt from shuffled decks, so that each is done five times. Then the scale is fixed.

What was told is kept. So an answer can be corrected (everything is learnt again, in the same
order), a campaign is saved as its orders and answers, and `Campaign.model` takes a second look.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from aelr_core import checks
from aelr_core.checks import Floats, Ints
from aelr_core.datasets.csv.loader import listed
from aelr_core.datasets.csv.table import Prices
from aelr_core.designs.hard_budget import Sample
from aelr_core.estimators.attributes import (
    ORDER,
    Result,
    as_attributes,
    is_blank,
    number_in,
    scale_of,
    units_of,
)
from aelr_core.estimators.campaign_file import as_text, restored, symmetric
from aelr_core.estimators.campaign_model import CampaignModel, model_of
from aelr_core.estimators.campaign_report import Report, report_of
from aelr_core.files import read_as, require, written
from aelr_core.letters import FAMILY, POSITIVE, letter
from aelr_core.opening import OPENING_ROWS, OpenedStream
from aelr_core.randomness import UNIFORMS, generator
from aelr_core.stream import Order, Units, as_order

# How often each test is done in an opening that finds scales, and how many results are enough if
# others are late.
LOOKS, ENOUGH_LOOKS = 5, 3
MOST_PEOPLE_AT_ONCE = 100_000
# The generator of the decks; runs 0 and 1 are those of `aelr_core.opening`.
DECKS_RUN = 2
# By how much of the dearest order sums of prices may be rounded.
ROUNDING = 1e-9


@dataclass(frozen=True)
class Asked:
    """An order as it was asked.

    Attributes
    ----------
    order : tests, columns and weights.
    batch : in which call of `Campaign.ask`, from 1 on.
    dealt : whether it is from the decks of the opening: it has no weights, and no gradient.
    """

    order: Order
    batch: int
    dealt: bool


@dataclass(frozen=True)
class Answer:
    """What was told about an order.

    Attributes
    ----------
    number : of the order, from 1 on.
    results : for each of the order's units.
    y : the target; NaN if it never came.
    """

    number: int
    results: tuple[Result, ...]
    y: float


class Campaign:
    """A data collection in which at most `budget` tests of each person are ordered.

    Parameters
    ----------
    attributes : list of names, or DataFrame
        The tests. A pilot table gives names, levels and scales; columns that look like identifiers
        or are constant are no tests (`aelr_core.columns` says why).
    target : str
        The name of what is to be predicted, a number; for yes and no, 1 and 0.
    budget : int >= 2, default 5
        K, the most tests per person.
    prices : dict, name to price >= 0, or a Series, table or CSV file of names and prices, or None
        None: 1 each. Tests of price 0 are done for everybody, outside the budget and not listed
        in the orders.
    money : float or None
        The most that people may cost on average.
    purse : float or None
        The most that all of them may cost together.
    scale : dict, name to (mean, standard deviation), or None
        Of tests that give numbers, from reference ranges, say. (0, 1) leaves values as they are:
        for a test whose results are 0 and 1. If a test has none, an opening finds all that are
        missing; see `report`.
    levels : dict, name to list of texts, or None
        The fields that are categories.
    family : {"ridge", "lasso"}, default "ridge"
    seed : int >= 0, default 0
        Of the orders.

    Attributes
    ----------
    attributes : the tests, as `aelr_core.estimators.attributes.Attribute`.
    orders, answers : what was asked, in order of the numbers, and told, in order of the telling.
    learning : the stream, `aelr_core.opening.OpenedStream`, of scaled values.

    Examples
    --------
    >>> campaign = Campaign(["age", "crp", "bnp"], "stay", budget=2, scale={
    ...     "age": (50, 20), "crp": (5, 10), "bnp": (100, 80)})
    >>> campaign.ask(2).to_dict("index")
    {1: {1: 'age', 2: 'crp', 'price': 2.0}, 2: {1: 'crp', 2: 'bnp', 'price': 2.0}}
    >>> campaign.tell(pd.DataFrame({"order": [2], "stay": [4], "crp": [7.5], "bnp": [90]}))
    >>> campaign
    Campaign for stay: 3 tests, at most 2 per person; 1 order answered, 1 pending
    """

    def __init__(
        self,
        attributes: Sequence[str] | pd.DataFrame,
        target: str,
        *,
        budget: int = 5,
        prices: Prices | None = None,
        money: float | None = None,
        purse: float | None = None,
        scale: Mapping[str, tuple[float, float]] | None = None,
        levels: Mapping[str, Sequence[str]] | None = None,
        family: str = "ridge",
        seed: int = 0,
    ) -> None:
        self.target = _target(target)
        self.attributes = as_attributes(attributes, self.target, prices, scale, levels)
        self.budget: int = letter("budget", budget)
        self.family: str = FAMILY("family", family)
        self.money = None if money is None else POSITIVE("money", money)
        self.purse = None if purse is None else POSITIVE("purse", purse)
        self.seed = checks.integer("seed", seed, at_least=0)
        self.units: Units = units_of(self.attributes)
        self._hands = self._dealt_hands()
        self.orders: list[Asked] = []
        self.answers: list[Answer] = []
        self.answered: set[int] = set()
        self.asked_price = 0.0
        self.learning, self._scale = self._begin()  # refuses what cannot be
        self._refuse_small_purse()

    # ---- Ask ------------------------------------------------------------------------------------

    def ask(self, n: int = 1) -> pd.DataFrame:
        """Draw the tests of the next n people.

        There are fewer if the purse ends: when what is left, with pending orders deducted, is less
        than the dearest possible order. It never ends because of the order that was drawn, which
        would bias what is learnt.

        Returns
        -------
        orders : DataFrame
            Index "order"; columns 1, 2, … hold the tests to do, blank where there are fewer;
            "price" is what the order costs.
        """
        n = checks.integer("n", n, at_least=1, at_most=MOST_PEOPLE_AT_ONCE)
        first = len(self.orders)
        batch = self.orders[-1].batch + 1 if first else 1
        while len(self.orders) < first + n and not self.purse_is_used_up:
            self.keep(*self._next(), batch)
        return self._sheet(range(first + 1, len(self.orders) + 1))

    @property
    def purse_is_used_up(self) -> bool:
        """Whether what is left may not pay for another order."""
        return self.left is not None and self.left < self.dearest * (1 - ROUNDING)

    @property
    def left(self) -> float | None:
        """What is left of the purse, with pending orders deducted; None if there is no purse."""
        return None if self.purse is None else self.purse - self.asked_price

    def pending(self) -> pd.DataFrame:
        """Return the orders that were not answered yet, as `ask` does."""
        return self._sheet(n for n in range(1, len(self.orders) + 1) if n not in self.answered)

    def keep(self, order: Order, dealt: bool, batch: int) -> None:
        """Add an order to those that were asked; see `Asked`."""
        self.orders.append(Asked(order, batch, dealt))
        self.asked_price += order.price

    def _next(self) -> tuple[Order, bool]:
        """Return the next order, and whether it is dealt."""
        if not self.hands_left:
            order = self.learning.order()  # its weights are symmetric but for rounding
            return replace(order, weights=symmetric(np.triu(order.weights))), False
        S = self.hands_left[0]
        none = Sample(S, np.ones((len(S), len(S))))
        return as_order(self.units, none, np.ones(len(S))), True

    def _sheet(self, numbers: Iterable[int]) -> pd.DataFrame:
        index = pd.Index(list(numbers), name=ORDER, dtype=np.int64)
        most = self.most_tests
        rows = []
        for number in index:
            order = self.orders[number - 1].order
            names = [self.attributes[g].name for g in order.units if self.attributes[g].price > 0]
            rows.append([*names, *[None] * (most - len(names)), order.price])
        columns = [*range(1, most + 1), "price"]
        return pd.DataFrame(rows, index, columns).astype({"price": float})

    @property
    def most_tests(self) -> int:
        """How many tests an order has at most, those of price 0 not counted."""
        return min(self.budget, len(self.units.paid))

    @property
    def dearest(self) -> float:
        """What the dearest possible order costs."""
        return float(np.sort(self.units.prices)[-self.budget :].sum())

    def _refuse_small_purse(self) -> None:
        if self.purse is None:
            return
        least = self.dearest
        what = "the dearest possible order"
        if self._hands:
            dealt = self.units.prices.sum() * LOOKS
            least, what = least + dealt, f"five results of each test, {dealt:.10g}, and then {what}"
        if self.purse < least * (1 - ROUNDING):
            raise ValueError(
                f"purse must pay for {what}: {least:.10g}, but it is {self.purse:.10g}."
            )

    # ---- Tell -----------------------------------------------------------------------------------

    def tell(self, results: pd.DataFrame, correct: bool = False) -> None:
        """Learn from the results of orders, all of them, or refuse the table with a sentence.

        Parameters
        ----------
        results : DataFrame
            A row for each order, named by its index or a column "order"; a column for the target
            and one for each test that was asked for, blank where it failed. Tests of price 0 are
            asked for in every order. It may have the columns of the orders, which are ignored, and
            blank rows and columns.
        correct : whether to replace what was told before about these orders.
        """
        told = self._read(results, checks.choice("correct", correct, (True, False)))
        before = [*self.answers]
        again = {answer.number: answer for answer in told if answer.number in self.answered}
        try:
            if again:
                self.learn_again([again.get(each.number, each) for each in before])
            for answer in told:
                if answer.number not in again:
                    self._take(answer)
        except BaseException:  # Ctrl-C: nothing is half told
            self.learn_again(before)
            raise

    def _read(self, results: pd.DataFrame, correct: bool) -> list[Answer]:
        """Return the answers in a table; refuse it if one cell of it cannot be taken."""
        table = self._table(results)
        names = [each.name for each in self.attributes]
        column_of_unit = {g: table[name] for g, name in enumerate(names) if name in table}
        there = {g: [not is_blank(cell) for cell in cells] for g, cells in column_of_unit.items()}
        answers: dict[int, Answer] = {}
        for row, cell in enumerate(table[ORDER]):
            if all(is_blank(cells[row]) for cells in table.values()):
                continue  # spreadsheets add such rows
            number = self._number(cell, row + 1)
            if number in answers:
                raise ValueError(f"The table has order {number} twice.")
            if number in self.answered and not correct:
                raise ValueError(
                    f"Order {number} was told before: to replace its answer, say that it is a "
                    "correction."
                )
            asked = self.orders[number - 1].order.units.tolist()
            for g, given in there.items():
                if given[row] and g not in asked:
                    raise ValueError(
                        f"{names[g]} of order {number} was not asked for: leave the cell blank."
                    )
            for g in asked:
                if g not in column_of_unit:
                    raise ValueError(
                        f"{names[g]} of order {number} was asked for: give the table a column "
                        f"{names[g]!r}, blank where the test failed."
                    )
            read = tuple(
                self.attributes[g].read(column_of_unit[g][row], f"{names[g]} of order {number}")
                for g in asked
            )
            y = number_in(table[self.target][row], f"{self.target} of order {number}")
            answers[number] = Answer(number, read, y)
        return list(answers.values())

    def _table(self, results: pd.DataFrame) -> dict[str, list[Any]]:
        """Return the columns of a table of results by name, the order among them."""
        if not isinstance(results, pd.DataFrame):
            raise ValueError(f"results must be a DataFrame, but it is {checks.shown(results)}.")
        if ORDER not in results.columns and results.index.name == ORDER:
            results = results.reset_index()
        tests = {each.name for each in self.attributes}
        of_the_orders = {"price", *map(str, range(1, self.most_tests + 1))} - tests
        table: dict[str, list[Any]] = {}
        for place, column in enumerate(results.columns):
            name = str(column).strip()
            if name in table:
                raise ValueError(f"The table has two columns {name!r}.")
            if name in (ORDER, self.target) or name in tests:
                table[name] = results.iloc[:, place].tolist()
            elif name not in of_the_orders and not all(map(is_blank, results.iloc[:, place])):
                raise ValueError(f"The table has a column {name!r}, which is no test.")
        for name in (ORDER, self.target):
            if name not in table:
                raise ValueError(f"The table must have a column {name!r}.")
        return table

    def _number(self, cell: Any, row: int) -> int:
        """Return the number of an order that was asked, from a cell."""
        number = number_in(cell, f"The order in row {row}")
        if number % 1 or not 1 <= number <= len(self.orders):
            shown = "blank" if np.isnan(number) else f"{number:g}"
            there = f"1 to {len(self.orders)}" if self.orders else "none yet"
            raise ValueError(f"The orders are {there}, but the order in row {row} is {shown}.")
        return int(number)

    def answer_of(self, stored: Mapping[str, Any]) -> Answer:
        """Return an answer as a file has it, checked."""
        number = self._number(stored[ORDER], 1)
        tests = [self.attributes[g] for g in self.orders[number - 1].order.units]
        told = stored["results"]
        require([*told] == [test.name for test in tests], "a result for each test that was asked")
        results = tuple(test.read(told[test.name], test.name) for test in tests)
        return Answer(number, results, number_in(stored["target"], self.target))

    # ---- What was learnt ------------------------------------------------------------------------

    def model(self, second_look: bool = True) -> CampaignModel:
        """Return what was learnt: a model with `predict` and, with a second look, `panel`.

        second_look : whether to learn again from everything that was paid for, together; if not,
            and for lasso and beyond 1,000 columns, the model is that of the stream. It is fitted
            once more for each fifth of the answers, to estimate its error.
        """
        return model_of(self, checks.choice("second_look", second_look, (True, False)))

    @property
    def stream_predictor(self) -> tuple[Floats, float]:
        """The stream's weights, (d,), and constant, in the units of the tests."""
        w, intercept = self.learning.predictor, self.learning.intercept
        mean, deviation = np.zeros((2, len(w))) if self._scale is None else self._scale
        w = np.divide(w, deviation, out=np.zeros(len(w)), where=deviation > 0)
        return w, float(intercept - w @ mean)

    @property
    def stream_error(self) -> tuple[float, float]:
        """An estimate of the stream's error, as `report` has it, and its standard error."""
        loss, error = self.learning.losses.last_half()
        zero = 0.5 * self.learning.labels.mean_square
        return (1.0 + loss / zero, error / zero) if zero > 0 else (np.nan, np.nan)

    # ---- Report, save, load ---------------------------------------------------------------------

    def report(self) -> Report:
        """Return people, tests, money, an estimate of the error, what is pending, and warnings."""
        return report_of(self)

    def __repr__(self) -> str:
        answered, pending = len(self.answered), len(self.orders) - len(self.answered)
        orders = "order" if answered == 1 else "orders"
        return (
            f"Campaign for {self.target}: {len(self.attributes)} tests, at most {self.budget} per "
            f"person; {answered:,} {orders} answered, {pending:,} pending"
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the campaign to a file, readable JSON, completely or not at all."""
        with written(Path(path)) as file:
            file.write(as_text(self).encode())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Campaign:
        """Return the campaign that was saved; raise ValueError if the file is none."""
        with read_as("a campaign saved by AELR Lab", path) as content:
            return restored(json.loads(content), cls)

    # ---- Learning -------------------------------------------------------------------------------

    def _begin(self) -> tuple[OpenedStream, Floats | None]:
        """Return what learns, and the scale, (2, d): None as long as it is to be found."""
        learning = OpenedStream(
            self.family,
            self.units,
            K=max(self.most_tests, 2),
            M=None,
            B=None,
            money=self.money,
            eta=None,
            length="measured",
            guarded=True,
            intercept=True,
            seed=self.seed,
            opening=self.opening_people,
        )
        return learning, None if self._to_be_scaled() else self._scales({})

    def _take(self, answer: Answer) -> None:
        """Keep an answer and learn from it; the first ones wait until the scale is found."""
        self.answered.add(answer.number)
        self.answers.append(answer)
        if self._scale is not None:
            self._learn(answer)
        elif not self.opening_left and not self._looks_missing():
            self._scale = self._scales(self._seen())
            for each in self.answers:  # the scale depends on them: no gradient
                self._learn(each, step=False)

    def _learn(self, answer: Answer, step: bool = True) -> None:
        assert self._scale is not None
        asked = self.orders[answer.number - 1]
        mean, deviation = self._scale[:, asked.order.columns]
        x = (self.encoded(answer) - mean) / deviation
        if step and not (asked.dealt or np.isnan(x).any() or np.isnan(answer.y)):
            self.learning.learn(asked.order, x, answer.y)
        else:
            self.learning.note(asked.order, x, answer.y)

    def learn_again(self, answers: Sequence[Answer]) -> None:
        """Learn from these answers alone, in this order; the orders that were drawn stay."""
        before = self.learning
        self.learning, self._scale = self._begin()
        self.learning.random = before.random
        self.learning.opening_random = before.opening_random
        self.answers, self.answered = [], set()
        for answer in answers:
            self._take(answer)

    def encoded(self, answer: Answer) -> Floats:
        """Return the values of the order's columns, (p,), NaN where a test failed."""
        units = self.orders[answer.number - 1].order.units
        pairs = zip(units.tolist(), answer.results, strict=True)
        return np.array([x for g, result in pairs for x in self.attributes[g].encode(result)])

    # ---- The opening ----------------------------------------------------------------------------

    @property
    def opening_people(self) -> int:
        """How many people with a target the opening needs."""
        return max(OPENING_ROWS, len(self._hands))

    @property
    def opening_left(self) -> int:
        """How many of them are missing."""
        told = sum(not np.isnan(each.y) for each in self.answers)
        return max(0, self.opening_people - told)

    @property
    def opening_needs(self) -> str:
        """What the opening needs, as a phrase; "" once it is over."""
        if left := self.opening_left:
            return f"{left:,} more people with {self.target}"
        missing = self._looks_missing() if self._scale is None else []
        return f"more results of {listed(missing)}, to find the scale" if missing else ""

    @property
    def left_out(self) -> list[str]:
        """The tests whose scale was not found, because they failed in the whole opening."""
        scale = np.ones((2, len(self.units.of))) if self._scale is None else self._scale
        pairs = zip(self.attributes, self.units.columns, strict=True)
        return [each.name for each, columns in pairs if np.isinf(scale[1, columns[0]])]

    def _looks_missing(self) -> list[str]:
        """Return the tests that are to be scaled and were not told often enough."""
        told = dict.fromkeys(self._to_be_scaled(), 0)
        for answer in self.answers:
            for g in self.orders[answer.number - 1].order.units.tolist():
                if g in told:
                    told[g] += 1
        seen = self._seen()
        return [
            self.attributes[g].name
            for g, times in told.items()
            if times < LOOKS and len(seen[g]) < ENOUGH_LOOKS
        ]

    @property
    def hands_left(self) -> list[Ints]:
        """Who gets which tests next, as long as they are dealt: places in `units.paid`."""
        return self._hands[len(self.orders) :]

    def _to_be_scaled(self) -> list[int]:
        """Return the tests whose scale is to be found."""
        each = enumerate(self.attributes)
        return [g for g, test in each if test.levels is None and test.scale is None]

    def _dealt_hands(self) -> list[Ints]:
        """Return who gets which tests while scales are to be found: places in `units.paid`."""
        paid = len(self.units.paid)
        if not self._to_be_scaled() or not paid:
            return []
        total, cost = LOOKS * paid, LOOKS * float(self.units.prices.sum())
        people = max(LOOKS, ceil(total / self.budget))
        if self.money is not None:
            people = max(people, ceil(cost / self.money * (1 - ROUNDING)))
        if people > total:
            raise ValueError(
                f"money must be at least {cost / total:.4g}, the mean price of a test, while "
                f"scales are to be found, but it is {self.money:g}: give more, or scale."
            )
        return dealt(paid, people, generator(self.seed, DECKS_RUN, UNIFORMS))

    def _seen(self) -> dict[int, list[float]]:
        """Return what was seen of each test that is to be scaled."""
        seen: dict[int, list[float]] = {g: [] for g in self._to_be_scaled()}
        for answer in self.answers:
            units = self.orders[answer.number - 1].order.units.tolist()
            for g, result in zip(units, answer.results, strict=True):
                if g in seen and result is not None:
                    seen[g].append(float(result))
        return seen

    def _scales(self, seen: Mapping[int, Sequence[float]]) -> Floats:
        """Return means and deviations, (2, d): as given, or of what was seen."""
        scales = np.tile([[0.0], [1.0]], len(self.units.of))
        for g, each in enumerate(self.attributes):
            if each.levels is None:
                scale = scale_of(np.array(seen[g])) if each.scale is None else each.scale
                scales[:, self.units.columns[g]] = np.array(scale)[:, np.newaxis]
        return scales


def _target(name: Any) -> str:
    text = name.strip() if isinstance(name, str) else ""
    if text in ("", ORDER):
        raise ValueError(
            f"target must be a name other than {ORDER!r}, but it is {checks.shown(name)}."
        )
    return text


def dealt(n: int, people: int, random: np.random.Generator) -> list[Ints]:
    """Deal n cards from five shuffled decks, to people who get about equally many, none twice.

    Examples
    --------
    >>> hands = dealt(5, 9, np.random.default_rng(0))
    >>> sorted({len(hand) for hand in hands}), np.bincount(np.concatenate(hands))
    ([2, 3], array([5, 5, 5, 5, 5]))
    """
    sizes = np.diff(np.arange(people + 1) * LOOKS * n // people)
    hands, deck = [], random.permutation(n).tolist()
    for size in sizes.tolist():
        hand: list[int] = []
        while len(hand) < size:
            if not deck:
                deck = random.permutation(n).tolist()
            card = next(card for card in deck if card not in hand)
            deck.remove(card)
            hand.append(card)
        hands.append(np.sort(np.array(hand)))
    return hands
