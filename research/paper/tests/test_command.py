"""The command `paper`: it computes, continues where it stopped, and checks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from aelr_core.cli import run_module
from aelr_core.experiments import Progress, load
from aelr_core.experiments.readings import ONE_STEP
from research.paper import __main__ as command
from research.paper.claims import CLAIMS
from research.paper.compute import NUMBERS, PROCESSOR, kept, numbers, reproduce
from research.paper.matrix import scoreboard
from research.paper.panels import PANELS

READING = ["--reading", "one-step"]


def main(arguments: list[str]) -> int:
    return run_module(command, "python -m research.paper", arguments)


SMALL = ["--runs", "3", "--examples", "120", *READING]


@pytest.fixture(scope="module")
def computed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with figure 7, small, and what it needs of figure 1d."""
    folder = tmp_path_factory.mktemp("paper")
    assert main(["--figure", "7", *SMALL, "--out", str(folder)]) == 0
    return folder


def test_a_panel_with_all_its_experiments(computed: Path) -> None:
    assert {file.name for file in computed.iterdir()} == {"one-step", NUMBERS, PROCESSOR}
    worked = numbers(computed, PROCESSOR)
    assert set(worked) == {"one-step/1d", "one-step/7"}
    assert all(seconds > 0 for seconds in worked.values())
    of_reading = computed / "one-step"
    assert {file.name for file in of_reading.iterdir()} == {"1d.npz", "7.npz"}
    result = load(of_reading / "7.npz")
    assert result.complete
    assert result.spec.adagrad
    assert (result.spec.runs, result.spec.examples, result.spec.seed) == (3, 120, 1)
    assert result.seconds > 0
    assert result.versions["numpy"]
    assert result.curves["ddaerr"].relative_loss.shape == (3, 10)
    board = scoreboard(computed, ONE_STEP)
    assert list(board.panels) == ["1d", "7"]  # what figure 7 needs is figure 1d
    assert len(board.panels["7"].curves) == 10
    offline = board.panels["7"].curves
    assert (offline["offline"].mean == offline["adagrad offline"].mean).all()
    assert board.seconds == pytest.approx(result.seconds + load(of_reading / "1d.npz").seconds)


