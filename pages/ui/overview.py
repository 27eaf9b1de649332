"""Everything the explorer knows before a run: the numbers of one choice of settings."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aelr_core import theory
from aelr_core.checks import Floats
from aelr_core.datasets.registry import load_dataset
from aelr_core.datasets.synthetic import synthetic_moments
from aelr_core.moments import rho_lasso, rho_ridge
from aelr_core.sampling import sampling_distribution, uniform
from pages.ui.promises import Promises, promises
from pages.ui.state import OPTIONS, Settings

CURVE_POINTS = 120


@dataclass(frozen=True, eq=False)
class Overview:
    """The numbers on the explorer's first screen; arrays are what the figures draw.

    `H`, `best_budget`, `saving`, `against_full` and the promises are about the data divided by
    `scale`, its largest row norm, which is where the theorems hold.
    """

    settings: Settings
    rho_ridge: float
    rho_lasso: float
    scale: float
    B: float
    H: float
    best_budget: int
    best_cost: float
    saving: float
    against_full: float
    q_uniform: Floats
    q_optimal: Floats
    top_count: int
    top_share: float
    alphas: Floats
    rho_ridge_by_alpha: Floats
    rho_lasso_by_alpha: Floats
    budgets: Floats
    cost_known: Floats
    cost_uniform: Floats
    promises: Promises

    @property
    def rho(self) -> float:
        """The ratio of the chosen family."""
        return self.rho_ridge if self.settings.family == "ridge" else self.rho_lasso


def overview(settings: Settings) -> Overview:
    """Compute all of it, from the settings alone."""
    s = settings
    data = load_dataset(
        "synthetic", alpha=s.alpha, dim=s.dim, examples=s.examples, seed=s.seed, family=s.family,
        scaled=True,
    )  # fmt: skip
    M, B = data.moments, float(data.norm_bound or 0.0)
    H = float(theory.effective_dimension(M, s.family))
    q = sampling_distribution(M, s.family)
    best = theory.best_k(H=H, d=s.dim)
    top = max(1, s.dim // 10)
    alphas = np.linspace(OPTIONS["alpha"].at_least or 0, OPTIONS["alpha"].at_most or 0, 81)
    by_alpha = np.array([synthetic_moments(alpha, s.dim, s.family) for alpha in alphas])
    budgets = np.unique(np.geomspace(2, s.dim, CURVE_POINTS).round())
    return Overview(
        settings=s,
        rho_ridge=data.rho_ridge,
        rho_lasso=data.rho_lasso,
        scale=data.scale,
        B=B,
        H=H,
        best_budget=best.k + 1,
        best_cost=best.attributes / s.dim,
        saving=float(theory.predicted_saving(H=H, k=s.k, d=s.dim)),
        against_full=float(cost(s.budget, H, s.dim)),
        q_uniform=uniform(s.dim),
        q_optimal=q,
        top_count=top,
        top_share=float(np.sort(q)[-top:].sum()),
        alphas=alphas,
        rho_ridge_by_alpha=rho_ridge(by_alpha),
        rho_lasso_by_alpha=rho_lasso(by_alpha),
        budgets=budgets,
        cost_known=cost(budgets, H, s.dim),
        cost_uniform=cost(budgets, s.dim, s.dim),
        promises=promises(M=M, B=B, k=s.k, family=s.family, m=s.examples, points=CURVE_POINTS),
    )


def cost(budget: Floats | int, H: float, d: int) -> Floats:
    """Return the attributes needed with k + 1 an example, over those of full information.

    By the bounds, and the same for every excess risk τ, every B and both families.
    """
    k = np.asarray(budget) - 1
    needed = theory.attributes_needed(tau=1.0, k=k, H=H, B=1.0, family="ridge", d=d)
    return needed / theory.full_information_attributes(tau=1.0, B=1.0, family="ridge", d=d)
