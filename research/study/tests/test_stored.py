"""The stored results of the study are what the code computes, and are complete."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from aelr_core.results.study import FILE
from aelr_core.results.study import study as frozen
from research.study.compute import evaluate, load_tables
from research.study.conduct import works
from research.study.design import ARMS, GUARDED, PANELS, PARTS, Panel
from research.study.freeze import as_json
from research.study.outcome import RESULTS, Outcome, kept
from research.study.statistics import LOSS, TIE, WIN, Study, read


def stored(panel: Panel, part: str) -> Outcome:
    """Return a stored part of a panel."""
    outcome = kept(RESULTS, panel, part)
    assert outcome is not None
    return outcome


@pytest.fixture(scope="module")
def study() -> Study:
    return read(RESULTS)


def test_the_files_are_those_of_the_design() -> None:
    for work in works([*PANELS.values()]):
        assert stored(work.panel, work.part).study_run == 2
    assert len([*RESULTS.iterdir()]) == len(works([*PANELS.values()])) + 1  # and the first run


def assert_same(one: Any, other: Any) -> None:
    """Compare what JSON holds; the last digits of a number depend on the machine."""
    if isinstance(one, float) and isinstance(other, float):
        assert one == pytest.approx(other, rel=1e-5, abs=1e-12)
    elif isinstance(one, dict):
        assert [*one] == [*other]
        for key, value in one.items():
            assert_same(value, other[key])
    elif isinstance(one, list):
        assert len(one) == len(other)
        for value, its in zip(one, other, strict=True):
            assert_same(value, its)
    else:
        assert one == other


def test_the_app_shows_what_is_stored(study: Study) -> None:
    """`python -m research.study --freeze` gives the committed file again."""
    assert_same(json.loads(as_json(study)), json.loads(FILE.read_text(encoding="utf-8")))


def test_every_count_of_the_app_is_one_of_its_tests() -> None:
    shown = frozen()
    for letter in GUARDED:
        tests = [t for p in shown.panels.values() for t in p.tests[letter]]
        counts = [sum(test.verdict == word for test in tests) for word in (WIN, TIE, LOSS)]
        assert [*shown.comparisons[letter].counts] == counts


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("lasso-diabetes", ("known-linear", "adaptive-guarded")),
        pytest.param("lasso-diabetes", ARMS, marks=pytest.mark.long),
        pytest.param("ridge-0.5", ARMS, marks=pytest.mark.long),
    ],
)
def test_one_data_set_computed_again_is_what_is_stored(key: str, names: Iterable[str]) -> None:
    panel, number = PANELS[key], 5
    arms = {name: arm for part in PARTS for name, arm in stored(panel, part).arms.items()}
    tables = load_tables(panel, [panel.seed + number])
    multipliers = {k: a.multipliers for k, a in arms.items() if a.multipliers is not None}
    for name in names:
        again = evaluate(panel, ARMS[name], tables, [number], multipliers)
        np.testing.assert_allclose(again.errors[0], arms[name].errors[number], rtol=1e-4)


def test_the_family_of_tests_is_every_comparison_panel_and_size(study: Study) -> None:
    main = [outcome.panel for outcome in study.outcomes.values() if not outcome.panel.of]
    assert study.family_of_tests == 10 * sum(len(panel.sizes) for panel in main)


def test_the_panels_that_vary_b_have_the_data_sets_of_the_others_in_another_order() -> None:
    full, half = PANELS["ridge-1"], PANELS["ridge-1-half-B"]
    assert (full.seed, full.rows, half.rows) == (half.seed, 40_000, 20_000)
    full, half = PANELS["ridge-covertype"], PANELS["ridge-covertype-half-B"]
    assert (full.seed, full.rows) == (half.seed, half.rows)
