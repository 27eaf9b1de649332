"""Curves equal what the learners give alone: prefix by prefix, or along one pass."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aelr_core.algorithms import ALGORITHMS, full_information_examples, learner, runnable
from aelr_core.baselines import offline_curve
from aelr_core.checks import Floats
from aelr_core.engine.lanes import lanes
from aelr_core.experiments import Curve, ExperimentSpec, growth, run
from aelr_core.experiments.curve import fixed
from aelr_core.experiments.problem import Judge, dataset_of, prefixes
from aelr_core.modes import EXPERIMENTS, MODES, THEORY
from aelr_core.randomness import order
from aelr_core.sampling import sampling_distribution, uniform
from tests.experiments.specs import small

SMALL = small()


def alone(spec: ExperimentSpec, key: str, run_number: int, n: int, at: int | None = None):  # type: ignore[no-untyped-def]
    """Return w_bar and the attributes of one run on n examples, stopped after `at`."""
    data = dataset_of(spec)
    assert data.norm_bound is not None
    learning = learner(
        key,
        data.X_train,
        data.y_train,
        lanes(
            eta=1.0,
            B=data.norm_bound,
            order=order(spec.seed, run_number, data.m, n)[None],
            seed=spec.seed,
            run=[run_number],
        ),
        budget=spec.budget,
        mode=spec.mode,
        M=data.known_moments,
        step=fixed(spec, key, data.norm_bound).step,
        adagrad=spec.adagrad,
        average=spec.average,
        length=spec.length,
        guarded=spec.guarded,
    )
    learning.advance(at)
    return learning.w_bar()[0], learning.attributes_seen


def check(spec: ExperimentSpec, curve: Curve, key: str) -> None:
    judge = Judge(dataset_of(spec))
    for r in range(spec.runs):
        for p, n in enumerate(curve.examples):
            whole = spec.curve == "per_prefix"
            total = int(n if whole else curve.examples[-1])
            w_bar, (spent, distinct) = alone(spec, key, r, total, None if whole else int(n))
            measures = judge.measure(w_bar[None])
            assert curve.relative_loss[r, p] == measures.relative_loss[0]
            assert curve.excess_risk is not None
            assert measures.excess_risk is not None
            assert curve.excess_risk[r, p] == measures.excess_risk[0]
            if spec.mode.design == "hard" or not ALGORITHMS[key].joint:
                assert curve.attributes[p] == spent[0]
            assert curve.distinct[r, p] == distinct[0]


@pytest.mark.parametrize("curve", ["per_prefix", "anytime"])
@pytest.mark.parametrize("family", ["ridge", "lasso"])
@pytest.mark.parametrize("mode", MODES)
def test_every_point_is_a_run_of_its_own(curve: str, family: str, mode: str) -> None:
    able = runnable(family, mode=MODES[mode], adagrad=False)
    keys = tuple(key for key in able if ALGORITHMS[key].takes_steps)
    spec = replace(SMALL, family=family, curve=curve, algorithms=keys, mode=MODES[mode])
    result = run(spec)
    assert tuple(result.curves) == keys
    for key in keys:
        check(spec, result.curves[key], key)


def test_adagrad_and_multipliers_reach_the_learners() -> None:
    spec = replace(SMALL, algorithms=("aerr", "two_phase_ddaerr"), adagrad=True, multiplier=0.5)
    result = run(spec)
    for key in spec.algorithms:
        check(spec, result.curves[key], key)
    assert not np.array_equal(
        result.curves["aerr"].relative_loss,
        run(replace(spec, adagrad=False)).curves["aerr"].relative_loss,
    )


def test_the_average_reaches_the_papers_algorithms_and_not_ours() -> None:
    keys = ("aerr", "two_phase_ddaerr", "jaerr")
    spec = replace(SMALL, algorithms=keys, average="linear")
    linear, uniform_average = run(spec), run(replace(spec, average="uniform"))
    for key in keys:
        check(spec, linear.curves[key], key)
        same = np.array_equal(
            linear.curves[key].relative_loss, uniform_average.curves[key].relative_loss
        )
        assert same == ALGORITHMS[key].joint


@pytest.mark.parametrize("change", [{"length": "plain"}, {"guarded": False}])
def test_the_form_reaches_ours_and_not_the_papers_algorithms(change: dict[str, object]) -> None:
    keys = ("aerr", "jaerr", "adaptive_jaerr")
    usual = replace(SMALL, algorithms=keys)
    spec = replace(usual, **change)  # type: ignore[arg-type]
    changed, without = run(spec), run(usual)
    for key in keys:
        check(spec, changed.curves[key], key)
    same = {
        key: np.array_equal(changed.curves[key].relative_loss, without.curves[key].relative_loss)
        for key in keys
    }
    assert same["aerr"]
    assert not same["jaerr"] or not same["adaptive_jaerr"]


def test_x_positions() -> None:
    result = run(replace(SMALL, examples=150, points=7))
    expected = [i * 150 // 7 for i in range(1, 8)]
    assert prefixes(result.spec).tolist() == expected
    for key, curve in result.curves.items():
        if ALGORITHMS[key].budgeted:
            assert curve.examples.tolist() == expected
            assert curve.attributes.tolist() == [4 * n for n in expected]
        else:
            whole = [full_information_examples(n, 4, 12) for n in expected]
            assert curve.examples.tolist() == whole
            assert curve.attributes.tolist() == [12 * n for n in whole]
        assert curve.relative_loss.shape == curve.distinct.shape == (2, len(curve.examples))
        assert (curve.distinct <= curve.attributes).all()


def test_full_information_positions_that_coincide_are_one() -> None:
    result = run(replace(SMALL, examples=12, points=12, algorithms=("online_ridge",)))
    assert result.curves["online_ridge"].examples.tolist() == [1, 2, 3, 4]


def test_an_anytime_two_phased_curve_starts_after_phase_one() -> None:
    spec = replace(SMALL, curve="anytime", points=15, mode=replace(EXPERIMENTS, m1_fraction=0.25))
    curves = run(replace(spec, algorithms=("aerr", "two_phase_ddaerr"))).curves
    assert curves["aerr"].examples[0] == 6
    assert curves["two_phase_ddaerr"].examples[0] == 24  # m1 = 22


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_offline_curves_are_those_of_the_baselines(family: str) -> None:
    key = f"offline_{family}"
    spec = replace(SMALL, family=family, algorithms=(key,))
    data, curve = dataset_of(spec), run(spec).curves[key]
    assert data.norm_bound is not None
    for r in range(spec.runs):
        rows = order(spec.seed, r, data.m, int(curve.examples[-1]))
        W = offline_curve(
            data.X_train, data.y_train, rows, curve.examples.tolist(), data.norm_bound, family
        )
        assert curve.relative_loss[r] == pytest.approx(Judge(data).measure(W).relative_loss)


def test_one_run_is_the_same_alone_and_among_others() -> None:
    few, many = run(SMALL), run(replace(SMALL, runs=5))
    for key, curve in few.curves.items():
        assert np.array_equal(curve.relative_loss, many.curves[key].relative_loss[:2])
        assert np.array_equal(curve.runs, [0, 1])


def test_the_sampling_distributions_are_kept() -> None:
    result = run(SMALL)
    data = dataset_of(SMALL)
    q = {key: curve.q for key, curve in result.curves.items()}
    assert np.array_equal(q["aerr"], uniform(12))
    assert np.array_equal(q["ddaerr"], sampling_distribution(data.known_moments, "ridge"))
    assert q["online_ridge"] is None
    assert q["offline_ridge"] is None
    assert q["two_phase_ddaerr"] is not None
    assert q["two_phase_ddaerr"].sum() == pytest.approx(1)
    unsampled = result.curves["two_phase_ddaerr"].unsampled
    assert unsampled is not None
    assert unsampled.shape == (2,)


def test_with_a_confidence_width_every_attribute_is_sampled() -> None:
    for warm in (True, False):
        mode = replace(THEORY, warm_start=warm)
        curve = run(replace(SMALL, mode=mode, algorithms=("two_phase_ddaerr",))).curves[
            "two_phase_ddaerr"
        ]
        assert curve.unsampled is not None
        assert not curve.unsampled.any()
        assert curve.q is not None
        assert curve.q.min() > 0


@pytest.mark.parametrize(("step", "lanes"), [("auto", 2), (0.05, 6)])
def test_one_lane_of_a_joint_algorithm_gives_all_prefixes(
    monkeypatch: pytest.MonkeyPatch, step: str | float, lanes: int
) -> None:
    made = []
    monkeypatch.setattr(growth, "learner", lambda *a, **b: made.append(a[3]) or learner(*a, **b))
    spec = replace(SMALL, algorithms=("adaptive_jaerr",), step=step, points=3)
    check(spec, run(spec).curves["adaptive_jaerr"], "adaptive_jaerr")
    assert [len(each) for each in made] == [lanes]


def test_the_x_axis_is_the_mean_of_what_runs_really_spent() -> None:
    spec = replace(SMALL, mode=THEORY, algorithms=("jaerr",), runs=6)
    curve = run(spec).curves["jaerr"]
    assert len({*curve.distinct[:, -1]}) > 1  # a budget in expectation
    assert curve.attributes.tolist() == np.rint(curve.distinct.mean(axis=0)).tolist()


def test_a_joint_algorithm_says_where_it_looks() -> None:
    spec = replace(SMALL, algorithms=("aerr", "jaerr", "adaptive_jaerr"), runs=3, budget=3)
    curves = run(spec).curves
    assert curves["aerr"].pi is None
    for key in ("jaerr", "adaptive_jaerr"):
        pi = curves[key].pi
        assert pi is not None
        assert pi.shape == (12,)
        assert pi.sum() == pytest.approx(3)
        assert (pi > 0).all()


# -- rare failures of plain JAERR, which its guarded form with the measured length prevents ----

# python -m aelr_core run --data synthetic --alpha -2 --dim 500 --budget 5 --examples 20000
#     --runs 10 --points 1 --seed 4711 --algorithms jaerr --length plain --no-guarded
SPEC = ExperimentSpec(
    options=(("alpha", -2.0), ("dim", 500)),
    budget=5,
    examples=20_000,
    runs=10,
    points=1,
    seed=4711,
    algorithms=("jaerr",),
)


def errors(spec: ExperimentSpec) -> Floats:
    """Return the error of every run of the only curve, relative to the zero predictor's."""
    (curve,) = run(spec).curves.values()
    last: Floats = curve.relative_loss[:, -1]
    return last


def test_the_guarded_form_prevents_the_worst_runs() -> None:
    plain, guarded = errors(replace(SPEC, length="plain", guarded=False)), errors(SPEC)
    assert guarded.mean() < plain.mean()
    assert guarded.max() < 0.5 * plain.max()
