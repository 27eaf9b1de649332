"""Claims that do not hold under a reading: by how much, where they do or come closest, and why.

The reading under which a claim comes closest is the one in which the largest of its misses, in
units of the panel's margin, is smallest. What else was looked at is in ``looked_at.md``, by the key
of the claim, with fields as in `reasons`: ``{own.gap[known - uniform].end:.2f}`` is computed from
the results of the claim's panel under the reading "own".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import isfinite
from pathlib import Path

from aelr_core.experiments.readings import PRIMARY, READINGS
from aelr_core.paper.piece_by_piece import by_data_set, by_place, with_margin
from aelr_core.paper.reasons import PanelFacts, texts_by_key
from aelr_core.paper.scoreboard import Scoreboard
from aelr_core.paper.shared_runs import CARRIED, MEASURED, MISSED, UNTOLD, Shared
from aelr_core.paper.verdicts import FAILS, HOLDS, OPEN, Finding, Verdict, margin
from aelr_core.paper.wording import in_words, listed, place, verb, with_interval

# In front of a negative number.
HYPHEN = re.compile(r"(?<!\S)-(?=\d)")
# A smaller amount would be printed as 0.
LEAST_SHOWN = 0.0001
LOOKED_AT = texts_by_key(Path(__file__).with_name("looked_at.md").read_text(encoding="utf-8"))


# A status inside a sentence.
IS = {HOLDS: "holds", FAILS: "does not hold", OPEN: "is not decided"}


def holds_elsewhere(shared: Mapping[str, Shared]) -> str:
    """Return under which readings a claim holds, and what that is about; "" if under none.

    shared : by the readings under which it holds, the claim on the runs that both have.
    """
    alike: dict[str, list[str]] = {}
    for key, each in shared.items():
        alike.setdefault(_about(each), []).append(f"“{READINGS[key].label}”")
    return " ".join(f"It holds under {listed(where)}{said}." for said, where in alike.items())


def _about(shared: Shared) -> str:
    """Return what the difference from a reading under which a claim holds is about."""
    same = f": on the {shared.runs} runs that both have, on one data set, it"
    neither = "is decided under neither" if shared.here == OPEN else f"{IS[shared.here]} under both"
    equal = shared.here == shared.there
    said = neither if equal else f"{IS[shared.there]} there and {IS[shared.here]} here"
    if shared.cause == MEASURED:
        return f"{same} {said}, so they differ only in what else was measured"
    if shared.cause == CARRIED:
        return (
            f"{same} {said}, so they differ only on other data sets, to which parameters do not "
            "carry over"
        )
    if shared.moved is not None and shared.here == OPEN:
        moved = with_interval(shared.moved.mean, shared.moved.low, shared.moved.high)
        said += f", and what is compared differs by {moved} here"
    if shared.cause == MISSED:
        return f"{same} {said}, because a search has missed a better valley"
    m = f" or on m ({shared.m_here:,} here, {shared.m_there:,} there)"
    on = f"the reading{'' if shared.m_here == shared.m_there else m}"
    tell = "too few to tell whether this" if shared.cause == UNTOLD else "so this"
    return f"{same} {said}, {tell} depends on {on}"


def closest(verdicts: Mapping[str, Verdict], boards: Mapping[str, Scoreboard]) -> str:
    """Return what is the matter with a claim that holds under none, the conclusion first.

    Then where it comes closest, and what else was looked at.
    """
    claim = next(iter(verdicts.values())).claim
    panels = {key: boards[key].panels[claim.panel] for key in verdicts}
    key = min(
        verdicts,
        key=lambda key: max(map(miss, verdicts[key].findings)) / margin(panels[key].curves),
    )
    findings, spec = verdicts[key].findings, panels[key].result.spec
    off = [each for each in findings if each.status != HOLDS]
    held = len(findings) - len(off)
    also = f" ({held} of its {len(findings)} comparisons {verb(held)} there)" if held else ""
    said = "; ".join(in_words(off, spec.family))
    near = margin(panels[key].curves)
    own = boards[PRIMARY].curves
    pieces = [*filter(None, (by_place(claim, own), by_data_set(claim, own)))]
    under = f"Under “{READINGS[PRIMARY].label}”: {'; '.join(pieces)}." if pieces else ""
    sentences = [*filter(None, (with_margin(verdicts[key], near), under))]
    facts = {key: PanelFacts(each.result, each.curves) for key, each in panels.items()}
    looked = HYPHEN.sub("−", LOOKED_AT.get(claim.key, "").format_map(facts))
    conclusion, stop, more = looked.partition(". ")
    return (
        f"{conclusion}{stop}It comes closest under “{READINGS[key].label}”, with m = "
        f"{spec.examples:,}{also}: {said}. {' '.join([*sentences, more])}"
    ).rstrip()


def how_far(verdict: Verdict, near: float) -> str:
    """Return by how much a claim does not hold, or is not decided, as a sentence; "" if it holds.

    That is how far a mean is outside its range, or how far an interval reaches beyond it, in the
    worst of the comparisons with the claim's status. near : the panel's margin.
    """
    if verdict.status not in (FAILS, OPEN):
        return ""
    fails = verdict.status == FAILS
    far = _mean_miss if fails else miss
    off = [found for found in verdict.findings if found.status == verdict.status]
    worst = max(off, key=far)
    by = far(worst)
    if not isfinite(by):
        return "It is not decided: a single run has no interval."
    where = f" {place(worst)}".rstrip()
    if by == 0.0:
        return f"It fails: the mean{where} is exactly at the end of its range."
    amount = f"{by:.{3 if by >= 0.02 else 4}f}" if by >= LEAST_SHOWN else f"less than {LEAST_SHOWN}"
    some = f"{by / near:.1f} times" if by >= near / 10 else "less than a tenth of"
    times = f"{some} the margin"
    of = f" (the worst of {len(off)} comparisons)" if len(off) > 1 else ""
    if fails:
        return f"It fails by {amount}{where}, {times}{of}."
    return f"It is not decided: the interval{where} reaches {amount} too far, {times}{of}."


def _mean_miss(found: Finding) -> float:
    """Return by how much a mean is outside its range."""
    return max(found.least - found.mean, found.mean - found.most, 0.0)


def miss(found: Finding) -> float:
    """Return by how much a mean, or the end of its interval, is outside its range."""
    return max(found.least - found.low, found.high - found.most, 0.0)
