"""What the reasons of claims say, and how that is checked."""

from __future__ import annotations

import numpy as np

from aelr_core.paper import FAILS, HOLDS, OPEN, PANELS
from aelr_core.paper.panels import RHO as PRINTED_RHO
from aelr_core.paper.verdicts import FEW, SHARES
from tests.paper.evidence import (
    CURVES,
    FACTS,
    LOSS,
    Words,
    as_small_at_first,
    at_the_end,
    chosen_loss,
    distances,
    found,
    gap,
    medians_differ_little,
    misses_most,
    near_its_end,
    one_run_stands_out,
    projected,
    radius_is_right,
    spoilt_by_few,
    with_the_other_valley,
    with_the_theorys_step,
)
from tests.paper.theory_steps import statuses

PROJECTED: Words = (
    "nearly every move leaves the ball",
    lambda: min(projected("1a"), projected("1b")) > 0.9,
)
RADIUS: Words = (
    "the ball's radius is that of w*, just right",
    lambda: all(radius_is_right(key) for key in ("1a", "1b")),
)
RHO: Words = ("ρ = 0.91", lambda: PRINTED_RHO["ridge"]["b"] == "0.91")
ONLINE = "adaptive online - online"
TENTH: Words = ("a tenth of the axis", lambda: SHARES[FEW] == 0.1)
ONE_STEP: Words = ("", lambda: all(panel.spec.step == "fine" for panel in PANELS.values()))


def rare(key: str) -> Words:
    return "few attributes that are not 0, and with ε = 0", lambda: misses_most(key)


def at_first(key: str) -> Words:
    return "as small at first, when none of the three has", lambda: as_small_at_first(key)


def would_hold(key: str) -> Words:
    words = "With the theory's step for each prefix the claim would hold"
    return words, lambda: statuses(key[0])[key] == HOLDS


def quicker_start(role: str) -> tuple[Words, ...]:
    pair = f"adaptive {role} - {role}"
    return (
        ("At the end", lambda: gap("8", pair)[-1] > 0),
        ("quicker start", lambda: gap("8", pair)[0] < 0),
        ("plain steps are those of full m at every prefix", ONE_STEP[1]),
        would_hold(f"8.{role}"),
    )


# By reason: words of it, and whether they are so. All numbers written by hand are among them.
OF_CLAIMS: dict[str, tuple[Words, ...]] = {
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
        (
            "a near tie of two valleys",
            lambda: (
                0
                < FACTS["1b"].other["known"].loss - FACTS["1b"].chosen["known"].loss
                < FACTS["1b"].chosen["known"].standard_error
            ),
        ),
        ("the other one makes it better at a tenth", lambda: with_the_other_valley()[0] < 0),
        ("leaves it behind AERR at its end", lambda: with_the_other_valley()[-1] > 0),
    ),
    "1b.two_phase": (
        rare("1b"),
        ("at least as good as DDAERR", lambda: gap("1b", "known - uniform").min() > 0),
    ),
    "1b.gap": (
        RHO,
        (
            "with steps up to the theory's there would be one",
            lambda: FACTS["1b"].modest["uniform"] > FACTS["1b"].modest["known"],
        ),
    ),
    "1c.two_phase": (
        TENTH,
        ("at the end for sure", lambda: at_the_end("1c.two_phase")),
        (
            "ahead of AERR at a tenth of the axis and from its middle on",
            lambda: bool((gap("1c", "two_phase - uniform")[[0, *range(4, 10)]] < 0).all()),
        ),
        (
            "at three places between",
            lambda: bool((gap("1c", "two_phase - uniform")[1:4] > 0).all()),
        ),
        (
            "AERR's runs scatter",
            lambda: FACTS["1c"].sd["uniform"].few > FACTS["1c"].sd["two_phase"].few,
        ),
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
    "3.known": (
        (
            "better at all ten places, but by more than the margin only at the first",
            lambda: (
                gap("3", "known - uniform").max() < 0
                and [f.status for f in found("3.known")]
                == [HOLDS] * (n := FACTS["3"].beyond["known - uniform"]) + [FAILS] * (10 - n)
            ),
        ),
        ("lead falls", lambda: bool((np.diff(gap("3", "uniform - known")) < 0).all())),
        (
            "both come near what the offline predictor reaches",
            lambda: LOSS["3"]["uniform"].end - LOSS["3"]["offline"].end < 0.05,
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
        would_hold("3.between"),
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
        (
            "comes nearer and then goes away again",
            lambda: (
                FACTS["4"].share.values.argmin() in range(1, 9)
                and FACTS["4"].share.least < FACTS["4"].share.end < FACTS["4"].share.few
            ),
        ),
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
        ("The typical run differs little: the medians", medians_differ_little),
        (
            "ruled by runs above the zero predictor",
            lambda: all(
                FACTS["7"].above[name]
                and LOSS["7"][name].few > 3 * np.median(CURVES["7"][name].relative_loss[:, 0])
                for name in ("two_phase", "adaptive two_phase")
            ),
        ),
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
        ("it would help still", lambda: statuses("8")["8.two_phase"] == FAILS),
    ),
}
