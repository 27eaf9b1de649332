"""What the automatic step costs, in words, from the stored study alone."""

from __future__ import annotations

from collections.abc import Sequence

from aelr_core.study import LOSS, PANELS, PairedTest, Study
from pages.ui.beyond.errors import ABOUT_0, against, ratio
from pages.ui.beyond.study import ENDS, inside

# How many panels are named, those with the largest costs first; the others are only counted.
NAMED = {"smallest": 4, "largest": 1}


def step_costs(study: Study) -> str:
    """Return how much larger the error is with the automatic step than with a tuned one."""
    found = {word: study.idea("step", place) for word, place in ENDS.items()}
    if not all(found.values()):
        return "That the automatic step is as good as a tuned one: not computed yet."
    if not any(test.by_interval == LOSS for tests in found.values() for test in tests):
        return (
            f"That the automatic step is the best one: on {len(found['smallest'])} panels it is "
            "not clearly worse than a tuned one, and no more is known."
        )
    said = "".join(f"\n  - {_costs(word, tests)}" for word, tests in found.items())
    return (
        "That the automatic step is as good as a tuned one. A cost is clear where its 95% interval "
        f"leaves 0 out; that is not corrected for many comparisons.{said}"
    )


def _costs(word: str, tests: Sequence[PairedTest]) -> str:
    """Return on how many panels the step clearly costs, and where it costs most."""
    found = sorted((t for t in tests if t.by_interval == LOSS), key=lambda t: -t.ratio)
    if not found:
        return f"At the {word} size it clearly costs on none of {len(tests)} panels."
    large = [test for test in found if test.mean_ours >= ABOUT_0]
    tiny = [test for test in found if test.mean_ours < ABOUT_0]
    named = [_cost(test) for test in large[: NAMED[word]]]
    if rest := len(large) - len(named):
        named.append(f"less on {rest} more")
    named += [f"{_cost(test)}, both about 0" for test in tiny]
    first = named[0].replace(" times ", " times the tuned one's ")
    return (
        f"At the **{word} size** it clearly costs on {len(found)} of {len(tests)} panels: its "
        f"error is {'; '.join([first, *named[1:]])}."
    )


def _cost(test: PairedTest) -> str:
    return (
        f"{ratio(test.ratio)} times on {inside(PANELS[test.panel].title)} at {test.examples:,} "
        f"({against(test.mean_ours, test.mean_theirs)})"
    )
