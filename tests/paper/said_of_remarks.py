"""What the reasons of remarks say, and how that is checked."""

from __future__ import annotations

from aelr_core.paper import PANELS
from tests.paper.evidence import (
    FACTS,
    STORED,
    Words,
    all_alike,
    begins,
    in_a_smaller_ball,
    with_a_smaller_first_step,
)


def too_bold(panel: str, key: str, times: int) -> tuple[Words, ...]:
    words = f"steps {times} times smaller, the mean of all runs begins below 1"
    return ((words, lambda: begins(panel, key, times) < 1),)


def hardly_moved(key: str) -> tuple[Words, ...]:
    """Return the same of figure 1a, where much smaller steps are no cure."""
    words = ("but above 0.99: it has hardly moved", lambda: begins("1a", key, 243) > 0.99)
    return (*too_bold("1a", key, 243), words)


def behind(key: str) -> tuple[Words, ...]:
    offline = f"offline_{PANELS[key].spec.family}"
    ball = "its ball was cross-validated for so many"
    return ((ball, lambda: offline in STORED.panels[key].result.searches),)


# By remark: words of its reason, and whether they are so.
OF_REMARKS: dict[str, tuple[Words, ...]] = {
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
    "2b.offline.above": (("too large for", lambda: in_a_smaller_ball("2b") < 1),),
    "2c.offline.above": (("too large for", lambda: in_a_smaller_ball("2c") < 1),),
    "1a.uniform.above": hardly_moved("aerr"),
    "1a.known.above": hardly_moved("ddaerr"),
    "1a.two_phase.above": hardly_moved("two_phase_ddaerr"),
    "1b.two_phase.above": too_bold("1b", "two_phase_ddaerr", 27),
    "1d.two_phase.above": too_bold("1d", "two_phase_ddaerr", 27),
    "7.adaptive two_phase.above": (
        (
            "In as many runs as without AdaGrad",
            lambda: FACTS["7"].above["adaptive two_phase"] == FACTS["7"].above["two_phase"],
        ),
    ),
    "2b.offline.behind": behind("2b"),
    "4.offline.behind": behind("4"),
}
