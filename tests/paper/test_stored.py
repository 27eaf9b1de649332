"""The stored results are what the code computes, and are complete."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from aelr_core.algorithms import step_size
from aelr_core.cli.paper import as_plain, as_text
from aelr_core.experiments import run
from aelr_core.experiments.problem import dataset_of
from aelr_core.paper import CHOICES, MISSING, PANELS, PRINTED, scoreboard
from aelr_core.paper.files import kept, result_file
from aelr_core.paper.reproduce import experiments

FOLDER = Path(__file__).parents[2] / "assets" / "results" / "paper"
ALL = experiments(list(PANELS))
LARGEST = 300_000  # bytes a panel
RUNS = 2


@pytest.mark.parametrize("name", ALL)
def test_every_experiment_is_stored_whole(name: str) -> None:
    result = kept(FOLDER, name, ALL[name])
    assert result is not None, f"{name} is missing, or is of other settings: run make paper"
    for curve in result.curves.values():
        assert curve.relative_loss.shape == (len(curve.runs), len(curve.examples))
        assert len(curve.runs) >= 0.95 * result.spec.runs  # the others diverged
    assert set(result.curves) == set(result.spec.algorithms)
    assert result_file(FOLDER, name).stat().st_size < LARGEST


def test_nothing_is_missing() -> None:
    board = scoreboard(FOLDER)
    assert board.counts[MISSING] == 0
    assert len(board.numbers) == len(PRINTED)


def test_the_readme_says_what_the_command_says() -> None:
    *_, panels, numbers, claims = as_text(scoreboard(FOLDER)).splitlines()
    readme = (FOLDER.parents[2] / "README.md").read_text(encoding="utf-8")
    assert "\n".join((panels, numbers, claims)) in readme


def test_remarks_are_printed_after_the_claims() -> None:
    board = scoreboard(FOLDER)
    lines = as_text(board).splitlines()
    claims = [
        n for n, line in enumerate(lines) if any(v.claim.says in line for v in board.verdicts)
    ]
    for remark in board.remarks:
        at = lines.index(f"Besides, in {remark.panel}: {remark.says}")
        assert max(claims) < at < len(lines) - 3
        assert lines[at + 1].strip() == remark.reason
    for verdict in board.verdicts:
        assert not verdict.reason or any(line.strip() == verdict.reason for line in lines)
    assert set(as_plain(board)["remarks"]) == {remark.key for remark in board.remarks}


def test_the_second_look_is_needed_as_the_choices_say() -> None:
    stored = kept(FOLDER, "4", ALL["4"])
    assert stored is not None
    search = stored.searches["ddaelr"]
    coarse = [t.loss for t in search.trials if np.isclose(np.log(t.multiplier) / np.log(3) % 1, 0)]
    said = f"falls from {min(coarse):.2f} to {search.chosen.loss:.2f} between two steps"
    assert any(said in choice.why for choice in CHOICES)


def test_stored_numbers_are_computed_again() -> None:
    for each in scoreboard(FOLDER).numbers:
        if "Covertype" not in each.printed.what:  # whose half million rows take a second
            assert each.printed.compute() == pytest.approx(each.ours, rel=1e-9)


@pytest.mark.parametrize("key", ["ddaelr", "online_lasso", "offline_lasso"])
def test_some_runs_of_a_panel_are_computed_again(key: str) -> None:
    """Run 0 is the same run among a hundred; what the searches have found is taken over."""
    stored = kept(FOLDER, "4", ALL["4"])
    assert stored is not None
    curve, setting = stored.curves[key], stored.curves[key].setting
    step: str | float = "theory"
    if setting is not None:
        M, m = dataset_of(ALL["4"]).known_moments, int(curve.examples[-1])
        assert setting.multiplier is not None
        step = setting.multiplier * float(step_size(key, d=784, m=m, k=3, B=setting.B, M=M))
    found = {"step": step, "norm_bound": stored.bound_of(key)}
    again = run(replace(ALL["4"], algorithms=(key,), runs=RUNS, **found)).curves[key]  # type: ignore[arg-type]
    np.testing.assert_array_equal(again.runs, curve.runs[:RUNS])
    np.testing.assert_array_equal(again.attributes, curve.attributes)
    np.testing.assert_allclose(again.relative_loss, curve.relative_loss[:RUNS], rtol=1e-6)
    np.testing.assert_array_equal(again.distinct, curve.distinct[:RUNS])
