"""The command line: what it prints, and how it refuses."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from aelr_core.analysis.prior_facts import rho_report
from aelr_core.cli import COMMANDS, main
from aelr_core.cli.arguments import add_data_options
from aelr_core.cli.terminal import Parser
from aelr_core.datasets import DATASETS, load_dataset

KEYS = ["d", "m", "rho_ridge", "rho_lasso", "half_norm", "one_norm", "max_norm", "k_star"]
KEYS += ["k_star_in_ball"]
SMALL = ["--data", "synthetic", "--dim", "50", "--examples", "20", "--test-examples", "30"]


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the sentence with which the command line refuses."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith(".\n")
    assert err.count("\n") == 1
    return err


def test_rho_prints_the_report_of_the_data_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["rho", *SMALL, "--alpha", "-0.5", "--family", "lasso", "--seed", "7", "--json"]) == 0
    )
    printed = json.loads(capsys.readouterr().out)
    data = load_dataset(
        "synthetic", alpha=-0.5, dim=50, examples=20, test_examples=30, family="lasso", seed=7
    )
    assert list(printed) == KEYS
    assert printed == rho_report(data)


def test_rho_prints_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rho", *SMALL]) == 0
    first, *lines = capsys.readouterr().out.splitlines()
    assert "d = 50" in first
    assert len(lines) == len(KEYS)
    assert lines[0].split() == ["attributes,", "d", "50"]


def test_a_flag_needs_no_value(capsys: pytest.CaptureFixture[str]) -> None:
    reports = []
    for extra in ([], ["--scaled"], ["--scaled", "true"], ["--scaled", "false"]):
        assert main(["rho", *SMALL, *extra, "--json"]) == 0
        reports.append(json.loads(capsys.readouterr().out))
    assert reports[1] == reports[2] != reports[0] == reports[3]


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ([], "--data"),
        (["--data", "iris"], "'mnist-3v5'"),
        (["--data", "mnist-3v5", "--alpha", "-2"], "mnist-3v5 does not take the option alpha"),
        (["--data", "synthetic", "--species", "2"], "synthetic does not take the option species"),
        (["--data", "synthetic", "--alpha", "1"], "alpha must be a finite number from -4 to 0"),
        (["--data", "synthetic", "--dim", "2.5"], "dim must be a whole number from 2 to 10000"),
        (["--data", "synthetic", "--dim"], "--dim"),
        (["--data", "synthetic", "--family", "elastic"], "family must be one of"),
        (["--data", "synthetic", "--zeta", "3"], "--zeta"),
        (["--data", "synthetic", "--di", "3"], "--di"),
        (["--data", "csv", "--file", "x.csv"], "target must be given"),
    ],
)
def test_rho_refuses_with_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], what: str
) -> None:
    assert what in refusal(capsys, "rho", *arguments)


def test_an_unknown_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("roh", "bench"):
        assert ", ".join(COMMANDS) in refusal(capsys, name)


def test_a_missing_package_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(*_: object, **__: object) -> None:
        raise ModuleNotFoundError("No module named 'pandas'", name="pandas")

    monkeypatch.setattr("aelr_core.cli.rho.load_dataset", load)
    assert "pandas" in refusal(capsys, "rho", "--data", "synthetic")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(capsys: pytest.CaptureFixture[str], name: str) -> None:
    with pytest.raises(SystemExit) as end:
        main([name, "--help"])
    assert end.value.code == 0
    assert f"python -m aelr_core {name}" in capsys.readouterr().out


def test_every_option_of_every_data_set_is_there() -> None:
    parser = Parser(prog="test")
    add_data_options(parser)
    there = parser.format_help()
    for entry in DATASETS.values():
        for option in entry.options:
            assert "--" + option.name.replace("_", "-") in there


def test_it_runs_as_a_module(tmp_path: Path) -> None:
    done = _run(["rho", *SMALL, "--json"], subprocess.PIPE, tmp_path)
    assert done.returncode == 0
    assert list(json.loads(done.stdout)) == KEYS
    assert done.stderr == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["rho", *SMALL, "--json"],
        ["rho", "--help"],
        ["--help"],
        ["run", *SMALL, "--runs", "1", "--points", "1", "--algorithms", "aerr", "--step", "theory"],
    ],
)
def test_a_reader_that_has_read_enough_is_no_error(arguments: list[str], tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = _run(arguments, writing, tmp_path)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_full_disk_is_said_once(tmp_path: Path) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = _run(["rho", *SMALL], full.fileno(), tmp_path)
    sentence = "Standard output cannot be used: No space left on device.\n"
    assert (done.returncode, done.stderr) == (2, sentence)


def _run(arguments: list[str], stdout: int, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "aelr_core", *arguments]
    where = {"cwd": folder, "env": {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}}
    return subprocess.run(
        command, stdout=stdout, stderr=subprocess.PIPE, encoding="utf-8", check=False, **where
    )
