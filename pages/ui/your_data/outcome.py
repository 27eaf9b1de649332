"""What a run of the recommended algorithm gave on the visitor's table."""

from __future__ import annotations

from math import isfinite

import streamlit as st

from aelr_core.analysis.your_table import (
    SPLITS,
    Comparison,
    Findings,
    Interval,
    Recommendation,
    compare,
    own_estimate,
)
from aelr_core.checks import Floats
from aelr_core.experiments import Curve, Result
from aelr_core.experiments.result import SEARCHED
from pages.ui.figures.shopping_list import looks_picture
from pages.ui.numerals import Card
from pages.ui.show import cards, panel
from pages.ui.tables import markdown_table
from pages.ui.texts import filled, sections
from pages.ui.theme import Look
from pages.ui.your_data import columns
from pages.ui.your_data.advice import runs_each
from pages.ui.your_data.numbers import by_size, looks_list
from pages.ui.your_data.words import bars_shown

SHOWN = 15  # bars; the table beside them has all attributes
_SAID = sections("your_data/outcome")
_WAYS = {
    "adaptive": "Chosen attributes",
    "uniform": "Random attributes",
    "online": "Whole rows, one pass",
    "offline": "Whole rows, best fit",
}


def show(result: Result, of: Recommendation, found: Findings, look: Look) -> None:
    """Show the numbers of the run, the notes on it, and where it looked."""
    key = of.algorithm.key
    curve = result.curves[key]
    _comparison(compare(result, found.rows - found.train_rows))
    st.markdown(f"**What {of.algorithm.label} did** in {len(curve.runs):,} runs on your table")
    cards(numbers(curve))
    for note in result.notes:
        if note != SEARCHED or key in result.searches:  # the others' steps may have been tuned
            st.caption(note)
    if curve.pi is not None:
        _looks(curve.pi, of, found, look)


def _comparison(found: Comparison | None) -> None:
    """Show the errors at equal numbers of attributes, with their intervals."""
    if found is None:
        st.info(_SAID["Nothing to compare"])
        return
    words = {"attributes": f"{found.attributes:,}", "rows": f"{found.whole_rows:,}"}
    st.markdown(filled(_SAID["Compared"], **words))
    st.markdown(comparison_table(found))
    st.caption(filled(_SAID["Intervals"], splits=f"{SPLITS}", runs=runs_each(found.runs)))


def comparison_table(found: Comparison) -> str:
    """Return the compared algorithms with their errors, as Markdown."""
    rows = [
        (
            f"{_WAYS[each.algorithm.word]} ({each.algorithm.label})",
            _with_interval(each.error),
            _with_interval(each.chosen_minus_this),
        )
        for each in found.each
    ]
    return markdown_table(("", "Error", "Chosen minus this"), rows)


def _with_interval(of: Interval | None) -> str:
    if of is None:
        return ""
    low, mean, high = (f"{value:z.2f}".replace("-", "−") for value in (of.low, of.mean, of.high))
    return f"{mean} ({low} to {high})" if isfinite(of.high - of.low) else mean


def numbers(curve: Curve) -> list[Card]:
    """Return what was paid and how well the predictor does, as cards."""
    found = [
        Card("Attributes paid", f"{curve.attributes[-1]:,}", _SAID["Attributes paid"]),
        Card("Test error", _spread(curve.mean[-1], curve.sd[-1]), _SAID["Test error"]),
    ]
    own = own_estimate(curve)
    if own is not None:
        sd = own.std(ddof=1) if len(own) > 1 else 0.0
        found.append(Card("Its own estimate", _spread(own.mean(), sd), _SAID["Its own estimate"]))
    if curve.error_rate is not None:
        rates = curve.error_rate[:, -1]
        found.append(Card("Error rate", f"{rates.mean():.1%}", _SAID["Error rate"]))
    return found


def _looks(pi: Floats, of: Recommendation, found: Findings, look: Look) -> None:
    """Show how likely it is to look at each attribute, as bars and as a table."""
    order = by_size(pi)
    first = order[:SHOWN]
    left, right = st.columns([3, 2])
    with left:
        panel(
            "Where it looks",
            looks_picture(
                [found.attributes[i] for i in first],
                pi[first],
                uniform=min(of.budget / found.d, 1.0),
                algorithm=of.algorithm.key,
                look=look,
            ),
            key="looks",
            below=f"{bars_shown(len(first), found.d, 'looked at')}{_SAID['Where it looks']}",
        )
    right.dataframe(
        looks_list(found, pi, of.budget),
        hide_index=True,
        column_config=columns.of_attributes("rows", "uniform looks", digits=0),
        alt="Every attribute with the number of rows in which it is looked at, the most first.",
    )


def _spread(mean: float, sd: float) -> str:
    return f"{mean:.3f} ± {sd:.3f}"
