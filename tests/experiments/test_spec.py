"""Specs: plain values in canonical form; a wrong value is refused with one sentence."""

import json
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aelr_core.algorithms import ALGORITHMS, runnable, unasked
from aelr_core.cli.run import add_arguments
from aelr_core.cli.terminal import Parser
from aelr_core.datasets import Option, load_dataset
from aelr_core.experiments import ExperimentSpec, run
from aelr_core.experiments.fields import FIELDS
from aelr_core.experiments.files import as_plain, load, save
from aelr_core.modes import EXPERIMENTS, THEORY, Mode

OPTIONS = {
    "synthetic": st.fixed_dictionaries(
        {},
        optional={
            "alpha": st.floats(-4, 0),
            "dim": st.integers(20, 10_000),
            "scaled": st.booleans(),
            "test_examples": st.integers(1, 1000),
        },
    ),
    "mnist-3v5": st.fixed_dictionaries({}, optional={"scaling": st.sampled_from(["none", "l2"])}),
    "covertype": st.fixed_dictionaries({}, optional={"species": st.integers(1, 7)}),
    "csv": st.fixed_dictionaries(
        {"fingerprint": st.text(min_size=1), "target": st.text(min_size=1)},
        optional={"positive": st.one_of(st.none(), st.text())},
    ),
}
MODES_DRAWN = st.one_of(
    st.sampled_from([THEORY, EXPERIMENTS]),
    st.builds(
        Mode,
        split=st.sampled_from(["theory", "even"]),
        p=st.sampled_from(["plain", "moment_aware"]),
        epsilon=st.sampled_from(["theory", "zero"]),
        m1_fraction=st.floats(0, 0.99),
        warm_start=st.booleans(),
        delta=st.floats(0.001, 0.999),
    ),
)


@st.composite
def specs(draw: st.DrawFn) -> ExperimentSpec:
    data = draw(st.sampled_from(sorted(OPTIONS)))
    family = draw(st.sampled_from(["ridge", "lasso"]))
    examples = draw(st.integers(2, 10**6))
    words = st.sampled_from([None, "auto", "theory", "quick", "cv", "fine"])
    step = draw(st.one_of(words, st.floats(1e-9, 1e9)))
    mode = draw(MODES_DRAWN)
    adagrad = draw(st.booleans()) if family == "ridge" else False
    able = runnable(family, mode=mode, adagrad=adagrad)
    return ExperimentSpec(
        data=data,
        options=draw(OPTIONS[data]),  # type: ignore[arg-type]
        family=family,
        budget=draw(st.integers(2, 20)),
        examples=examples,
        runs=draw(st.integers(1, 1000)),
        algorithms=tuple(draw(st.lists(st.sampled_from(able), unique=True))),
        mode=mode,
        adagrad=adagrad,
        average=draw(st.sampled_from(["uniform", "linear"])),
        length=draw(st.sampled_from(["plain", "measured"])),
        guarded=draw(st.booleans()),
        curve=draw(st.sampled_from(["per_prefix", "anytime"])),
        points=draw(st.integers(1, min(examples, 500))),
        step=step,
        multiplier=draw(st.floats(1e-3, 1e3)) if step == "theory" else 1.0,
        norm_bound=draw(st.one_of(st.sampled_from(["auto", "cv"]), st.floats(1e-9, 1e9))),
        seed=draw(st.integers(0, 2**53 - 1)),
    )


@given(specs())
def test_json_gives_the_same_spec_back(spec: ExperimentSpec) -> None:
    text = json.dumps(spec.to_dict(), allow_nan=False)
    again = ExperimentSpec.from_dict(json.loads(text))
    assert again == spec
    assert hash(again) == hash(spec)
    assert json.dumps(again.to_dict()) == text


def test_two_ways_to_say_the_same_are_equal() -> None:
    said = ExperimentSpec(
        options={"dim": 500, "alpha": -2},  # type: ignore[arg-type]
        algorithms=tuple(reversed(unasked("ridge"))),
        mode="experiments",  # type: ignore[arg-type]
        norm_bound="auto",
    )
    assert said == ExperimentSpec()
    assert len({said, ExperimentSpec()}) == 1
    assert said.options == tuple(sorted(said.options))
    assert dict(said.options)["alpha"] == -2.0
    assert said.algorithms == tuple(unasked("ridge"))


def test_joint_algorithms_are_guarded_and_lengthened_except_in_mode_theory() -> None:
    spec = ExperimentSpec()
    assert (spec.length, spec.guarded) == ("measured", True)
    theory = replace(spec, mode=THEORY, algorithms=())
    assert (theory.length, theory.guarded) == ("plain", False)
    assert theory == ExperimentSpec(mode=THEORY, length="plain", guarded=False)


