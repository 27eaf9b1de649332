"""The record of a family agrees with the functions."""

import numpy as np
import pytest

from aelr_core.families import family_facts
from aelr_core.letters import FAMILIES
from aelr_core.moments import moment_ratios
from aelr_core.sampling import sampling_distribution
from aelr_core.theory import effective_dimension

M = np.array([0.5, 0.25, 0.01])
OVER = {"ridge": np.sum, "lasso": np.max}


@pytest.mark.parametrize("family", FAMILIES)
def test_the_record_agrees_with_the_functions(family: str) -> None:
    own = family_facts(family)
    assert own.key == family
    assert own.norm(M) == effective_dimension(M, family)
    least = OVER[family](moment_ratios(M, sampling_distribution(M, family)))
    assert own.norm(M) == pytest.approx(least)
    assert own.rho(np.ones(4)) == pytest.approx(1)
    assert own.least_latex.endswith(own.H_latex)
    assert own.rule_latex in own.q_latex
