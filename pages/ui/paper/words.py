"""The claims and the findings in words. No number is computed here."""

from __future__ import annotations

from collections.abc import Iterable

from aelr_core.algorithms import ALGORITHMS
from aelr_core.experiments.readings import PRIMARY, READINGS
from aelr_core.paper import (
    CLAIMS,
    FAILS,
    HOLDS,
    MISSING,
    OPEN,
    PANELS,
    Claim,
    Matrix,
    Reproduced,
    Scoreboard,
    Verdict,
)
from aelr_core.paper.matrix import UNKNOWN
from aelr_core.paper.shared_runs import CARRIED, EITHER, MEASURED, MISSED, READING, UNTOLD
from aelr_core.paper.wording import (
    causes_begin,
    claims_line,
    in_words,
    inside,
    listed,
    processor_line,
    searched_line,
    short,
    verb,
)
from pages.ui.numerals import typeset

BADGES = {
    HOLDS: ":green-badge[holds]",
    FAILS: ":red-badge[does not hold]",
    OPEN: ":orange-badge[not decided]",
    MISSING: ":gray-badge[not computed]",
}
BESIDES = ":blue-badge[no claim]"

WHICH_PAPER = (
    "Doron Kukliansky and Ohad Shamir, *Attribute Efficient Linear Regression with Data-Dependent "
    "Sampling*, [arXiv:1410.6382](https://arxiv.org/abs/1410.6382), 2014 (shorter: ICML 2015)."
)

# What a difference between the primary reading and others, {which}, depends on.
ABOUT = {
    READING: "Compared with {which} it depends on the reading: it differs on the runs of one data "
    "set that they share.",
    EITHER: "Compared with {which} it depends on the reading or on m, which is smaller under *one "
    "step*: it differs on the runs of one data set that they share.",
    MISSED: "Compared with {which} it depends on a search that missed a better valley.",
    CARRIED: "Compared with {which} it may rest on parameters that do not carry over: it does not "
    "differ on the runs of one data set that they share, only on other data sets.",
    UNTOLD: "Compared with {which} it is not known what it depends on: they share too few runs.",
    MEASURED: "Compared with {which} it differs only in what else was measured, not on the runs of "
    "one data set that they share.",
}

# What the note that every panel has is about; it is shown once.
EVERYWHERE = "step sizes"
# What a note on a search at full m says; all searches are counted instead.
AT_EDGE = "at the edge"
# The folder of the results, as people call it.
FILES = "assets/results/paper"


def about_reading(key: str) -> str:
    """Return what is searched under a reading."""
    return f"*{READINGS[key].label}*: {READINGS[key].says}"


