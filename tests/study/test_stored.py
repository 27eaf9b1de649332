"""The stored results of the study are what the code computes, and are complete."""

from __future__ import annotations

import numpy as np
import pytest

from aelr_core.study import ARMS, PANELS, PARTS, RESULTS, Outcome, Panel, kept, read, works
from aelr_core.study.arms import arms_of
from aelr_core.study.compute import evaluate
from aelr_core.study.conduct import Work
from aelr_core.study.gains import mends_summary, step_summary
from aelr_core.study.markdown import number
from aelr_core.study.report import CAVEATS, as_text, counts_table, needed_summary
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


def test_the_caveats_have_the_numbers_of_the_stored_results() -> None:
    study = read(RESULTS)
    outcome = study.outcomes["lasso-0"]
    errors = [outcome.arms["two-phased"].at(size) for size in outcome.panel.sizes]
    said = "error is {:.3f}, then {:.3f}, then {:.3f}".format(*(e.mean() for e in errors))
    assert sum(said in sentence for sentence in CAVEATS) == 1
    few, more = PANELS["ridge-2-K2"].sizes[:2]
    errors = {arm: study.outcomes["ridge-2-K2"].arms[arm] for arm in ("joint", "joint-mended")}
    runs = {arm: e.errors[..., e.examples == few].ravel() for arm, e in errors.items()}
    said = (
        f"of {len(runs['joint'])} runs the middle ones have an error of "
        f"{np.median(runs['joint']):.2f}, the worst {runs['joint'].max():.1f}; mended, the worst "
        f"has {runs['joint-mended'].max():.2f}"
    )
    assert sum(said in sentence for sentence in CAVEATS) == 1
    mended = errors["joint-mended"]
    worst = mended.errors[..., mended.examples == more].max()
    readme = (RESULTS.parents[2] / "README.md").read_text(encoding="utf-8")
    assert f"with {more:,} examples the worst mended run has {worst:.1f}." in " ".join(
        readme.split()
    )
    easy = [n for n in study.needed if (n.panel, n.theirs) == ("lasso-0", "two-phased")]
    assert all(n.fraction is not None and n.fraction < 0.05 for n in easy)


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


def test_the_readme_says_what_the_command_says() -> None:
    study = read(RESULTS)
    readme = (RESULTS.parents[2] / "README.md").read_text(encoding="utf-8")
    assert step_summary(study) in readme
    costs = {test.panel: test for test in study.idea("step", 0) if test.low > 0}
    said = " ".join(readme.split())
    assert f"on {len(costs)} of {len(study.ablations)} panels" in said
    for key, words in (
        ("ridge-mnist-5", "on MNIST with 5 attributes and 1,444 examples (ridge, {})"),
        ("ridge-digits", "on the digits with 146 (ridge, {})"),
        ("lasso-1", "for the lasso with α = −1 and 2,000"),
        ("ridge-1", "for ridge there"),
    ):
        test = costs[key]
        errors = f"{number(test.mean_ours)} against {number(test.mean_theirs)}"
        assert f"{number(test.ratio)} times {words.format(errors)}" in said
    cancer = [
        f"{n:.2f}"
        for p in (0, -1)
        for n in [t.ratio for t in study.idea("step", p) if t.panel == "lasso-cancer"]
    ]
    assert "on breast cancer (lasso) the {} grows to {}".format(*cancer) in said
    assert counts_table(study) in readme
    assert needed_summary(study) in readme
    assert mends_summary(study).split("\n\n")[1] in readme
    ratios = {
        test.letter: f"{test.ratio:.2f}"
        for test in study.of_panel("ridge-2")
        if test.examples == 20_000
    }
    assert f"JAERR has {ratios['a']} of DDAERR's error" in readme
    assert f"Adaptive JAERR {ratios['b']} of Two-Phased DDAERR's" in readme
    lost = {
        letter: [t.ratio for t in study.of_panel("lasso-0") if t.letter == letter]
        for letter in "ad"
    }
    joint, adaptive = (f"{min(lost[x]):.0f} to {max(lost[x]):.0f}" for x in "ad")
    assert f"all attributes are equal (lasso, α = 0: {joint} times the error" in readme
    assert f"{adaptive} times for the adaptive form" in readme
