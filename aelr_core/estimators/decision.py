"""Which way is cheapest? Plays ways to spend money on tests, on a table that is there.

A table is split into training and test rows, again and again. Every arm gets the same money, pays
for what it looks at in the training rows, and is judged on complete test rows. Nobody scales or
tunes by values that he did not pay for; no row is used twice.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from math import ceil
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LassoCV, LogisticRegressionCV, RidgeCV

from aelr_core import checks
from aelr_core.analysis.decision import ARMS, ERROR_RATE, LOSSES, SQUARED, Arm, Decision, Played
from aelr_core.checks import Floats, Ints
from aelr_core.datasets.csv.columns import Source
from aelr_core.datasets.csv.table import Prices, TableData, load_table
from aelr_core.designs.hard_budget import Sample
from aelr_core.designs.prices import ROUNDING
from aelr_core.estimators.attributes import scale_of
from aelr_core.estimators.campaign import LOOKS, dealt
from aelr_core.letters import TWO_OR_MORE
from aelr_core.opening import OPENING_ROWS, OpenedStream
from aelr_core.second_look import MOST_COLUMNS, Looks, SecondLook, second_look
from aelr_core.stream import Order, Units, as_order, as_units

SHARES = (0.25, 0.5, 1.0)
TEST_SHARE = 0.2
FEWEST_TO_SPLIT = 20
# Fewer whole rows than this are not enough to tune on: the mean of their labels is the prediction.
FEWEST_TO_TUNE = 10
FOLDS = 5
# Penalties per row that ridge chooses from, numbers of penalties, and logistic regression's C.
PENALTIES, FEW_PENALTIES, STRENGTHS = np.logspace(-4, 2, 13), 30, np.logspace(-3, 2, 6)


def decide(
    table: Source,
    target: str,
    prices: Prices | None = None,
    budget: int = 5,
    money: float | None = None,
    most_per_person: int | None = None,
    predictions: int = 0,
    splits: int = 20,
    loss: str = SQUARED,
    *,
    columns: pd.DataFrame | None = None,
    positive: str | None = None,
    seed: int = 0,
) -> Decision:
    """Return what ways to spend money on tests would have cost and given on a table.

    Parameters
    ----------
    table : a DataFrame, or a CSV file: a path, bytes or an open file. Blanks are allowed: a test
        that fails is paid for.
    target : the column to predict. Labels cost nothing.
    prices : of the columns, by name; None: 1 each, or as `columns` says. What costs nothing is
        looked at in everybody.
    budget : the most tests of a person for the arms that take some, besides those that cost
        nothing.
    money : what every arm may spend, for learning and for predictions together. None: what it costs
        to learn from `budget` tests of every training row, and to predict from as many.
    most_per_person : the most tests that a person may take; None: no limit. With one below the
        number of tests, arms that need whole rows are left out. So are arms that predict from all
        tests, if there are `predictions`.
    predictions : how many people will be predicted, and tested for it. If any, arms may predict
        from a panel: the few tests that say most, alike for everybody.
    splits : how often the table is split into training and test rows.
    loss : "squared", relative to that of the mean, or "error rate", for two classes.
    columns : what the function `columns` returned, as edited; None: as it proposes.
    positive : the value of the target that counts as +1, against all others.
    seed : of splits and samples.

    Examples
    --------
    >>> X = np.random.default_rng(0).normal(size=(300, 6))
    >>> people = pd.DataFrame(X, columns=list("abcdef")).assign(stay=X @ [3, 2, 1, 1, 1, 1])
    >>> found = decide(people, "stay", budget=2, splits=10)
    >>> found.verdict
    'whole'
    >>> float(found.frame.query("share == 1").money.max()), 2 * 240
    (480.0, 480)
    """
    for found in decisions(
        table,
        target,
        prices,
        budget,
        money,
        most_per_person,
        predictions,
        splits,
        loss,
        columns=columns,
        positive=positive,
        seed=seed,
    ):
        last = found
    return last


def decisions(
    table: Source,
    target: str,
    prices: Prices | None = None,
    budget: int = 5,
    money: float | None = None,
    most_per_person: int | None = None,
    predictions: int = 0,
    splits: int = 20,
    loss: str = SQUARED,
    *,
    columns: pd.DataFrame | None = None,
    positive: str | None = None,
    seed: int = 0,
) -> Iterator[Decision]:
    """Return an iterator over the decision so far, after each split; the last is that of `decide`.

    Its `fraction` is the share of the work that is done. The parameters are those of `decide`; they
    are checked at once.
    """
    checks.choice("loss", loss, LOSSES)
    checks.integer("splits", splits, at_least=1)
    checks.integer("seed", seed, at_least=0)
    rows, units = in_order(
        load_table(table, target, columns, prices, positive=positive, scaling="none")
    )
    if loss == ERROR_RATE and not rows.classes:
        raise ValueError(
            f"loss must be 'squared' if the target holds more than two values, as {target!r} does."
        )
    n, d = rows.X.shape
    if n < FEWEST_TO_SPLIT:
        raise ValueError(
            f"The table must have at least {FEWEST_TO_SPLIT} rows with a value of {target!r}, but "
            f"it has {n}."
        )
    if d > MOST_COLUMNS:
        raise ValueError(
            f"The table must have at most {MOST_COLUMNS:,} attributes, but it has {d:,}: leave out "
            "columns."
        )
    if not len(units.paid):
        raise ValueError("Prices must be above 0 for at least one column that is used.")
    plan = Plan.of(
        units,
        training=n - held_out(n),
        budget=TWO_OR_MORE("budget", budget),
        money=money,
        most=most_per_person,
        predictions=checks.integer("predictions", predictions, at_least=0),
    )
    return play(rows, plan, splits, loss, seed)


class Rows(NamedTuple):
    """The rows of a table.

    Attributes
    ----------
    X, y : (n, d) and (n,)
    classes : whether y is ±1 for two classes.
    target : its name.
    steps : what was done, in sentences.
    """

    X: Floats
    y: Floats
    classes: bool
    target: str
    steps: tuple[str, ...]


def in_order(data: TableData) -> tuple[Rows, Units]:
    """Return the rows and units in an order that does not depend on that of the table."""
    fields = [data.fields[name] for name in sorted(data.fields)]
    columns = [i for field in fields for i in field]
    ends = np.cumsum([len(field) for field in fields])
    groups = [np.arange(end - len(field), end) for end, field in zip(ends, fields, strict=True)]
    X, y = data.X[:, columns], data.y
    order = np.lexsort((y, *X.T))
    classes = data.encoding.classes is not None
    rows = Rows(X[order], y[order], classes, data.encoding.target, data.steps)
    return rows, as_units(len(columns), groups, data.prices[columns])


# ---- What may be spent --------------------------------------------------------------------------


class Plan(NamedTuple):
    """What every arm may spend.

    Attributes
    ----------
    units : what can be ordered, and what it costs.
    K : the most of them that a person takes and that cost something, unless all are taken.
    each : what K of them cost on average: at most so much is spent per person, on average, and at
        most so much for a panel.
    money : (shares,) for learning and predictions together.
    shares : the parts of the money for learning.
    most : the most that a person may take; None: no limit.
    predictions : how many.
    """

    units: Units
    K: int
    each: float
    money: tuple[float, ...]
    shares: tuple[float, ...]
    most: int | None
    predictions: int

    @classmethod
    def of(
        cls,
        units: Units,
        *,
        training: int,
        budget: int,
        money: float | None,
        most: int | None,
        predictions: int,
        shares: Sequence[float] = SHARES,
    ) -> Plan:
        """Return the plan, or refuse what cannot be.

        training : rows to learn from.
        """
        if most is not None:
            checks.integer("most_per_person", most, at_least=budget)
        K = min(budget, len(units.paid))
        each = K * float(units.prices[units.paid].mean())
        for_predictions = predictions * each
        learning = training * each
        if money is not None:
            learning = checks.number("money", money, above=0) - for_predictions
            if learning <= 0:
                raise ValueError(
                    f"money must be more than {for_predictions:,.6g}, what the predictions cost, "
                    f"but it is {money:,.6g}."
                )
        levels = tuple(share * learning + for_predictions for share in shares)
        return cls(units, K, each, levels, tuple(shares), most, predictions)

    @property
    def all(self) -> float:
        """What a whole row costs."""
        return float(self.units.prices.sum())

    @property
    def dearest(self) -> float:
        """What the dearest order costs."""
        return float(np.sort(self.units.prices)[-self.K :].sum())

    @property
    def limited(self) -> bool:
        """Whether nobody may take all tests."""
        return self.most is not None and self.most < len(self.units.paid)

    def predicting(self, arm: Arm) -> float:
        """Return what a prediction may cost at most."""
        return {"all": self.all, "panel": self.each, "none": 0.0}[arm.predicts]

    def learning(self, arm: Arm, level: int) -> float:
        """Return what is left for learning; not above 0 if predictions cost all of it."""
        return self.money[level] - self.predictions * self.predicting(arm)

    def why_not(self, arm: Arm, classes: bool) -> str | None:
        """Return why an arm is left out, None if it is allowed, and "" if there is no use of it."""
        panel_for_price = arm.predicts == "panel" and arm.way != "panel"
        if (panel_for_price and not self.predictions) or (
            arm.key == "whole_logistic" and not classes
        ):
            return ""
        if self.limited and arm.whole:
            return f"it takes all tests of a person, who may take {self.most}"
        if self.limited and self.predictions and arm.predicts == "all":
            return f"it predicts from all tests of a person, who may take {self.most}"
        if self.learning(arm, len(self.money) - 1) <= 0:
            return "its predictions cost more than there is"
        return None


# ---- Splits -------------------------------------------------------------------------------------


def play(rows: Rows, plan: Plan, splits: int, loss: str, seed: int) -> Iterator[Decision]:
    """Play all arms on one split after another, and yield the decision so far after each."""
    reasons = {arm: plan.why_not(arm, rows.classes) for arm in ARMS}
    arms = [arm for arm, why in reasons.items() if why is None]
    X, y = rows.X, rows.y
    n_test = held_out(len(y))
    found = np.full((3, len(arms), splits, len(plan.money)), np.nan)
    for split in range(splits):
        rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(split,)))
        order = rng.permutation(len(y))
        test, train = order[:n_test], order[n_test:]
        here = Split(X[train], y[train], X[test], plan, rng)
        for a, arm in enumerate(arms):
            for level in range(len(plan.money)):
                if (left := plan.learning(arm, level)) > 0:
                    played = PLAY[arm.key](here, left)
                    error = error_of(played.predicted, y[test], y, loss)
                    spent = played.spent + plan.predictions * played.predicting
                    found[:, a, split, level] = error, spent, played.people
        yield Decision(
            target=rows.target,
            rows=len(y),
            tests=len(plan.units.paid),
            budget=plan.K,
            most_per_person=plan.most,
            predictions=plan.predictions,
            loss=loss,
            money=plan.money,
            shares=plan.shares,
            splits=splits,
            test_over_train=n_test / (len(y) - n_test),
            arms=tuple(
                Played(arm, *(part[a, : split + 1].copy() for part in found))
                for a, arm in enumerate(arms)
            ),
            left_out={arm.label: why for arm, why in reasons.items() if why},
            steps=rows.steps,
        )


def held_out(n: int) -> int:
    """Return how many of n rows are test rows."""
    return max(1, round(TEST_SHARE * n))


def error_of(predicted: Floats, labels: Floats, y: Floats, loss: str) -> float:
    """Return the error of predictions of labels, (n,).

    y : all labels; the squared error is relative to their variance.
    """
    if loss == ERROR_RATE:
        return float(np.mean((predicted > 0) != (labels > 0)))
    return float(np.mean((predicted - labels) ** 2) / np.var(y))


class Outcome(NamedTuple):
    """Predictions of the test rows, money for learning, people, and money for a prediction."""

    predicted: Floats
    spent: float
    people: int
    predicting: float = 0.0


class Panel(NamedTuple):
    """The same tests for everybody: their columns, and what they cost."""

    columns: Ints
    price: float


class Model(NamedTuple):
    """What a stream has learnt: w (d,), the intercept, and means (d,) in place of blanks."""

    w: Floats
    intercept: float
    means: Floats


class Learnt(NamedTuple):
    """What a second look says of values less their mean (d,), by their deviation (d,)."""

    found: SecondLook
    mean: Floats
    deviation: Floats

    def predict(self, X: Floats) -> Floats:
        """Return predictions for rows (n, d) with blanks."""
        return self.found.predict((X - self.mean) / self.deviation)


class Asked(NamedTuple):
    """Orders for all training rows in turn, what the first ones cost, and models by their number.

    spent : (m + 1,)
    """

    orders: list[Order]
    spent: Floats
    models: Mapping[int, Model]

    def within(self, money: float, dearest: float) -> int:
        """Return how many are ordered: as long as what is left pays for the dearest order.

        The order that was drawn has no say in that: to leave out dear ones would bias.
        """
        cannot = np.flatnonzero(self.spent[:-1] + dearest > money * (1 + ROUNDING))
        return int(cannot[0]) if cannot.size else len(self.orders)


class Split:
    """Training rows that may be looked at for money, and test rows that are complete.

    Parameters
    ----------
    X, y : (m, d) and (m,) the training rows, in the order in which people come.
    X_test : (n, d)
    plan : what may be spent.
    """

    def __init__(
        self, X: Floats, y: Floats, X_test: Floats, plan: Plan, rng: np.random.Generator
    ) -> None:
        self.X, self.y, self.X_test, self.plan = X, y, X_test, plan
        self.seeds: list[int] = rng.integers(2**31, size=3).tolist()
        self.all = np.arange(X.shape[1])

    @cached_property
    def chosen(self) -> Asked:
        """Orders as the adaptive algorithm chooses them."""
        return choose(self)

    @cached_property
    def random(self) -> Asked:
        """Orders drawn alike for all units."""
        rng, paid = np.random.default_rng(self.seeds[0]), len(self.plan.units.paid)
        orders = [
            self.order(np.sort(rng.choice(paid, size=self.plan.K, replace=False))) for _ in self.y
        ]
        return Asked(orders, total_prices(orders), {})

    def order(self, S: Ints) -> Order:
        """Return the order of these places in `units.paid`, and of all that costs nothing."""
        return as_order(self.plan.units, Sample(S, np.ones((len(S), len(S)))), np.ones(len(S)))

    def seen(self, columns: Sequence[Ints]) -> Floats:
        """Return these columns of the first rows, (t, d), with blanks elsewhere."""
        rows = np.full((len(columns), len(self.all)), np.nan)
        for row, x, i in zip(rows, self.X, columns, strict=False):
            row[i] = x[i]
        return rows

    def learn(self, columns: Sequence[Ints]) -> Learnt:
        """Take a second look at these columns of the first rows, where they are not blank."""
        rows = self.seen(columns)
        mean, deviation = scales(rows)
        looks = Looks(len(self.all))
        for x, label in zip((rows - mean) / deviation, self.y.tolist(), strict=False):
            i = np.flatnonzero(~np.isnan(x))
            looks.add(i, x[i], label)
        return Learnt(second_look(looks, self.plan.units), mean, deviation)

    def learnt_at_random(self, t: int) -> Learnt:
        """Take a second look at t random orders, once: several arms begin with them."""
        if t not in self._at_random:
            self._at_random[t] = self.learn([order.columns for order in self.random.orders[:t]])
        return self._at_random[t]

    @cached_property
    def _at_random(self) -> dict[int, Learnt]:
        return {}

    def only(self, columns: Ints) -> Floats:
        """Return the test rows with blanks elsewhere."""
        rows = np.full(self.X_test.shape, np.nan)
        rows[:, columns] = self.X_test[:, columns]
        return rows

    def guess(self, people: int = 0, spent: float = 0.0) -> Outcome:
        """Predict the mean label for everybody."""
        return Outcome(np.full(len(self.X_test), self.y.mean()), spent, people)


def total_prices(orders: Sequence[Order]) -> Floats:
    """Return what the first t orders cost, for t = 0, ..., m."""
    return np.append(0.0, np.cumsum([order.price for order in orders]))


# ---- Orders that are chosen ---------------------------------------------------------------------


def choose(split: Split) -> Asked:
    """Run the adaptive algorithm through all training rows; its models are where money ends.

    As in a campaign, the first people take tests dealt from shuffled decks, and what is seen there
    fixes the scale. They are the opening of `OpenedStream`, which learns from those after them.
    """
    plan, X = split.plan, split.X
    units, G = plan.units, len(plan.units.paid)
    hands = dealt(G, max(LOOKS, ceil(LOOKS * G / plan.K)), np.random.default_rng(split.seeds[2]))
    opening = min(max(OPENING_ROWS, len(hands)), max(1, len(split.y) // 2))
    stream = OpenedStream(
        "ridge",
        units,
        K=max(plan.K, 2),
        M=None,
        B=None,
        money=plan.each if np.ptp(units.prices[units.paid]) > 0 else None,
        eta=None,
        length="measured",
        guarded=True,
        intercept=True,
        seed=split.seeds[1],
        opening=opening,
    )
    orders = [split.order(S) for S in hands[:opening]]
    orders += [stream.order() for _ in range(opening - len(orders))]
    mean, deviation = scales(split.seen([order.columns for order in orders]))

    def model() -> Model:
        w = stream.predictor / deviation
        means = mean + np.where(np.isfinite(deviation), deviation, 0.0) * stream.means.means
        return Model(w, stream.intercept - float(w @ mean), means)

    ends = sorted(plan.learning(STREAMING, level) for level in range(len(plan.money)))
    models: dict[int, Model] = {}
    spent = 0.0
    for t, label in enumerate(split.y.tolist()):
        while ends and spent + plan.dearest > ends[0] * (1 + ROUNDING):
            models[t] = model()
            ends.pop(0)
        if t >= opening:
            orders.append(stream.order())
        spent += orders[t].price
        i = orders[t].columns
        values = (X[t, i] - mean[i]) / deviation[i]
        if not np.isnan(values).any():
            stream.learn(orders[t], values, label)
    models[len(orders)] = model()
    return Asked(orders, total_prices(orders), models)


def scales(seen: Floats) -> tuple[Floats, Floats]:
    """Return means and deviations (d,) to scale by, from what was seen (t, d), NaN elsewhere.

    A test that was seen fewer than five times may have values that are alike by chance. Its
    deviation is infinite: so its values become 0 and say nothing.
    """
    columns = [each[~np.isnan(each)] for each in seen.T]
    enough = [each if len(each) >= LOOKS else each[:0] for each in columns]
    mean, deviation = np.array([scale_of(each) for each in enough]).T
    return mean, deviation


# ---- The arms -----------------------------------------------------------------------------------


def play_stream(split: Split, money: float) -> Outcome:
    """Choose, learn from one row after the other, and predict from all tests."""
    asked, plan = split.chosen, split.plan
    if not (t := asked.within(money, plan.dearest)):
        return split.guess()
    w, intercept, means = asked.models[t]
    rows = np.where(np.isnan(split.X_test), means, split.X_test)
    return Outcome(rows @ w + intercept, float(asked.spent[t]), t, plan.all)


def play_chosen(split: Split, money: float) -> Outcome:
    """Choose, then take a second look."""
    asked = split.chosen
    t = asked.within(money, split.plan.dearest)
    found = split.learn([order.columns for order in asked.orders[:t]]) if t else None
    return from_all(split, asked, t, found)


def play_chosen_panel(split: Split, money: float) -> Outcome:
    """Choose, then take a second look; predict from the panel."""
    asked = split.chosen
    t = asked.within(money, split.plan.dearest)
    found = split.learn([order.columns for order in asked.orders[:t]]) if t else None
    return from_panel(split, asked, t, found)


def play_random(split: Split, money: float) -> Outcome:
    """Draw tests at random, then take a second look."""
    t = split.random.within(money, split.plan.dearest)
    return from_all(split, split.random, t, split.learnt_at_random(t) if t else None)


def play_random_panel(split: Split, money: float) -> Outcome:
    """Draw tests at random, then take a second look; predict from the panel."""
    t = split.random.within(money, split.plan.dearest)
    return from_panel(split, split.random, t, split.learnt_at_random(t) if t else None)


def play_explore(split: Split, money: float) -> Outcome:
    """Draw tests at random for half of the money; then everybody takes the best ones."""
    asked, plan = split.random, split.plan
    if not (t := asked.within(money / 2, plan.dearest)):
        return split.guess()
    panel = best_panel(split.learnt_at_random(t), plan)
    spent = float(asked.spent[t])
    more = affordable(money - spent, panel.price, len(split.y) - t) if len(panel.columns) else 0
    columns = [order.columns for order in asked.orders[:t]] + [panel.columns] * more
    found = split.learn(columns) if more else split.learnt_at_random(t)
    predicted = found.predict(split.only(panel.columns))
    return Outcome(predicted, spent + more * panel.price, t + more, panel.price)


def play_pilot(split: Split, money: float) -> Outcome:
    """Take whole rows for half of the money; then everybody takes the best tests."""
    plan = split.plan
    n = affordable(money / 2, plan.all, len(split.y))
    spent = n * plan.all
    if n < FEWEST_TO_TUNE:
        return split.guess(n, spent)
    panel = best_panel(split.learn([split.all] * n), plan)
    if not len(panel.columns):
        return split.guess(n, spent)
    more = affordable(money - spent, panel.price, len(split.y) - n)
    predicted = fitted(ridge, split, n + more, panel.columns)
    return Outcome(predicted, spent + more * panel.price, n + more, panel.price)


def play_whole_panel(split: Split, money: float) -> Outcome:
    """Take whole rows; predict by ridge from the panel."""
    plan = split.plan
    n = affordable(money, plan.all, len(split.y))
    if n < FEWEST_TO_TUNE:
        return split.guess(n, n * plan.all)
    panel = best_panel(split.learn([split.all] * n), plan)
    if not len(panel.columns):
        return split.guess(n, n * plan.all)
    predicted = fitted(ridge, split, n, panel.columns)
    return Outcome(predicted, n * plan.all, n, panel.price)


def whole(make: Callable[[int], Any]) -> Callable[[Split, float], Outcome]:
    """Return the arm that takes whole rows and learns by what `make` returns."""

    def play(split: Split, money: float) -> Outcome:
        plan = split.plan
        n = affordable(money, plan.all, len(split.y))
        classes = np.bincount(split.y[:n] > 0, minlength=2)
        if n < FEWEST_TO_TUNE or (make is logistic and classes.min() < FOLDS):
            return split.guess(n, n * plan.all)
        return Outcome(fitted(make, split, n, split.all), n * plan.all, n, plan.all)

    return play


def affordable(money: float, price: float, most: int) -> int:
    """Return how many things of a price can be bought, `most` at most."""
    return min(most, int(money / price * (1 + ROUNDING))) if price > 0 else most


def from_all(split: Split, asked: Asked, t: int, found: Learnt | None) -> Outcome:
    """Return the predictions of a second look at t orders from all tests."""
    if found is None:
        return split.guess()
    return Outcome(found.predict(split.X_test), float(asked.spent[t]), t, split.plan.all)


def from_panel(split: Split, asked: Asked, t: int, found: Learnt | None) -> Outcome:
    """Return the predictions of a second look at t orders from its panel."""
    if found is None:
        return split.guess()
    panel = best_panel(found, split.plan)
    predicted = found.predict(split.only(panel.columns))
    return Outcome(predicted, float(asked.spent[t]), t, panel.price)


def best_panel(learnt: Learnt, plan: Plan) -> Panel:
    """Return the best K tests that a person may be given for `plan.each`, besides free ones.

    They are chosen greedily, by what they explain, or by that per price: the panel that expects the
    lower error.
    """
    found, units = learnt.found, plan.units
    alike = (units.prices[units.of] > 0).astype(float)
    panels = []
    for prices in (alike, None) if np.ptp(units.prices[units.paid]) > 0 else (None,):
        chosen, price = [], 0.0
        for step in found.panel(prices, plan.K):
            cost = float(units.prices[step.unit])
            if price + cost <= plan.each * (1 + ROUNDING):
                chosen.append(step.unit)
                price += cost
        columns = [units.columns[g] for g in chosen]
        panels.append(Panel(np.concatenate([*columns, np.empty(0, dtype=np.int64)]), price))
    return min(panels, key=lambda panel: found.expected_error(panel.columns))


def fitted(make: Callable[[int], Any], split: Split, n: int, columns: Ints) -> Floats:
    """Learn from these columns of the first n rows, scaled by them; return the predictions.

    Means take the place of blanks.
    """
    X, y = split.X[:n, columns], split.y[:n]
    there = ~np.isnan(X)
    count = np.maximum(there.sum(axis=0), 1)
    mean = np.where(there, X, 0.0).sum(axis=0) / count
    Z = np.where(there, X - mean, 0.0)
    deviation = np.sqrt((Z * Z).sum(axis=0) / count)
    deviation = np.where(deviation > ROUNDING * np.abs(mean), deviation, 1.0)
    test = split.X_test[:, columns]
    model = make(n)
    with warnings.catch_warnings():  # nearly converged is good enough to choose a penalty
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(Z / deviation, y)
    rows = np.where(np.isnan(test), 0.0, test - mean) / deviation
    if make is logistic:
        return 2.0 * np.asarray(model.predict_proba(rows)[:, 1]) - 1.0
    return np.asarray(model.predict(rows))


def ridge(n: int) -> RidgeCV:
    """Return ridge regression for n rows, tuned by leaving out one."""
    return RidgeCV(n * PENALTIES)


def lasso(n: int) -> LassoCV:
    """Return lasso for n rows, tuned by folds."""
    return LassoCV(alphas=FEW_PENALTIES, eps=1e-2, cv=FOLDS)


def logistic(n: int) -> LogisticRegressionCV:
    """Return logistic regression for n rows, tuned by folds."""
    return LogisticRegressionCV(
        Cs=STRENGTHS,
        cv=FOLDS,
        l1_ratios=(0,),
        scoring="neg_log_loss",
        use_legacy_attributes=False,
    )


STREAMING = next(arm for arm in ARMS if arm.key == "chosen_stream")
PLAY: dict[str, Callable[[Split, float], Outcome]] = {
    "chosen_stream": play_stream,
    "chosen": play_chosen,
    "chosen_panel": play_chosen_panel,
    "random": play_random,
    "random_panel": play_random_panel,
    "explore": play_explore,
    "pilot": play_pilot,
    "whole_ridge": whole(ridge),
    "whole_lasso": whole(lasso),
    "whole_logistic": whole(logistic),
    "whole_panel": play_whole_panel,
    "nothing": lambda split, money: split.guess(),
}
