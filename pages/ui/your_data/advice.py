"""The sentences about the recommended algorithm: why, what it pays, and when not."""

from __future__ import annotations

from aelr_core.analysis.your_table import ENOUGH_ROWS, FEWEST_ROWS, SPLITS, Recommendation
from pages.ui.numerals import amount, fewer
from pages.ui.texts import filled, sections, text


def why(of: Recommendation) -> str:
    """Return why it is recommended, and what it pays."""
    return text(
        "your_data/why",
        label=of.algorithm.label,
        family=of.algorithm.family,
        budget=min(of.budget, of.d),
        rows=f"{of.rows:,}",
        price=f"{of.price:,}",
        all=f"{of.price_of_all:,}",
    )


def when_not(of: Recommendation) -> str:
    """Return what speaks against it, on any table and on this one, as a list."""
    said = sections("your_data/when_not")
    chosen = (
        said["Ours"],
        said["Few rows" if of.few_rows else "Enough rows"],
        said["Aligned" if of.aligned else "Not aligned"],
        *([said["Costly"]] if of.costly else []),
    )
    numbers = {
        "ratio": amount(of.rows / of.d, 2),
        "enough": f"{ENOUGH_ROWS}",
        "alignment": f"{of.alignment:.2g}",
        "cost": fewer(max(of.cost, 1.0)).replace("none", "no fewer"),
    }
    lines = [filled(one, **numbers) for one in chosen]
    return "\n".join(f"- {line}" for line in lines)


def run(of: Recommendation, *, runs: int, examples: int) -> str:
    """Return what the button does."""
    some = f"{examples:,} of {of.rows:,}" if examples < of.rows else f"{of.rows:,}"
    return text(
        "your_data/run",
        splits=f"{SPLITS}",
        runs=runs_each(runs),
        rows=some,
    )


def runs_each(runs: int) -> str:
    """Return how many runs each split has.

    >>> runs_each(10), runs_each(20)
    ('one run', '2 runs')
    """
    each = runs // SPLITS
    return "one run" if each == 1 else f"{each:,} runs"


def too_few(rows: int) -> str:
    """Return that a table has too few rows for a comparison."""
    return (
        f"**Your table has {rows:,} rows: too few for a comparison**, which needs at least "
        f"{FEWEST_ROWS}."
    )
