"""The columns that the lists of attributes have in common."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.ui.your_data.numbers import DRAWS


def of_attributes(unit: str, than: str, *, digits: int) -> dict[str, Any]:
    """Return rank, name, how often of `DRAWS`, and how many times as often as uniform.

    They are so narrow that a list fits beside the sidebar, and four columns on a phone.

    Parameters
    ----------
    unit : what is counted, "draws" or "rows".
    than : what is as often as once.
    digits : of the count, behind the point.
    """
    often = f"Of {DRAWS:,} {unit}"
    number = st.column_config.NumberColumn
    return {
        "Rank": number(width=44),
        "Attribute": st.column_config.TextColumn(width=112),
        often: number(format=f"%.{digits}f", width=108),
        "Times uniform": number(
            "× uniform", help=f"Times as often as {than}.", format="%.2f", width=84
        ),
    }
