"""What a run of the recommended algorithm gave on the visitor's table."""

from __future__ import annotations

import streamlit as st

from aelr_core.analysis.recommendation import Recommendation
from aelr_core.experiments import Curve, Result
from pages.ui.numerals import Card
from pages.ui.show import cards
from pages.ui.texts import sections

_HELPS = sections("your_data/outcome")


def show(result: Result, of: Recommendation) -> None:
    """Show the numbers of the run, and the notes on it."""
    curve = result.curves[of.algorithm.key]
    st.markdown(f"**What {of.algorithm.label} did** in {len(curve.runs):,} runs on your table")
    cards(numbers(curve))
    for note in result.notes:
        st.caption(note)


def numbers(curve: Curve) -> list[Card]:
    """Return what was paid and how well the predictor does, as cards."""
    found = [
        Card("Attributes paid", f"{curve.attributes[-1]:,}", _HELPS["Attributes paid"]),
        Card("Test error", _spread(curve.mean[-1], curve.sd[-1]), _HELPS["Test error"]),
    ]
    if curve.error_rate is not None:
        rates = curve.error_rate[:, -1]
        found.append(Card("Error rate", f"{rates.mean():.1%}", _HELPS["Error rate"]))
    return found


def _spread(mean: float, sd: float) -> str:
    return f"{mean:.3f} ± {sd:.3f}"
