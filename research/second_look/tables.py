"""The tables: those on which the rule was found, and fresh ones that confirm it.

A table is drawn by a replicate's number. Simulated tables and blocks of Covertype and of MNIST
share no training rows between replicates; wine, digits, breast cancer and diabetes are split again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from sklearn import datasets

from aelr_core.checks import Floats
from aelr_core.datasets import load_dataset
from aelr_core.datasets.bundled_data import COVERTYPE_FILE, MNIST_FILE, read_asset
from aelr_core.stream import Units, as_units

TEST = 4_000


@dataclass(frozen=True)
class Table:
    """Training rows (n, d), test rows, their labels, and what can be ordered."""

    X: Floats
    y: Floats
    X_test: Floats
    y_test: Floats
    units: Units


@dataclass(frozen=True)
class Source:
    """Where tables come from.

    Attributes
    ----------
    name : of the data.
    draw : makes a table from n and the replicate.
    sizes : n.
    replicates : how many.
    resplit : the share of test rows to training rows, if replicates are splits of the same rows.
    """

    name: str
    draw: Callable[[int, int], Table]
    sizes: tuple[int, ...]
    replicates: int
    resplit: bool = False


def table(
    X: Floats, y: Floats, n: int, groups: list[list[int]] | None = None, *, scaled: bool = True
) -> Table:
    """Return a table of n training rows, of which numeric columns are standardised."""
    X = X.astype(np.float64)
    if scaled:
        numeric = ~np.isin(X, (0.0, 1.0)).all(axis=0)
        spread = X[:n].std(axis=0)
        numeric &= spread > 0
        X[:, numeric] = (X[:, numeric] - X[:n, numeric].mean(axis=0)) / spread[numeric]
    y = y.astype(np.float64)
    return Table(X[:n], y[:n], X[n:], y[n:], as_units(X.shape[1], groups))


# ---- Real ----------------------------------------------------------------------------------------


def small(name: str) -> Callable[[int, int], Table]:
    """Return how a table of scikit-learn is drawn: of all rows, n for training."""

    def draw(n: int, replicate: int) -> Table:
        loaded = getattr(datasets, f"load_{name}")()
        X, y = loaded.data, loaded.target
        if name == "wine":
            y = np.where(y == 1, 1, -1)
        if name == "digits":
            kept = np.isin(y, (3, 5))
            X, y = X[kept] / 16, np.where(y[kept] == 5, 1, -1)
        rows = np.random.default_rng([31, replicate]).permutation(len(y))
        return table(X[rows], y[rows], n, scaled=name != "digits")

    return draw


@lru_cache(maxsize=1)
def _covertype() -> tuple[Floats, Floats]:
    """Return all rows of Covertype in random order; the second species is +1."""
    numbers, area, soil, species = read_asset(COVERTYPE_FILE, "num", "wilderness", "soil", "y")
    X = np.hstack([numbers, np.eye(4, dtype=np.int16)[area], np.eye(40, dtype=np.int16)[soil]])
    rows = np.random.default_rng(36).permutation(len(X))[: 30 * (3_000 + TEST)]
    return X[rows].astype(np.float64), np.where(species[rows] == 2, 1.0, -1.0)


def covertype(n: int, replicate: int) -> Table:
    """Return a block of Covertype with its 54 columns; the two fields are ordered whole."""
    X, y = _covertype()
    start = replicate * (3_000 + TEST)
    rows = np.r_[start : start + n, start + 3_000 : start + 3_000 + TEST]
    return table(X[rows], y[rows], n, [list(range(10, 14)), list(range(14, 54))])


def covertype_columns(n: int, replicate: int) -> Table:
    """Return a block of Covertype, each of its 54 columns ordered alone."""
    X, y = _covertype()
    start = (20 + replicate) * (3_000 + TEST)
    rows = np.r_[start : start + n, start + 3_000 : start + 3_000 + TEST]
    return table(X[rows], y[rows], n)


def mnist(scaled: bool) -> Callable[[int, int], Table]:
    """Return how a block of MNIST's training rows is drawn; its test rows are always the same.

    scaled : whether pixels are standardised, without those that do not vary; otherwise all have
        one scale.
    """

    def draw(n: int, replicate: int) -> Table:
        names = ("X_train", "y_train", "X_test", "y_test")
        X, digit, X_test, digit_test = read_asset(MNIST_FILE, *names)
        rows = slice(replicate * n, (replicate + 1) * n)
        y = np.where(np.concatenate([digit[rows], digit_test]) == 5, 1.0, -1.0)
        pixels = np.concatenate([X[rows], X_test]) / 255.0
        if scaled:
            pixels = pixels[:, pixels[:n].std(axis=0) > 0]
        return table(pixels, y, n, scaled=scaled)

    return draw


# ---- Simulated -----------------------------------------------------------------------------------


def paper(alpha: float, seed: int) -> Callable[[int, int], Table]:
    """Return how the paper's synthetic data are drawn, d = 100."""

    def draw(n: int, replicate: int) -> Table:
        loaded = load_dataset(
            "synthetic",
            alpha=alpha,
            dim=100,
            examples=n,
            test_examples=TEST,
            family="ridge",
            seed=seed + replicate,
        )
        X = np.concatenate([loaded.X_train, loaded.X_test])
        y = np.concatenate([loaded.y_train, loaded.y_test])
        return table(X, y, n, scaled=False)

    return draw


