"""The marked statements in the reasons for claims, and the checks of each."""

from __future__ import annotations

import numpy as np

from aelr_core.paper import FAILS, HOLDS, OPEN, PANELS
from aelr_core.paper.panels import RHO as PRINTED_RHO
from aelr_core.paper.verdicts import FEW, SHARES
from tests.paper.evidence import (
    Mark,
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
from tests.paper.results import facts, loss, stored_curves
from tests.paper.theory_steps import statuses

PROJECTED: Mark = (
    "projected",
    lambda: min(projected("1a"), projected("1b")) > 0.9,
)
RADIUS: Mark = (
    "radius",
    lambda: all(radius_is_right(key) for key in ("1a", "1b")),
)
RHO: Mark = ("rho", lambda: PRINTED_RHO["ridge"]["b"] == "0.91")
ONLINE = "adagrad online - online"
TENTH: Mark = ("tenth", lambda: SHARES[FEW] == 0.1)
ONE_STEP: Mark = ("", lambda: all(panel.spec.step == "fine" for panel in PANELS.values()))


def rare(key: str) -> Mark:
    return "rare", lambda: misses_most(key)


def at_first(key: str) -> Mark:
    return "small-at-first", lambda: as_small_at_first(key)


def would_hold(key: str) -> Mark:
    return "would-hold", lambda: statuses(key[0])[key] == HOLDS


def quicker_start(role: str) -> tuple[Mark, ...]:
    pair = f"adagrad {role} - {role}"
    return (
        ("worse-at-the-end", lambda: gap("8", pair)[-1] > 0),
        ("faster-start", lambda: gap("8", pair)[0] < 0),
        ("one-step", ONE_STEP[1]),
        would_hold(f"8.{role}"),
    )


# By reason: its marks, and a check that each marked statement is true.
OF_CLAIMS: dict[str, tuple[Mark, ...]] = {
    "1a.equal": (
        ("alike-later", lambda: {f.status for f in found("1a.equal")[1:]} == {HOLDS}),
        PROJECTED,
        RADIUS,
        ("steps-differ", lambda: facts()["1a"].step["known"] > facts()["1a"].step["uniform"]),
    ),
    "1b.known": (
        RHO,
        PROJECTED,
        RADIUS,
        (
            "makes-up",
            lambda: (
                facts()["1b"].modest["uniform"] > facts()["1b"].modest["known"]
                and chosen_loss("1b", "aerr") < chosen_loss("1b", "ddaerr")
            ),
        ),
        (
            "near-tie",
            lambda: (
                0
                < facts()["1b"].other["known"].loss - facts()["1b"].chosen["known"].loss
                < facts()["1b"].chosen["known"].standard_error
            ),
        ),
        ("other-valley-first", lambda: with_the_other_valley()[0] < 0),
        ("other-valley-last", lambda: with_the_other_valley()[-1] > 0),
    ),
    "1b.two_phase": (
        rare("1b"),
        ("as-good", lambda: gap("1b", "known - uniform").min() > 0),
    ),
    "1b.gap": (
        RHO,
        (
            "gap-with-modest-steps",
            lambda: facts()["1b"].modest["uniform"] > facts()["1b"].modest["known"],
        ),
    ),
    "1c.two_phase": (
        TENTH,
        ("at-the-end", lambda: at_the_end("1c.two_phase")),
        (
            "ahead",
            lambda: bool((gap("1c", "two_phase - uniform")[[0, *range(4, 10)]] < 0).all()),
        ),
        (
            "behind",
            lambda: bool((gap("1c", "two_phase - uniform")[1:4] > 0).all()),
        ),
        (
            "scatter",
            lambda: facts()["1c"].sd["uniform"].few > facts()["1c"].sd["two_phase"].few,
        ),
        rare("1c"),
        (
            "helped",
            lambda: facts()["1c"].modest["uniform"] > chosen_loss("1c", "aerr") + 0.05,
        ),
    ),
    "1d.two_phase": (
        ("at-the-end", lambda: at_the_end("1d.two_phase")),
        ("spoilt", lambda: spoilt_by_few("1d")),
        rare("1d"),
    ),
    "2d.two_phase": (
        rare("2d"),
        (
            "varies",
            lambda: facts()["2d"].sd["two_phase"].end > 2 * facts()["2d"].sd["uniform"].end,
        ),
    ),
    "3.known": (
        (
            "places",
            lambda: (
                gap("3", "known - uniform").max() < 0
                and [f.status for f in found("3.known")]
                == [HOLDS] * (n := facts()["3"].beyond["known - uniform"]) + [FAILS] * (10 - n)
            ),
        ),
        ("lead-falls", lambda: bool((np.diff(gap("3", "uniform - known")) < 0).all())),
        (
            "near-offline",
            lambda: loss("3")["uniform"].end - loss("3")["offline"].end < 0.05,
        ),
    ),
    "3.few": (
        ("ten-prefixes", lambda: PANELS["3"].spec.points == 10),
        (
            "would-be-ahead",
            lambda: with_the_theorys_step("known") < with_the_theorys_step("online"),
        ),
        ("one-step", ONE_STEP[1]),
    ),
    "3.between": (
        (
            "between-at-the-end",
            lambda: loss("3")["known"].end < loss("3")["two_phase"].end < loss("3")["uniform"].end,
        ),
        ("ahead", lambda: gap("3", "known - two_phase").max() > 0),
        ("warm-start", lambda: PANELS["3"].spec.mode.warm_start),
        ("bolder", lambda: facts()["3"].step["two_phase"] > facts()["3"].step["known"]),
        would_hold("3.between"),
    ),
    "4.online": (
        ("equal-at-the-end", lambda: abs(gap("4", "known - online")[-1]) < 0.01),
        ("near-the-margin", lambda: near_its_end(found("4.online")[0])),
    ),
    "4.varies": (
        (
            "three",
            lambda: (
                [f.test.b for f in found("4.varies") if f.status == OPEN] == ["uniform"]
                and sum(f.status == HOLDS for f in found("4.varies")) == 3
            ),
        ),
        ("learnt-less", lambda: gap("4", "uniform - known").min() > 0),
    ),
    "4.converges": (
        TENTH,
        at_first("4"),
        (
            "closer-and-away",
            lambda: (
                facts()["4"].share.values.argmin() in range(1, 9)
                and facts()["4"].share.least < facts()["4"].share.end < facts()["4"].share.few
            ),
        ),
    ),
    "5.few": (
        ("near-the-margin", lambda: near_its_end(found("5.few")[0])),
        TENTH,
    ),
    "5.epsilon_varies": (
        (
            "more-at-the-end",
            lambda: distances("5", "two_phase") > distances("5", "wide two_phase"),
        ),
        ("open", lambda: found("5.epsilon_varies")[0].status == OPEN),
    ),
    "6.converges": (
        TENTH,
        at_first("6"),
        ("one-run", one_run_stands_out),
    ),
    "6.few": (TENTH,),
    "7.two_phase": (
        ("medians", medians_differ_little),
        (
            "dominated",
            lambda: all(
                facts()["7"].above[name]
                and loss("7")[name].few
                > 3 * np.median(stored_curves()["7"][name].relative_loss[:, 0])
                for name in ("two_phase", "adagrad two_phase")
            ),
        ),
    ),
    "8.online": (
        (
            "at-most",
            lambda: np.abs(gap("8", ONLINE)).max() == gap("8", ONLINE).max() < 0.01,
        ),
    ),
    "8.offline": (
        (
            "same-number",
            lambda: bool((gap("8", "adagrad offline - offline") == 0).all()),
        ),
    ),
    "8.uniform": quicker_start("uniform"),
    "8.known": quicker_start("known"),
    "8.two_phase": (
        (
            "helps",
            lambda: (
                gap("8", "two_phase - adagrad two_phase").min() > 0
                and gap("8", "two_phase - adagrad two_phase").argmax() == 0
            ),
        ),
        ("one-step", ONE_STEP[1]),
        ("would-help", lambda: statuses("8")["8.two_phase"] == FAILS),
    ),
}
