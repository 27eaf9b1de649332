"""Findings as sentences, the same on the page and in the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import isinf

from aelr_core.algorithms import ALGORITHMS
from aelr_core.experiments.readings import PRIMARY
from research.paper.panels import ADAGRAD, CHOSEN_BY, COUNTED, DRAWN, UNEVEN, WIDE, Compared
from research.paper.verdicts import FAILS, HOLDS, MISSING, OPEN, Claim, Finding

VARIANTS = {
    ADAGRAD: " with AdaGrad",
    WIDE: " with the theory's ε",
    UNEVEN: " with the theory's split",
}
GAPS_IN_TIME = ("closer", "further apart")
# More intervals of the same two curves than this are summed up.
MOST_INTERVALS = 4
# Decimals of an interval.
MOST_DIGITS = 5


def in_words(findings: Iterable[Finding], family: str) -> list[str]:
    """Return findings as sentences, with those about the same two curves in one sentence."""
    grouped: dict[str, list[Finding]] = {}
    for finding in findings:
        grouped.setdefault(subject(finding, family), []).append(finding)
    return [
        f"{what} is {_numbers(same)}, and should be {wanted(same[0])}"
        for what, same in grouped.items()
    ]


def one_by_one(finding: Finding, family: str) -> str:
    """Return one finding with its status, on one line."""
    what = f"{subject(finding, family)} {place(finding)}".rstrip(" ,")
    return f"{what}: {interval(finding)}, should be {wanted(finding)}: {finding.status}"


def _numbers(same: Sequence[Finding]) -> str:
    """Return a few intervals one by one, or a summary of many."""
    if len(same) <= MOST_INTERVALS:
        return ", ".join(f"{interval(each)} {place(each)}".rstrip() for each in same)
    means = sorted(each.mean for each in same)
    held = sum(each.status == HOLDS for each in same)
    return (
        f"{signed(means[0], 3)} to {signed(means[-1], 3)} at {len(same)} places of the x-axis, "
        f"with the whole interval in the required range at {held} of them"
    )


def subject(finding: Finding, family: str) -> str:
    """Return what was compared."""
    test = finding.test
    a, b = (inside(curve_name(name, family)) for name in (test.a, test.b))
    if test.kind in GAPS_IN_TIME:
        return f"the gap between {a} and {b}, at the end minus at few attributes,"
    return {
        "varies less": f"the variability of {a} minus that of {b}",
        "wider gap": f"{a} − {b} here, minus the same in {test.other},",
    }.get(test.kind, f"{a} − {b}")


# What a claim is about, by the word after the full stop of its key.
SHORT = {
    "equal": "equal",
    "known": "known moments",
    "two_phase": "two-phased",
    "gap": "wider gap",
    "online": "online",
    "few": "few attributes",
    "offline": "offline",
    "between": "in between",
    "converges": "converges",
    "split": "even split",
    "varies": "varies less",
    "epsilon": "ε = 0",
    "epsilon_varies": "ε = 0 varies",
    "not_yet": "not yet there",
    "full": "full information",
    "apart": "drift apart",
    "uniform": "uniform",
}


def short(claim: Claim) -> str:
    """Return a claim in one or two words, for an axis."""
    return SHORT[claim.key.rpartition(".")[2]]


def inside(name: str) -> str:
    """Return a name as it is written inside a sentence.

    >>> inside("Online ridge"), inside("DDAERR"), inside("Two-Phased DDAERR")
    ('online ridge', 'DDAERR', 'Two-Phased DDAERR')
    """
    return name if name[:2].isupper() or name.startswith("Two") else name[0].lower() + name[1:]


def curve_name(name: str, family: str) -> str:
    """Return the label of a panel's curve.

    >>> curve_name("adagrad known", "ridge"), curve_name("uniform", "lasso")
    ('DDAERR with AdaGrad', 'AELR')
    """
    before = next((variant for variant in VARIANTS if name.startswith(variant)), "")
    label = ALGORITHMS[DRAWN[family][name.removeprefix(before)]].label
    return f"{label}{VARIANTS[before]}" if before else label


def interval(finding: Finding) -> str:
    """Return a mean and its interval."""
    return with_interval(finding.mean, finding.low, finding.high)


def with_interval(mean: float, low: float, high: float) -> str:
    """Return a mean and its interval, with enough decimals to tell them apart.

    >>> with_interval(-0.2, -0.4, -0.002), with_interval(0.0002, -0.0001, 0.0005)
    ('−0.200 (−0.400 to −0.002)', '+0.0002 (−0.0001 to +0.0005)')
    >>> with_interval(0.00002, 0.00001, 0.00003), with_interval(0.0, 0.0, 0.0)
    ('+0.00002 (+0.00001 to +0.00003)', 'exactly 0')
    """
    numbers = (mean, low, high)
    if not any(numbers):
        return "exactly 0"
    digits = 3 if max(abs(low), abs(high)) >= 0.02 else 4
    while digits < MOST_DIGITS and any(x and signed(x, digits) == "0" for x in numbers):
        digits += 1
    if all(signed(x, digits) == "0" for x in numbers):
        return f"within ±{10.0**-digits:.{digits}f}"
    middle, least, most = (signed(x, digits) for x in numbers)
    return f"{middle} ({least} to {most})"


def place(finding: Finding) -> str:
    """Return where on the x-axis a comparison was made."""
    if finding.test.kind in GAPS_IN_TIME:
        return ""
    if finding.attributes is None:
        return "over the whole curve"
    return f"at {finding.attributes:,.0f} attributes"


def wanted(finding: Finding) -> str:
    """Return what a difference should be; a number other than 0 is the margin."""
    low, high = (signed(end, 3 if abs(end) >= 0.01 else 4) for end in (finding.least, finding.most))
    if isinf(finding.least):
        return f"below {high}"
    return f"above {low}" if isinf(finding.most) else f"within ±{high[1:]}"


def signed(number: float, digits: int) -> str:
    """Return a difference of losses with its sign.

    >>> signed(-0.01234, 3), signed(0.5, 4), signed(-0.0, 3)
    ('−0.012', '+0.5000', '0')
    """
    text = f"{number:+.{digits}f}".replace("-", "−")
    return text if text.strip("+−0.") else "0"


# -- totals ------------------------------------------------------------------------------------


def claims_line(counts: dict[str, int]) -> str:
    """Return how many claims hold, as a sentence.

    >>> claims_line({HOLDS: 2, FAILS: 1, OPEN: 0, MISSING: 4})
    'Claims: 2 of 7 hold, 1 does not, 4 were not computed.'
    """
    one = {FAILS: "does not", OPEN: "is not decided", MISSING: "was not computed"}
    more = {FAILS: "do not", OPEN: "are not decided", MISSING: "were not computed"}
    others = [
        f"{n} {(one if n == 1 else more)[status]}" for status in more if (n := counts[status])
    ]
    held = f"Claims: {counts[HOLDS]} of {sum(counts.values())} {verb(counts[HOLDS])}"
    return ", ".join([held, *others]) + "."


def verb(number: int) -> str:
    """Return "hold", or "holds" for one.

    >>> verb(0), verb(1), verb(2)
    ('hold', 'holds', 'hold')
    """
    return "holds" if number == 1 else "hold"


def standings_line(counts: Mapping[str, int]) -> str:
    """Return under which readings how many claims hold, as a sentence.

    >>> standings_line({"under every reading": 2, "under none": 1, "not computed": 0})
    'Claims: of 3, 2 hold under every reading, 1 under none.'
    >>> standings_line({"under every reading computed so far": 1, "not computed": 59})
    'Claims: of 60, 1 holds under every reading computed so far, 59 not computed everywhere.'
    """
    counted = [f"{count} {standing}" for standing, count in counts.items() if count]
    first, *others = [each for each in counted if not each.endswith("computed")] or ["none yet"]
    rest = [f"{each} everywhere" for each in counted if each.endswith("computed")]
    hold = re.sub(r"^(\d+) ", lambda match: f"{match[0]}{verb(int(match[1]))} ", first)
    return f"Claims: of {sum(counts.values())}, " + ", ".join([hold, *others, *rest]) + "."


def processor_line(seconds: Mapping[str, float | None]) -> str:
    """Return how long processors worked for each reading, as a sentence.

    >>> processor_line({"own": 3300.0, "scaled": None})
    'Processor time, in minutes of one core: own 55.0; not measured: scaled.'
    """
    known = [f"{key} {each / 60:.1f}" for key, each in seconds.items() if each is not None]
    if not known:
        return "Processor time: not measured."
    unknown = ", ".join(key for key, each in seconds.items() if each is None)
    rest = f"; not measured: {unknown}" if unknown else ""
    return f"Processor time, in minutes of one core: {', '.join(known)}{rest}."


def causes_begin(causes: Mapping[str, Sequence[str]]) -> str:
    """Return what follows: what it depends on that claims hold under some readings only.

    >>> causes_begin({"on the reading": ["1a.equal"], "only on what else was measured": []})
    'Claims that hold under some readings only: 1. What that depends on, “own” against another:'
    """
    number = sum(map(len, causes.values()))
    return (
        f"Claims that hold under some readings only: {number}. What that depends on, "
        f"“{PRIMARY}” against another:"
    )


def searched_line(changed: Mapping[str, str]) -> str:
    """Return what a search on every data set would change, as a sentence; "" if nothing.

    changed : by claim, its status at the end of the x-axis.

    >>> searched_line({"2d.two_phase": OPEN}).partition(" on every data set ")[2]
    'a claim of figure 2d would be “not decided” at the end.'
    """
    statuses = ", ".join(
        f"a claim of figure {key.partition('.')[0]} would be “{status}”"
        for key, status in changed.items()
    )
    return f"With parameters searched on every data set {statuses} at the end." if statuses else ""


def listed(names: Sequence[str]) -> str:
    """Return names in a sentence.

    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def caveats(numbers: Sequence[Compared]) -> str:
    """Return which reproduced numbers are weaker evidence; "" if there are none."""
    ours = [each for each in numbers if each.reproduced]
    by_kind = {
        "equal only when cut off, not rounded": [n for n in ours if n.how == "cut off"],
        CHOSEN_BY: [n for n in ours if n.printed.comes == CHOSEN_BY],
        "d itself": [n for n in ours if n.printed.comes == COUNTED],
    }
    return "; ".join(f"{what}: {len(those)}" for what, those in by_kind.items() if those)
