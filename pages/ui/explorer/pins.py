"""Pinned runs in words and in grey: what sets each apart from the run on the screen."""

from __future__ import annotations

from collections.abc import Sequence

from aelr_core.analysis.series import View, legend_order, series_of
from aelr_core.experiments import ExperimentSpec
from pages.ui.explorer.differences import differences
from pages.ui.figures.learning import Pinned
from pages.ui.numerals import listed
from pages.ui.visitor_run import Pin


def description(pin: Pin, shown: ExperimentSpec) -> str:
    """Return what is different about a pinned run, seen from the one that is shown."""
    ended = "" if pin.result.complete else ", stopped before its end"
    return (listed(differences(pin.spec, shown), most=3) or "the same settings") + ended


def behind(pins: Sequence[Pin], shown: ExperimentSpec, view: View) -> tuple[Pinned, ...]:
    """Return what is drawn of the pins: not the same curves again, nor what was not measured."""
    return tuple(
        Pinned(
            f"pinned: {description(pin, shown)}",
            tuple(
                series_of(curve, view)
                for curve in legend_order(pin.result.curves)
                if getattr(curve, view.value) is not None
            ),
        )
        for pin in pins
        if pin.spec != shown or not pin.result.complete
    )
