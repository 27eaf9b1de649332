"""The stored results of the study are what the code computes, and are complete."""

from __future__ import annotations

import numpy as np
import pytest

from aelr_core.study import PANELS, RESULTS, kept, read, works
from aelr_core.study.arms import arms_of
from aelr_core.study.conduct import Work

LARGEST = 1_000_000  # bytes, all of them together
STORED = [work for work in works([*PANELS.values()]) if kept(RESULTS, work.panel, work.part)]


def test_the_files_are_those_of_the_design() -> None:
    files = [*RESULTS.iterdir()]
    assert len(files) == len(STORED)
    assert sum(file.stat().st_size for file in files) < LARGEST


@pytest.mark.parametrize("work", STORED, ids=lambda work: work.name)
def test_a_stored_panel_is_whole(work: Work) -> None:
    outcome = kept(RESULTS, work.panel, work.part)
    assert outcome is not None
    panel = outcome.panel
    assert [*outcome.arms] == [arm.key for arm in arms_of(outcome.part)]
    for arm in outcome.arms.values():
        assert arm.errors.shape == (panel.datasets, panel.runs, len(arm.examples))
        assert np.isfinite(arm.errors).all()
        assert arm.attributes <= panel.budget * panel.sizes[-1]


def test_the_family_of_tests_is_every_comparison_panel_and_size() -> None:
    study = read(RESULTS)
    main = [outcome.panel for outcome in study.outcomes.values() if not outcome.panel.of]
    assert study.family_of_tests == 5 * sum(len(panel.sizes) for panel in main)
    assert study.study_run == 1
