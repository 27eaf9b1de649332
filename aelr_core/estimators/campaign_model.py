r"""What a campaign has learnt: a linear model that predicts new cases, from few tests if need be.

For ridge it is a second look at everything that was paid for (`aelr_core.second_look`), and the
error of the stream is shown next to it. Both are estimated from what was paid for anyway: with the
weights P of an answer's order, :math:`v_g = \sum_{i \in g} w_i (x_i - μ_i)` over its tests and
:math:`y' = y - μ_y`,

.. math:: \tfrac12 v^\top P v - y' \sum_g P_{gg} v_g

is unbiased for L(w) − L(0) on that person, if w does not depend on the person. For the second look
w is that of four fifths of the answers, and the person is in the other fifth; only ν is that of
all answers.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from aelr_core import __version__, checks
from aelr_core.checks import Floats
from aelr_core.datasets.csv.table import Prices, prices_by_name
from aelr_core.estimators.attributes import Attribute, as_attributes, units_of
from aelr_core.files import read_as, require, written
from aelr_core.second_look import MOST_COLUMNS, Looks, SecondLook, second_look

if TYPE_CHECKING:
    from aelr_core.estimators.campaign import Answer, Campaign

FORMAT = "aelr-campaign-model-1"
FOLDS = 5
# Fewer answers are not divided into folds.
FEWEST = 30


@dataclass(frozen=True, eq=False)
class CampaignModel:
    """A linear model of the target.

    Attributes
    ----------
    target, attributes : what is predicted, and from which tests.
    answers : how many it was learnt from.
    coef : Series, the weight of each column; a field of levels has one for each.
    intercept : the constant.
    errors : by "second look" and "stream" an estimate of the mean squared error, as a share of that
        of predicting the mean, and its standard error; NaN where it is not known.
    found : the second look, which predicts; None if the stream does.
    why_stream : why the stream does although a second look was wanted, in a sentence; or "".
    """

    target: str
    attributes: tuple[Attribute, ...]
    answers: int
    coef: pd.Series
    intercept: float
    errors: Mapping[str, tuple[float, float]]
    found: SecondLook | None
    why_stream: str = ""

    def predict(self, table: pd.DataFrame) -> Floats:
        """Return a prediction for each row, (n,).

        With a second look a test may be blank or its column missing: what is expected, given the
        tests that are there. Other columns are not looked at.
        """
        X = self._encoded(table)
        if self.found is not None:
            return self.found.predict(X)
        return np.asarray(X @ self.coef.to_numpy() + self.intercept, dtype=np.float64)

    def panel(self, prices: Prices | None = None, most: int | None = None) -> pd.DataFrame:
        """Return in which order a new person should be tested, and the error to expect.

        Each test is the one that gains most per price, given those before it.

        Parameters
        ----------
        prices : by name; None: those of the campaign.
        most : tests at most that cost something; None: no limit.

        Returns
        -------
        panel : DataFrame
            A row for each test, with its price and, with all tests so far, the price and the
            expected error, as a share of that of predicting the mean.
        """
        if self.found is None:
            sentence = "A panel needs a second look, and this is the model of the stream."
            raise ValueError(f"{sentence} {self.why_stream}".strip())
        names = [each.name for each in self.attributes]
        c = None if prices is None else prices_by_name(prices, names)[self.found.units.of]
        steps = self.found.panel(c, most)
        whole = float(self.found.covariance[-1, -1]) or 1.0
        table = pd.DataFrame(
            {
                "test": [names[step.unit] for step in steps],
                "price": [step.price for step in steps],
                "price so far": np.cumsum([step.price for step in steps]),
                "expected error": [step.expected_error / whole for step in steps],
            }
        )
        table.index = pd.RangeIndex(1, len(table) + 1, name="tests")
        return table

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model to a file, readable JSON without any answer, completely or not at all."""
        found = self.found
        plain = {
            "format": FORMAT,
            "version": __version__,
            "target": self.target,
            "answers": self.answers,
            "errors": {
                name: [None if np.isnan(x) else x for x in pair]
                for name, pair in self.errors.items()
            },
            "why_stream": self.why_stream,
            "tests": [
                {"name": each.name, "price": each.price, "levels": each.levels}
                for each in self.attributes
            ],
            "weights": self.coef.tolist(),
            "intercept": self.intercept,
            "second_look": found
            and {
                "used": found.used.tolist(),
                "mean": found.mean.tolist(),
                "covariance": found.covariance.tolist(),
                "steps": found.steps,
                "nu": found.nu,
            },
        }
        lines = (f"{json.dumps(name)}: {_line(value)}" for name, value in plain.items())
        with written(Path(path)) as file:
            file.write(("{\n" + ",\n".join(lines) + "\n}\n").encode())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> CampaignModel:
        """Return the model that was saved; raise ValueError if the file is none."""
        with read_as("a model of a campaign saved by AELR Lab", path) as content:
            return _restored(json.loads(content))

    def __repr__(self) -> str:
        by = "the stream" if self.found is None else "a second look"
        errors = (
            f"{name} {error:.2f} ± {se:.2f}"
            for name, (error, se) in self.errors.items()
            if not np.isnan(error)
        )
        shown = ", ".join(errors) or "not known yet"
        return (
            f"Model of {self.target} from {self.answers:,} answers, by {by}; error: {shown} "
            f"(1: as good as the mean){self.why_stream and f'. {self.why_stream}'}"
        )

    def _encoded(self, table: pd.DataFrame) -> Floats:
        """Return the columns of the tests in a table, (n, d), NaN where there is a blank."""
        if not isinstance(table, pd.DataFrame):
            raise ValueError(
                f"A prediction needs a DataFrame, but this is a {type(table).__name__}."
            )
        columns = [str(name).strip() for name in table.columns]
        place = {name: i for i, name in enumerate(columns)}
        if not any(each.name in place for each in self.attributes):
            raise ValueError(
                f"The table has none of the tests, such as {self.attributes[0].name!r}."
            )
        parts = []
        for each in self.attributes:
            if columns.count(each.name) > 1:
                raise ValueError(f"The table has two columns {each.name!r}.")
            cells: Sequence[Any] = [None] * len(table)
            if each.name in place:
                cells = table.iloc[:, place[each.name]].tolist()
            rows = []
            for number, cell in enumerate(cells, 1):
                result = each.read(cell, f"{each.name} in row {number}")
                if result is None and self.found is None:
                    raise ValueError(
                        f"{each.name} in row {number} is blank, but the model of the stream needs "
                        "every test."
                    )
                rows.append(each.encode(result))
            parts.append(np.array(rows, dtype=np.float64).reshape(len(table), len(each.columns)))
        return np.concatenate(parts, axis=1)


