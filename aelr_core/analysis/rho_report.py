"""The numbers that `python -m aelr_core rho` prints, from the moments of a data set."""

from __future__ import annotations

from aelr_core.analysis.standing import in_ball
from aelr_core.datasets import Dataset
from aelr_core.norms import half_norm, max_norm, one_norm
from aelr_core.theory import best_k, effective_dimension


def rho_report(dataset: Dataset) -> dict[str, int | float]:
    """Return d, m, ρ_ridge, ρ_lasso, ‖M‖_½, ‖M‖₁, ‖M‖_∞ and k* twice, with M over all rows.

    m counts the training rows; k* is the best k of the planner for the data set's family, from
    H = ‖M‖_½ (ridge) or ‖M‖₁ (lasso). The norms and `k_star` are in the units of the data set;
    `k_star_in_ball` is for the rows inside the unit ball, which the theorems are about: the number
    that the app shows.
    """
    family, d = dataset.family, dataset.d
    _, M = in_ball(dataset, family)
    return {
        "d": d,
        "m": dataset.m,
        "rho_ridge": dataset.rho_ridge,
        "rho_lasso": dataset.rho_lasso,
        "half_norm": float(half_norm(dataset.moments)),
        "one_norm": float(one_norm(dataset.moments)),
        "max_norm": float(max_norm(dataset.moments)),
        "k_star": best_k(H=float(effective_dimension(dataset.moments, family)), d=d).k,
        "k_star_in_ball": best_k(H=float(effective_dimension(M, family)), d=d).k,
    }
