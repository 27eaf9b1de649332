"""The table of bounds at the settings, and along every axis."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aelr_core import algorithms
from aelr_core.algorithms import bound_rows
from aelr_core.analysis.bounds import (
    AXES,
    at_attributes,
    crossings,
    moments_of,
    promises,
    question,
    sweep,
    values,
)
from aelr_core.analysis.prior_facts import PriorFacts, prior_facts
from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.problem import dataset_of

FAMILIES = ["ridge", "lasso"]


def known(family: str) -> PriorFacts:
    options = {"dim": 40, "alpha": -1.0, "test_examples": 100}
    spec = ExperimentSpec(options=options, family=family, examples=300)
    return prior_facts(spec, dataset_of(spec))


@pytest.fixture(scope="module", params=FAMILIES)
def here(request: pytest.FixtureRequest) -> PriorFacts:
    return known(request.param)


def test_rows_are_the_registrys_bounds(here: PriorFacts) -> None:
    found = values(here)
    aerr, ddaerr, two_phase, online = _keys(here.family)
    common = {"d": here.d, "m": here.m, "k": here.k, "B": here.B, "M": here.M, "m1": here.m1}
    for key, row, more in (
        (aerr, "printed", {}),
        (ddaerr, "known", {}),
        (online, "full", {}),
        (two_phase, "likely", {"kind": "likely"}),
        (two_phase, "any_m1", {"kind": "any_m1"}),
    ):
        wanted = float(algorithms.bound(key, **common, delta=here.delta, **more))
        assert found[f"{key}.{row}"] == pytest.approx(wanted)


def _keys(family: str) -> list[str]:
    """Return an algorithm of each word, in this order."""
    by_word = {algorithms.ALGORITHMS[key].word: key for key in algorithms.of_family(family)}
    return [by_word[word] for word in ("uniform", "known", "two-phased", "online")]


def test_every_row_is_there_once(here: PriorFacts) -> None:
    rows = bound_rows(here.family)
    assert len({row.key for row in rows}) == len({row.name for row in rows}) == len(rows)
    assert {row.bound.group for row in rows} == {"old", "new", "full"}
    assert set(values(here)) == {row.key for row in rows}


def test_the_theorems_step_is_the_best(here: PriorFacts) -> None:
    ask = question(here)
    for row in bound_rows(here.family):
        if row.bound.g2 is not None:
            best = float(row.bound.at_step(ask, 1.0))
            assert best == pytest.approx(float(row.bound.at(ask)))
            assert best < float(row.bound.at_step(ask, 0.5))
            assert best < float(row.bound.at_step(ask, 2.0))


@pytest.mark.parametrize("axis", AXES)
def test_a_sweep_goes_through_the_visitors_place(here: PriorFacts, axis: str) -> None:
    found = sweep(here, axis)
    assert (np.diff(found.x) > 0).all()
    assert found.here is not None
    own = values(here)
    for key, curve in found.curves.items():
        assert curve.shape == found.x.shape
        if axis == "m1" and key.startswith("two_phase"):
            continue  # there phase one comes on top of m
        finite = np.isfinite(curve)
        at = np.exp(np.interp(np.log(found.here), np.log(found.x[finite]), np.log(curve[finite])))
        assert at == pytest.approx(own[key], rel=0.05), key


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("m", [1, 2, 100])
@pytest.mark.parametrize("share", [0.0, 0.9, 0.999])
def test_phase_two_has_an_example_everywhere(
    here: PriorFacts, axis: str, m: int, share: float
) -> None:
    short = replace(here, m=m, mode=replace(here.mode, m1_fraction=share))
    assert sweep(short, axis).curves  # NaN where nothing is likely, after no phase one
    assert all(np.isfinite(curve).all() for curve in promises(short).curves.values())


@pytest.mark.parametrize("share", [0.0, 0.1, 0.9])
@given(attributes=st.floats(1, 1e6))
def test_any_number_of_attributes_has_its_bounds(share: float, attributes: float) -> None:
    """They need not be a whole number of examples: full information is measured by its own."""
    short = known("ridge")
    short = replace(short, mode=replace(short.mode, m1_fraction=share))
    assert all(np.isfinite(b).all() for b in at_attributes(short, np.array([attributes])).values())


def test_the_bounds_cross_where_the_regimes_say() -> None:
    wide = replace(known("ridge"), M=np.r_[0.9, np.full(399, 1e-6)])
    found = sweep(wide, "m1")
    for key, regimes in found.regimes.items():
        (place,) = found.crossings[key]
        assert place == pytest.approx(float(regimes.cross), rel=0.01)


def test_along_d_the_moments_keep_their_shape(here: PriorFacts) -> None:
    M = moments_of(here, here.d)
    assert pytest.approx(here.M) == M
    longer = moments_of(here, 4 * here.d)
    if here.family == "ridge":
        assert longer.sum() == pytest.approx(here.M.sum())
    real = replace(here, alpha=None)
    assert moments_of(real, 3).tolist() == sorted(here.M, reverse=True)[:3]


def test_the_worst_case_has_a_slope_only() -> None:
    found = sweep(known("ridge"), "m")
    assert found.worst is not None
    slopes = np.diff(np.log(found.worst)) / np.diff(np.log(found.x))
    assert slopes == pytest.approx(np.full(len(slopes), -0.5))
    assert found.worst[0] < min(curve[0] for curve in found.curves.values())
    assert sweep(known("lasso"), "m").worst is None


@given(st.floats(0.1, 10), st.floats(1.5, 50))
def test_crossings_of_straight_lines(slope: float, place: float) -> None:
    x = np.geomspace(1, 100, 30)
    found = crossings(x, (x / place) ** slope, np.ones(30))
    assert found == pytest.approx((place,)) or place in x
