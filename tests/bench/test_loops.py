"""The loops that the engine is compared with compute the same results; the report is complete."""

import json
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aelr_core.bench import Plan, as_text, compiled, measure, plain, two_level
from aelr_core.bench.limits import apart, peak_memory
from aelr_core.bench.timing import FLOORS, Floor, Times, in_turns
from aelr_core.bench.work import Work
from aelr_core.engine.lanes import lanes
from aelr_core.engine.lasso import GAELR
from aelr_core.engine.ridge import GAERR
from aelr_core.randomness import order, uniforms

LOOPS = {
    "ridge": [(GAERR, plain.gaerr), (GAERR, compiled.gaerr), (GAERR, two_level.gaerr)],
    "lasso": [(GAELR, plain.gaelr), (GAELR, compiled.gaelr), (GAELR, two_level.gaelr)],
}


@pytest.mark.parametrize(("engine", "loop"), LOOPS["ridge"] + LOOPS["lasso"])
@settings(max_examples=30)
@given(
    seed=st.integers(0, 2**32),
    d=st.integers(1, 12),
    k_x=st.integers(1, 10),
    k_phi=st.integers(1, 4),
    eta=st.sampled_from([0.01, 0.3, 3.0]),
    B=st.sampled_from([0.1, 2.0]),
)
def test_a_loop_gives_the_engine_s_average(
    engine: type[GAERR] | type[GAELR],
    loop: Callable[..., np.ndarray],
    seed: int,
    d: int,
    k_x: int,
    k_phi: int,
    eta: float,
    B: float,
) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(20, d)), rng.normal(size=20)
    q = rng.random(d) + 0.1
    q /= q.sum()
    rows = order(seed, 3, 20, 40)
    one = lanes(eta=eta, B=B, order=rows[None], seed=seed, run=[3])
    lane = engine(X, y, one, q=q, k_x=k_x, k_phi=k_phi)
    lane.advance()
    U = uniforms(seed, 3, 0, 40, k_x + k_phi)
    w_bar = loop(X, y, rows, U, q, k_x, eta, B)
    np.testing.assert_allclose(w_bar, lane.w_bar()[0], rtol=1e-9, atol=1e-9 * B)


def test_a_compiled_lasso_loop_does_not_overflow() -> None:
    X, y, q = np.ones((1, 2)), np.array([1.0]), np.array([0.5, 0.5])
    rows, U = np.zeros(2000, dtype=np.int64), uniforms(0, 0, 0, 2000, 2)
    w_bar = compiled.gaelr(X, y, rows, U, q, 1, 5.0, 0.5)
    assert np.isfinite(w_bar).all()
    assert 0.49 < w_bar.sum() < 0.5


@pytest.mark.parametrize("family", ["ridge", "lasso"])
@pytest.mark.parametrize("split", ["theory", "even"])
def test_the_work_is_the_same_for_all(family: str, split: str) -> None:
    work = Work(family, split, d=6, budget=4, lanes=3, steps=30)
    expected = work.by_engine()
    assert np.abs(expected).max() > 0
    for _, loop in LOOPS[family]:
        np.testing.assert_allclose(work.by_loop(loop, 2), expected[:2], rtol=1e-9, atol=1e-12)


def test_the_fastest_repetition_counts_and_all_take_turns() -> None:
    called = []
    us, made = in_turns(
        {
            "a": lambda: np.array(called.append("a") or 1.0),
            "b": lambda: np.array(called.append("b")),
        },
        {"a": 10, "b": 10},
        repetitions=3,
    )
    assert called == ["a", "b"] * 3
    assert us.keys() == made.keys() == {"a", "b"}
    assert us["a"] >= 0


def test_times_against_a_floor() -> None:
    times = Times(engine_us=2.0, plain_us=100.0, compiled_us=5.0, largest_difference=0.0)
    assert times.times_faster_than_plain == 50
    assert times.share_of_compiled == 0.4
    assert times.reach(Floor(50, 0.4))
    assert not times.reach(Floor(51, 0.4))
    assert not times.reach(Floor(50, 0.3))
    assert Times(2.0, 100.0, None, 0.0).reach(Floor(50, 0.0))


