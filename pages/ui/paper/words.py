"""The scoreboard, the claims and the findings in words. No number is computed here."""

from __future__ import annotations

from collections.abc import Iterable

from aelr_core.experiments.readings import READINGS
from aelr_core.paper import (
    CLAIMS,
    FAILS,
    HOLDS,
    MISSING,
    OPEN,
    PANELS,
    Claim,
    Matrix,
    Remark,
    Reproduced,
    Verdict,
)
from aelr_core.paper.matrix import EVERY, FIRST, NONE, SOME, UNKNOWN
from aelr_core.paper.wording import caveats, in_words, short
from pages.ui.numerals import Card, typeset
from pages.ui.settings import Settings

BADGES = {
    HOLDS: ":green-badge[holds]",
    FAILS: ":red-badge[does not hold]",
    OPEN: ":orange-badge[not decided]",
    MISSING: ":gray-badge[not computed]",
}
BESIDES = ":blue-badge[no claim]"

# What the scoreboard calls what verdicts add up to; all of it must fit in one row.
LABELS = {
    EVERY: "Hold under every one",
    FIRST: "Under the primary",
    SOME: "Under some",
    NONE: "Under none",
    UNKNOWN: "Not known yet",
}

# What the note that every panel has is about; it is shown once.
EVERYWHERE = "step sizes"


def cards(found: Matrix) -> tuple[Card, ...]:
    """Return the scoreboard, in one row."""
    counts = found.counts
    helps = {
        EVERY: "Claims of the paper that our results show whichever way its protocol is read.",
        FIRST: "Not under every reading, but under the primary one, in which every prefix has its "
        "own search.",
        SOME: "Not under the primary reading, but under another one.",
        NONE: "Under no reading: our results contradict the claim, or do not decide it.",
        UNKNOWN: "Under no reading that has been computed so far; some have not been.",
    }
    row = [
        Card(LABELS[standing], f"{count}", why)
        for (standing, count), why in zip(counts.items(), helps.values(), strict=True)
        if count or standing != UNKNOWN
    ]
    equal, numbers = sum(n.reproduced for n in found.numbers), len(found.numbers)
    but = caveats(found.numbers) or "none was computed"
    row.append(
        Card(
            "Numbers reproduced",
            f"{equal} of {numbers}",
            "Numbers that the paper prints about its experiments and that equal ours in every "
            f"printed digit, rounded or cut off. Some of them prove little: {but}.",
        )
    )
    return tuple(row)


def chosen_claim(found: Matrix, claim: Claim) -> str:
    """Return a claim and its verdicts under all readings, as a list."""
    family = PANELS[claim.panel].spec.family
    head = f"**{_where(claim.panel)}: {claim.says}** Holds {_standing(found.standing(claim))}."
    items = [
        f"- {BADGES[verdict.status]} *{READINGS[key].label}*{_ours(verdict, family)}"
        for key, verdict in found.verdicts(claim).items()
    ]
    look = [f"\n{_closer(found.looks[claim.key])}"] if claim.key in found.looks else []
    return "\n".join([head, "", *items, *look])


def closer(found: Matrix, panel: str) -> str:
    """Return what closer looks at a panel have shown; "" if there was none."""
    about = {claim.key: f" at “{short(claim)}”" for claim in CLAIMS}
    said = {key: text for key, text in found.looks.items() if key.partition(".")[0] == panel}
    return "\n\n".join(_closer(text, about.get(key, "")) for key, text in said.items())


def _closer(said: str, about: str = "") -> str:
    return f":small[**A closer look{about}.** {_starred(said)}]"


def _standing(standing: str) -> str:
    return "under no reading computed so far" if standing == UNKNOWN else standing


def _ours(verdict: Verdict, family: str) -> str:
    found = "; ".join(in_words(verdict.findings, family))
    return f" :small[:gray[{found}.]]" if found else ""


def differences(found: Matrix, reading: str) -> str:
    """Return where our results differ from the paper, with likely reasons, as a list."""
    board = found.boards[reading]
    items = [
        f"- {BADGES[verdict.status]} {_where(verdict.claim.panel)}: **{verdict.claim.says}** "
        f"{_starred(verdict.reason or found.looks.get(verdict.claim.key, ''))}".rstrip()
        for verdict in board.verdicts
        if verdict.status in (FAILS, OPEN)
    ]
    items += [
        f"- {BESIDES} {_where(r.panel)}: {r.says} {_starred(r.reason)}" for r in board.remarks
    ]
    return "\n".join(items) or "Nowhere: every claim that was checked holds."


def _where(key: str) -> str:
    return f"[Figure {key}](#figure-{key})"


def tally(verdicts: Iterable[Verdict]) -> str:
    """Return how many claims of a panel hold."""
    all_of_them = list(verdicts)
    held = sum(verdict.status == HOLDS for verdict in all_of_them)
    return f"{held} of {len(all_of_them)} claims hold"


def instead(wanted: str, shown: str) -> str:
    """Return that a panel is shown under another reading than the one chosen."""
    return f"Not computed yet: *{READINGS[wanted].label}*. Shown: *{READINGS[shown].label}*."


def checklist(verdicts: Iterable[Verdict], remarks: Iterable[Remark], family: str) -> str:
    """Return the claims of a panel and the remarks on it, as a list."""
    besides = [
        f"- {BESIDES} {r.says}" + (f"  \n  :small[*{_starred(r.reason)}*]" if r.reason else "")
        for r in remarks
    ]
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
    sets = f" on {spec.data_sets} data sets" if spec.data_sets > 1 else ""
    B = "B searched" if spec.norm_bound == "cv" else f"B = {result.norm_bound:.3g}"
    how = (
        f"{label}; k + 1 = {spec.budget}, m = {spec.examples:,}, {spec.runs} runs{sets}, "
        f"{B}, seed {spec.seed}; computed in {result.seconds:.0f} s."
    )
    return " ".join([how, *(note for note in result.notes if EVERYWHERE not in note)])


def live(settings: Settings, each: Reproduced) -> str:
    """Return how a live run differs from the stored panel."""
    spec = each.result.spec
    m = "" if settings.examples == spec.examples else f", m = {settings.examples:,}"
    return (
        f"A live run has the same data and k + 1, but {settings.runs} runs instead of "
        f"{spec.runs}{m}, one pass instead of a run per prefix, and a quick search for the step "
        "sizes."
    )


def versions(found: Matrix) -> str:
    """Return which versions computed the results, and how to compute them."""
    results = [each.result for board in found.boards.values() for each in board.panels.values()]
    if not results:
        return "Nothing has been computed yet. `make paper` computes everything."
    with_what = ", ".join(f"{name} {version}" for name, version in results[0].versions.items())
    panels = ", ".join(
        f"{READINGS[key].label} {len(board.panels)}" for key, board in found.boards.items()
    )
    return (
        f"Panels computed, of {len(PANELS)}: {panels}; with {with_what}, in "
        f"{found.seconds / 60:.0f} minutes of one process or two. The files are in "
        "`assets/results/paper`, and `make paper` computes what is missing. Lines are means over "
        "runs, bands one standard deviation. As in the paper, the attributes read while choosing "
        "step sizes are not counted."
    )