def test_a_stored_spec_means_what_it_meant() -> None:
    """The plain form, where it is older than the two settings; else what it says."""
    usual, plain = ExperimentSpec(), ExperimentSpec(length="plain", guarded=False)
    older = usual.to_dict()
    del older["length"], older["guarded"]
    assert ExperimentSpec.from_dict(older) == plain
    for spec in (usual, plain):
        assert ExperimentSpec.from_dict(spec.to_dict()) == spec


STEP_WORDS = (
    "step must be 'auto', 'theory', 'quick', 'cv', 'fine', 'scaled', 'each' or a number > 0"
)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"data": "iris"}, "data must be one of"),
        ({"family": "elastic"}, "family must be one of"),
        ({"budget": 1}, "budget must be a whole number >= 2"),
        ({"budget": 501}, "budget must be a whole number from 2 to 500"),
        ({"budget": 2.5}, "budget must be a whole number"),
        ({"budget": 10**400}, "budget must be a whole number of at most 64 bits >= 2"),
        ({"examples": 1}, "examples must be a whole number >= 2"),
        ({"examples": 10**400}, "examples must be a whole number of at most 64 bits >= 2"),
        ({"options": {"dim": 10**400}}, "dim must be a whole number from 2 to 10000"),
        ({"runs": 0}, "runs must be a whole number from 1"),
        ({"runs": True}, "runs must be a whole number"),
        ({"points": 0}, "points must be a whole number from 1 to 500"),
        ({"examples": 3, "points": 4}, "points must be a whole number from 1 to 3"),
        ({"algorithms": ("aelr",)}, "each of algorithms (ridge) must be one of"),
        ({"algorithms": "aerr"}, "algorithms must be a sequence"),
        ({"mode": "practice"}, "mode must be one of"),
        ({"mode": {"split": "even"}}, "mode must have exactly the fields split, p,"),
        ({"family": "lasso", "adagrad": True}, "adagrad must be False for the lasso"),
        ({"curve": "smooth"}, "curve must be one of"),
        ({"average": "last"}, "average must be one of 'uniform', 'linear'"),
        ({"length": "long"}, "length must be one of 'plain', 'measured'"),
        ({"step": "best"}, STEP_WORDS),
        ({"step": 0}, "step must be a finite number > 0"),
        ({"step": float("nan")}, "step must be a finite number > 0"),
        ({"step": True}, STEP_WORDS),
        ({"multiplier": 2.0}, "multiplier must be 1 unless step is 'theory'"),
        ({"step": "theory", "multiplier": -1}, "multiplier must be a finite number > 0"),
        ({"norm_bound": "large"}, "norm_bound must be 'auto', 'cv' or a number > 0"),
        ({"norm_bound": -1.0}, "norm_bound must be a finite number from 1e-50 to 1e+50"),
        ({"norm_bound": 1e-320}, "norm_bound must be a finite number from 1e-50 to 1e+50"),
        ({"seed": -1}, "seed must be a whole number from 0"),
        ({"options": {"alpha": 1}}, "alpha must be a finite number from -4 to 0"),
        ({"options": {"species": 1}}, "synthetic does not take the option species"),
        ({"options": {"seed": 1}}, "options must not hold seed: give the setting seed"),
        ({"options": 3}, "options must be a mapping"),
        ({"data": "csv"}, "options must hold the fingerprint"),
        ({"data": "csv", "options": {"fingerprint": "f"}}, "target must be given"),
        (
            {"data": "csv", "options": {"fingerprint": "f", "target": "y", "file": "a.csv"}},
            "options must not hold file: give its fingerprint",
        ),
    ],
)
def test_a_wrong_value_is_refused_with_one_sentence(
    change: dict[str, object], sentence: str
) -> None:
    with pytest.raises(ValueError) as caught:
        ExperimentSpec(**change)  # type: ignore[arg-type]
    text = str(caught.value)
    assert text.startswith(sentence)
    assert text.endswith(".")
    assert "\n" not in text


@pytest.mark.parametrize(
    "dtype",
    [*(np.int8, np.int16, np.int32, np.int64), *(np.uint8, np.uint16, np.uint32, np.uint64)],
)
def test_integers_of_numpy_give_the_same_spec_result_and_file(
    dtype: type[np.integer], tmp_path: Path
) -> None:
    whole = {"budget": 4, "examples": 90, "runs": 2, "data_sets": 2, "points": 3, "seed": 3}
    options = {"dim": 12, "test_examples": 100}
    plain = ExperimentSpec(options=options, step="theory", **whole)  # type: ignore[arg-type]
    spec = ExperimentSpec(
        options={name: dtype(value) for name, value in options.items()},  # type: ignore[arg-type]
        step="theory",
        **{name: dtype(value) for name, value in whole.items()},  # type: ignore[arg-type]
    )
    assert spec == plain
    assert hash(spec) == hash(plain)
    assert json.dumps(spec.to_dict()) == json.dumps(plain.to_dict())
    assert repr(spec) == repr(plain)
    found, expected = (run(each, jobs=dtype(1)) for each in (spec, plain))
    for key, curve in expected.curves.items():
        np.testing.assert_array_equal(found.curves[key].relative_loss, curve.relative_loss)
    save(found, tmp_path / "run.npz")
    assert load(tmp_path / "run.npz").spec == plain
    same = [{**as_plain(each), "seconds": 0} for each in (found, expected)]
    assert json.dumps(same[0]) == json.dumps(same[1])
    a, b = (load_dataset("synthetic", dim=n(12), examples=n(50), seed=n(3)) for n in (dtype, int))
    np.testing.assert_array_equal(a.X_train, b.X_train)


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^the name of a setting must be one of .*'colour'\.$"):
        ExperimentSpec.from_dict({"colour": "red"})


