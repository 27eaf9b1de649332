"""Reasons agree with the results: their numbers are computed, their statements are checked."""

from __future__ import annotations

import re

import pytest

from aelr_core.paper import FAILS, OPEN
from aelr_core.paper.reasons import MARK, MARKED, REASONS
from tests.paper.results import board
from tests.paper.said_of_claims import OF_CLAIMS
from tests.paper.said_of_remarks import OF_REMARKS

# Numbers, and words for them ("phase one" and "Two-Phased" are names).
NUMBER = re.compile(
    r"\d[\d.,]*\d|\d|(?<![Pp]hase )\bone\b|"
    r"\b(?:two|three|four|five|nine|ten|hundred|half|thirds?|quarter|tenth|twice)\b"
)
CHECKS = OF_CLAIMS | OF_REMARKS
# The numbers written by hand, by the mark whose check covers them.
NUMBERS = {
    "243-times-smaller": {"243 1"}, "27-times-smaller": {"27 1"}, "hardly-moved": {"0.99"},
    "smaller-first-step": {"10 ten 0.000001"}, "rho": {"0.91"}, "rare": {"0 0"},
    "all-alike": {"0"}, "more-at-the-end": {"0"}, "tenth": {"tenth", "tenth 10"},
    "ten-prefixes": {"10"}, "places": {"ten"}, "ahead": {"tenth"}, "behind": {"three"},
    "three": {"three"}, "small-at-first": {"three"}, "near-tie": {"two"},
    "other-valley-first": {"tenth"}, "gap-with-modest-steps": {"one"}, "one-step": {"one"},
    "one-run": {"one"}, "helps": {"one"},
}  # fmt: skip


@pytest.mark.parametrize("key", REASONS)
def test_a_reason_has_exactly_the_marks_that_are_checked(key: str) -> None:
    marks = {name for _, name in MARK.findall(MARKED[key])}
    assert marks == {name for name, _ in CHECKS[key]}
    assert "](" not in REASONS[key]


@pytest.mark.parametrize(
    ("key", "mark"), [(key, mark) for key, checks in CHECKS.items() for mark, _ in checks]
)
def test_what_a_reason_says_is_so(key: str, mark: str) -> None:
    (check,) = (check for name, check in CHECKS[key] if name == mark)
    assert check()


@pytest.mark.parametrize("key", REASONS)
def test_no_number_is_written_by_hand_without_a_check(key: str) -> None:
    text = MARK.sub("", re.sub(r"\{[^{}]*\}", "", MARKED[key]))
    assert NUMBER.findall(text) == []


def test_a_mark_has_the_numbers_that_its_check_is_about() -> None:
    written: dict[str, set[str]] = {}
    for text in MARKED.values():
        for words, name in MARK.findall(text):
            if numbers := NUMBER.findall(words):
                written.setdefault(name, set()).add(" ".join(numbers))
    assert written == NUMBERS


def test_numbers_are_seen() -> None:
    said = "Phase one, of Two-Phased DDAELR, ends at 2,000.5: a third, once one of ten. 0"
    assert NUMBER.findall(said) == ["2,000.5", "third", "one", "ten", "0"]


def test_a_reason_for_every_claim_that_does_not_hold_and_for_no_other() -> None:
    differ = {v.claim.key for v in board().verdicts if v.status in (FAILS, OPEN)}
    of_remarks = {remark.key for remark in board().remarks}
    assert differ | of_remarks == set(REASONS)
    assert {v.claim.key for v in board().verdicts if v.reason} == differ
    assert {remark.key for remark in board().remarks} == {
        key for key in REASONS if key.count(".") == 2
    }
    assert not any("{" in v.reason for v in board().verdicts)
