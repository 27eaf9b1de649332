"""Reasons say nothing that the results do not show: numbers are computed, words are checked."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest

from aelr_core.paper import FAILS, HOLDS, OPEN, PANELS
from aelr_core.paper.comparison import FEW, SHARES
from aelr_core.paper.panels import RHO_RIDGE
from aelr_core.paper.reasons import REASONS
from aelr_core.paper.remarks import REASONS as OF_REMARKS
from tests.paper.evidence import (
    FACTS,
    LOSS,
    STORED,
    all_alike,
    as_small_at_first,
    at_the_end,
    chosen_loss,
    distances,
    found,
    gap,
    in_a_smaller_ball,
    medians_differ_little,
    misses_most,
    near_its_end,
    one_run_stands_out,
    projected,
    radius_is_right,
    spoilt_by_few,
    with_a_smaller_first_step,
    with_the_theorys_step,
)

# Numbers, and words for them ("phase one" and "Two-Phased" are names).
NUMBER = re.compile(
    r"\d[\d.,]*\d|\d|(?<![Pp]hase )\bone\b|"
    r"\b(?:two|three|four|five|nine|ten|hundred|half|thirds?|quarter|tenth|twice)\b"
)
TEXTS = REASONS | OF_REMARKS

Check = Callable[[], bool]
Words = tuple[str, Check]

PROJECTED: Words = (
    "nearly every move leaves the ball",
    lambda: min(projected("1a"), projected("1b")) > 0.9,
)
RADIUS: Words = (
    "whose radius is just right",
    lambda: all(radius_is_right(key) for key in ("1a", "1b")),
)
RHO: Words = ("ρ = 0.91", lambda: RHO_RIDGE["abcd".index("b")] == "0.91")
ONLINE = "adaptive online - online"
TENTH: Words = ("a tenth of the axis", lambda: SHARES[FEW] == 0.1)
ONE_STEP: Words = ("", lambda: all(panel.spec.step == "fine" for panel in PANELS.values()))


def rare(key: str) -> Words:
    return "few attributes that are not 0, and with ε = 0", lambda: misses_most(key)


def at_first(key: str) -> Words:
    return "as small at first, when none of the three has", lambda: as_small_at_first(key)


def quicker_start(role: str) -> tuple[Words, ...]:
    pair = f"adaptive {role} - {role}"
    return (
        ("At the end", lambda: gap("8", pair)[-1] > 0),
        ("quicker start", lambda: gap("8", pair)[0] < 0),
        ("plain steps are those of full m at every prefix", ONE_STEP[1]),
    )


# By reason: words of it, and whether they are so. All numbers written by hand are among them.
CHECKS: dict[str, tuple[Words, ...]] = {
    "1a.equal": (
        ("alike from the middle on", lambda: {f.status for f in found("1a.equal")[1:]} == {HOLDS}),
        PROJECTED,
        RADIUS,
        ("differ by their steps", lambda: FACTS["1a"].step["known"] > FACTS["1a"].step["uniform"]),
    ),
    "1b.known": (
        RHO,
        PROJECTED,
        RADIUS,
        (
            "AERR makes up for it by its steps",
            lambda: (
                FACTS["1b"].modest["uniform"] > FACTS["1b"].modest["known"]
                and chosen_loss("1b", "aerr") < chosen_loss("1b", "ddaerr")
            ),
        ),
    ),
    "1b.two_phase": (
        rare("1b"),
        ("at least as good as DDAERR", lambda: gap("1b", "known - uniform").min() > 0),
    ),
    "1b.gap": (RHO,),
    "1c.two_phase": (
        ("better at the end", lambda: at_the_end("1c.two_phase")),
        ("behind by up to", lambda: gap("1c", "two_phase - uniform").max() > 0),
        rare("1c"),
        (
            "the help of a step",
            lambda: FACTS["1c"].modest["uniform"] > chosen_loss("1c", "aerr") + 0.05,
        ),
    ),
    "1d.two_phase": (
        ("better at the end", lambda: at_the_end("1d.two_phase")),
        ("spoil the mean", lambda: spoilt_by_few("1d")),
        rare("1d"),
    ),
    "2d.two_phase": (
        rare("2d"),
        (
            "Much depends on which",
            lambda: FACTS["2d"].sd["two_phase"].end > 2 * FACTS["2d"].sd["uniform"].end,
        ),
    ),
    "3.few": (
        ("for the first prefix, √10 times larger", lambda: PANELS["3"].spec.points == 10),
        (
            "DDAERR would be ahead of online ridge",
            lambda: with_the_theorys_step("known") < with_the_theorys_step("online"),
        ),
        ("with one step for all prefixes", ONE_STEP[1]),
    ),
    "3.between": (
        (
            "At the end it is between them",
            lambda: LOSS["3"]["known"].end < LOSS["3"]["two_phase"].end < LOSS["3"]["uniform"].end,
        ),
        ("ahead of DDAERR", lambda: gap("3", "known - two_phase").max() > 0),
        ("its phase one learns too", lambda: PANELS["3"].spec.mode.warm_start),
        ("bolder step", lambda: FACTS["3"].step["two_phase"] > FACTS["3"].step["known"]),
    ),
    "4.online": (
        ("At the end they are equal", lambda: abs(gap("4", "known - online")[-1]) < 0.01),
        ("near the margin", lambda: near_its_end(found("4.online")[0])),
    ),
    "4.varies": (
        (
            "varies less than three of them; AELR",
            lambda: (
                [f.test.b for f in found("4.varies") if f.status == OPEN] == ["uniform"]
                and sum(f.status == HOLDS for f in found("4.varies")) == 3
            ),
        ),
        ("which has learnt less", lambda: gap("4", "uniform - known").min() > 0),
    ),
    "4.converges": (
        TENTH,
        at_first("4"),
        ("between", lambda: FACTS["4"].share.values.argmin() in range(1, 9)),
    ),
    "5.few": (
        ("Near the margin", lambda: near_its_end(found("5.few")[0])),
        TENTH,
    ),
    "5.epsilon_varies": (
        (
            "At the end ε = 0 varies more",
            lambda: distances("5", "two_phase") > distances("5", "wide two_phase"),
        ),
        ("smaller than its interval", lambda: found("5.epsilon_varies")[0].status == OPEN),
    ),
    "6.converges": (
        TENTH,
        at_first("6"),
        ("where one of", one_run_stands_out),
    ),
    "6.few": (TENTH,),
    "7.two_phase": (
        (
            "a few runs far above",
            lambda: (
                0 < FACTS["7"].above["two_phase"] < 25
                and 0 < FACTS["7"].above["adaptive two_phase"] < 25
            ),
        ),
        ("they differ little", medians_differ_little),
    ),
    "8.online": (
        (
            "A difference of",
            lambda: np.abs(gap("8", ONLINE)).max() == gap("8", ONLINE).max() < 0.01,
        ),
    ),
    "8.offline": (
        (
            "the same number",
            lambda: bool((gap("8", "adaptive offline - offline") == 0).all()),
        ),
    ),
    "8.uniform": quicker_start("uniform"),
    "8.known": quicker_start("known"),
    "8.two_phase": (
        (
            "helps at every prefix, most at the first one",
            lambda: (
                gap("8", "two_phase - adaptive two_phase").min() > 0
                and gap("8", "two_phase - adaptive two_phase").argmax() == 0
            ),
        ),
        ("tuned at full m", ONE_STEP[1]),
    ),
    "2a.two_phase.worse": (
        ("At α = 0 all examples are alike", lambda: all_alike("2a")),
        (
            "a tenth of the examples, for which the theory's step is √10 times",
            lambda: PANELS["2a"].spec.mode.m1_fraction == 0.1,
        ),
        (
            "√10 times smaller, each of ten runs ends below 0.000001",
            lambda: float(with_a_smaller_first_step().max()) < 1e-6,
        ),
    ),
    "2b.offline.poor": (("too large for", lambda: in_a_smaller_ball("2b") < 1),),
    "2c.offline.poor": (("too large for", lambda: in_a_smaller_ball("2c") < 1),),
}


@pytest.mark.parametrize(
    ("key", "words"), [(key, words) for key, all_of_it in CHECKS.items() for words, _ in all_of_it]
)
def test_what_a_reason_says_is_so(key: str, words: str) -> None:
    assert words in TEXTS[key]
    (check,) = (check for said, check in CHECKS[key] if said == words)
    assert check()


@pytest.mark.parametrize("key", TEXTS)
def test_no_number_is_written_by_hand_without_a_check(key: str) -> None:
    text = re.sub(r"\{[^{}]*\}", "", TEXTS[key])
    for words, _ in CHECKS[key]:
        text = text.replace(words, "")
    assert NUMBER.findall(text) == []


def test_numbers_are_seen() -> None:
    said = "Phase one, of Two-Phased DDAELR, ends at 2,000.5: a third, once one of ten. 0"
    assert NUMBER.findall(said) == ["2,000.5", "third", "one", "ten", "0"]


def test_a_reason_for_every_claim_that_does_not_hold_and_for_no_other() -> None:
    differ = {v.claim.key for v in STORED.verdicts if v.status in (FAILS, OPEN)}
    assert differ == set(REASONS)
    assert {v.claim.key for v in STORED.verdicts if v.reason} == differ
    assert {remark.key for remark in STORED.remarks} == set(OF_REMARKS)
    assert not any("{" in v.reason for v in STORED.verdicts)
