"""ρ over the decay exponent α and the number of attributes d, and where data sets stand in it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from aelr_core.analysis.profiles import MOST, power_law
from aelr_core.checks import Floats
from aelr_core.letters import FAMILIES
from aelr_core.moments import rho_lasso, rho_ridge

RHO = {"ridge": rho_ridge, "lasso": rho_lasso}
STEEPEST = -4.0
CURVE_ALPHAS = np.linspace(STEEPEST, 0, 81)
MAP_DIMS = np.unique(np.geomspace(2, MOST, 45).round().astype(int))
# α to the nearest 1e-9 or so: [−4, 0] halved this often.
HALVINGS = 32

# The ratios that the paper prints (sections 5.1 to 5.3), by what they are of.
PRINTED_SYNTHETIC = {
    0.0: {"ridge": "1", "lasso": "1"},
    -0.5: {"ridge": "0.91", "lasso": "0.086"},
    -1.0: {"ridge": "0.55", "lasso": "0.014"},
    -2.0: {"ridge": "0.05", "lasso": "0.0033"},
}
PRINTED_DIM = 500
PRINTED_DATA = {
    "mnist-3v5": {"ridge": "0.45", "lasso": "0.2"},
    "covertype": {"ridge": "0.49", "lasso": "0.08"},
}


@dataclass(frozen=True)
class Place:
    """A data set: its ratio in one family, and the α of power-law data with the same d and ρ.

    `outside` says that no α down to −4 gives so small a ratio; `alpha` is −4 then.
    """

    label: str
    d: int
    rho: float
    alpha: float
    outside: bool
    uploaded: bool = False


def by_alpha(d: int, family: str) -> Floats:
    """Return ρ at `CURVE_ALPHAS`, for d attributes whose moments are i^α."""
    return RHO[family](np.array([power_law(alpha, d) for alpha in CURVE_ALPHAS]))


def over_alpha_and_d(family: str) -> Floats:
    """Return ρ at `MAP_DIMS` and `CURVE_ALPHAS`, shape (dims, alphas)."""
    return np.array([by_alpha(int(d), family) for d in MAP_DIMS])


def equivalent_alpha(rho: float, d: int, family: str) -> float:
    """Return the α in [−4, 0] at which power-law moments of d attributes have the ratio `rho`.

    The ratio falls with α from 1 at 0, so that halving finds it; a ratio that is smaller still
    gives −4.

    >>> round(equivalent_alpha(0.5516, 500, "ridge"), 3)
    -1.0
    """
    low, high = STEEPEST, 0.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if RHO[family](power_law(middle, d)) < rho:
            low = middle
        else:
            high = middle
    return low


def place(label: str, M: ArrayLike, family: str, *, uploaded: bool = False) -> Place:
    """Return where moments M, shape (d,), stand on the family's map."""
    rho, d = float(RHO[family](M)), np.shape(M)[-1]
    least = float(RHO[family](power_law(STEEPEST, d)))
    alpha = equivalent_alpha(rho, d, family)
    return Place(label, d, rho, alpha, outside=rho < least, uploaded=uploaded)


@dataclass(frozen=True)
class Printed:
    """One line of the table of printed values: what the paper says, and what comes out here."""

    what: str
    d: int
    printed: dict[str, str]
    ours: dict[str, float]

    def agreement(self, family: str) -> str:
        """Return how our ratio becomes the printed one: "rounded", "cut off" or "differs"."""
        text, ours = self.printed[family], self.ours[family]
        digits = len(text.partition(".")[2])
        if round(ours, digits) == float(text):
            return "rounded"
        cut = np.floor(ours * 10**digits) / 10**digits
        return "cut off" if cut == float(text) else "differs"


def printed_values(data: dict[str, tuple[str, Floats]]) -> list[Printed]:
    """Return every ratio that the paper prints beside ours.

    Parameters
    ----------
    data : mapping from the name of a data set to its label and moments, shape (d,)
        At least those of `PRINTED_DATA`.
    """
    rows = [
        (f"Simulated, α = {alpha:g}".replace("-", "−"), power_law(alpha, PRINTED_DIM), printed)
        for alpha, printed in PRINTED_SYNTHETIC.items()
    ]
    rows += [(*data[name], printed) for name, printed in PRINTED_DATA.items()]
    return [
        Printed(what, len(M), printed, {family: float(RHO[family](M)) for family in FAMILIES})
        for what, M, printed in rows
    ]
