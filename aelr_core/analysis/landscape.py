"""The map of ρ over the decay exponent α and the dimension d, and the data sets' places on it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from aelr_core.analysis.profiles import LEAST, MOST, power_law
from aelr_core.checks import Floats
from aelr_core.datasets.printed import how_shortened
from aelr_core.datasets.registry import DATASETS, facts_of
from aelr_core.families import family_facts
from aelr_core.letters import DECAY, FAMILIES

STEEPEST, FLAT = (float(DECAY.keywords[end]) for end in ("at_least", "at_most"))
CURVE_ALPHAS = np.linspace(STEEPEST, FLAT, 81)
MAP_DIMS = np.unique(np.geomspace(LEAST, MOST, 45).round().astype(int))
# α to the nearest 1e-9 or so: [−4, 0] halved this often.
HALVINGS = 32


@dataclass(frozen=True)
class Place:
    """A data set: its ratio in one family, and the α of power-law data with the same d and ρ.

    `outside` means that no α down to −4 gives such a small ratio; `alpha` is then −4.
    `short` is its name on the map, if it has one.
    """

    label: str
    d: int
    rho: float
    alpha: float
    outside: bool
    short: str = ""
    uploaded: bool = False


def by_alpha(d: int, family: str) -> Floats:
    """Return ρ at `CURVE_ALPHAS`, for d attributes whose moments are i^α."""
    return family_facts(family).rho(np.array([power_law(alpha, d) for alpha in CURVE_ALPHAS]))


def over_alpha_and_d(family: str) -> Floats:
    """Return ρ at `MAP_DIMS` and `CURVE_ALPHAS`, shape (dims, alphas)."""
    return np.array([by_alpha(int(d), family) for d in MAP_DIMS])


def equivalent_alpha(rho: float, d: int, family: str) -> float:
    """Return the α in [−4, 0] at which power-law moments of d attributes have the ratio `rho`.

    The ratio is 1 at α = 0 and falls with α, so bisection finds it; a smaller ratio than that at
    −4 gives −4.

    >>> round(equivalent_alpha(0.5516, 500, "ridge"), 3)
    -1.0
    """
    low, high = STEEPEST, FLAT
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if family_facts(family).rho(power_law(middle, d)) < rho:
            low = middle
        else:
            high = middle
    return low


def place(
    label: str, M: ArrayLike, family: str, *, short: str = "", uploaded: bool = False
) -> Place:
    """Return the place of moments M, shape (d,), on the family's map."""
    rho, d = float(family_facts(family).rho(M)), np.shape(M)[-1]
    least = float(family_facts(family).rho(power_law(STEEPEST, d)))
    alpha = equivalent_alpha(rho, d, family)
    return Place(label, d, rho, alpha, outside=rho < least, short=short, uploaded=uploaded)


@dataclass(frozen=True)
class Printed:
    """One line of the table of printed ratios: the paper's values and ours."""

    what: str
    d: int
    printed: dict[str, str]
    ours: dict[str, float]

    def agreement(self, family: str) -> str:
        """Return how our ratio becomes the printed one: "rounded", "cut off" or "differs"."""
        return how_shortened(self.ours[family], self.printed[family])


def printed_values() -> list[Printed]:
    """Return every ratio that the paper prints, with ours."""
    rows = []
    for name, entry in DATASETS.items():
        for one in entry.printed:
            if entry.simulated:
                alpha, d = one.options["alpha"], int(one.options["dim"])
                what, M = f"{entry.short}, α = {alpha:g}".replace("-", "−"), power_law(alpha, d)
            else:
                what, M = entry.label, facts_of(name).lasso_moments
            ours = {family: float(family_facts(family).rho(M)) for family in FAMILIES}
            texts = {family: one.text(family) for family in FAMILIES}
            rows.append(Printed(what, len(M), texts, ours))
    return rows
