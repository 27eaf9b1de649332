"""Reasons say nothing that the results do not show: numbers are computed, words are checked."""

from __future__ import annotations

import re

import pytest

from aelr_core.paper import FAILS, OPEN
from aelr_core.paper.reasons import REASONS
from tests.paper.evidence import STORED
from tests.paper.said_of_claims import OF_CLAIMS
from tests.paper.said_of_remarks import OF_REMARKS

# Numbers, and words for them ("phase one" and "Two-Phased" are names).
NUMBER = re.compile(
    r"\d[\d.,]*\d|\d|(?<![Pp]hase )\bone\b|"
    r"\b(?:two|three|four|five|nine|ten|hundred|half|thirds?|quarter|tenth|twice)\b"
)
CHECKS = OF_CLAIMS | OF_REMARKS


@pytest.mark.parametrize(
    ("key", "words"), [(key, words) for key, all_of_it in CHECKS.items() for words, _ in all_of_it]
)
def test_what_a_reason_says_is_so(key: str, words: str) -> None:
    assert words in REASONS[key]
    (check,) = (check for said, check in CHECKS[key] if said == words)
    assert check()


@pytest.mark.parametrize("key", REASONS)
def test_no_number_is_written_by_hand_without_a_check(key: str) -> None:
    text = re.sub(r"\{[^{}]*\}", "", REASONS[key])
    for words, _ in CHECKS[key]:
        text = text.replace(words, "")
    assert NUMBER.findall(text) == []


def test_numbers_are_seen() -> None:
    said = "Phase one, of Two-Phased DDAELR, ends at 2,000.5: a third, once one of ten. 0"
    assert NUMBER.findall(said) == ["2,000.5", "third", "one", "ten", "0"]


def test_a_reason_for_every_claim_that_does_not_hold_and_for_no_other() -> None:
    differ = {v.claim.key for v in STORED.verdicts if v.status in (FAILS, OPEN)}
    of_remarks = {remark.key for remark in STORED.remarks}
    assert differ | of_remarks == set(REASONS)
    assert {v.claim.key for v in STORED.verdicts if v.reason} == differ
    assert {remark.key for remark in STORED.remarks} == {
        key for key in REASONS if key.count(".") == 2
    }
    assert not any("{" in v.reason for v in STORED.verdicts)