def test_it_goes_on_where_it_stopped(computed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {file.name: file.stat().st_mtime_ns for file in computed.rglob("*.npz")}
    assert main(["--figure", "7", *SMALL, "--out", str(computed)]) == 0
    error = capsys.readouterr().err
    assert "one-step/1d: already there" in error
    assert "one-step/7: already there" in error
    assert "(2 of 2)" in error
    assert {file.name: file.stat().st_mtime_ns for file in computed.rglob("*.npz")} == before


def test_other_settings_are_not_taken_for_the_same(computed: Path) -> None:
    spec = PANELS["1d"].spec
    assert kept(computed, "one-step/1d") is not None
    assert kept(computed, "one-step/1d", spec) is None
    assert kept(computed, "one-step/2a") is None


def test_again_computes_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    small = ["--figure", "2b", "--runs", "1", "--examples", "40"]
    small += [*READING, "--out", str(tmp_path)]
    assert main(small) == 0
    first = (tmp_path / "one-step" / "2b.npz").stat().st_mtime_ns
    assert main([*small, "--again"]) == 0
    assert (tmp_path / "one-step" / "2b.npz").stat().st_mtime_ns > first
    assert "already there" not in capsys.readouterr().err


def test_again_loses_nothing_until_the_new_result_is_complete(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    small = ["--figure", "2b", "--runs", "1", "--examples", "40"]
    small += [*READING, "--out", str(tmp_path)]
    assert main(small) == 0
    before = {file.name: file.read_bytes() for file in tmp_path.rglob("*.*")}
    for wrong in (["--jobs", "0"], ["--runs", "0"]):
        assert main([*small, "--again", *wrong]) == 2
        assert {file.name: file.read_bytes() for file in tmp_path.rglob("*.*")} == before

    def interrupted(*_: object, **__: object) -> Iterator[Progress]:
        yield Progress(0.5, 1.0, replace(load(tmp_path / "one-step" / "2b.npz"), complete=False))
        raise KeyboardInterrupt

    module = import_module("research.paper.compute")
    monkeypatch.setattr(module, "stream", interrupted)
    assert main([*small, "--again"]) == 130
    assert {file.name: file.read_bytes() for file in tmp_path.rglob("*.*")} == before
    capsys.readouterr()


def test_other_settings_are_not_overwritten_without_a_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small = ["--figure", "2b", "--examples", "40", *READING, "--out", str(tmp_path)]
    assert main([*small, "--runs", "2"]) == 0
    before = (tmp_path / "one-step" / "2b.npz").read_bytes()
    capsys.readouterr()
    assert main([*small, "--runs", "1"]) == 2
    error = capsys.readouterr().err
    assert "2b.npz is complete and has other settings" in error
    assert "--again" in error
    assert len(error.splitlines()) == 1
    assert (tmp_path / "one-step" / "2b.npz").read_bytes() == before
    assert main([*small, "--runs", "1", "--again"]) == 0
    assert load(tmp_path / "one-step" / "2b.npz").spec.runs == 1


def test_stages_say_how_far_it_is(tmp_path: Path) -> None:
    stages = list(reproduce(["2a", "2b"], tmp_path, [ONE_STEP], runs=2, examples=60))
    fractions = [stage.fraction for stage in stages]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1
    ends = [stage for stage in stages if stage.took is not None]
    assert {stage.name for stage in ends} == {"one-step/2a", "one-step/2b"}
    assert [(stage.done, stage.of) for stage in ends] == [(1, 2), (2, 2)]
    assert ends[0].seconds_left > 0  # type: ignore[operator]
    assert ends[1].seconds_left == 0


def test_an_interrupted_panel_leaves_no_file(tmp_path: Path) -> None:
    stages = reproduce(["1d"], tmp_path, [ONE_STEP], runs=2, examples=3_000)
    assert next(stages).took is None
    stages.close()  # type: ignore[attr-defined]
    assert list(tmp_path.rglob("*.npz*")) == []


def test_check_prints_the_scoreboard(computed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check", str(computed)]) == 0
    printed = capsys.readouterr().out
    assert "Panels computed, of 14: own 0, own-step 0, scaled 0, one-step 2;" in printed
    assert (
        "Printed numbers reproduced: 1 of 1 (equal only when cut off, not rounded: 1)." in printed
    )
    assert re.search(rf"Claims: of {len(CLAIMS)}, (1 holds|\d+ hold) under every reading", printed)
    assert re.search(r"Processor time, in minutes of one core: one-step \d+\.\d\.", printed)
    assert "For the offline minimiser both perform the same." in printed
    assert "offline ridge with AdaGrad − offline ridge over the whole curve: exactly 0" in printed
    assert "adagrad" not in printed
    assert "0.0000" not in printed
    assert main(["--check", str(computed), "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert plain["claims"]["7.offline"]["one-step"] == "holds"
    assert plain["claims"]["7.offline"]["own"] == "not computed"
    assert plain["claims"]["7.offline"]["holds"] == "under every reading computed so far"
    assert plain["claims"]["3.known"]["holds"] == "not computed"
    assert sum(plain["counts"].values()) == len(CLAIMS)
    board = plain["readings"]["one-step"]
    assert board["claims"]["7.offline"]["status"] == "holds"
    assert sum(board["counts"].values()) == len(CLAIMS)
    for claim in board["claims"].values():  # only by how much: it is not the figure
        assert re.fullmatch(r"|It .*(margin|comparisons\)|range)\.", claim["reason"])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "one of the arguments --figure --check"),
        (["--figure", "9", "--out", "x"], "figure must be one of"),
        (["--figure", "1a"], "--out must name the folder"),
        (["--check", "no-such-folder"], "--check must name a folder"),
        (["--figure", "1a", "--out", "{file}"], "cannot be used"),
        (["--figure", "1a", "--out", "{folder}", "--runs", "0"], "runs must be"),
        (["--figure", "1a", "--out", "{folder}", "--reading", "mine"], "reading must be one of"),
    ],
)
def test_refusals(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    filled = [a.format(file=file, folder=tmp_path / "new") for a in arguments]
    assert main([*filled]) == 2
    printed, error = capsys.readouterr()
    assert printed == ""
    assert sentence in error
    assert len(error.splitlines()) == 1


def test_a_damaged_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "1a.npz").write_bytes(b"not an archive")
    assert main(["--check", str(tmp_path)]) == 2
    assert "is not a result saved by AELR Lab" in capsys.readouterr().err


def test_a_result_of_another_experiment_is_refused(
    computed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own").mkdir()
    for name in ("own/1a", "own/1d"):  # other data, another reading
        (tmp_path / f"{name}.npz").write_bytes((computed / "one-step" / "1d.npz").read_bytes())
        assert main(["--check", str(tmp_path)]) == 2
        expected = f"{tmp_path / name}.npz is the result of another experiment.\n"
        assert capsys.readouterr() == ("", expected)
        (tmp_path / f"{name}.npz").unlink()


@pytest.mark.parametrize("text", ["", "[]", "{", '{"a": NaN}', '{"a": []}', "[" * 100_000, "\xff"])
def test_damaged_numbers_are_refused(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / NUMBERS).write_text(text, encoding="latin-1")
    assert main(["--check", str(tmp_path)]) == 2
    expected = f"{tmp_path / NUMBERS} is not a table of numbers by name.\n"
    assert capsys.readouterr() == ("", expected)
