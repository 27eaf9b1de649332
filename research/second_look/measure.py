"""A comparison on equal numbers of attributes: the stream, a second look at it, and whole rows."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.linear_model import RidgeCV

from aelr_core.checks import Floats
from aelr_core.opening import OPENING_ROWS, OpenedStream
from aelr_core.randomness import order
from aelr_core.second_look import Looks, second_look
from aelr_core.student import quantile
from research.second_look.tables import Source, Table

BUDGETS = (2, 5, 10)
PENALTIES = np.logspace(-3, 5, 25)
TOO_HIGH = 1.05
# Errors below count as this in ratios: on noiseless data whole rows leave none.
LEAST_ERROR = 1e-3
# Few tests of a new example.
FEW = (0, 1, 2, 3, 5, 10)


@dataclass(frozen=True)
class Panel:
    """The errors of all replicates on one data set, at one budget and size.

    Errors are those on test rows over that of the mean label of the training rows.

    Attributes
    ----------
    data, K, n, units, tested : what was measured; `tested` rows per replicate.
    resplit : whether replicates are splits of the same rows.
    stream, second, offline : Adaptive JAERR, a second look at what it saw, and ridge regression
        on nK/G whole rows, tuned on these.
    """

    data: str
    K: int
    n: int
    units: int
    tested: int
    resplit: bool
    stream: list[float]
    second: list[float]
    offline: list[float]

    def ratio(self, to: str) -> tuple[float, float, float]:
        """Return the geometric mean of second/`to`, and the ends of its 95 % interval.

        Splits of the same rows overlap: their variance is raised by Nadeau and Bengio's term.
        """
        second, other = np.maximum([self.second, getattr(self, to)], LEAST_ERROR)
        logs = np.log(second / other)
        J = len(logs)
        share = 1 / J + (self.tested / self.n if self.resplit else 0.0)
        half = quantile(0.95, J - 1) * logs.std(ddof=1) * np.sqrt(share)
        middle = logs.mean()
        low, mean, high = np.exp([middle - half, middle, middle + half]).tolist()
        return mean, low, high


def looked(table: Table, K: int, seed: int) -> tuple[OpenedStream, Looks]:
    """Return Adaptive JAERR after one pass over the training rows, and what it saw."""
    n, d = table.X.shape
    stream = OpenedStream(
        "ridge",
        table.units,
        K=K,
        M=None,
        B=None,
        money=None,
        eta=None,
        length="measured",
        guarded=True,
        intercept=True,
        seed=seed,
        opening=min(OPENING_ROWS, n // 2),
    )
    looks = Looks(d)
    for row in order(seed, 0, n, n).tolist():
        asked = stream.order()
        x, y = table.X[row, asked.columns], float(table.y[row])
        stream.learn(asked, x, y)
        looks.add(asked.columns, x, y)
    return stream, looks


def error(table: Table, predicted: Floats) -> float:
    """Return the error on the test rows over that of the mean training label."""
    zero = np.mean((table.y_test - table.y.mean()) ** 2)
    return float(np.mean((predicted - table.y_test) ** 2) / zero)


def offline(table: Table, K: int, seed: int) -> Floats:
    """Return what ridge regression on nK/G whole rows predicts for the test rows, (n_test,).

    Columns have the scale that the stream gets, by all training rows.
    """
    n, units = len(table.y), len(table.units)
    rows = order(seed, 0, n, n)[: max(2, n * min(K, units) // units)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of rows fewer than columns
        model = RidgeCV(alphas=PENALTIES).fit(table.X[rows], table.y[rows])
    return np.asarray(model.predict(table.X_test))


def measure(source: Source, K: int, n: int) -> Panel:
    """Return the errors of all replicates."""
    errors = []
    for replicate in range(source.replicates):
        table = source.draw(n, replicate)
        stream, looks = looked(table, K, replicate)
        each = (
            table.X_test @ stream.predictor + stream.intercept,
            second_look(looks, table.units).predict(table.X_test),
            offline(table, K, replicate),
        )
        errors.append([error(table, predicted) for predicted in each])
    first, second, third = np.array(errors).T.round(5).tolist()
    tested, units = len(table.y_test), len(table.units)
    return Panel(source.name, K, n, units, tested, source.resplit, first, second, third)


def report(panels: Sequence[Panel]) -> str:
    """Return a table of the panels, losses to the stream first, after what they say together."""
    to_stream = {id(panel): panel.ratio("stream") for panel in panels}
    to_offline = [panel.ratio("offline") for panel in panels]

    def counted(ratios: Sequence[tuple[float, float, float]]) -> str:
        means, lows, highs = np.array(ratios).T
        return (
            f"median {np.median(means):.2f}; interval above {TOO_HIGH}: {(lows > TOO_HIGH).sum()}, "
            f"above 1: {(lows > 1).sum()}, below 1: {(highs < 1).sum()}, of {len(means)}"
        )

    lines = [
        f"second look / stream:  {counted([*to_stream.values()])}",
        f"second look / offline: {counted(to_offline)}",
        "",
        f"{'data':31} {'K':>2} {'n':>5}  stream second offline   second/stream      second/offline",
    ]
    for panel in sorted(panels, key=lambda one: -to_stream[id(one)][0]):
        means = (np.mean(errors) for errors in (panel.stream, panel.second, panel.offline))
        ratios = (to_stream[id(panel)], panel.ratio("offline"))
        lines.append(
            f"{panel.data:31} {panel.K:2} {panel.n:5}  "
            + " ".join(f"{mean:6.3f}" for mean in means)
            + "".join(f"   {mean:5.2f} ({low:.2f}–{high:.2f})" for mean, low, high in ratios)
        )
    return "\n".join(lines)


def few(source: Source, K: int, n: int) -> str:
    """Return a line per number of tests: the error that a panel promises, and the measured one.

    Both are over that of the mean label, on complete test rows of which the panel's tests are kept,
    and means over the replicates.
    """
    promised, measured = [], []
    for replicate in range(source.replicates):
        table = source.draw(n, replicate)
        model = second_look(looked(table, K, replicate)[1], table.units)
        panel, zero = model.panel(), model.expected_error([])
        numbers = [*FEW, len(panel)]
        ends = [zero, *(step.expected_error for step in panel)]
        promised.append([ends[min(j, len(panel))] / zero for j in numbers])
        blank = np.full(table.X_test.shape, np.nan)
        errors = []
        for j in numbers:
            columns = [i for step in panel[:j] for i in step.columns]
            blank[:, columns] = table.X_test[:, columns]
            errors.append(error(table, model.predict(blank)))
        measured.append(errors)
    both = zip([*FEW, "all"], np.mean(promised, axis=0), np.mean(measured, axis=0), strict=True)
    cells = [f"{j}: {one:.2f} / {other:.2f}" for j, one, other in both]
    return f"{source.name:31} {K:2} {n:5}  " + "   ".join(cells)
