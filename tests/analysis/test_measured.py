"""Runs by the theorems' own rules stay below their bounds."""

from dataclasses import replace

import pytest

from aelr_core.algorithms import ALGORITHMS, of_family
from aelr_core.analysis.bounds import exact, least_loss, measured, own_rules_spec, stored
from aelr_core.analysis.prior_facts import prior_facts
from aelr_core.experiments import ExperimentSpec, run
from aelr_core.experiments.problem import dataset_of

FAMILIES = ["ridge", "lasso"]
SPEC = ExperimentSpec(options={"dim": 40, "alpha": -1.0}, examples=300, runs=4)


@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_measured_keeps_below_its_bound(family: str) -> None:
    spec = own_rules_spec(replace(SPEC, family=family, algorithms=()))
    result, inside = run(spec), dataset_of(spec)
    assert result.spec.mode.p == "plain"
    assert exact(result)
    assert least_loss(result, inside) is None
    here = prior_facts(spec, inside, result.norm_bound)
    assert (here.k, here.light) == (4, "green")
    found = measured(result, here)
    assert set(found) == {key for key in of_family(family) if ALGORITHMS[key].bounds}
    for one in found.values():
        assert (one.mean <= one.bound).all()
        assert (one.low <= one.mean).all()
        assert (one.mean <= one.high).all()
        assert 0 < one.share < 1


@pytest.mark.parametrize("family", FAMILIES)
def test_the_stored_runs_are_those_of_the_start(family: str) -> None:
    spec = ExperimentSpec(
        options={"dim": 100}, family=family, examples=10_000, curve="anytime", points=25
    )
    result = stored(own_rules_spec(spec))
    assert result is not None
    assert result.complete
    assert stored(own_rules_spec(replace(spec, seed=1))) is None


def test_a_chosen_norm_bound_grows_with_the_rows() -> None:
    assert own_rules_spec(replace(SPEC, norm_bound=3.0), 2.0).norm_bound == 6.0
    assert own_rules_spec(SPEC, 2.0).norm_bound == "auto"
    wine = ExperimentSpec(data="wine", norm_bound=3.0)
    assert own_rules_spec(wine, 2.0).norm_bound == 3.0


@pytest.mark.parametrize(
    "rule",
    [
        {"guarded": True},
        {"length": "measured"},
        {"average": "linear"},
        {"adagrad": True},
        {"step": "theory", "multiplier": 3.0},
        {"step": "each"},
        {"curve": "anytime"},
    ],
)
def test_rules_that_no_theorem_has_are_left_out(rule: dict[str, object]) -> None:
    assert own_rules_spec(ExperimentSpec(**rule)) == own_rules_spec(ExperimentSpec())


def test_fewer_runs_have_fewer_data_sets() -> None:
    assert own_rules_spec(ExperimentSpec(runs=20, data_sets=20)).data_sets == 10
