"""A claim place by place, data set by data set, and with another margin.

A claim about a whole curve, or about one place on it, may hold at others; one about several data
sets, each with a w* of its own, may hold on some of them; one about what is "similar" or
"considerably better" may hold with another margin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil, floor

import numpy as np

from aelr_core.paper.missed_valleys import panels_of
from aelr_core.paper.shared_runs import on_data_set
from aelr_core.paper.verdicts import (
    EVERY,
    FAILS,
    HOLDS,
    MARGIN,
    OPEN,
    Claim,
    Curves,
    Verdict,
    decide,
)

# A status inside a sentence.
IS = {HOLDS: "holds", FAILS: "fails", OPEN: "is not decided"}
# Comparisons that can be made at any place.
ANYWHERE = ("better", "considerably better", "similar", "no worse", "varies less")


def by_place(claim: Claim, panels: Mapping[str, Curves]) -> str:
    """Return at how many of the ten places a claim holds, in words; "" if that is no question.

    It is none for a claim about all ten places, or about a gap that grows or shrinks.
    """
    if any(test.kind not in ANYWHERE or test.at in EVERY for test in claim.tests):
        return ""
    at_each = [
        decide(
            replace(claim, tests=tuple({replace(test, at=place) for test in claim.tests})), panels
        )
        for place in EVERY
    ]
    held = [n for n, verdict in enumerate(at_each) if verdict.status == HOLDS]
    where = ""
    if held and len(held) < len(EVERY) and held[-1] - held[0] == len(held) - 1:
        first, last = (at_each[n].findings[0].attributes for n in (held[0], held[-1]))
        where = (
            f" (from {first:,.0f} to {last:,.0f} attributes)" if held[1:] else f" ({first:,.0f})"
        )
    return _counted(at_each, "at", "ten places", where)


def by_data_set(claim: Claim, panels: Mapping[str, Curves]) -> str:
    """Return on how many data sets a claim holds, in words; "" where there is but one."""
    sets = [c.data_sets for c in panels[claim.panel].values() if c.data_sets is not None]
    if not sets:
        return ""
    numbers = np.unique(np.concatenate(sets))
    on_each = [
        decide(claim, {key: on_data_set(panels[key], n) for key in panels_of(claim)})
        for n in numbers.tolist()
    ]
    runs = on_each[0].findings[0].runs
    each = f" (each with a w* of its own and {runs} runs)"
    return _counted(on_each, "on", f"{len(on_each)} data sets", each)


def with_margin(verdict: Verdict, near: float) -> str:
    """Return with which margin a claim would hold, as a sentence; "" if it has none.

    near : the panel's margin, `MARGIN` of the picture's height.
    """
    kinds = {found.test.kind for found in verdict.findings}
    if kinds == {"considerably better"}:
        needed = -max(found.high for found in verdict.findings)
        verb, percent = "at most", floor(1000 * MARGIN * needed / near) / 10
    elif kinds == {"similar"}:
        needed = max(max(-found.low, found.high) for found in verdict.findings)
        verb, percent = "at least", ceil(1000 * MARGIN * needed / near) / 10
    else:
        return ""
    if needed <= 0:
        return ""
    return (
        f"With a margin of {verb} {percent:.1f} % of the picture's height, instead of "
        f"{100 * MARGIN:g} %, it would hold."
    )


def _counted(verdicts: Sequence[Verdict], at: str, what: str, where: str = "") -> str:
    """Return how often a claim holds, fails, is not decided; what : "ten places", for example."""
    found = Counter(verdict.status for verdict in verdicts)
    said = [f"{IS[status]} {at} {found[status]}" for status in IS if found[status]]
    if len(said) == 1:
        every = "any of the" if OPEN in found else "all"
        return f"it {IS[verdicts[0].status]} {at} {every} {what}{where}"
    said[0] += f" of {what}{where}"
    return f"it {', '.join(said[:-1])} and {said[-1]}"
