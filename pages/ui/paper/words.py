"""The scoreboard, the claims and the findings in words. No number is computed here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from aelr_core.paper import (
    FAILS,
    HOLDS,
    MISSING,
    OPEN,
    PANELS,
    Compared,
    Remark,
    Reproduced,
    Scoreboard,
    Verdict,
    panels,
)
from aelr_core.paper.verdicts import CONFIDENCE, FEW, MARGIN, SHARES
from aelr_core.paper.wording import caveats, in_words
from pages.ui.numerals import Card, typeset
from pages.ui.settings import Settings
from pages.ui.texts import text

FIGURES = {
    1: "Synthetic data, ridge",
    2: "Synthetic data, lasso",
    3: "MNIST",
    5: "Covertype",
    7: "AdaGrad",
}
# The panels under each heading: figures of one data set are side by side.
ROWS = {
    1: ("1a", "1b", "1c", "1d"),
    2: ("2a", "2b", "2c", "2d"),
    3: ("3", "4"),
    5: ("5", "6"),
    7: ("7", "8"),
}
BADGES = {
    HOLDS: ":green-badge[holds]",
    FAILS: ":red-badge[does not hold]",
    OPEN: ":orange-badge[not decided]",
    MISSING: ":gray-badge[not computed]",
}
EQUAL = {"rounded": "yes, rounded", "cut off": "only cut off, not rounded"}
BESIDES = ":blue-badge[no claim]"

# What the note that every panel has is about; it is shown once, at the top.
EVERYWHERE = "step sizes"


def cards(board: Scoreboard, numbers: Sequence[Compared]) -> tuple[Card, ...]:
    """Return the scoreboard's top row."""
    counts, claims = board.counts, len(board.verdicts)
    minutes = board.seconds / 60
    but = caveats(numbers) or "none was computed"
    return (
        Card(
            "Panels computed",
            f"{len(board.panels)} of {len(PANELS)}",
            f"Panels of the paper's figures 1 to 8. Computing them took {minutes:.1f} minutes.",
        ),
        Card(
            "Printed numbers reproduced",
            f"{sum(number.reproduced for number in numbers)} of {len(numbers)}",
            "Numbers that the paper prints about its experiments and that equal ours in every "
            f"printed digit, rounded or cut off. Some of them prove little: {but}.",
        ),
        Card(
            "Claims that hold",
            f"{counts[HOLDS]} of {claims}",
            "What the paper says about its figures and ours show too.",
        ),
        Card(
            "Do not hold",
            f"{counts[FAILS]}",
            "What the paper says about its figures but ours contradict.",
        ),
        Card(
            "Not decided",
            f"{counts[OPEN] + counts[MISSING]}",
            "The confidence interval allows both, or a panel has not been computed.",
        ),
    )


def differences(board: Scoreboard) -> str:
    """Return where our results differ from the paper, with likely reasons, as a list."""
    items = [
        f"- {BADGES[verdict.status]} {_where(verdict.claim.panel)}: **{verdict.claim.says}** "
        f"{_starred(verdict.reason)}".rstrip()
        for verdict in board.verdicts
        if verdict.status in (FAILS, OPEN)
    ]
    items += [
        f"- {BESIDES} {_where(r.panel)}: {r.says} {_starred(r.reason)}" for r in board.remarks
    ]
    return "\n".join(items) or "Nowhere: every claim that was checked holds."


def _where(key: str) -> str:
    return f"[Figure {key}](#figure-{_heading(key)})"


def _heading(key: str) -> int:
    return next(figure for figure, keys in ROWS.items() if key in keys)


def tally(verdicts: Iterable[Verdict]) -> str:
    """Return how many claims of a panel hold."""
    all_of_them = list(verdicts)
    held = sum(verdict.status == HOLDS for verdict in all_of_them)
    return f"{held} of {len(all_of_them)} claims hold"


def checklist(verdicts: Iterable[Verdict], remarks: Iterable[Remark], family: str) -> str:
    """Return the claims of a panel and the remarks on it, as a list."""
    besides = [f"- {BESIDES} {r.says}  \n  :small[*{_starred(r.reason)}*]" for r in remarks]
    return "\n".join([*(item(verdict, family) for verdict in verdicts), *besides])


def item(verdict: Verdict, family: str) -> str:
    """Return one claim, its findings, and the likely reason where it does not hold."""
    lines = [f"- {BADGES[verdict.status]} {verdict.claim.says}"]
    if verdict.findings:
        found = "; ".join(in_words(verdict.findings, family))
        lines.append(f":small[:gray[Ours: {found}.]]")
    if verdict.reason:
        lines.append(f":small[*{_starred(verdict.reason)}*]")
    return "  \n  ".join(lines)


def _starred(text: str) -> str:
    """Return a text with its stars escaped: the star of w* must not end the italics."""
    return text.replace("*", "\\*")


def computed(each: Reproduced) -> str:
    """Return how a panel was computed, and the notes on its result."""
    result = each.result
    spec = result.spec
    label = typeset(result.label)
    how = (
        f"{label}; k + 1 = {spec.budget}, m = {spec.examples:,}, {spec.runs} runs, "
        f"B = {result.norm_bound:.3g}, seed {spec.seed}; computed in {result.seconds:.0f} s."
    )
    return " ".join([how, *(note for note in result.notes if EVERYWHERE not in note)])


def live(settings: Settings, each: Reproduced) -> str:
    """Return how a live run differs from the stored panel."""
    return (
        f"A live run has the same data, k + 1 and m, but {settings.runs} runs instead of "
        f"{each.panel.spec.runs}, one pass instead of a run per prefix, and a quick search for "
        "the step sizes."
    )


def versions(board: Scoreboard) -> str:
    """Return which versions computed the results, from the first of them."""
    if not board.panels:
        return "Nothing has been computed yet. `make paper` computes everything."
    result = next(iter(board.panels.values())).result
    with_what = ", ".join(f"{name} {version}" for name, version in result.versions.items())
    return (
        f"Computed with {with_what} by `python -m aelr_core paper --figure all`; the files are in "
        "`assets/results/paper`, and `make paper ARGS=--again` computes them again. Lines are "
        "means over runs, bands one standard deviation. As in the paper, the attributes read while "
        "choosing step sizes are not counted."
    )


def number_rows(numbers: Sequence[Compared]) -> list[dict[str, str]]:
    """Return the table of printed numbers. More columns would not fit on a phone."""
    return [
        {
            "Number": f"{each.printed.what} (figure {', '.join(each.printed.panels)})",
            "Printed": each.printed.text,
            "Ours": f"{each.ours:.4g}",
            "Equal": EQUAL.get(each.how, "no"),
            "Source of ours": each.printed.comes,
        }
        for each in numbers
    ]


def choices() -> str:
    """Return what the paper leaves open, what we chose, and why."""
    return text(
        "paper/choices",
        simulated=f"{panels.SIMULATED:,}",
        steepest=f"{panels.STEEPEST:,}",
        mnist=f"{panels.MNIST:,}",
        covertype=f"{panels.COVERTYPE:,}",
        points=panels.POINTS,
        species=panels.SPECIES,
    )


def how_decided() -> str:
    """Return how a claim is decided."""
    return text(
        "paper/how_decided",
        confidence=f"{CONFIDENCE * 100:g} %",
        margin=f"{MARGIN * 100:g} %",
        few=f"{SHARES[FEW] * 100:g} %",
        misses=f"{100 - CONFIDENCE * 100:.0f}",
    )
