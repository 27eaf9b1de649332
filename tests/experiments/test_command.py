"""The command `run`: what it prints, how it refuses, how it is stopped."""

import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from aelr_core.cli import main
from aelr_core.cli.run import as_text
from aelr_core.experiments import ExperimentSpec, Progress, cluster, load, run

ROOT = Path(__file__).parents[2]
SMALL = shlex.split(
    "run --data synthetic --alpha -1 --dim 12 --test-examples 50 --family ridge --budget 4 "
    "--examples 60 --runs 3 --points 3 --seed 7"
)


def test_json_holds_the_curves_of_the_same_spec(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "result.npz"
    extra = ["--algorithms", "ddaerr,aerr", "--mode", "theory", "--step", "theory", "--json"]
    assert main([*SMALL, *extra, "--out", str(out)]) == 0
    printed, error = capsys.readouterr()
    assert error == ""  # silence in a pipe
    plain = json.loads(printed)
    assert set(plain["curves"]) == {"ddaerr", "aerr"}
    spec = ExperimentSpec(
        options={"alpha": -1, "dim": 12, "test_examples": 50},  # type: ignore[arg-type]
        algorithms=("aerr", "ddaerr"),
        mode="theory",  # type: ignore[arg-type]
        budget=4,
        examples=60,
        runs=3,
        points=3,
        seed=7,
        step="theory",
    )
    assert ExperimentSpec.from_dict(plain["spec"]) == spec
    expected = run(spec)
    for key, curve in plain["curves"].items():
        names = {"attributes", "distinct", "examples", "mean", "sd", "step"}
        assert names <= set(curve)
        assert curve["mean"] == expected.curves[key].mean.tolist()
        assert curve["attributes"] == [80, 160, 240]
    assert load(out).spec == spec
    assert load(out).curves["aerr"].relative_loss.shape == (3, 3)


@pytest.mark.parametrize(
    ("extra", "step", "is_a"),
    [(["--step", "0.01"], 0.01, "eta"), (["--step", "theory", "--multiplier", "2"], 2.0, None)],
)
def test_steps(
    capsys: pytest.CaptureFixture[str], extra: list[str], step: float, is_a: str | None
) -> None:
    assert main([*SMALL, *extra, "--adagrad", "--norm-bound", "2.5", "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    curve = plain["curves"]["aerr"]
    assert curve["step"] == step
    assert curve["step_is"] == (is_a or "multiplier")
    assert curve["norm_bound"] == plain["norm_bound"] == 2.5
    assert plain["spec"]["adagrad"] is True


@pytest.mark.parametrize(
    ("extra", "form"),
    [
        ([], ("measured", True)),
        (["--length", "plain", "--no-guarded"], ("plain", False)),
        (["--guarded", "false"], ("measured", False)),
        (["--mode", "theory"], ("plain", False)),
    ],
)
def test_the_form_of_joint_algorithms(
    capsys: pytest.CaptureFixture[str], extra: list[str], form: tuple[str, bool]
) -> None:
    assert main([*SMALL, "--algorithms", "jaerr", *extra, "--json"]) == 0
    spec = json.loads(capsys.readouterr().out)["spec"]
    assert (spec["length"], spec["guarded"]) == form


def test_the_papers_budget_is_the_default(capsys: pytest.CaptureFixture[str]) -> None:
    without = [a for a in SMALL if a not in ("--budget", "4")]
    assert main([*without, "--step", "theory", "--algorithms", "aerr", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["spec"]["budget"] == 5


def test_a_csv_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("a,b,y\n" + "".join(f"{i % 7},{i % 5},{i % 7 - i % 5}\n" for i in range(60)))
    arguments = ["run", "--data", "csv", "--file", str(path), "--target", "y", "--budget", "2"]
    short = ["--examples", "40", "--runs", "2", "--points", "2", "--json"]
    assert main([*arguments, *short]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert plain["d"] == 2
    assert plain["spec"]["options"]["target"] == "y"
    assert str(path) not in json.dumps(plain)


def test_identifiers_are_left_out_unless_all_columns_are_wanted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "table.csv"
    path.write_text("id,a,b,y\n" + "".join(f"{i},{i % 7},{i % 5},{i % 3}\n" for i in range(60)))
    table = ["--data", "csv", "--file", str(path), "--target", "y"]
    for extra, d, said in (
        ([], 2, "'id'"),
        (["--leave-out="], 3, ""),
        (["--leave-out", "b"], 2, ""),
        (["--leave-out", "id"], 2, ""),
    ):
        assert main(["rho", *table, *extra, "--json"]) == 0
        out, err = capsys.readouterr()
        assert json.loads(out)["d"] == d
        assert (said in err) if said else err == ""
        assert err.count("\n") == bool(said)
    assert main(["rho", "--data", "csv", "--file", str(path), "--target", "id"]) == 0
    assert capsys.readouterr().err == ""
    short = ["--budget", "2", "--examples", "40", "--runs", "1", "--points", "1", "--json"]
    assert main(["run", *table, *short, "--algorithms", "aerr"]) == 0
    given = json.loads(capsys.readouterr().out)["spec"]
    assert given["options"]["leave_out"] == "id"


def test_a_table_may_come_through_a_pipe(tmp_path: Path) -> None:
    table = "id,a,b,y\n" + "".join(f"{i},{i % 7},{i % 5},{i % 3}\n" for i in range(60))
    words = ["rho", "--data", "csv", "--file", "/dev/stdin", "--target", "y", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "aelr_core", *words],
        input=table,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert json.loads(done.stdout)["d"] == 2, done.stderr
    assert "'id'" in done.stderr


@pytest.mark.parametrize(
    ("extra", "sentence"),
    [
        (["--budget", "13"], "budget must be a whole number from 2 to 12"),
        (
            ["--step", "fast"],
            "step must be 'auto', 'theory', 'quick', 'cv', 'fine', 'scaled', 'each' or a number",
        ),
        (["--step", "-1"], "step must be a finite number > 0"),
        (["--norm-bound", "nan"], "norm_bound must be a finite number from 1e-50"),
        (["--norm-bound", "1e308"], "norm_bound must be a finite number from 1e-50"),
        (["--algorithms", "aerr,sgd"], "each of algorithms must be one of"),
        (["--algorithms", "aerr,aelr"], "each of algorithms (ridge) must be one of"),
        (["--mode", "practice"], "mode must be one of"),
        (["--mode", "theory", "--guarded"], "guarded must be false in mode theory"),
        (["--mode", "theory", "--length", "measured"], "length must be plain in mode theory"),
        (["--family", "elastic"], "family must be one of"),
        (["--species", "1"], "synthetic does not take the option species"),
        (["--jobs", "0"], "jobs must be a whole number >= 1"),
        (["--out", "no/such/folder/file"], "--out must name a file in a folder that exists"),
        (["--runs", "many"], "runs must be a whole number from 1 to 10000, but it is 'many'"),
    ],
)
def test_wrong_values_exit_2_with_one_sentence(
    capsys: pytest.CaptureFixture[str], extra: list[str], sentence: str
) -> None:
    assert main([*SMALL, *extra]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith(sentence)
    assert error.endswith(".\n")
    assert error.count("\n") == 1


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_done(tmp_path: Path, jobs: str) -> None:
    out = tmp_path / "kept.npz"
    arguments = shlex.split(
        "run --data synthetic --dim 30 --test-examples 50 --examples 200000 --runs 2 --points 400 "
        f"--curve anytime --algorithms aerr --step theory --jobs {jobs} --out '{out}'"
    )
    terminal, child_side = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "aelr_core", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=child_side,
        start_new_session=True,
        # where the tests themselves run in the background, Ctrl-C is ignored, and that is inherited
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        os.close(child_side)
        # a progress bar, since this is a terminal; at 1 % there are points
        shown = _read_until(terminal, r"[1-9]\d?%, about \d+ \w+ left")
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to workers as well
        printed, _ = process.communicate(timeout=60)
        shown += _read_until(terminal, "at the very end")
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        os.close(terminal)
    assert process.returncode == 130, shown
    assert printed == b""
    assert "Traceback" not in shown
    assert f"of the run, is in {out}." in shown
    kept = load(out)
    assert kept.curves
    assert not kept.complete
    assert kept.spec.examples == 200_000


def test_ctrl_c_never_replaces_what_is_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "result.npz"
    command = [*SMALL, "--algorithms", "aerr", "--step", "theory", "--out", str(out)]
    assert main(command) == 0
    complete = out.read_bytes()
    half = replace(load(out), complete=False)
    for so_far in (half, half, replace(half, curves={})):
        items = [Progress(0.5, 1.0, so_far)]
        monkeypatch.setattr("aelr_core.cli.run.stream", _interrupted_after(items))
        assert main(command) == 130
        assert out.read_bytes() == complete
    first, second = tmp_path / "result-unfinished.npz", tmp_path / "result-unfinished-2.npz"
    assert capsys.readouterr().err.splitlines() == [
        f"What was computed, 50% of the run, is in {first}.",
        f"What was computed, 50% of the run, is in {second}.",
        "Nothing was saved: the run ended before anything was computed.",
    ]
    assert {*tmp_path.iterdir()} == {out, first, second}
    assert not load(first).complete
    monkeypatch.setattr("aelr_core.cli.run.stream", _interrupted_after([]))
    assert main(command) == 130
    assert capsys.readouterr().err.startswith("Nothing was saved: ")
    assert {*tmp_path.iterdir()} == {out, first, second}


def _interrupted_after(items: list[Progress]) -> Callable[..., Iterator[Progress]]:
    def stream(*_: object, **__: object) -> Iterator[Progress]:
        yield from items
        raise KeyboardInterrupt

    return stream


def _read_until(terminal: int, pattern: str) -> str:
    """Read a terminal until a pattern appears, or until nobody writes to it any more."""
    shown = b""
    while not re.search(pattern.encode(), shown):
        try:
            got = os.read(terminal, 1000)
        except OSError:  # the other side is closed
            break
        if not got:
            break
        shown += got
    return shown.decode(errors="replace")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "tls://127.0.0.1:1", "tcp://", "here"])
def test_a_cluster_that_is_not_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setattr(cluster, "TIMEOUT", 0.5)
    assert main([*SMALL, "--dask", address]) == 2
    assert capsys.readouterr().err == f"There is no Dask scheduler at {address!r}.\n"


# -- the table that `run` prints ---------------------------------------------------------------


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