def test_each_kind_of_algorithm_has_its_usual_step() -> None:
    spec = ExperimentSpec()
    ours = {key for key in spec.algorithms if ALGORITHMS[key].origin == "this project"}
    assert ours == {"jaerr", "adaptive_jaerr"}
    for key in spec.algorithms:
        assert spec.step_of(key) == ("auto" if key in ours else "quick")
        assert spec.is_step_searched(key) == (key not in {*ours, "offline_ridge"})
        assert replace(spec, step="cv").step_of(key) == "cv"
        assert replace(spec, step=0.5).step_of(key) == 0.5
        assert replace(spec, step="auto").step_of(key) == ("auto" if key in ours else "theory")
    assert replace(spec, step="theory").step_of("jaerr") == "theory"
    assert replace(spec, step="theory").step_of("adaptive_jaerr") == "auto"  # no theorem
    assert not replace(spec, algorithms=("jaerr", "offline_ridge")).step_is_searched


def test_algorithms_that_cannot_run_are_left_out_unless_they_are_named() -> None:
    assert "adaptive_jaerr" not in ExperimentSpec(mode=THEORY).algorithms
    assert "jaerr" in ExperimentSpec(mode=THEORY).algorithms
    plain = ExperimentSpec(adagrad=True).algorithms
    assert all(ALGORITHMS[key].origin == "the paper" for key in plain)
    with pytest.raises(ValueError, match="mode must not be 'theory' for Adaptive JAELR"):
        ExperimentSpec(family="lasso", mode=THEORY, algorithms=("adaptive_jaelr",))
    with pytest.raises(ValueError, match="adagrad must be False for the ridge's JAERR"):
        ExperimentSpec(adagrad=True, algorithms=("aerr", "jaerr"))


def test_a_factor_on_the_automatic_step_needs_one_lane_per_run() -> None:
    spec = ExperimentSpec()
    for step in (None, "auto", "quick", "fine"):
        assert replace(spec, step=step).one_pass("jaerr")
        assert not replace(spec, step=step).one_pass("ddaerr")
    for step in ("theory", 0.1):
        assert not replace(spec, step=step).one_pass("jaerr")
    assert not ExperimentSpec(mode=THEORY).one_pass("jaerr")
    assert replace(spec, curve="anytime").one_pass("ddaerr")


# -- the table of settings -----------------------------------------------------------------


def test_every_field_of_a_spec_has_a_row() -> None:
    assert {*FIELDS} == {field.name for field in fields(ExperimentSpec)} - {"options"}


# the mode is a value of its own, and the step is not set
@pytest.mark.parametrize("name", [name for name in FIELDS if name not in ("mode", "step")])
def test_a_default_passes_its_own_check(name: str) -> None:
    assert FIELDS[name].check(getattr(ExperimentSpec, name)) == getattr(ExperimentSpec, name)


def test_the_command_line_takes_every_field() -> None:
    parser = Parser(prog="test")
    add_arguments(parser)
    printed = parser.format_help()
    for name, row in FIELDS.items():
        assert f"--{name.replace('_', '-')}" in printed
        if name != "data":
            assert all(str(choice) in printed for choice in row.choices)


RULE = Option("step", "Step", "rule", choices=("quick", "cv"), choice_labels=("3 folds", "10"))


@pytest.mark.parametrize(("text", "value"), [("quick", "quick"), ("0.5", 0.5), ("1e-3", 1e-3)])
def test_a_rule_is_a_word_or_a_number(text: str, value: object) -> None:
    assert RULE.parse(text) == value


@pytest.mark.parametrize("text", ["fast", "-1", "nan", "inf", "0", "true"])
def test_a_rule_refuses_the_rest(text: str) -> None:
    with pytest.raises(ValueError, match=r"^step must be .*number > 0, but it is"):
        RULE.parse(text)


def test_several_choices_are_written_with_commas() -> None:
    row = FIELDS["algorithms"]
    assert row.parse("aerr, ddaerr,") == ("aerr", "ddaerr")
    assert row.parse("") == ()
    with pytest.raises(ValueError, match=r"^each of algorithms must be one of .*'sgd'\.$"):
        row.parse("aerr,sgd")
    with pytest.raises(ValueError, match=r"^algorithms must be a sequence"):
        row.check("aerr")
