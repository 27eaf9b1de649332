"""What a table promises: one family of its rows is enough to know both."""

import numpy as np
import pytest

from aelr_core.theory import effective_dimension
from tests.core_pandas.clinic import findings, sample


@pytest.mark.parametrize("scaling", ["centre-maxabs", "none", "standardise", "l2"])
def test_one_family_is_enough_to_know_both(scaling: str) -> None:
    ridge, lasso = (findings(sample(f, scaling=scaling), 5) for f in ("ridge", "lasso"))
    for family in ("ridge", "lasso"):
        a, b = ridge.known[family], lasso.known[family]
        assert (a.H, a.rho, a.saving) == pytest.approx((b.H, b.rho, b.saving))
        assert a.k_star == b.k_star
        np.testing.assert_allclose(ridge.known[family].q, lasso.known[family].q)


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_the_numbers_are_those_of_the_core(family: str) -> None:
    data = sample(family)
    found = findings(data, 5)
    here = found.known[family]
    assert here.rho_ridge == pytest.approx(data.rho_ridge)
    assert here.rho_lasso == pytest.approx(data.rho_lasso)
    H = float(effective_dimension(data.moments, family))
    saving = (29 * here.rho / 4 + 1) / (29 / 4 + 1)
    assert (here.H, here.saving) == pytest.approx((H, saving))
    root = np.sqrt(data.known_moments) if family == "ridge" else data.known_moments
    np.testing.assert_allclose(found.known[family].q, root / root.sum())
