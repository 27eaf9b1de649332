"""The stored results of the study are what the code computes, and are complete."""

from __future__ import annotations

import numpy as np
import pytest

from aelr_core.study import ARMS, PANELS, PARTS, RESULTS, Outcome, Panel, kept, read, works
from aelr_core.study.arms import arms_of
from aelr_core.study.compute import evaluate
from aelr_core.study.conduct import Work
from aelr_core.study.markdown import number
from aelr_core.study.report import as_text
from aelr_core.study.tables import load_tables

LARGEST = 1_000_000  # bytes, all of them together
STORED = [work for work in works([*PANELS.values()]) if kept(RESULTS, work.panel, work.part)]


def stored(panel: Panel, part: str) -> Outcome:
    """Return a stored part of a panel."""
    outcome = kept(RESULTS, panel, part)
    assert outcome is not None
    return outcome


def test_the_files_are_those_of_the_design() -> None:
    files = [*RESULTS.iterdir()]
    assert len(files) == len(STORED) + 1  # and what the first run said
    assert sum(file.stat().st_size for file in files) < LARGEST


@pytest.mark.parametrize("work", STORED, ids=lambda work: work.name)
def test_a_stored_panel_is_whole(work: Work) -> None:
    outcome, panel = stored(work.panel, work.part), work.panel
    assert [*outcome.arms] == [arm.key for arm in arms_of(outcome.part)]
    for arm in outcome.arms.values():
        assert arm.errors.shape == (panel.datasets, panel.runs, len(arm.examples))
        assert np.isfinite(arm.errors).all()
        assert arm.attributes <= panel.budget * panel.sizes[-1]


@pytest.mark.parametrize(
    "key", ["lasso-diabetes", pytest.param("ridge-0.5", marks=pytest.mark.long)]
)
def test_one_data_set_computed_again_is_what_is_stored(key: str) -> None:
    panel, number = PANELS[key], 5
    arms = {name: arm for part in PARTS for name, arm in stored(panel, part).arms.items()}
    tables = load_tables(panel, [panel.seed + number])
    found = {k: a.multipliers for k, a in arms.items() if a.multipliers is not None}
    ours = ("joint", "joint-root-m", "joint-tuned", "joint-mended", "adaptive-mended")
    for name in ("known", "known-linear", *ours):
        again = evaluate(panel, ARMS[name], tables, [number], found)
        np.testing.assert_allclose(again.errors[0], arms[name].errors[number], rtol=1e-4)


def test_the_family_of_tests_is_every_comparison_panel_and_size() -> None:
    study = read(RESULTS)
    main = [outcome.panel for outcome in study.outcomes.values() if not outcome.panel.of]
    assert study.family_of_tests == 10 * sum(len(panel.sizes) for panel in main)
    assert study.study_run == 2


def test_the_panels_that_vary_b_have_the_data_sets_of_the_others_in_another_order() -> None:
    full, half = PANELS["ridge-1"], PANELS["ridge-1-half-B"]
    assert (full.seed, full.rows, half.rows) == (half.seed, 40_000, 20_000)
    full, half = PANELS["ridge-covertype"], PANELS["ridge-covertype-half-B"]
    assert (full.seed, full.rows) == (half.seed, half.rows)


def test_the_report_begins_with_the_losses() -> None:
    report = as_text(read(RESULTS))
    titles = [line[4:] for line in report.splitlines() if line.startswith("### ")]
    first = [title.partition(":")[0] for title in titles[:4]]
    assert first == ["Wins, ties and losses", "Losses", "Losses by the automatic step", "Wins"]


def test_what_the_automatic_step_costs_is_shown_at_every_size() -> None:
    study = read(RESULTS)
    report = as_text(study)
    losses, ideas = (
        report.partition(f"### {title}")[2].partition("\n### ")[0]
        for title in ("Losses by the automatic step", "What each idea gains")
    )
    found = [test for test in study.ablation if test.letter == "step"]
    assert len(found) == 3 * len(study.ablations)
    for test in found:
        size = f"{test.examples:,}"
        assert f"| {PANELS[test.panel].title} | {size} |" in ideas
        own = [line for line in losses.splitlines() if f"- {PANELS[test.panel].title}: " in line]
        assert (test.low > 0) == any(f" {size} × {number(test.ratio)} (" in line for line in own)
    few = study.idea("step", 0)
    assert {test.examples for test in few if "mnist" in test.panel} == {1_444}
    assert sum(test.low > 0 for test in few) > sum(test.high < 0 for test in few)