def chosen_claim(found: Matrix, claim: Claim) -> str:
    """Return a claim and its verdicts under all readings, as a list."""
    family = PANELS[claim.panel].spec.family
    head = f"**{_where(claim.panel)}: {claim.says}** Holds {_standing(found.standing(claim))}."
    for cause, keys in found.against_primary(claim).items():
        which = listed([f"*{READINGS[key].label}*" for key in keys])
        head += f" {ABOUT[cause].format(which=which)}"
    items = [
        f"- {BADGES[verdict.status]} *{READINGS[key].label}*{_ours(verdict, family)}"
        f"{_on_first(found, claim) if key == PRIMARY else ''}"
        f"{_note(verdict)}"
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
    conclusion, _, rest = _starred(said).partition(". ")
    return f":small[A closer look{about}. **{conclusion}.** {rest}]"


def _standing(standing: str) -> str:
    return "under no reading computed so far" if standing == UNKNOWN else standing


def _ours(verdict: Verdict, family: str) -> str:
    found = "; ".join(in_words(verdict.findings, family))
    return f" :small[:gray[{found}.]]" if found else ""


def _note(verdict: Verdict) -> str:
    return f"  \n  :small[*{_starred(verdict.note)}*]" if verdict.note else ""


def _on_first(found: Matrix, claim: Claim) -> str:
    """Return the verdict on the first data set alone, where the panel has several."""
    each = found.boards[PRIMARY].panels.get(claim.panel)
    if each is None or each.result.spec.data_sets == 1:
        return ""
    status = found.on_first(claim).status
    return f" :small[:gray[On the first of its data sets alone: {status}.]]"


def totals(found: Matrix, reading: str) -> str:
    """Return how many claims hold under a reading, as a sentence."""
    return f"Reading “{READINGS[reading].label}”. {claims_line(found.boards[reading].counts)}"


def causes(found: Matrix) -> str:
    """Return what it depends on that claims hold under some readings only; "" if none does."""
    said = [f"{c} ({len(keys)}: {', '.join(keys)})" for c, keys in found.causes.items() if keys]
    if not said:
        return ""
    return (
        f"{causes_begin(found.causes)} {'; '.join(said)}. {searched_line(found.changed)}".rstrip()
    )


def differences(found: Matrix, reading: str) -> str:
    """Return where our results differ from the paper, with likely reasons, as a list."""
    board = found.boards[reading]
    items = [
        f"- {BADGES[verdict.status]} {_where(verdict.claim.panel)}: **{verdict.claim.says}** "
        + " ".join(
            _starred(said)
            for said in (verdict.reason, verdict.note, found.looks.get(verdict.claim.key, ""))
            if said
        )
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
    if len(all_of_them) == 1:
        return f"Its one claim: {all_of_them[0].status}"
    return f"{held} of {len(all_of_them)} claims {verb(held)}"


def instead(wanted: str, shown: str) -> str:
    """Return that a panel is shown under another reading than the one chosen."""
    return f"Not computed yet: *{READINGS[wanted].label}*. Shown: *{READINGS[shown].label}*."


def checklist(board: Scoreboard, key: str, family: str) -> str:
    """Return the claims of a panel and the remarks on it, as a list."""
    besides = [
        f"- {BESIDES} {r.says}" + (f"  \n  :small[*{_starred(r.reason)}*]" if r.reason else "")
        for r in board.remarks_on(key)
    ]
    claims = [item(v, family, board.unlike_the_first(v)) for v in board.of_panel(key)]
    return "\n".join([*claims, *besides])


def item(verdict: Verdict, family: str, first: str = "") -> str:
    """Return one claim, its findings, and the likely reason where it does not hold.

    first : the status on the first data set alone, if that is another.
    """
    lines = [f"- {BADGES[verdict.status]} {verdict.claim.says}"]
    if verdict.findings:
        found = "; ".join(in_words(verdict.findings, family))
        alone = f" On the first data set alone: {first}." if first else ""
        lines.append(f":small[:gray[Ours: {found}.{alone}]]")
    lines += [f":small[*{_starred(said)}*]" for said in (verdict.reason, verdict.note) if said]
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
    notes = [note for note in result.notes if EVERYWHERE not in note and AT_EDGE not in note]
    return " ".join([how, *notes, *_edges(each)])


def _edges(each: Reproduced) -> list[str]:
    """Return how many searches ended at an edge of what was tried, in one sentence or none."""
    said = [
        f"{inside(ALGORITHMS[key].label)} at {found} of {of}"
        for key, (found, of) in each.edges.items()
    ]
    if not said:
        return []
    prefixes = " prefixes" if each.result.prefix_searches else ""
    return [
        "The best step size or norm bound is at the edge of the range that was tried for "
        f"{', '.join(said)}{prefixes}; a better one may lie beyond."
    ]


def versions(found: Matrix) -> str:
    """Return which versions computed the results, and how to compute them."""
    results = [each.result for board in found.boards.values() for each in board.panels.values()]
    if not results:
        return "Nothing has been computed yet. `make paper` computes everything."
    with_what = ", ".join(f"{name} {version}" for name, version in results[0].versions.items())
    panels = ", ".join(
        f"{READINGS[key].label} {len(board.panels)} ({board.seconds / 60:.0f} minutes)"
        for key, board in found.boards.items()
    )
    worked = processor_line(
        {READINGS[k].label: found.processor.get(k) for k, b in found.boards.items() if b.panels}
    )
    return (
        f"Panels computed, of {len(PANELS)}: {panels}; in all {found.seconds / 60:.0f} minutes by "
        f"the clock, beside other work. Computed with {with_what}. {worked} The files are in "
        f"`{FILES}`; `make paper` (`python -m aelr_core paper --figure all --out {FILES}`) "
        "computes what is missing, `make paper ARGS=--again` all of it again. Lines are means over "
        "runs, bands one standard deviation. As in the paper, the attributes read while choosing "
        "step sizes are not counted."
    )