def gaussian(d: int, factors: int) -> Callable[[int, int], Table]:
    """Return how Gaussian columns are drawn, with common factors or, for 0, independent."""

    def draw(n: int, replicate: int) -> Table:
        rng = np.random.default_rng([32, replicate])
        X = rng.normal(size=(n + TEST, d))
        signal = X @ rng.normal(size=d) / np.sqrt(d)
        if factors:
            F = rng.normal(size=(n + TEST, factors))
            X = F @ rng.normal(size=(factors, d)) / np.sqrt(factors) + 0.7 * X
            signal = F @ rng.normal(size=factors) / np.sqrt(factors) + 0.3 * signal
        return table(X, signal + 0.5 * rng.normal(size=n + TEST), n)

    return draw


def mixed(skew: float, *, two_classes: bool) -> Callable[[int, int], Table]:
    """Return how 16 numbers, half of them skewed, and 4 fields of categories are drawn."""

    def draw(n: int, replicate: int) -> Table:
        rng = np.random.default_rng([33, replicate])
        rows = n + TEST
        F = rng.normal(size=(rows, 4))
        Z = 0.5 * F @ rng.normal(size=(4, 16)) + rng.normal(size=(rows, 16))
        Z /= Z.std(axis=0)
        y = Z @ (rng.normal(size=16) * (rng.random(16) < 0.5)) / 2
        y += 0.7 * rng.normal(size=rows)
        parts, groups, d = [np.where(np.arange(16) % 2, np.exp(skew * Z), Z)], [], 16
        for levels in rng.integers(2, 6, size=4).tolist():
            score = 0.5 * F @ rng.normal(size=(4, levels)) + rng.gumbel(size=(rows, levels))
            level = np.argmax(score, axis=1)
            y += 0.7 * rng.normal(size=levels)[level]
            parts.append(np.eye(levels)[level])
            groups.append(list(range(d, d + levels)))
            d += levels
        if two_classes:
            y = np.where(y > np.quantile(y, 0.7), 1.0, -1.0)
        return table(np.hstack(parts), y, n, groups)

    return draw


def houses(n: int, replicate: int) -> Table:
    """Return a table like the Californian one: places, skewed counts, a field; y is a price."""
    rng = np.random.default_rng([34, replicate])
    rows = n + TEST
    city = rng.integers(4, size=rows)
    centre = rng.uniform(-3, 3, size=(4, 2))
    where = centre[city] + rng.normal(size=(rows, 2)) * rng.uniform(0.2, 1.0, size=4)[city, None]
    wealth = 0.6 * rng.normal(size=4)[city] + 0.8 * rng.normal(size=rows)
    size = rng.normal(size=rows)
    logs = [
        1.3 + 0.45 * wealth + 0.2 * rng.normal(size=rows),  # income
        1.6 + 0.25 * wealth + 0.3 * rng.normal(size=rows),  # rooms per house
        0.1 + 0.05 * wealth + 0.2 * rng.normal(size=rows),  # bedrooms
        7.0 + 0.8 * size,  # people
        6.0 + 0.8 * size + 0.2 * rng.normal(size=rows),  # households
        1.0 + 0.4 * rng.standard_t(4, size=rows) * 0.5,  # people per household
        5.0 - 0.5 * wealth + 0.8 * rng.normal(size=rows),  # crimes
        2.0 + 0.7 * rng.normal(size=rows),  # distance to a school
    ]
    age = rng.uniform(1, 52, size=rows)
    coast = np.digitize(where[:, 0] + 0.5 * rng.normal(size=rows), [-2, -0.5, 1, 2.5])
    numbers = np.column_stack([where, age, *np.exp(np.clip(logs, -5, 12))])
    noise = rng.normal(size=(rows, 3)) @ rng.normal(size=(3, 3))
    y = np.exp(
        0.5 * wealth - 0.15 * coast + 0.004 * age - 0.1 * logs[5] + 0.25 * rng.normal(size=rows)
    )
    X = np.hstack([numbers, noise, np.eye(5)[coast]])
    d = X.shape[1]
    return table(X, np.minimum(y, np.quantile(y, 0.96)), n, [list(range(d - 5, d))])


