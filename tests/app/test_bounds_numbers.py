"""Rows, sweeps, measurements and plans without Streamlit, and their pictures."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aelr_core import algorithms
from aelr_core.algorithms import bound_rows
from aelr_core.analysis.standing import Standing, standing
from aelr_core.datasets import Dataset, load_dataset
from aelr_core.experiments import run
from aelr_core.theory.purchase import order
from pages.ui import theme
from pages.ui.bounds import words
from pages.ui.bounds.look import curves_picture
from pages.ui.bounds.measured import measured, measured_spec, refusal, stored
from pages.ui.bounds.sweep import AXES, crossings, moments_of, question, sweep, values
from pages.ui.figures.measured_bounds import measured_picture
from pages.ui.figures.plan_costs import plan_picture
from pages.ui.planner import words as planner_words
from pages.ui.planner.plan import plan
from pages.ui.settings import Settings
from pages.ui.theme import Look

FAMILIES = ["ridge", "lasso"]
SMALL = Settings(dim=40, examples=300, alpha=-1.0)


def data(family: str, **more: object) -> Dataset:
    return load_dataset(
        "synthetic", family=family, dim=40, examples=300, alpha=-1.0, test_examples=100, **more
    )


@pytest.fixture(scope="module", params=FAMILIES)
def here(request: pytest.FixtureRequest) -> Standing:
    return standing(replace(SMALL, family=request.param).spec(), data(request.param))


def test_rows_are_the_registrys_bounds(here: Standing) -> None:
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
    aerr, ddaerr, two_phase, online, _ = algorithms.of_family(family)
    return [aerr, ddaerr, two_phase, online]


def test_every_row_is_there_once(here: Standing) -> None:
    rows = bound_rows(here.family)
    assert len({row.key for row in rows}) == len({row.name for row in rows}) == len(rows)
    assert {row.bound.group for row in rows} == {"old", "new", "full"}
    assert set(values(here)) == {row.key for row in rows}


def test_the_theorems_step_is_the_best(here: Standing) -> None:
    ask = question(here)
    for row in bound_rows(here.family):
        if row.bound.g2 is not None:
            best = float(row.bound.at_step(ask, 1.0))
            assert best == pytest.approx(float(row.bound.at(ask)))
            assert best < float(row.bound.at_step(ask, 0.5))
            assert best < float(row.bound.at_step(ask, 2.0))


@pytest.mark.parametrize("axis", AXES)
def test_a_sweep_goes_through_the_visitors_place(here: Standing, axis: str) -> None:
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


def test_the_bounds_cross_where_the_regimes_say() -> None:
    wide = standing(
        replace(SMALL, alpha=-2.0).spec(), load_dataset("synthetic", dim=40, examples=300)
    )
    wide = replace(wide, M=np.r_[0.9, np.full(399, 1e-6)])
    found = sweep(wide, "m1")
    for key, regimes in found.regimes.items():
        (place,) = found.crossings[key]
        assert place == pytest.approx(float(regimes.cross), rel=0.01)


def test_along_d_the_moments_keep_their_shape(here: Standing) -> None:
    M = moments_of(here, here.d)
    assert pytest.approx(here.M) == M
    longer = moments_of(here, 4 * here.d)
    if here.family == "ridge":
        assert longer.sum() == pytest.approx(here.M.sum())
    real = replace(here, alpha=None)
    assert moments_of(real, 3).tolist() == sorted(here.M, reverse=True)[:3]


def test_the_worst_case_has_a_slope_only() -> None:
    ridge = standing(SMALL.spec(), data("ridge"))
    found = sweep(ridge, "m")
    assert found.worst is not None
    slopes = np.diff(np.log(found.worst)) / np.diff(np.log(found.x))
    assert slopes == pytest.approx(np.full(len(slopes), -0.5))
    assert found.worst[0] < min(curve[0] for curve in found.curves.values())
    assert sweep(standing(replace(SMALL, family="lasso").spec(), data("lasso")), "m").worst is None


@given(st.floats(0.1, 10), st.floats(1.5, 50))
def test_crossings_of_straight_lines(slope: float, place: float) -> None:
    x = np.geomspace(1, 100, 30)
    found = crossings(x, (x / place) ** slope, np.ones(30))
    assert found == pytest.approx((place,)) or place in x


def test_every_assumption_has_its_line() -> None:
    here = standing(SMALL.spec(), data("ridge"))
    lines = words.assumption_lines(here)
    assert lines[0].startswith(":orange[✓] ‖x‖₂ ≤ 1 fails: the largest row norm is")
    assert [line.partition("[")[0] for line in lines] == [":orange", ":green", ":orange", ":green"]
    low = standing(replace(SMALL, norm_bound=1e-3).spec(), data("ridge"))
    assert words.assumption_lines(low)[1].startswith(":red[✗] |y| ≤ B fails")
    assert {here.light, low.light} <= set(words.LIGHTS)


@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_measured_keeps_below_its_bound(family: str) -> None:
    settings = replace(SMALL, family=family, runs=4)
    inside = data(family, scaled=True)
    result = run(measured_spec(settings))
    assert result.spec.mode.p == "plain"
    found = measured(result, inside)
    assert set(found) == set(_keys(family))
    for one in found.values():
        assert (one.mean <= one.bound).all()
        assert (one.low <= one.mean).all()
        assert 0 < one.share < 1


def test_real_data_are_measured_against_their_best_predictor() -> None:
    wine = load_dataset("wine", family="ridge")
    settings = Settings(data="wine", examples=100, runs=3)
    found = measured(run(measured_spec(settings)), wine)
    for one in found.values():
        assert (one.low > 0).all()  # nothing in the ball is better on the test rows
        assert (one.mean <= one.bound).all()
    assert refusal(wine) == ""
    assert "the largest row norm is" in refusal(data("ridge"))


@pytest.mark.parametrize("family", FAMILIES)
def test_the_stored_runs_are_those_of_the_start(family: str) -> None:
    settings = Settings(family=family)
    result = stored(measured_spec(settings))
    assert result is not None
    assert result.complete
    assert stored(measured_spec(replace(settings, seed=1))) is None


def test_a_chosen_norm_bound_grows_with_the_rows() -> None:
    assert measured_spec(replace(SMALL, norm_bound=3.0), 2.0).norm_bound == 6.0
    assert measured_spec(replace(SMALL, norm_bound="auto"), 2.0).norm_bound == "auto"


# ---- Planner ------------------------------------------------------------------------------------


@pytest.mark.parametrize("shade", ["light", "dark"])
@pytest.mark.parametrize("axis", AXES)
def test_curves_are_drawn_with_their_marks(here: Standing, axis: str, shade: theme.Theme) -> None:
    found = sweep(here, axis)
    every = [row.name for row in bound_rows(here.family)]
    picture = curves_picture(here, found, every, look=Look(shade))
    names = [trace.name for trace in picture.figure.data]
    assert {row.name for row in bound_rows(here.family) if row.key in found.curves} <= set(names)
    for trace in picture.figure.data:
        colour = trace.line.color if trace.mode == "lines" else trace.marker.color
        assert colour in (*theme.PALETTE[shade], theme.NEUTRAL)
    looks = [(t.line.color, t.line.dash) for t in picture.figure.data if t.mode == "lines"]
    assert len(set(looks)) == len(looks)
    assert picture.figure.layout.legend.y > 1
    assert len(picture.alt) > 60
    marks = {note.text for note in picture.figure.layout.annotations}
    if axis == "m1":
        assert "as good as known moments" in marks
    levels = [mark.level for mark in words.marks(here, found)]
    assert len(set(levels)) == len(levels)


def test_no_row_chosen_means_the_usual_ones(here: Standing) -> None:
    picture = curves_picture(here, sweep(here, "m"), [], look=Look("light", projector=True))
    usual = [row.name for row in bound_rows(here.family) if row.bound.shown]
    assert [trace.name for trace in picture.figure.data][: len(usual)] == usual


def test_the_other_pictures() -> None:
    result = stored(measured_spec(Settings()))
    assert result is not None
    found = measured(result, load_dataset("synthetic", scaled=True))
    picture = measured_picture({key: (key, one) for key, one in found.items()}, look=Look("light"))
    assert len(picture.figure.data) == 2 * len(found)
    assert "of its bound" in picture.alt
    made = plan(order(tau=0.1, B=1, family="ridge", M=np.full(30, 1 / 60)), delta=0.1)
    costs = plan_picture(made, look=Look("dark"))
    stars = {t.uid: t.x[0] for t in costs.figure.data if t.mode == "markers"}
    assert stars[f"{made.of('known').name} best"] == made.of("known").buys.budget
    k = made.of("known").buys.k
    assert (k + 1) * (1 + made.H / k) < 30


@pytest.mark.parametrize(
    "change",
    [
        {"dim": 2, "budget": 2},
        {"dim": 2, "budget": 2, "alpha": 0.0, "examples": 100},
        {"budget": 40},
        {"m1": 0.0},
        {"m1": 0.9, "alpha": -4.0},
        {"norm_bound": 1e-3},
        {"norm_bound": 1e6},
    ],
    ids=str,
)
@pytest.mark.parametrize("family", FAMILIES)
def test_extreme_settings(family: str, change: dict[str, float]) -> None:
    settings = replace(SMALL, family=family, **change)
    options = {"alpha": settings.alpha, "dim": settings.dim, "examples": settings.examples}
    dataset = load_dataset("synthetic", family=family, test_examples=50, **options)
    here = standing(settings.spec(), dataset)
    every = [row.name for row in bound_rows(family)]
    for axis in AXES:
        found = sweep(here, axis)
        picture = curves_picture(here, found, every, look=Look("light"))
        assert picture.alt
        assert words.see(here, found).endswith(".")
        assert words.regimes(here, found) == "" or axis == "m1"
    assert "nan" not in "".join(words.columns(here, values(here)).values())
    assert words.assumption_lines(here)
    wanted = order(tau=0.01 * here.trivial, B=here.B, family=family, M=here.M, example_price=1)
    made = plan(wanted, delta=here.delta)
    assert plan_picture(made, look=Look("light")).alt
    assert planner_words.sentence(made).endswith(".")
    assert planner_words.k_star(made).endswith(".")
