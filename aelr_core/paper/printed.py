"""The numbers printed in the paper's section on experiments, and ours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from aelr_core.datasets import DATASETS, load_dataset
from aelr_core.datasets.printed import how_shortened
from aelr_core.datasets.synthetic import synthetic_moments
from aelr_core.families import family_facts
from aelr_core.paper.panels import ALPHAS, RHO, D, minus

# The origin of our number: the paper's recipe, a count, or a scaling chosen because it gives the
# four printed ratios of real data.
COMPUTED, COUNTED, CHOSEN_BY = "computed", "counted", "used to choose the scaling"


@dataclass(frozen=True)
class Printed:
    """One number of the paper.

    Attributes
    ----------
    what : its name.
    panels : where it is printed.
    text : the number as printed.
    compute : computes our number, not rounded.
    comes : the origin of our number.
    """

    what: str
    panels: tuple[str, ...]
    text: str
    compute: Callable[[], float]
    comes: str = COMPUTED


@dataclass(frozen=True)
class Compared:
    """A printed number and ours.

    how : "rounded" or "cut off", whichever turns our number into the printed one, or "differs".
    """

    printed: Printed
    ours: float
    how: str

    @property
    def reproduced(self) -> bool:
        """Whether the printed number equals ours."""
        return self.how != "differs"


def compare(printed: Printed, ours: float) -> Compared:
    """Compare a printed number with ours, to the digits printed."""
    return Compared(printed, ours, how_shortened(ours, printed.text))


def _simulated(family: str, letter: str, text: str) -> Printed:
    panels = (f"{1 if family == 'ridge' else 2}{letter}",)
    alpha = ALPHAS[letter]
    return Printed(
        f"ρ_{family}, synthetic, α = {minus(alpha)}",
        (*panels, "7") if panels == ("1d",) else panels,
        text,
        lambda: float(family_facts(family).rho(synthetic_moments(alpha, D, family))),
    )


def _counted(data: str, panels: tuple[str, ...], text: str) -> Printed:
    what = f"d, {DATASETS[data].short}"
    return Printed(what, panels, text, lambda: float(load_dataset(data).d), COUNTED)


def _real(data: str, family: str, panels: tuple[str, ...]) -> Printed:
    entry = DATASETS[data]

    def compute() -> float:
        # the families differ only in scale, on which the ratios do not depend
        return float(getattr(load_dataset(data, family="ridge"), f"rho_{family}"))

    text = entry.printed[0].text(family)
    return Printed(f"ρ_{family}, {entry.short}", panels, text, compute, CHOSEN_BY)


PRINTED: tuple[Printed, ...] = (
    *(_simulated("ridge", letter, text) for letter, text in RHO["ridge"].items()),
    *(_simulated("lasso", letter, text) for letter, text in RHO["lasso"].items()),
    _counted("mnist-3v5", ("3", "4", "8"), "784"),
    _real("mnist-3v5", "ridge", ("3", "8")),
    _real("mnist-3v5", "lasso", ("4",)),
    _counted("covertype", ("5", "6"), "54"),
    _real("covertype", "ridge", ("5",)),
    _real("covertype", "lasso", ("6",)),
)