def why_stream(campaign: Campaign) -> str:
    """Return why there is no second look, in a sentence; "" if there can be one."""
    if (d := len(campaign.units.of)) > MOST_COLUMNS:
        return f"A second look takes at most {MOST_COLUMNS:,} columns, but there are {d:,}."
    return "" if campaign.family == "ridge" else "A second look is for ridge alone."


def model_of(campaign: Campaign, again: bool) -> CampaignModel:
    """Return what a campaign has learnt.

    again : whether to take a second look where there can be one.
    """
    if not any(not np.isnan(answer.y) for answer in campaign.answers):
        raise ValueError(f"A model needs an answer with {campaign.target}, but there is none.")
    found, errors = None, {"stream": campaign.stream_error}
    why = why_stream(campaign) if again else ""
    if again and not why:
        found = second_look(_looks(campaign, campaign.answers), campaign.units)
        errors = {"second look": _cross_fitted(campaign, found.nu)} | errors
    elif needs := campaign.opening_needs:
        raise ValueError(f"The opening needs {needs}: the stream learns nothing before.")
    coef, intercept = campaign.stream_predictor if found is None else (found.coef, found.intercept)
    names = [name for each in campaign.attributes for name in each.columns]
    return CampaignModel(
        campaign.target,
        campaign.attributes,
        len(campaign.answers),
        pd.Series(coef, names),
        intercept,
        errors,
        found,
        why,
    )


