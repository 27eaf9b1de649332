"""The theorems as functions: step sizes, bounds, the planner, the regimes of m₁, assumptions.

One function per statement, its docstring the statement, in the paper's letters: d attributes,
m examples in total, m₁ of them in phase one, k+1 attributes seen per example, norm bound B,
second moments M = E[x²] and their estimate A. Arguments are keywords; m, m1, k, d and epsilon
may be arrays that broadcast, so a curve is one call, and a stack of moments (..., d) gives one
number each.

Bounds are about E[L(w̄)] − L(w*) with the loss ½(⟨w, x⟩ − y)², for data in the unit ball, and
for the algorithms as analysed: one inner-product draw (with another split, put k_x for k),
plain p, ε > 0, no warm start.
"""

from aelr_core.letters import KINDS
from aelr_core.theory.assumptions import Assumption, Light, assumptions, light
from aelr_core.theory.ball import largest_row_norm, step_in_data_units
from aelr_core.theory.general import (
    gaelr_bound,
    gaelr_bound_general,
    gaelr_g2,
    gaelr_least_m,
    gaelr_step_limit,
    gaelr_step_size,
    gaerr_bound,
    gaerr_bound_general,
    gaerr_g2,
    gaerr_step_size,
    trivial_bound,
)
from aelr_core.theory.lasso import (
    aelr_bound,
    aelr_g2,
    aelr_like_for_like_bound,
    aelr_step_size,
    ddaelr_bound,
    ddaelr_step_size,
    online_lasso_bound,
    online_lasso_step_size,
)
from aelr_core.theory.phases import ANY_M1_NOTE, LIKELY_NOTE
from aelr_core.theory.planner import (
    BestBudget,
    attributes_needed,
    best_k,
    effective_dimension,
    examples_needed,
    full_information_attributes,
    full_information_examples,
    predicted_saving,
)
from aelr_core.theory.regimes import (
    Regimes,
    two_phase_ddaelr_regimes,
    two_phase_ddaerr_known_half_norm_regimes,
    two_phase_ddaerr_regimes,
)
from aelr_core.theory.ridge import (
    aerr_bound,
    aerr_g2,
    aerr_like_for_like_bound,
    aerr_step_size,
    ddaerr_bound,
    ddaerr_step_size,
    online_ridge_bound,
    online_ridge_step_size,
    ridge_lower_bound_rate,
)
from aelr_core.theory.two_phase_lasso import (
    two_phase_ddaelr_any_m1_bound,
    two_phase_ddaelr_bound,
    two_phase_ddaelr_step_size,
)
from aelr_core.theory.two_phase_ridge import (
    half_norm_estimate,
    two_phase_ddaerr_any_m1_bound,
    two_phase_ddaerr_bound,
    two_phase_ddaerr_known_half_norm_bound,
    two_phase_ddaerr_known_half_norm_step_size,
    two_phase_ddaerr_step_size,
)

__all__ = [
    "ANY_M1_NOTE",
    "KINDS",
    "LIKELY_NOTE",
    "Assumption",
    "BestBudget",
    "Light",
    "Regimes",
    "aelr_bound",
    "aelr_g2",
    "aelr_like_for_like_bound",
    "aelr_step_size",
    "aerr_bound",
    "aerr_g2",
    "aerr_like_for_like_bound",
    "aerr_step_size",
    "assumptions",
    "attributes_needed",
    "best_k",
    "ddaelr_bound",
    "ddaelr_step_size",
    "ddaerr_bound",
    "ddaerr_step_size",
    "effective_dimension",
    "examples_needed",
    "full_information_attributes",
    "full_information_examples",
    "gaelr_bound",
    "gaelr_bound_general",
    "gaelr_g2",
    "gaelr_least_m",
    "gaelr_step_limit",
    "gaelr_step_size",
    "gaerr_bound",
    "gaerr_bound_general",
    "gaerr_g2",
    "gaerr_step_size",
    "half_norm_estimate",
    "largest_row_norm",
    "light",
    "online_lasso_bound",
    "online_lasso_step_size",
    "online_ridge_bound",
    "online_ridge_step_size",
    "predicted_saving",
    "ridge_lower_bound_rate",
    "step_in_data_units",
    "trivial_bound",
    "two_phase_ddaelr_any_m1_bound",
    "two_phase_ddaelr_bound",
    "two_phase_ddaelr_regimes",
    "two_phase_ddaelr_step_size",
    "two_phase_ddaerr_any_m1_bound",
    "two_phase_ddaerr_bound",
    "two_phase_ddaerr_known_half_norm_bound",
    "two_phase_ddaerr_known_half_norm_regimes",
    "two_phase_ddaerr_known_half_norm_step_size",
    "two_phase_ddaerr_regimes",
    "two_phase_ddaerr_step_size",
]
