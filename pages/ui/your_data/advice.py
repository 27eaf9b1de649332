"""The sentences about the recommended algorithm: why, what it pays, and when not."""

from __future__ import annotations

from aelr_core.analysis.recommendation import ENOUGH_ROWS, Recommendation
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
    """Return what the button does; more examples than rows mean that rows are seen again."""
    one_pass = f"one pass through {of.rows:,} training rows in another order"
    again = f"{examples:,} examples, drawn again and again from {of.rows:,} training rows"
    return (
        f"**Check the promise on your table.** {runs:,} runs, each "
        f"{one_pass if examples <= of.rows else again}, with the sidebar's budget; beside it "
        "random attributes and whole rows, with the same number of attributes. Then you see "
        "whether it is worth it, what was learnt and how often it looks at each attribute."
    )
