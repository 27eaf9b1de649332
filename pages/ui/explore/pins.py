"""Pinned runs: kept behind the next ones, each with what sets it apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aelr_core.analysis.series import View, legend_order, series_of
from aelr_core.experiments import ExperimentSpec, Result
from pages.ui.explore.differences import differences
from pages.ui.figures.learning import Pinned
from pages.ui.numerals import listed

# More grey lines cannot be told apart.
MOST = 3


@dataclass(frozen=True, eq=False)
class Pin:
    """A run that was pinned; `frame` names its state, for caches of figures."""

    result: Result
    frame: tuple[int, int]

    @property
    def spec(self) -> ExperimentSpec:
        """What was run."""
        return self.result.spec


def pinned(pins: Sequence[Pin], result: Result, frame: tuple[int, int]) -> tuple[Pin, ...]:
    """Return the pins with another one; the same run is not pinned twice, the oldest goes."""
    others = [pin for pin in pins if pin.spec != result.spec]
    return (*others, Pin(result, frame))[-MOST:]


def words(pin: Pin, shown: ExperimentSpec) -> str:
    """Return what is different about a pinned run, seen from the one that is shown."""
    ended = "" if pin.result.complete else ", stopped before its end"
    return (listed(differences(pin.spec, shown), most=3) or "the same settings") + ended


def behind(pins: Sequence[Pin], shown: ExperimentSpec, view: View) -> tuple[Pinned, ...]:
    """Return what is drawn of the pins: not the same curves again, nor what was not measured."""
    return tuple(
        Pinned(
            f"pinned: {words(pin, shown)}",
            tuple(
                series_of(curve, view)
                for curve in legend_order(pin.result.curves)
                if getattr(curve, view.value) is not None
            ),
        )
        for pin in pins
        if pin.spec != shown or not pin.result.complete
    )
