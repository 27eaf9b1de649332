"""The design is frozen: panels, sizes, seeds, our constants; development panels are apart."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, replace

import numpy as np
import pytest

from aelr_core.engine.joint.lasso import JAELR
from aelr_core.engine.joint.ridge import JAERR
from aelr_core.experiments.search import EFFORTS
from research.study.__main__ import main
from research.study.conduct import works
from research.study.design import (
    ARMS,
    FIRST,
    FIRST_SEED,
    FOLDS,
    PANELS,
    PARTS,
    SEARCH_SEED,
    SEEDS_APART,
    STUDY_RUN,
    Panel,
    panel,
)
from research.study.development import DEVELOPMENT, FORMS, SEED, as_table, compare

# Changed only when the study is run again, with other seeds.
FINGERPRINT = "18920c34e7f3f139"


def test_the_design_is_what_was_fixed_before_anything_was_computed() -> None:
    plain = json.dumps([asdict(each) for each in PANELS.values()], sort_keys=True)
    assert hashlib.sha256(plain.encode()).hexdigest()[:16] == FINGERPRINT
    assert (STUDY_RUN, FIRST_SEED) == (2, 26_000_000)


def test_our_constants_are_those_of_the_textbook() -> None:
    assert (JAERR.FACTOR, JAELR.FACTOR) == (0.5, 0.7)
    for key in ("joint", "adaptive"):
        plain, guarded = ARMS[key], ARMS[f"{key}-guarded"]
        assert not plain.tuned
        assert (plain.length, plain.guarded) == ("plain", False)
        both = {"length": "measured", "guarded": True}
        assert guarded == replace(plain, key=f"{key}-guarded", **both)


def test_no_seed_serves_two_purposes() -> None:
    used = [
        each.seed + first + n
        for each in PANELS.values()
        if not each.of
        for first, number in ((0, each.datasets), (SEARCH_SEED, each.searched))
        for n in range(number)
    ]
    assert len(set(used)) == len(used)
    assert min(used) == FIRST_SEED


@pytest.mark.parametrize("key", PANELS)
def test_there_are_sixteen_units_and_the_search_is_a_fine_one(key: str) -> None:
    each = panel(key)
    assert max(each.datasets, each.runs) == 16
    assert each.searched == (4 if each.simulated else 0)
    assert FOLDS * each.repeats * max(each.searched, 1) >= EFFORTS["fine"].orders
    assert EFFORTS["fine"].folds == FOLDS
    assert list(each.sizes) == sorted(each.sizes)
    assert set(each.sizes) <= set(each.checkpoints)
    assert each.reused(each.sizes[-1]) == (each.units == "splits")


def test_important_panels_come_first_and_ablations_last() -> None:
    listed = works([*PANELS.values()])
    assert [work.panel.key for work in listed][: len(FIRST)] == list(FIRST)
    assert [work.part for work in listed] == sorted((w.part for w in listed), key=PARTS.index)
    assert len(listed) == len(PANELS) + sum(each.dissected for each in PANELS.values())


# -- development panels --

SMALL = replace(DEVELOPMENT["ridge-1-d100"], options=(("alpha", -1.0), ("dim", 20)), datasets=3)


def test_no_seed_is_the_studys() -> None:
    seeds = {panel.seed for panel in DEVELOPMENT.values()}
    assert seeds == {SEED}
    assert min(panel.seed for panel in PANELS.values()) > SEED + SEEDS_APART


@pytest.mark.parametrize(
    "panel",
    [replace(SMALL, sizes=(20, 60)), replace(DEVELOPMENT["lasso-diabetes"], runs=3)],
    ids=["simulated", "real"],
)
def test_both_algorithms_are_compared_in_all_forms(panel: Panel) -> None:
    ratios = [*compare(panel)]
    assert len(ratios) == 2 * len(panel.sizes) * len(FORMS)
    for ratio in ratios:
        assert np.isfinite([ratio.error, ratio.ratio, ratio.standard_error]).all()
        assert ratio.form != "plain" or (ratio.ratio, ratio.standard_error) == (1.0, 0.0)
    lines = as_table(ratios).splitlines()
    assert len(lines) == 2 + 2 * len(panel.sizes)
    assert lines[0] == "| panel | algorithm | examples | plain error | length | guards | both |"


def test_the_command_prints_a_panel_and_refuses_others(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(DEVELOPMENT, "small", replace(SMALL, sizes=(20,)))
    assert main(["--development", "--panel", "small"]) == 0
    assert capsys.readouterr().out.count("\n| ridge, α = −1, d = 100 |") == 2
    assert main(["--development", "--panel", "x"]) == 2
    assert capsys.readouterr().err.startswith("panel must be one of 'ridge-0-d500'")
