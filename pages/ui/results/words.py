"""The stored verdicts in words, and arranged for pictures. No number is computed here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap

from aelr_core.algorithms import ALGORITHMS, by_word
from aelr_core.experiments import readings
from aelr_core.letters import FAMILIES
from aelr_core.results.paper import FAILS, HOLDS, OPEN, Claim, Paper, Verdict
from aelr_core.results.study import Compared, Comparison, Panel, Study
from pages.ui.figures.results import ClaimMark, Ratio
from pages.ui.prose import signed, text

READINGS = {key: each.label for key, each in readings.READINGS.items()}
BADGES = {
    HOLDS: ":green-badge[holds]",
    FAILS: ":red-badge[does not hold]",
    OPEN: ":orange-badge[not decided]",
}
BESIDES = ":blue-badge[no claim]"
WIDTH = 50  # letters of a line in a hover
PLAIN = {
    each.label.lower(): each.does
    for each in sorted(ALGORITHMS.values(), key=lambda one: -len(one.label))
}
_LABEL = re.compile(rf"\b({'|'.join(PLAIN)})\b", re.IGNORECASE)

# ---- The paper ----


def plain(sentence: str) -> str:
    """Return a sentence of the paper with plain names for its algorithms.

    >>> plain("Two-Phased DDAERR performs between AERR and online ridge.")
    'Sizes learnt first performs between Uniform and Full rows one by one.'
    """
    return _LABEL.sub(lambda found: PLAIN[found[0].lower()], sentence)


def marks(paper: Paper) -> list[ClaimMark]:
    """Return every claim under every reading, as marks of the map."""
    return [
        ClaimMark(claim.key, claim.panel, key, verdict.status, _hover(claim, verdict, key))
        for claim in paper.claims.values()
        for key, verdict in claim.verdicts.items()
    ]


def _hover(claim: Claim, verdict: Verdict, reading: str) -> str:
    head = wrap(f"{claim.panel}, {READINGS[reading]}: {verdict.status}", WIDTH)
    return "<br>".join([*(f"<b>{line}</b>" for line in head), *wrap(plain(claim.says), WIDTH)])


def verdict(paper: Paper, key: str, reading: str) -> str:
    """Return a panel, and how many of its claims hold, in one line."""
    statuses = [claim.verdicts[reading].status for claim in paper.claims_of(key)]
    held = statuses.count(HOLDS)
    tally = (
        f"its one claim: {statuses[0]}"
        if len(statuses) == 1
        else f"{held} of {len(statuses)} claims {'holds' if held == 1 else 'hold'}"
    )
    title = paper.panels[key].title.replace("Synthetic", "synthetic", 1)
    return f"Figure {key}, {title}: {tally}"


def checklist(paper: Paper, key: str, reading: str, chosen: str) -> str:
    """Return the claims of a panel with their verdicts, line by line; the chosen one is bold."""
    return "  \n".join(
        f"{BADGES[claim.verdicts[reading].status]} "
        + (f"**{plain(claim.says)}**" if claim.key == chosen else plain(claim.says))
        for claim in paper.claims_of(key)
    )


def reasons(paper: Paper, key: str, reading: str, chosen: str) -> str:
    """Return what was compared, why a claim may not hold, and how the panel was computed.

    If a claim is `chosen`, the others' comparisons are left out.
    """
    panel = paper.panels[key]
    computed = panel.computed[reading]
    claims = [one for one in paper.claims_of(key) if chosen in (one.key, "none")]
    parts = [line for claim in claims for line in _reasons(claim, reading)]
    parts += [f"{BESIDES} {each.says} {_starred(each.reason)}" for each in computed.remarks]
    for about, sentence in paper.looks_at(key).items():
        claim = paper.claims.get(about)
        if claim and claim not in claims:
            continue
        conclusion, _, rest = _starred(sentence).partition(". ")
        at = f" at “{claim.says}”" if claim else ""
        parts.append(f"A closer look{at}: **{conclusion}.** {rest}")
    parts.append(f"{panel.caption} {computed.how}")
    return "\n\n".join(parts)


def _reasons(claim: Claim, reading: str) -> Iterator[str]:
    """Yield a claim with what was compared, and the likely reason if it does not hold."""
    verdict = claim.verdicts[reading]
    differs = verdict.on_first not in ("", verdict.status)
    alone = f" On the first data set alone: {verdict.on_first}." if differs else ""
    depends = claim.depends if reading == readings.PRIMARY else ""  # it compares that with others
    found = "; ".join(verdict.findings)
    found = f"{found[:1].upper()}{found[1:]}."
    yield f"{BADGES[verdict.status]} **{claim.says}** {found}{alone} {depends}"
    if why := " ".join(filter(None, (verdict.reason, verdict.note))):
        yield f"*{_starred(why)}*"


def _starred(sentence: str) -> str:
    """Return a text with its stars escaped: the star of w* must not end the italics."""
    return sentence.replace("*", "\\*")


# ---- The study ----


def against(one: Comparison) -> str:
    """Return a comparison in plain words: "One joint sample against chosen by size"."""
    ours, theirs = (by_word(word, FAMILIES[0]).does for word in (one.ours, one.theirs))
    return f"{ours} against {theirs[0].lower()}{theirs[1:]}"


def counts(study: Study) -> list[list[str]]:
    """Return wins, ties and losses of every comparison."""
    return [[against(one), *map(str, one.counts)] for one in study.comparisons.values()]


def caveat(study: Study) -> str:
    """Return what speaks against ours: full rows."""
    (rows,) = (one for one in study.comparisons.values() if one.theirs == "online")
    return text("results/caveat", losses=rows.counts[-1], comparisons=sum(rows.counts))


def pair(study: Study, letter: str, family: str) -> str:
    """Return a comparison in a family: "Ridge: one joint sample against ... (JAERR, DDAERR)"."""
    one = study.comparisons[letter]
    ours, theirs = (by_word(word, family).label for word in (one.ours, one.theirs))
    words = against(one)
    return f"{family.capitalize()}: {words[0].lower()}{words[1:]} ({ours}, {theirs})"


def ratios(study: Study, letter: str, family: str) -> list[Ratio]:
    """Return the marks of a family's picture: a row per panel, a mark per size."""
    return [
        Ratio(row, place, test.ratio, test.verdict, _compared(panel, test))
        for row, panel in enumerate(study.of_family(family))
        for place, test in enumerate(panel.tests[letter])
    ]


def _compared(panel: Panel, test: Compared) -> str:
    difference, low, high = (
        signed(x, 2, plus=True) for x in (test.difference, test.low, test.high)
    )
    again = ", examples come again" if test.examples > panel.rows else ""
    return (
        f"<b>{panel.title}, {test.examples:,} examples{again}: {test.verdict}</b><br>"
        f"Errors of {test.ours:.3g} (ours) and {test.theirs:.3g}<br>"
        f"Difference {difference}, 95% interval {low} to {high}, {panel.units}"
    )
