"""Two settings side by side, and which of their numbers depend on the scale of the rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from aelr_core import theory
from aelr_core.algorithms import bound, by_word
from aelr_core.analysis.standing import Standing
from aelr_core.checks import Floats
from aelr_core.moments import rho_lasso, rho_ridge

# Factors on all rows, to show what depends on their scale.
FACTORS = np.geomspace(0.01, 100, 41)


@dataclass(frozen=True, eq=False)
class Compared:
    """One of the two settings.

    Attributes
    ----------
    label : the name of its data or profile.
    of_data : whether rows of data were scaled into the ball; otherwise M is a profile, made as
        large as the ball allows (`filling_the_ball`).
    here : what is known about it.
    """

    label: str
    of_data: bool
    here: Standing

    @property
    def bounds_ratio(self) -> float:
        """The bound for known moments over that for uniform sampling, as the paper prints them.

        The same for every m and every B.
        """
        here = self.here
        ours, theirs = (
            bound(by_word(word, here.family).key, d=here.d, m=here.m, k=here.k, B=here.B, M=here.M)
            for word in ("known", "uniform")
        )
        return float(ours / theirs)


def sorted_shares(q: Floats) -> Floats:
    """Return q from the largest to the smallest, times d: 1 is the uniform share."""
    return np.sort(q)[::-1] * len(q)


def scale_curves(M: Floats, factors: Floats) -> Mapping[str, Floats]:
    """Return the ratios and H of both families when every row is multiplied by each factor.

    Parameters
    ----------
    M : (d,) array
    factors : (n,) array of c; the moments become c²M
    """
    scaled = factors[:, None] ** 2 * M
    return {
        "rho ridge": rho_ridge(scaled),
        "rho lasso": rho_lasso(scaled),
        "H ridge": theory.effective_dimension(scaled, "ridge"),
        "H lasso": theory.effective_dimension(scaled, "lasso"),
    }
