"""Pinned runs, in words and as grey curves: how each differs from the run shown."""

from __future__ import annotations

from collections.abc import Sequence

from aelr_core.analysis.learning import View, legend_order, series_of
from aelr_core.experiments import ExperimentSpec
from pages.ui.explorer.differences import differences
from pages.ui.figures.learning import Pinned
from pages.ui.numerals import listed
from pages.ui.plain_text import LONGEST_SENTENCE, in_chart
from pages.ui.visitor_run import Pin


def description(pin: Pin, shown: ExperimentSpec) -> str:
    """Return how a pinned run differs from the one shown."""
    ended = "" if pin.result.complete else ", stopped early"
    return (listed(differences(pin.spec, shown), most=3) or "the same settings") + ended


def behind(pins: Sequence[Pin], shown: ExperimentSpec, view: View) -> tuple[Pinned, ...]:
    """Return the pinned curves to draw: neither those shown anyway nor any not measured."""
    return tuple(
        Pinned(
            in_chart(f"pinned: {description(pin, shown)}", LONGEST_SENTENCE),
            tuple(
                series_of(curve, view)
                for curve in legend_order(pin.result.curves)
                if getattr(curve, view.value) is not None
            ),
        )
        for pin in pins
        if pin.spec != shown or not pin.result.complete
    )
