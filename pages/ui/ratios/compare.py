"""Two settings side by side: what the moments of each promise, in numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from aelr_core import theory
from aelr_core.algorithms import ALGORITHMS, bound, of_family
from aelr_core.checks import Floats
from aelr_core.datasets.dataset import Dataset
from aelr_core.moments import rho_lasso, rho_ridge
from aelr_core.norms import max_norm, one_norm
from aelr_core.sampling import sampling_distribution

# The ratio of two bounds is the same for every m and every B; the lasso's needs m ≥ log 2d.
ANY_M, ANY_B = 1_000, 1.0
# By what all rows are multiplied, to show what depends on their scale.
FACTORS = np.geomspace(0.01, 100, 41)


@dataclass(frozen=True, eq=False)
class Moments:
    """Second moments of rows inside the family's unit ball, and words for where they are from.

    Parameters
    ----------
    label : str
    M : (d,) array
    of_data : bool
        Rows of a data set were divided by the largest row norm. If not, M is a profile, made as
        large as the ball allows (`filling_the_ball`).
    """

    label: str
    M: Floats
    of_data: bool


@dataclass(frozen=True, eq=False)
class Promise:
    """What is known of one setting before anything is run."""

    label: str
    of_data: bool
    family: str
    d: int
    budget: int
    q: Floats
    rho_ridge: float
    rho_lasso: float
    H: float
    k_star: int
    bounds_ratio: float
    saving: float
    against_full: float

    @property
    def rho(self) -> float:
        """The ratio of the chosen family."""
        return self.rho_ridge if self.family == "ridge" else self.rho_lasso

    def alike(self, other: Promise) -> bool:
        """Whether family, d, k and ρ (in the three digits shown) are those of another setting."""
        same = (self.family, self.d, self.budget) == (other.family, other.d, other.budget)
        return same and f"{self.rho:.3g}" == f"{other.rho:.3g}"


def filling_the_ball(M: Floats, family: str) -> Floats:
    """Return a profile scaled to ‖M‖₁ = 1 (ridge) or ‖M‖_∞ = 1 (lasso).

    That is the most that rows with ‖x‖₂ ≤ 1 or ‖x‖_∞ ≤ 1 can have, and makes H = ρ·d: ‖M‖_½ or
    ‖M‖₁, which stand in place of d in Theorems 3.5 and 4.6.

    >>> float(theory.effective_dimension(filling_the_ball(np.array([4.0, 1.0]), "lasso"), "lasso"))
    1.25
    """
    M = M / max_norm(M)
    return M / one_norm(M) if family == "ridge" else M


def of_dataset(dataset: Dataset, family: str) -> Moments:
    """Return the moments of all rows, divided by the square of the largest row norm."""
    rows = dataset.X_train, dataset.X_test
    radius = (
        dataset.radius
        if family == dataset.family
        else max(theory.largest_row_norm(X, family) for X in rows)
    )
    label = dataset.label.replace("α = -", "α = −")
    return Moments(label, dataset.moments / radius**2, of_data=True)


def promise(moments: Moments, family: str, budget: int) -> Promise:
    """Compute the numbers of one setting; a budget above d is brought down to d."""
    M, d = moments.M, len(moments.M)
    budget = min(budget, d)
    k = budget - 1
    H = float(theory.effective_dimension(M, family))
    return Promise(
        label=moments.label,
        of_data=moments.of_data,
        family=family,
        d=d,
        budget=budget,
        q=sampling_distribution(M, family),
        rho_ridge=float(rho_ridge(M)),
        rho_lasso=float(rho_lasso(M)),
        H=H,
        k_star=theory.best_k(H=H, d=d).k,
        bounds_ratio=_bounds_ratio(M, family, k),
        saving=float(theory.predicted_saving(H=H, k=k, d=d)),
        against_full=float(
            theory.attributes_needed(tau=1.0, k=k, H=H, B=1.0, family="ridge", d=d)
            / theory.full_information_attributes(tau=1.0, B=1.0, family="ridge", d=d)
        ),
    )


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


def _bounds_ratio(M: Floats, family: str, k: int) -> float:
    """Return the bound of known moments over that of uniform sampling, as the paper prints them."""
    by_role = {ALGORITHMS[key].role: key for key in of_family(family)}
    known, uniform = (
        bound(by_role[role], d=len(M), m=ANY_M, k=k, B=ANY_B, M=M) for role in ("known", "uniform")
    )
    return float(known / uniform)