def _looks(campaign: Campaign, answers: Sequence[Answer]) -> Looks:
    """Return everything that came, in the units of the tests."""
    looks = Looks(len(campaign.units.of))
    for answer in answers:
        x = campaign.encoded(answer)
        came = ~np.isnan(x)
        looks.add(campaign.orders[answer.number - 1].order.columns[came], x[came], answer.y)
    return looks


def _cross_fitted(campaign: Campaign, nu: float | None) -> tuple[float, float]:
    """Return an estimate of the error of a second look, and its standard error.

    nu : ν of the model. It is one of three, and to choose it anew in each fold takes most of the
        time.
    """
    answers = campaign.answers
    testable = [
        not campaign.orders[each.number - 1].dealt
        and None not in each.results
        and not np.isnan(each.y)
        for each in answers
    ]
    if sum(testable) < FEWEST:
        return np.nan, np.nan
    gains, squares = [], []
    for fold in range(FOLDS):
        others = [each for n, each in enumerate(answers) if n % FOLDS != fold]
        found = second_look(_looks(campaign, others), campaign.units, nu=nu)
        mean = np.zeros(len(found.coef))
        mean[found.used] = found.mean[:-1]
        for n in range(fold, len(answers), FOLDS):
            if testable[n]:
                gain, square = _gain(campaign, answers[n], found.coef, mean, found.mean[-1])
                gains.append(gain)
                squares.append(square)
    zero = float(np.mean(squares)) or np.nan
    error = float(np.std(gains, ddof=1)) / np.sqrt(len(gains))
    return 1.0 + float(np.mean(gains)) / zero, error / zero


def _gain(
    campaign: Campaign, answer: Answer, w: Floats, mean: Floats, y_mean: float
) -> tuple[float, float]:
    """Return estimates of L(w) − L(0) and of L(0) on a person, about these means."""
    order = campaign.orders[answer.number - 1].order
    i, P, y = order.columns, order.weights, answer.y - y_mean
    v = np.bincount(order.of, w[i] * (campaign.encoded(answer) - mean[i]), minlength=len(P))
    return float(0.5 * v @ P @ v - y * (np.diagonal(P) @ v)), 0.5 * y * y


# ---- Files ---------------------------------------------------------------------------------------


def _line(value: Any) -> str:
    return json.dumps(value, allow_nan=False, ensure_ascii=False)


def _restored(plain: dict[str, Any]) -> CampaignModel:
    """Return the model of a file, or raise an error if it is not one."""
    require(plain["format"] == FORMAT, f"its format is {plain['format']!r}")
    tests, target = plain["tests"], str(plain["target"])
    attributes = as_attributes(
        [test["name"] for test in tests],
        target,
        prices={test["name"]: test["price"] for test in tests},
        scale=None,
        levels={test["name"]: test["levels"] for test in tests if test["levels"] is not None},
    )
    names = [name for each in attributes for name in each.columns]
    coef = checks.array("weights", plain["weights"], ndim=1)
    require(coef.shape == (len(names),), "a weight for each column")
    intercept = checks.number("intercept", plain["intercept"])
    given, found = plain["second_look"], None
    if given is not None:
        used = np.array(given["used"], dtype=np.int64)
        mean = checks.array("mean", given["mean"], ndim=1)
        covariance = checks.array("covariance", given["covariance"], ndim=2)
        q = len(used) + 1
        require(mean.shape == (q,) and covariance.shape == (q, q), "means and covariances")
        require(bool((np.diff(used, prepend=-1, append=len(names)) > 0).all()), "columns")
        require(bool((covariance == covariance.T).all()), "symmetric covariances")
        np.linalg.cholesky(covariance[:-1, :-1])  # refuses what are no covariances
        units, nu = units_of(attributes), given["nu"]
        steps = checks.integer("steps", given["steps"], at_least=0)
        found = SecondLook(coef, intercept, units, used, mean, covariance, steps, nu)
    errors = {
        name: (np.nan if error is None else float(error), np.nan if se is None else float(se))
        for name, (error, se) in plain["errors"].items()
    }
    answers = checks.integer("answers", plain["answers"], at_least=1)
    return CampaignModel(
        target,
        attributes,
        answers,
        pd.Series(coef, names),
        intercept,
        errors,
        found,
        str(plain["why_stream"]),
    )