def test_figures_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ModuleNotFoundError("No module named 'numba'", name="numba")

    def here(function: Callable[..., object], calls: list[tuple[object, ...]]) -> list[object]:
        return [function(*call) for call in calls]

    monkeypatch.setattr("aelr_core.bench.report.compiled_loops", missing)
    monkeypatch.setattr("aelr_core.bench.limits.compiled_loops", missing)
    monkeypatch.setattr("aelr_core.bench.parts.apart", here)  # processes are tested below
    ladder = [Work("ridge", "theory", d, 3, 2, 8) for d in (4, 8)]
    plan = Plan(
        sizes=[(5, 3, 4)],
        steps=20,
        ladders={"d": ladder},
        repetitions=1,
        memory=(10, 4, 20),
        memory_keys=["two_phase_ddaelr"],
        endurance=(5, 3, 50),
        experiments=(),
    )
    said: list[str] = []
    parts = [*measure(plan, said.append)]
    figures = json.loads(json.dumps({name: part[name] for part in parts for name in part}))
    assert sum(len(part) for part in parts) == len(figures)
    assert figures.keys() == {
        "machine", "note", "work", "growth", "largest_growth_in_d", "experiments", "memory",
        "largest_peak_mib", "endurance", "largest_drift",
    }  # fmt: skip
    assert "numba" in figures["note"]
    assert [(row["family"], row["split"]) for row in figures["work"]] == [
        (family, split) for family in ("ridge", "lasso") for split in ("theory", "even")
    ]
    for row in figures["work"]:
        assert row["compiled_us"] is None
        assert row["share_of_compiled"] is None
        assert row["times_faster_than_plain"] == row["plain_us"] / row["engine_us"]
        assert row["largest_difference"] < 1e-9
    for row in figures["growth"]:
        assert row["values"] == [4, 8]
        assert row["us"].keys() == row["exponents"].keys() == {"engine", "plain"}
        assert row["growth"] == row["us"]["engine"][1] / row["us"]["engine"][0]
        assert 0 < row["bytes"][0] <= row["bytes"][1]
    assert figures["memory"][0]["algorithm"] == "two_phase_ddaelr"
    for row in figures["endurance"]:
        assert row["finite"]
        assert row["norm_over_B"] <= 1
        assert row["drift"] is None
    text = as_text(figures)
    assert figures["note"] in text
    # the parts printed one by one add up to the whole
    assert "\n".join(filter(None, map(as_text, parts))) == text
    assert len(said) >= 4
    assert [set(part) for part in measure(plan, said.append, "work")] == [
        {"machine", "note"},
        {"work"},
    ]
    with pytest.raises(ValueError, match="the parts are memory, work, limit, joint"):
        next(measure(plan, said.append, "speed"))


def test_peak_memory_is_that_of_a_process_of_its_own() -> None:
    (small,) = apart(peak_memory, [("ddaerr", 10, 2, 20)])
    assert small["peak_mib"] is None or 10 < small["peak_mib"] < 500


def test_the_floors_are_those_of_work_that_is_measured() -> None:
    from aelr_core.bench import FULL, QUICK

    for plan in (FULL, QUICK):
        assert {key[1:] for key in FLOORS} <= set(plan.sizes)


def test_a_whole_experiment_is_timed_beside_plain_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    from aelr_core.bench import experiment_times
    from aelr_core.experiments import ExperimentSpec

    small = ExperimentSpec(
        options={"dim": 20}, examples=60, runs=2, points=3, step="theory", curve="anytime",
        algorithms=("ddaerr", "online_ridge"),
    )  # fmt: skip
    monkeypatch.setattr(experiment_times, "EXPERIMENTS", {"small": (small, 1, 2.0, 0.5)})
    (row,) = experiment_times.experiments(["small"], lambda what: None)
    assert row["steps"] == 2 * 60 + 2 * 15  # 15 = 60 * 5 / 20 whole examples
    assert row["online_steps"] == 2 * 15
    assert 0 < row["first_seconds"] <= row["seconds"]
    assert row["plain_seconds_estimated"] > 0


def test_online_ridge_in_plain_numpy_is_the_textbooks() -> None:
    from aelr_core.bench.plain import online_ridge

    X, y = np.array([[1.0, 0.0], [0.5, 1.0]]), np.array([1.0, -1.0])
    # w_1 = 0, w_2 = eta y x: the average of the two
    np.testing.assert_allclose(online_ridge(X, y, np.array([0, 1]), 0.2, 9.0), [0.1, 0.0])
    np.testing.assert_allclose(online_ridge(X, y, np.array([0, 1]), 0.2, 0.1), [0.05, 0.0])
