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
from aelr_core.theory.assumptions import (
    Assumption,
    Light,
    largest_row_norm,
    light,
    step_in_data_units,
)
from aelr_core.theory.general import (
    ANY_M1_NOTE,
    LIKELY_NOTE,
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
from aelr_core.theory.joint import (
    HARD_BUDGET_NOTE,
    aelr_sharper_bound,
    ddaelr_sharper_bound,
    ddaerr_second_moment,
    from_zero_bound,
    from_zero_bound_general,
    from_zero_step_size,
    gaelr_sharper_bound,
    gaelr_sharper_bound_general,
    gaelr_sharper_step_size,
    jaelr_bound,
    jaelr_g2,
    jaelr_step_size,
    jaerr_bound,
    jaerr_g2,
    jaerr_second_moment_limit,
    jaerr_step_size,
    joint_second_moments,
    online_lasso_sharper_bound,
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
from aelr_core.theory.planner import (
    BestBudget,
    Regimes,
    attributes_needed,
    best_k,
    effective_dimension,
    examples_needed,
    full_information_attributes,
    full_information_examples,
    predicted_saving,
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
