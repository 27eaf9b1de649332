"""Everything the explorer knows before a run: the numbers of one experiment's data and budget."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aelr_core import theory
from aelr_core.checks import Floats
from aelr_core.datasets import Dataset
from aelr_core.datasets.synthetic import ENTRY as SYNTHETIC
from aelr_core.datasets.synthetic import synthetic_moments
from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.norm_bound import NOT_STORED, norm_bound, stored
from aelr_core.moments import rho_lasso, rho_ridge
from aelr_core.norms import half_norm
from aelr_core.sampling import sampling_distribution, uniform
from pages.ui.conditions import Condition, conditions
from pages.ui.promises import Promises, promises

CURVE_POINTS = 120
ALPHAS = 81
# With more attributes than this it takes seconds to find B from the rows.
QUICK_DIMENSION = 100


@dataclass(frozen=True, eq=False)
class Overview:
    """The numbers on the explorer's first screen; arrays are what the figures draw.

    `H`, `half_norm`, `k_star`, `saving`, `against_full` and the promises are about the data
    divided by `scale`, their largest row norm (1 if they lie in the unit ball as they are),
    which is where the theorems hold. `B` is the norm bound there; `B_known` is False where it
    takes a run to find it and the bounds are drawn for 1.
    """

    spec: ExperimentSpec
    d: int
    rho_ridge: float
    rho_lasso: float
    scale: float
    B: float
    B_known: bool
    H: float
    half_norm: float
    k_star: int
    best_cost: float
    saving: float
    against_full: float
    q_uniform: Floats
    q_optimal: Floats
    top_count: int
    top_share: float
    image_shape: tuple[int, int] | None
    alphas: Floats
    rho_ridge_by_alpha: Floats
    rho_lasso_by_alpha: Floats
    conditions: tuple[Condition, ...]
    promises: Promises

    @property
    def rho(self) -> float:
        """The ratio of the chosen family."""
        return self.rho_ridge if self.spec.family == "ridge" else self.rho_lasso

    @property
    def k(self) -> int:
        """The paper's k."""
        return self.spec.budget - 1


def overview(spec: ExperimentSpec, dataset: Dataset, found_B: float | None = None) -> Overview:
    """Compute all of it.

    Parameters
    ----------
    spec : data, family, budget, examples and rules.
    dataset : the data of the spec, in its own units.
    found_B : the norm bound in those units, where a run has found it.
    """
    d, family, k = dataset.d, spec.family, spec.budget - 1
    scale = max(dataset.radius, 1.0)
    B = norm_bound_at_once(spec, dataset) if found_B is None else found_B
    M = dataset.moments / scale**2
    H = float(theory.effective_dimension(M, family))
    q = sampling_distribution(dataset.known_moments, family)
    best = theory.best_k(H=H, d=d)
    top = max(1, d // 10)
    alpha = SYNTHETIC.option("alpha")
    alphas = np.linspace(alpha.at_least or 0, alpha.at_most or 0, ALPHAS)
    by_alpha = np.array([synthetic_moments(each, d, family) for each in alphas])
    B_in_ball = (1.0 if B is None else B) * scale
    return Overview(
        spec=spec,
        d=d,
        rho_ridge=dataset.rho_ridge,
        rho_lasso=dataset.rho_lasso,
        scale=scale,
        B=B_in_ball,
        B_known=B is not None,
        H=H,
        half_norm=float(half_norm(M)),
        k_star=best.k,
        best_cost=best.attributes / d,
        saving=float(theory.predicted_saving(H=H, k=k, d=d)),
        against_full=float(cost(spec.budget, H, d)),
        q_uniform=uniform(d),
        q_optimal=q,
        top_count=top,
        top_share=float(np.sort(q)[-top:].sum()),
        image_shape=dataset.image_shape,
        alphas=alphas,
        rho_ridge_by_alpha=rho_ridge(by_alpha),
        rho_lasso_by_alpha=rho_lasso(by_alpha),
        conditions=conditions(spec, dataset, B),
        promises=promises(
            M=M, B=B_in_ball, budget=spec.budget, family=family, m=spec.examples,
            points=CURVE_POINTS, mode=spec.mode,
        ),
    )  # fmt: skip


def norm_bound_at_once(spec: ExperimentSpec, dataset: Dataset) -> float | None:
    """Return B in the data's units if it takes no time to find, else None."""
    usual = spec.data not in NOT_STORED and spec.options == ExperimentSpec(data=spec.data).options
    known = (
        not isinstance(spec.norm_bound, str)
        or dataset.norm_bound is not None
        or (usual and spec.data in stored())
    )
    return norm_bound(spec, dataset) if known or dataset.d <= QUICK_DIMENSION else None


def cost(budget: Floats | int, H: float, d: int) -> Floats:
    """Return the attributes needed with k + 1 an example, over those of full information.

    By the bounds, and the same for every excess risk τ, every B and both families.
    """
    k = np.asarray(budget) - 1
    needed = theory.attributes_needed(tau=1.0, k=k, H=H, B=1.0, family="ridge", d=d)
    return needed / theory.full_information_attributes(tau=1.0, B=1.0, family="ridge", d=d)
