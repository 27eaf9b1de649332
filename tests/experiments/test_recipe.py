"""The command and the program written for a spec run exactly that spec."""

from __future__ import annotations

import argparse
import shlex
from dataclasses import replace

import pytest

from aelr_core.cli.run import _experiment, add_arguments
from aelr_core.datasets import load_dataset
from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.problem import attributes_of
from aelr_core.experiments.recipe import TABLE, command, program
from aelr_core.modes import EXPERIMENTS, Mode

SPEC = ExperimentSpec(budget=500, curve="anytime", points=25, seed=7)
SCALED, ASPEN = {"alpha": -0.5, "scaled": True}, {"species": 5, "scaling": "maxabs"}
OWN = replace(EXPERIMENTS, split="theory")


def table(**fields: object) -> ExperimentSpec:
    options = {"fingerprint": "sha256:ab", "target": "$(reboot) '", "max_categories": 9}
    return ExperimentSpec(data="csv", options=options, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "spec",
    [
        SPEC,
        replace(SPEC, options={"dim": 2_000}, budget=100, examples=20_000, step="cv"),
        replace(SPEC, options={"dim": 2_000}, budget=2_000, runs=100, step="fine"),
        ExperimentSpec(data="mnist-3v5", budget=784, family="lasso", norm_bound="cv"),
        replace(SPEC, options=SCALED, algorithms=("ddaerr",), mode="theory", norm_bound=2.5),
        ExperimentSpec(data="covertype", options=ASPEN, step="theory", multiplier=3),
        replace(SPEC, adagrad=True, step=0.01, algorithms=()),
        replace(SPEC, length="plain", guarded=False),
    ],
)
def test_the_command_runs_the_very_spec(spec: ExperimentSpec) -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    words = shlex.split(command(spec))
    assert words[:4] == ["python", "-m", "aelr_core", "run"]
    assert _experiment(parser.parse_args(words[4:])) == (spec, None)


def test_a_mode_of_ones_own_is_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    spec = replace(
        SPEC, options={"dim": 9}, budget=3, examples=30, runs=2, points=2, step="theory", mode=OWN
    )
    python, option, code = shlex.split(command(spec))
    assert (python, option, code) == ("python", "-c", program(spec))
    names: dict[str, object] = {}
    exec(code, names)
    assert names["spec"] == spec
    assert "ddaerr" in capsys.readouterr().out


@pytest.mark.parametrize("mode", [EXPERIMENTS, OWN])
def test_a_table_is_named_in_the_command_but_its_fingerprint_is_not(mode: Mode) -> None:
    said = command(table(mode=mode))
    words = shlex.split(said)
    assert TABLE in str(words)
    assert "$(reboot) '" in words[-1] if mode == OWN else "--target=$(reboot) '" in words
    assert "sha256:ab" not in said
    if mode == EXPERIMENTS:
        assert "--max-categories=9" in words


def test_a_heading_cannot_end_the_docstring() -> None:
    text = program(SPEC, 'evil"""\nimport os\\')
    names: dict[str, object] = {}
    exec(text.split("result =")[0], names)
    assert "os" not in names
    assert names["spec"] == SPEC


def test_the_attributes_are_known_without_the_data() -> None:
    assert attributes_of(SPEC, None) == 500
    assert attributes_of(ExperimentSpec(data="wine"), None) == load_dataset("wine").d
    diabetes = load_dataset("diabetes")
    assert attributes_of(table(), diabetes) == diabetes.d