def clinic(n: int, replicate: int) -> Table:
    """Return a table like a clinic's: skewed blood values, flags, fields; y is days of stay."""
    rng = np.random.default_rng([35, replicate])
    rows = n + TEST
    organ = rng.normal(size=(rows, 5))  # inflammation, heart, kidney, liver, blood
    age = np.clip(58 + 16 * rng.normal(size=rows) + 4 * organ[:, 1], 18, 98)
    loads = np.where(rng.random((5, 24)) < 0.25, rng.normal(size=(5, 24)), 0.0)
    log_values = organ @ loads + 0.7 * rng.normal(size=(rows, 24))
    spread = rng.choice([0.1, 0.3, 0.7, 1.2], size=24)
    values = np.exp(spread * log_values / log_values.std(axis=0))
    flags = rng.random((rows, 6)) < 1 / (1 + np.exp(2 - organ @ rng.normal(size=(5, 6))))
    parts, groups, d = [age[:, None], values, flags.astype(float)], [], 31
    severity = organ @ np.array([0.5, 0.4, 0.2, 0.2, 0.1]) + 0.01 * (age - 58)
    for levels in (3, 4, 7):
        score = rng.normal(size=levels) + rng.gumbel(size=(rows, levels))
        score += organ[:, :1] * rng.normal(size=levels)
        level = np.argmax(score, axis=1)
        severity += 0.2 * rng.normal(size=levels)[level]
        parts.append(np.eye(levels)[level])
        groups.append(list(range(d, d + levels)))
        d += levels
    days = np.exp(1.5 + 0.6 * severity + 0.4 * rng.normal(size=rows))
    return table(np.hstack(parts), np.minimum(np.ceil(days), 60), n, groups)


DEVELOPMENT = (
    Source("breast cancer", small("breast_cancer"), (100, 455), 4, resplit=True),
    Source("diabetes", small("diabetes"), (100, 353), 4, resplit=True),
    Source("Gaussian, six factors, d = 40", gaussian(40, 6), (100, 600, 3_000), 2),
    Source("Gaussian, independent, d = 30", gaussian(30, 0), (300, 1_500), 2),
    Source("mixed", mixed(1.0, two_classes=False), (200, 2_000), 2),
    Source("mixed, heavy tails", mixed(1.5, two_classes=False), (200, 2_000), 2),
    Source("mixed, two classes", mixed(1.0, two_classes=True), (500,), 2),
    Source("synthetic, α = 0", paper(0.0, 700), (400, 2_000), 2),
    Source("synthetic, α = −1/2", paper(-0.5, 700), (400, 2_000), 2),
    Source("synthetic, α = −1", paper(-1.0, 700), (400, 2_000), 2),
    Source("synthetic, α = −2", paper(-2.0, 700), (400, 2_000), 2),
)
CONFIRMATION = (
    Source("wine", small("wine"), (40, 80, 142), 10, resplit=True),
    Source("digits, 3 against 5", small("digits"), (100, 200, 292), 10, resplit=True),
    Source("Covertype, 12 units", covertype, (100, 300, 1_000), 4),
    Source("Covertype, 54 units", covertype_columns, (300, 1_000, 3_000), 4),
    Source("houses", houses, (100, 500, 2_000), 6),
    Source("clinic", clinic, (100, 400, 1_600), 6),
    Source("synthetic, α = 0", paper(0.0, 4_100), (300, 1_000, 3_000), 4),
    Source("synthetic, α = −1/2", paper(-0.5, 4_200), (300, 1_000, 3_000), 4),
    Source("synthetic, α = −1", paper(-1.0, 4_300), (300, 1_000, 3_000), 4),
    Source("synthetic, α = −2", paper(-2.0, 4_400), (300, 1_000, 3_000), 4),
)
MNIST = (
    Source("MNIST, as it is", mnist(False), (3_000,), 3),
    Source("MNIST, standardised", mnist(True), (3_000,), 3),
)
FEW_TESTS = (DEVELOPMENT[0], DEVELOPMENT[1], CONFIRMATION[1], CONFIRMATION[2], CONFIRMATION[5])
