"""Whether it is worth it: what was promised, what was measured on the table, and the verdict."""

from __future__ import annotations

import streamlit as st

from aelr_core.analysis.decision import Decision
from pages.ui.numerals import fewer
from pages.ui.texts import filled, sections

_SAID = sections("your_data/decision")
# How the verdict looks.
_BOXES = {"worth it": st.success, "as good": st.info, "not decided": st.info}


def show(of: Decision, predicted: float, d: int) -> None:
    """Show the verdict and the numbers behind it; `predicted` is the share of examples needed."""
    verdict, measured, fine_print = sentences(of, predicted, d)
    _BOXES.get(of.verdict, st.warning)(f"{verdict}\n\n{measured}")
    st.caption(fine_print)


def sentences(of: Decision, predicted: float, d: int) -> tuple[str, str, str]:
    """Return the verdict, what was predicted and measured, and what these numbers mean."""
    words = {
        "saving": _promise(predicted),
        "attributes": f"{of.attributes:,}",
        "uniform": f"{of.uniform:.2f}",
        "chosen": f"{of.chosen:.2f}",
        "full": f"{of.full:.2f}",
        "label": of.full_label,
        "rows": f"{of.full_rows:,}",
        "runs": f"{of.runs:,}",
        "d": f"{d:,}",
    }
    verdict, measured, fine_print = (_SAID[one] for one in (of.verdict, "Measured", "Fine print"))
    return filled(verdict, **words), filled(measured, **words), filled(fine_print, **words)


def _promise(predicted: float) -> str:
    """Return how many examples fewer are promised."""
    words = fewer(predicted)
    return "no fewer examples" if words == "none" else f"{words} examples"
