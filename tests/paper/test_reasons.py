"""Reasons agree with the results: every marked statement is checked."""

from __future__ import annotations

import pytest

from aelr_core.paper import FAILS, OPEN
from aelr_core.paper.reasons import MARK, MARKED, REASONS
from tests.paper.results import board
from tests.paper.said_of_claims import OF_CLAIMS
from tests.paper.said_of_remarks import OF_REMARKS

CHECKS = OF_CLAIMS | OF_REMARKS


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


def test_a_reason_for_every_claim_that_does_not_hold_and_for_no_other() -> None:
    differ = {v.claim.key for v in board().verdicts if v.status in (FAILS, OPEN)}
    of_remarks = {remark.key for remark in board().remarks}
    assert differ | of_remarks == set(REASONS)
    assert {v.claim.key for v in board().verdicts if v.reason} == differ
    assert {remark.key for remark in board().remarks} == {
        key for key in REASONS if key.count(".") == 2
    }
    assert not any("{" in v.reason for v in board().verdicts)
