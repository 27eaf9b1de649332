"""The numbers that the paper's experiments print, and ours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import floor

from aelr_core.datasets import load_dataset
from aelr_core.datasets.synthetic import synthetic_moments
from aelr_core.moments import rho_lasso, rho_ridge
from aelr_core.paper.panels import ALPHAS, RHO_LASSO, RHO_RIDGE, D, minus

# How our number comes: from the paper's recipe, by counting, or by a scaling that was chosen so
# that the four ratios of real data are those printed.
COMPUTED, COUNTED, CHOSEN_BY = "computed", "counted", "used to choose the scaling"


@dataclass(frozen=True)
class Printed:
    """One number of the paper.

    Attributes
    ----------
    what : its name.
    panels : where it is printed.
    text : as it is printed.
    compute : our number, not rounded.
    comes : how ours comes.
    """

    what: str
    panels: tuple[str, ...]
    text: str
    compute: Callable[[], float]
    comes: str = COMPUTED


@dataclass(frozen=True)
class Compared:
    """A printed number beside ours.

    how : "rounded" or "cut off" if ours, so shortened, is what is printed; "differs" if not.
    """

    printed: Printed
    ours: float
    how: str

    @property
    def reproduced(self) -> bool:
        """Whether the printed number is ours."""
        return self.how != "differs"


def compare(printed: Printed, ours: float) -> Compared:
    """Say whether a printed number is ours, to the digits that are printed."""
    return Compared(printed, ours, how_shortened(ours, printed.text))


def how_shortened(ours: float, text: str) -> str:
    """Return how a printed text comes from our number.

    The paper rounds most of its numbers and cuts some off, 0.0562 to 0.05.

    >>> how_shortened(0.909, "0.91"), how_shortened(0.0562, "0.05"), how_shortened(0.07, "0.05")
    ('rounded', 'cut off', 'differs')
    """
    digits = len(text.partition(".")[2])
    if f"{ours:.{digits}f}" == text:
        return "rounded"
    # the small number keeps 0.29 * 100 from becoming 28.999...
    cut_off = floor(ours * 10**digits + 1e-9) / 10**digits
    return "cut off" if f"{cut_off:.{digits}f}" == text else "differs"


def _simulated(family: str, letter: str, text: str) -> Printed:
    rho = rho_ridge if family == "ridge" else rho_lasso
    panels = (f"{1 if family == 'ridge' else 2}{letter}",)
    alpha = ALPHAS[letter]
    return Printed(
        f"ρ_{family}, simulated, α = {minus(alpha)}",
        (*panels, "7") if panels == ("1d",) else panels,
        text,
        lambda: float(rho(synthetic_moments(alpha, D, family))),
    )


def _real(data: str, name: str, what: str, panels: tuple[str, ...], text: str) -> Printed:
    def compute() -> float:
        # the ratios do not depend on the scale, which is all that differs between the families
        return float(getattr(load_dataset(data, family="ridge"), what))

    words = {"rho_ridge": "ρ_ridge", "rho_lasso": "ρ_lasso", "d": "d"}
    comes = COUNTED if what == "d" else CHOSEN_BY
    return Printed(f"{words[what]}, {name}", panels, text, compute, comes)


PRINTED: tuple[Printed, ...] = (
    *(_simulated("ridge", a, text) for a, text in zip("abcd", RHO_RIDGE, strict=True)),
    *(_simulated("lasso", a, text) for a, text in zip("abcd", RHO_LASSO, strict=True)),
    _real("mnist-3v5", "MNIST", "d", ("3", "4", "8"), "784"),
    _real("mnist-3v5", "MNIST", "rho_ridge", ("3", "8"), "0.45"),
    _real("mnist-3v5", "MNIST", "rho_lasso", ("4",), "0.2"),
    _real("covertype", "Covertype", "d", ("5", "6"), "54"),
    _real("covertype", "Covertype", "rho_ridge", ("5",), "0.49"),
    _real("covertype", "Covertype", "rho_lasso", ("6",), "0.08"),
)
