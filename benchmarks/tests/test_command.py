"""`python -m benchmarks` measures every part and prints it."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from aelr_core.experiments import run
from benchmarks import __main__ as command
from benchmarks.experiments import INTERACTIVE, PANEL, count_steps, timed
from benchmarks.long_campaign import campaign_rows
from benchmarks.memory import bytes_per_lane
from benchmarks.one_stream import stream_rows
from benchmarks.timing import MOST_OF_COMPILED, joint_rows, rows
from benchmarks.work import JointWork, Work

ROOT = Path(__file__).parents[2]
SMALL = replace(
    INTERACTIVE,
    options={"dim": 10, "test_examples": 30},
    examples=50,
    runs=3,
    points=2,
    step="theory",
    curve="per_prefix",
)


def printed(*options: str) -> str:
    words = [sys.executable, "-m", "benchmarks", *options]
    return subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout


@pytest.mark.long
def test_the_quick_plan() -> None:
    figures = json.loads(printed("--quick", "--json"))
    assert figures.keys() == {"machine", *command.PARTS}
    assert figures["machine"]["blas_threads"] == "1"
    assert {(row["d"], row["budget"]) for row in figures["work"]} == set(MOST_OF_COMPILED)
    assert all(row["largest_difference"] < 1e-9 for row in figures["work"])
    assert all(len(row["us"]) == 4 for row in figures["work"])
    for row in figures["growth"]:
        assert row["values"] == [500, 4000]
        assert row["exponents"].keys() == row["us"].keys()
        assert 0 < row["bytes"][0] < row["bytes"][1]
    (memory,) = figures["memory"]
    assert memory["peak_mib"] is None or 10 < memory["peak_mib"] < 5_000
    (interactive,) = figures["experiments"]
    assert interactive["seen_seconds"] > 0


def test_every_part_has_a_table() -> None:
    works = [Work("lasso", 500, 5, 2, steps) for steps in (4, 1_000)]
    joint = [JointWork("ridge", 10, 3, 2, 20, adaptive) for adaptive in (False, True)]
    short, long = rows(works, {}, 1, print)
    texts = {
        "memory": [{"algorithm": "ddaerr", "d": 3, "lanes": 2, "peak_mib": None}],
        "work": [short | {"share_of_compiled": 0.1}, long | {"share_of_compiled": 0.2}],
        "joint": list(joint_rows(joint, None, 1, print)),
        "stream": list(stream_rows([(100, 5)], 20, 1, print)),
        "campaign": list(campaign_rows([(100, 6)], print)),
        "experiments": [{"name": "x", "jobs": 1, "most_seconds": 25.0} | timed(SMALL, 1)],
        "estimates": [{"name": "x", "estimated_seconds": 1.0, "measured_seconds": 2.0}],
    }
    table = {name: command.as_text(name, figures) for name, figures in texts.items()}
    assert "—" in table["memory"]
    assert table["work"].count("(<= 0.35)") == 1  # a few steps are not held to it
    assert "0.20 (<= 0.35)" in table["work"]
    assert len(table["joint"].strip().splitlines()) == 4
    assert table["stream"].count("(<= 200)") == 2  # one of each family
    assert len(table["campaign"].strip().splitlines()) == 4
    assert "(<= 25)" in table["experiments"]
    assert "measured" in table["estimates"]
    assert command.as_text("joint", []) == ""


def test_a_lane_keeps_its_weights_and_more() -> None:
    for budget in (5, 57):
        assert bytes_per_lane(Work("ridge", 784, budget, 200, 256)) > 784 * 8


def test_one_part_is_measured_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def made(plan: command.Plan, say: object) -> Iterator[dict[str, Any]]:
        yield {"name": "x", "estimated_seconds": 1.0, "measured_seconds": 2.0}

    monkeypatch.setitem(command.PARTS, "estimates", made)
    measured = dict(command.measure(command.FULL, print, "estimates"))
    assert measured.keys() == {"machine", "estimates"}


def test_the_experiments_are_those_of_the_design() -> None:
    assert (PANEL.examples, PANEL.runs, PANEL.points, PANEL.step) == (20_000, 100, 10, "cv")
    assert (len(PANEL.algorithms), len(INTERACTIVE.algorithms)) == (5, 7)
    for spec in (PANEL, INTERACTIVE):
        assert (dict(spec.options)["dim"], spec.budget) == (500, 5)


def test_the_steps_that_are_counted_are_those_that_were_taken() -> None:
    # four budgeted algorithms of 25 + 50 examples, the adaptive one, which needs no separate run
    # for 25, and one online of floor(25/2) + floor(50/2)
    assert count_steps(run(SMALL)) == 4 * 3 * 75 + 3 * 50 + 3 * (12 + 25)
    tuned = run(replace(SMALL, step="quick", algorithms=("aerr",)))
    trials = len(tuned.searches["aerr"].trials)
    assert count_steps(tuned) == 3 * 75 + trials * 3 * 4 * 33
    assert count_steps(run(replace(SMALL, algorithms=("offline_ridge",)))) == 0
