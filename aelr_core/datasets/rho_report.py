"""The numbers that `python -m aelr_core rho` prints, from the moments of a data set."""

from __future__ import annotations

from aelr_core.datasets.dataset import Dataset
from aelr_core.norms import half_norm, max_norm, one_norm
from aelr_core.theory import best_k


def rho_report(dataset: Dataset) -> dict[str, int | float]:
    """Return d, m, ρ_ridge, ρ_lasso, ‖M‖_½, ‖M‖₁, ‖M‖_∞ and k*, with M over all rows.

    m counts the training rows; k* is the best k of the planner for the data set's family, from
    H = ‖M‖_½ (ridge) or ‖M‖₁ (lasso) in the units of the data set.
    """
    half, one = float(half_norm(dataset.moments)), float(one_norm(dataset.moments))
    return {
        "d": dataset.d,
        "m": dataset.m,
        "rho_ridge": dataset.rho_ridge,
        "rho_lasso": dataset.rho_lasso,
        "half_norm": half,
        "one_norm": one,
        "max_norm": float(max_norm(dataset.moments)),
        "k_star": best_k(H=half if dataset.family == "ridge" else one, d=dataset.d).k,
    }
