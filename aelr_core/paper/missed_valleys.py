"""Searches that missed a better valley, found where two algorithms are the same.

With equal moments the optimal q is uniform, so the algorithm that knows the moments and the one
that does not are the same, and the best parameters of one are the best of the other. If what was
chosen for one of them is worse on the folds, by more than the panel's margin, its search, which
goes from coarse to fine, has missed a better valley.
"""

from __future__ import annotations

from dataclasses import dataclass

from aelr_core.experiments import Result
from aelr_core.paper.panels import ALPHAS, DRAWN, PANELS
from aelr_core.paper.verdicts import Claim, Curves, margin
from aelr_core.paper.wording import curve_name

ALIKE = ("known", "uniform")
EQUAL_MOMENTS = tuple(key for key in PANELS if ALPHAS.get(key[1:]) == 0)


@dataclass(frozen=True)
class Missed:
    """A search that ended in a worse valley than that of the same algorithm by another name.

    Attributes
    ----------
    panel : its key.
    name, other : of the two curves, the worse one first.
    loss, best : the losses on the folds of what was chosen for each at full m.
    """

    panel: str
    name: str
    other: str
    loss: float
    best: float

    @property
    def says(self) -> str:
        """What was missed, in one sentence."""
        family = PANELS[self.panel].spec.family
        a, b = (curve_name(name, family) for name in (self.name, self.other))
        return (
            f"In {self.panel} the search has missed a better valley for {a}: with equal moments it "
            f"is the same algorithm as {b}, and yet the parameters chosen for it have a loss of "
            f"{self.loss:.3f} on the folds, those chosen for {b} {self.best:.3f}."
        )


def missed(panel: str, result: Result, curves: Curves) -> Missed | None:
    """Return what a search of a panel has missed at full m, if its moments are equal."""
    if panel not in EQUAL_MOMENTS:
        return None
    keys = DRAWN[result.spec.family]
    found = {
        name: result.searches[keys[name]].chosen.loss
        for name in ALIKE
        if keys[name] in result.searches
    }
    if len(found) < len(ALIKE):
        return None
    best, worst = sorted(found, key=lambda name: found[name])
    if found[worst] - found[best] <= margin(curves):
        return None
    return Missed(panel, worst, best, found[worst], found[best])


def panels_of(claim: Claim) -> list[str]:
    """Return the panels that a claim compares, its own first."""
    others = [test.other for test in claim.tests if test.other is not None]
    return [*dict.fromkeys([claim.panel, *others])]
