"""Claims that hold under no reading are looked at; the numbers in what is said are computed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aelr_core.experiments.readings import ONE_STEP, READINGS
from aelr_core.paper import CLAIMS, FAILS, HOLDS, OPEN, matrix
from aelr_core.paper.closer import looks
from aelr_core.paper.matrix import NONE
from aelr_core.paper.nearest import LOOKED_AT, miss
from aelr_core.paper.reasons import PanelFacts
from tests.paper.sentences import mentions
from tests.paper.test_reasons import NUMBER

FOLDER = Path(__file__).parents[2] / "assets" / "results" / "paper"
# A few runs of one panel under every reading.
SMALL = matrix(FOLDER.parent / "paper-small")
STORED = matrix(FOLDER)
UNDER_NONE = {claim.key for claim in CLAIMS if STORED.standing(claim) == NONE}


def test_every_claim_that_holds_under_none_is_looked_at() -> None:
    assert set(STORED.looks) == UNDER_NONE | set(looks(FOLDER))
    for key in UNDER_NONE:
        assert STORED.looks[key].startswith("It comes closest under “")
    assert set(LOOKED_AT) >= UNDER_NONE
    for claim in CLAIMS:  # and nothing is said of one that holds somewhere
        held = any(verdict.status == HOLDS for verdict in STORED.verdicts(claim).values())
        assert not (held and claim.key in LOOKED_AT)
    assert not any(re.search(r"[{}]| [+]?-\d", said) for said in STORED.looks.values())


@pytest.mark.parametrize("key", LOOKED_AT)
def test_no_number_is_written_by_hand(key: str) -> None:
    words = re.sub(r"\{[^{}]*\}|“[^”]*”", "", LOOKED_AT[key])  # fields, names of readings
    assert NUMBER.findall(words) == []
    each = STORED.boards[ONE_STEP].panels[key.partition(".")[0]]
    facts = dict.fromkeys(READINGS, PanelFacts(each.result, each.curves))
    assert "{" not in LOOKED_AT[key].format_map(facts)  # every field has a value


def test_the_closest_reading_is_named_with_what_is_off_there() -> None:
    ((key, said),) = SMALL.looks.items()
    (claim,) = (claim for claim in CLAIMS if claim.key == key)
    missed = {r: max(map(miss, v.findings)) for r, v in SMALL.verdicts(claim).items()}
    assert mentions(said, "under “one step”", "m = 300", "Two-Phased DDAELR − AELR")
    assert min(missed, key=lambda reading: missed[reading]) == "one-step"


def test_a_claim_that_holds_elsewhere_says_where() -> None:
    for claim in CLAIMS:
        for verdict in SMALL.verdicts(claim).values():
            differs = verdict.status in (FAILS, OPEN)
            where = [r for r, v in SMALL.verdicts(claim).items() if v.status == HOLDS]
            assert bool(verdict.reason) == (differs and bool(where))
            if verdict.reason:
                assert mentions(verdict.reason, *(f"“{READINGS[r].label}”" for r in where))
    assert any(verdict.reason for verdict in SMALL.boards["own"].verdicts)
