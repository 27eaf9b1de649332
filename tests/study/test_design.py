"""The design of the study is frozen: panels, sizes, seeds, and the constants of our algorithms."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, replace

import pytest

from aelr_core.engine.joint.lasso import JAELR
from aelr_core.engine.joint.ridge import JAERR
from aelr_core.experiments.folds import EFFORTS
from aelr_core.study import ARMS, PANELS, PARTS, STUDY_RUN, works
from aelr_core.study.panels import FIRST, FIRST_SEED, FOLDS, SEARCH_SEED, panel
from aelr_core.study.search import ABOVE

# Changed only when the study is run again, with other seeds.
FINGERPRINT = "18920c34e7f3f139"


def test_the_design_is_what_was_fixed_before_anything_was_computed() -> None:
    plain = json.dumps([asdict(each) for each in PANELS.values()], sort_keys=True)
    assert hashlib.sha256(plain.encode()).hexdigest()[:16] == FINGERPRINT
    assert (STUDY_RUN, FIRST_SEED) == (2, 26_000_000)


def test_our_constants_are_those_of_the_textbook() -> None:
    assert (JAERR.FACTOR, JAELR.FACTOR) == (0.5, 0.7)
    for key in ("joint", "adaptive"):
        plain, mended = ARMS[key], ARMS[f"{key}-mended"]
        assert not plain.tuned
        assert (plain.length, plain.guarded) == ("plain", False)
        mends = {"length": "measured", "guarded": True}
        assert mended == replace(plain, key=f"{key}-mended", **mends)


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
    assert (EFFORTS["fine"].folds, EFFORTS["fine"].above) == (FOLDS, ABOVE)
    assert list(each.sizes) == sorted(each.sizes)
    assert set(each.sizes) <= set(each.checkpoints)
    assert each.reused(each.sizes[-1]) == (each.units == "splits")


def test_important_panels_come_first_and_ablations_last() -> None:
    listed = works([*PANELS.values()])
    assert [work.panel.key for work in listed][: len(FIRST)] == list(FIRST)
    assert [work.part for work in listed] == sorted((w.part for w in listed), key=PARTS.index)
    assert len(listed) == len(PANELS) + sum(each.dissected for each in PANELS.values())


def test_an_unknown_panel_is_refused_in_one_sentence() -> None:
    with pytest.raises(ValueError, match=r"^panel must be one of 'ridge-0', .* but it is 'x'\.$"):
        panel("x")
