"""The table that `run` prints: whose each algorithm is, its step size, and who is left out."""

import json

import pytest

from aelr_core.cli import main
from aelr_core.cli.run import as_text
from aelr_core.experiments import ExperimentSpec, run
from tests.experiments.test_command import SMALL


def test_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--step", "theory"]) == 0
    printed = capsys.readouterr().out
    for label in ("AERR", "DDAERR", "Two-Phased DDAERR", "Online ridge", "Offline ridge"):
        assert label in printed
    assert "±" in printed
    assert "after 240 attributes (3 runs, step 1 × the theory's)" in printed


def test_a_diverged_result_has_a_table_too() -> None:
    spec = ExperimentSpec(
        options={"dim": 8, "test_examples": 20},  # type: ignore[arg-type]
        examples=20,
        points=2,
        runs=1,
        algorithms=("aerr",),
        step=1e308,
    )
    text = as_text(run(spec))
    assert "1 of 1 runs diverged" in text
    assert "nan" not in text


def test_ours_are_printed_with_their_origin(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--mode", "theory", "--step", "theory"]) == 0
    printed = capsys.readouterr().out
    assert "  AERR " in printed
    assert "  JAERR (this project's, budget in expectation) " in printed
    assert "  Adaptive JAERR" not in printed  # no theorem is about it
    assert main([*SMALL, "--algorithms", "adaptive_jaerr", "--json"]) == 0
    curve = json.loads(capsys.readouterr().out)["curves"]["adaptive_jaerr"]
    assert (curve["origin"], curve["step_is"], curve["step"]) == ("this project", "factor", 1.0)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (["--mode", "theory"], "Adaptive JAERR is left out: mode theory needs a theorem."),
        (["--adagrad"], "JAERR and Adaptive JAERR are left out: they have no AdaGrad steps."),
        (["--adagrad", "--algorithms", "aerr"], ""),  # nobody asked for them
        ([], ""),
    ],
)
def test_who_is_left_out_is_said(
    capsys: pytest.CaptureFixture[str], rules: list[str], said: str
) -> None:
    assert main([*SMALL, *rules, "--step", "theory", "--json"]) == 0
    notes = json.loads(capsys.readouterr().out)["notes"]
    found = [note for note in notes if "left out" in note]
    assert len(found) == bool(said)
    assert all(note.startswith(said) for note in found)
    assert main([*SMALL, *rules, "--step", "theory"]) == 0
    assert all(note in capsys.readouterr().out for note in found)


def test_step_sizes_have_one_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--algorithms", "aerr,jaerr,offline_ridge", "--step", "auto"]) == 0
    printed = capsys.readouterr().out
    assert "(3 runs, step 1 × the theory's)" in printed
    assert "(3 runs, step 1 × automatic)" in printed
    assert "(3 runs)" in printed  # the offline method takes no steps
    assert main([*SMALL, "--algorithms", "aerr,jaerr", "--step", "0.1"]) == 0
    assert capsys.readouterr().out.count("(3 runs, step 0.1)") == 2
