"""The marked statements in the reasons for remarks, and the checks of each."""

from __future__ import annotations

from aelr_core.paper import PANELS
from tests.paper.evidence import (
    Mark,
    all_alike,
    begins,
    in_a_smaller_ball,
    with_a_smaller_first_step,
)
from tests.paper.results import board, facts


def too_bold(panel: str, key: str, times: int) -> tuple[Mark, ...]:
    return ((f"{times}-times-smaller", lambda: begins(panel, key, times) < 1),)


def hardly_moved(key: str) -> tuple[Mark, ...]:
    """Return the marks for figure 1a, where much smaller steps do not help."""
    words = ("hardly-moved", lambda: begins("1a", key, 243) > 0.99)
    return (*too_bold("1a", key, 243), words)


def behind(key: str) -> tuple[Mark, ...]:
    offline = f"offline_{PANELS[key].spec.family}"
    return (("ball-searched", lambda: offline in board().panels[key].result.searches),)


# By remark: the marks of its reason, and a check that each marked statement is true.
OF_REMARKS: dict[str, tuple[Mark, ...]] = {
    "2a.two_phase.worse": (
        ("all-alike", lambda: all_alike("2a")),
        (
            "tenth",
            lambda: PANELS["2a"].spec.mode.m1_fraction == 0.1,
        ),
        (
            "smaller-first-step",
            lambda: float(with_a_smaller_first_step().max()) < 1e-6,
        ),
    ),
    "2b.offline.above": (("smaller-ball", lambda: in_a_smaller_ball("2b") < 1),),
    "2c.offline.above": (("smaller-ball", lambda: in_a_smaller_ball("2c") < 1),),
    "1a.uniform.above": hardly_moved("aerr"),
    "1a.known.above": hardly_moved("ddaerr"),
    "1a.two_phase.above": hardly_moved("two_phase_ddaerr"),
    "1b.two_phase.above": too_bold("1b", "two_phase_ddaerr", 27),
    "1d.two_phase.above": too_bold("1d", "two_phase_ddaerr", 27),
    "7.adagrad two_phase.above": (
        (
            "as-many",
            lambda: facts()["7"].above["adagrad two_phase"] == facts()["7"].above["two_phase"],
        ),
    ),
    "2b.offline.behind": behind("2b"),
    "4.offline.behind": behind("4"),
}
