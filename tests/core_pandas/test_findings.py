"""What a table promises: one family of its rows is enough to know both."""

import numpy as np
import pytest

from aelr_core.analysis.findings import Findings
from aelr_core.analysis.findings import findings as findings_of
from aelr_core.datasets import Dataset, load_dataset
from aelr_core.datasets.csv.clinic import FILE
from aelr_core.modes import EXPERIMENTS
from aelr_core.theory import effective_dimension


def loaded(content: bytes, target: str, **options: object) -> Dataset:
    return load_dataset("csv", file=content, target=target, **options)


def sample(family: str = "ridge", **options: object) -> Dataset:
    return loaded(FILE.read_bytes(), "ill", missing="mean", family=family, **options)


def findings(data: Dataset, budget: int) -> Findings:
    return findings_of(data, budget, EXPERIMENTS)


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
    saving = (H / 4 + 1) / (29 / 4 + 1)
    assert (here.H, here.saving) == pytest.approx((H, saving))
    root = np.sqrt(data.known_moments) if family == "ridge" else data.known_moments
    np.testing.assert_allclose(found.known[family].q, root / root.sum())
