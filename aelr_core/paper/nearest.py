"""Claims that do not hold under a reading: where they do, or come closest, and what was looked at.

The reading under which a claim comes closest is the one in which the largest of its misses, in
units of the panel's margin, is smallest. What else was looked at is in ``looked_at.md``, by the key
of the claim, with fields as in `reasons`: ``{own.gap[known - uniform].end:.2f}`` is computed from
the results of the claim's panel under the reading "own".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from aelr_core.experiments.readings import READINGS
from aelr_core.paper.reasons import PanelFacts, texts_by_key
from aelr_core.paper.scoreboard import Scoreboard
from aelr_core.paper.verdicts import HOLDS, Finding, Verdict, margin
from aelr_core.paper.wording import in_words

# In front of a negative number.
HYPHEN = re.compile(r"(?<!\S)-(?=\d)")
LOOKED_AT = texts_by_key(Path(__file__).with_name("looked_at.md").read_text(encoding="utf-8"))


def holds_elsewhere(verdicts: Mapping[str, Verdict]) -> str:
    """Return under which readings a claim holds, as a sentence; "" if under none."""
    where = [f"“{READINGS[key].label}”" for key, v in verdicts.items() if v.status == HOLDS]
    return f"This depends on the reading: it holds under {_listed(where)}." if where else ""


def closest(verdicts: Mapping[str, Verdict], boards: Mapping[str, Scoreboard]) -> str:
    """Return where a claim that holds under none comes closest, and what else was looked at."""
    claim = next(iter(verdicts.values())).claim
    panels = {key: boards[key].panels[claim.panel] for key in verdicts}
    key = min(
        verdicts,
        key=lambda key: max(map(miss, verdicts[key].findings)) / margin(panels[key].curves),
    )
    findings, spec = verdicts[key].findings, panels[key].result.spec
    off = [each for each in findings if each.status != HOLDS]
    held = len(findings) - len(off)
    also = f" ({held} of its {len(findings)} comparisons hold there)" if held else ""
    said = "; ".join(in_words(off, spec.family))
    facts = {key: PanelFacts(each.result, each.curves) for key, each in panels.items()}
    more = HYPHEN.sub("−", LOOKED_AT.get(claim.key, "").format_map(facts))
    return (
        f"It comes closest under “{READINGS[key].label}”, with m = {spec.examples:,}{also}: "
        f"{said}. {more}"
    ).rstrip()


def miss(found: Finding) -> float:
    """Return by how much a mean, or the end of its interval, is outside its range."""
    return max(found.least - found.low, found.high - found.most, 0.0)


def _listed(names: list[str]) -> str:
    """Return names in a sentence.

    >>> _listed(["a"]), _listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
