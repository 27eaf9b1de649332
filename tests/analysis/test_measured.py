"""Runs by the theorems' own rules stay below their bounds."""

import pytest

from aelr_core.algorithms import ALGORITHMS, of_family
from aelr_core.analysis.bounds import exact, measured, offline_loss
from aelr_core.analysis.prior_facts import prior_facts
from aelr_core.experiments import ExperimentSpec, run
from aelr_core.experiments.problem import dataset_of


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_what_is_measured_keeps_below_its_bound(family: str) -> None:
    proved = [key for key in of_family(family) if ALGORITHMS[key].bounds]
    spec = ExperimentSpec(
        options={"dim": 40, "alpha": -1.0, "scaled": True},
        family=family,
        examples=300,
        runs=4,
        mode="theory",
        step="theory",
        algorithms=tuple(proved),
    )
    result, inside = run(spec), dataset_of(spec)
    assert exact(result)
    assert offline_loss(result) is None
    here = prior_facts(spec, inside, result.norm_bound)
    assert (here.k, here.light) == (4, "green")
    found = measured(result, here)
    assert [*found] == proved
    for one in found.values():
        assert (one.mean <= one.bound).all()
        assert 0 < one.share < 1
