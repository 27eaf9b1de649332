r"""The development panels, on which the guards of our algorithms were chosen: not the study.

They have seeds and rows of their own. **Simulated**: data sets of the seeds 7,000 to 7,015, two
runs on each. **Real**: training rows of the usual split, of which a sixth (at most 5,000) is held
out and serves as test rows; 32 runs. Both forms of our algorithms run in four ways: plain, with
`measured_length`, with `guards`, and with both (as in the estimators and in the study).
What is compared is the mean error over that of the plain form, with its standard error over the
data sets or runs (jackknife).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from aelr_core.checks import Floats, choice
from aelr_core.datasets import Dataset, load_dataset
from research.study.compute import Tables, errors_on_test_rows, evaluate, load_tables
from research.study.design import ARMS, Arm, Panel, minus
from research.study.report import table

SEED = 7_000
DATASETS, RUNS = 16, 2
HELD_OUT, MOST_HELD_OUT = 6, 5_000  # one in six, and at most so many
FORMS = ("plain", "length", "guards", "both")


def _simulated(family: str, alpha: float, d: int, sizes: tuple[int, ...]) -> Panel:
    title = f"{family}, α = {minus(alpha)}, d = {d}"
    options = (("alpha", alpha), ("dim", d))
    return Panel(
        f"{family}-{abs(alpha):g}-d{d}",
        title,
        family,
        "synthetic",
        options,
        5,
        sizes,
        SEED,
        DATASETS,
        RUNS,
    )


def _real(family: str, data: str, sizes: tuple[int, ...]) -> Panel:
    title = f"{data}, {family}"
    return Panel(f"{family}-{data}", title, family, data, (), 5, sizes, SEED, 1, DATASETS * RUNS)


DEVELOPMENT = {
    panel.key: panel
    for family in ("ridge", "lasso")
    for panel in (
        _simulated(family, 0.0, 500, (2_000, 6_000)),
        _simulated(family, -1.0, 100, (500, 2_000, 6_000)),
        _simulated(family, -1.5, 500, (2_000, 6_000)),
        _simulated(family, -2.0, 500, (2_000, 6_000, 20_000)),
        _real(family, "mnist-3v5", (1_375, 4_000, 9_000)),
        _real(family, "covertype", (250, 1_000, 4_000)),
        _real(family, "digits-3v5", (60, 120, 180)),
        _real(family, "breast-cancer", (90, 180, 350)),
        _real(family, "diabetes", (60, 120, 240)),
    )
}


@dataclass(frozen=True)
class Ratio:
    """The mean error of one form over that of the plain one, and its standard error."""

    panel: str
    label: str
    examples: int
    form: str
    error: float
    ratio: float
    standard_error: float


def compare(panel: Panel) -> Iterator[Ratio]:
    """Run both algorithms in all forms on a development panel; yield every ratio."""
    tables = _tables(panel)
    numbers = range(panel.datasets)
    for key in ("joint", "adaptive"):
        arms = {form: _arm(ARMS[key], form) for form in FORMS}
        by_form = {form: evaluate(panel, arm, tables, numbers, {}) for form, arm in arms.items()}
        for size in panel.sizes:
            plain = by_form["plain"].at(size)
            for form in FORMS:
                ours = by_form[form].at(size)
                yield Ratio(
                    panel.title,
                    ARMS[key].label(panel.family),
                    size,
                    form,
                    float(ours.mean()),
                    *_ratio(ours, plain),
                )


def as_table(ratios: list[Ratio]) -> str:
    """Return the ratios of one panel as a Markdown table, a row for each algorithm and size."""
    heads = ["panel", "algorithm", "examples", "plain error", *FORMS[1:]]
    rows = []
    for start in range(0, len(ratios), len(FORMS)):
        plain, *others = ratios[start : start + len(FORMS)]
        first = [plain.panel, plain.label, f"{plain.examples:,}", f"{plain.error:.3g}"]
        rows.append([*first, *(f"{r.ratio:.3f} ± {r.standard_error:.3f}" for r in others)])
    return table(heads, rows)


def development_panel(key: object) -> Panel:
    """Return the development panel with this key; refuse an unknown key."""
    return DEVELOPMENT[str(choice("panel", key, tuple(DEVELOPMENT)))]


def _arm(plain: Arm, form: str) -> Arm:
    both = form == "both"
    length = "measured" if both or form == "length" else "plain"
    return replace(plain, length=length, guarded=both or form == "guards")


def _ratio(ours: Floats, plain: Floats) -> tuple[float, float]:
    """Return the ratio of two means over the same units, and its jackknife standard error."""
    n = len(ours)
    without = (ours.sum() - ours) / (plain.sum() - plain)  # without each unit
    error = np.sqrt((n - 1) / n * ((without - without.mean()) ** 2).sum())
    return float(ours.mean() / plain.mean()), float(error)


def _tables(panel: Panel) -> Tables:
    if panel.simulated:
        return load_tables(panel, [panel.seed + n for n in range(panel.datasets)])
    one = _held_out(load_dataset(panel.data, family=panel.family))
    assert one.norm_bound is not None
    errors = (errors_on_test_rows(one),)
    B = np.array([one.norm_bound])
    return Tables(one.X_train, one.y_train, one.m, one.moments, B, errors)


def _held_out(dataset: Dataset) -> Dataset:
    """Return a data set of training rows alone: some of them are its test rows."""
    m = dataset.m
    rows = np.random.default_rng(SEED).permutation(m)
    n = min(m // HELD_OUT, MOST_HELD_OUT)
    test, train = rows[:n], rows[n:]
    X, y = dataset.X_train, dataset.y_train
    return replace(dataset, X_train=X[train], y_train=y[train], X_test=X[test], y_test=y[test])
