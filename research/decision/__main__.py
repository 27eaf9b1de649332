"""Count how often the verdict of `ac.decide` is right, wrong, or "cannot say".

`python -m research.decision > research/decision/results.txt` takes about ten minutes of one
processor: ten splits, and all of the money. There are four kinds of tables, each made so that the
right verdict is known:

- noise: nothing can be predicted. Numbers, heavy-tailed labels, or two classes and the error rate;
  whole rows allowed or not. "choose" must be said at most in 5 % of the tables.
- choose: a person may take two tests. Five of twenty tests vary much and say nearly all; the
  others are rare. So two tests for everybody say too little, and random tests are mostly wasted.
- whole rows: no limit per person; every test says as much as the others, with little noise.
- panel: no limit per person; three tests say all that can be known, and are cheap.

A verdict is wrong if it names another way than the one for which the table was made.
"""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from aelr_core.analysis.decision import CANNOT_SAY, ERROR_RATE, SQUARED
from aelr_core.checks import Floats
from aelr_core.estimators.decision import Plan, Rows, held_out, play
from aelr_core.stream import as_units

SPLITS = 10


class Case(NamedTuple):
    """A table, and what is asked of it.

    Attributes
    ----------
    X, y : (n, d) and (n,)
    budget : tests per person.
    prices : (d,)
    limited : whether a person may take `budget` tests at most.
    classes : whether y is ±1; then the error rate counts.
    """

    X: Floats
    y: Floats
    budget: int
    prices: Floats
    limited: bool
    classes: bool = False


def noise(rng: np.random.Generator) -> Case:
    """Return a table in which nothing can be predicted."""
    n, d = int(rng.integers(100, 141)), int(rng.integers(5, 10))
    X = np.where(rng.random(d) < 0.5, rng.normal(size=(n, d)), rng.random((n, d)) < 0.3)
    kind = rng.integers(3)
    y = rng.standard_t(3, size=n) if kind else np.where(rng.random(n) < 0.5, 1.0, -1.0)
    prices = np.ones(d) if rng.random() < 0.5 else rng.uniform(1, 10, size=d)
    budget = int(rng.integers(2, 4))
    return Case(X, y, budget, prices, limited=bool(rng.random() < 0.5), classes=not kind)


def choosing(rng: np.random.Generator) -> Case:
    """Return a table on which choosing tests pays."""
    n, d, few = 600, 20, 5
    rare = rng.uniform(0.002, 0.006)
    X = (rng.random((n, d)) < np.where(np.arange(d) < few, 0.5, rare)).astype(float)
    y = _labels(rng, X, rng.choice([-1.0, 1.0], size=d), noise=0.1)
    return Case(X, y, 2, np.ones(d), limited=True)


def whole_rows(rng: np.random.Generator) -> Case:
    """Return a table on which whole rows win."""
    n, d = int(rng.integers(250, 301)), int(rng.integers(8, 11))
    X = rng.normal(size=(n, d))
    w = rng.uniform(0.5, 1.0, size=d) * rng.choice([-1.0, 1.0], size=d)
    y = _labels(rng, X, w, noise=rng.uniform(0.2, 0.5))
    return Case(X, y, 3, np.ones(d), limited=False)


def panel(rng: np.random.Generator) -> Case:
    """Return a table on which a fixed panel wins."""
    n, d, few = 300, 20, 3
    X = rng.normal(size=(n, d))
    says = np.arange(d) < few
    w = np.where(says, rng.choice([-1.0, 1.0], size=d), 0.0)
    y = _labels(rng, X, w, noise=rng.uniform(0.3, 0.7))
    prices = np.where(says, 1.0, rng.uniform(8.0, 15.0, size=d))
    return Case(X, y, 4, prices, limited=False)


def _labels(rng: np.random.Generator, X: Floats, w: Floats, *, noise: float) -> Floats:
    """Return ⟨w, x⟩ and noise, whose deviation is this part of that of ⟨w, x⟩."""
    said = X @ w
    labels: Floats = said + noise * said.std() * rng.normal(size=len(X))
    return labels


# How the tables are made, how many there are, and the right verdicts.
KINDS: dict[str, tuple[Callable[[np.random.Generator], Case], int, tuple[str, ...]]] = {
    "noise": (noise, 200, ("nothing",)),
    "choose": (choosing, 50, ("choose",)),
    "whole rows": (whole_rows, 50, ("whole",)),
    "panel": (panel, 50, ("panel",)),
}


def verdict(case: Case, seed: int, splits: int = SPLITS) -> str:
    """Return the verdict on a table; only all of the money is played, which it is about."""
    n, d = case.X.shape
    plan = Plan.of(
        as_units(d, prices=case.prices),
        training=n - held_out(n),
        budget=case.budget,
        money=None,
        most=case.budget if case.limited else None,
        predictions=0,
        shares=(1.0,),
    )
    rows = Rows(case.X, case.y, case.classes, "y", ())
    loss = ERROR_RATE if case.classes else SQUARED
    *_, last = play(rows, plan, splits, loss, seed)
    return last.verdict


def line(kind: str, verdicts: Counter[str]) -> str:
    """Return a line of the results."""
    right = sum(verdicts[way] for way in KINDS[kind][2])
    unsure, tables = verdicts[CANNOT_SAY], verdicts.total()
    said = ", ".join(f"{way} {count}" for way, count in sorted(verdicts.items()))
    return (
        f"{kind:10} {tables:3} tables: right {right}, wrong {tables - right - unsure}, "
        f"cannot say {unsure} ({said})"
    )


def main() -> None:
    """Count for each kind of tables, and print it as soon as it is known."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"{', '.join(KINDS)}; all if none")
    for kind in parser.parse_args().kinds or KINDS:
        make, tables, _ = KINDS[kind]
        verdicts = Counter(
            verdict(make(np.random.default_rng([seed, len(kind)])), seed) for seed in range(tables)
        )
        print(line(kind, verdicts), flush=True)


if __name__ == "__main__":
    main()
