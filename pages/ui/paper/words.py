"""The gallery of the page `paper`, and its claims in words. No number is computed here."""

from __future__ import annotations

from textwrap import wrap

from aelr_core.experiments.readings import READINGS
from aelr_core.results.paper import FAILS, HOLDS, OPEN, Claim, Paper, Verdict
from pages.ui.figures.claims_matrix import ClaimMark

# The wide map and the tall one are both drawn; a phone shows the tall one, other screens the wide.
STYLE = """<style>
.st-key-tall-map { display: none; }
@media (max-width: 700px) {
    .st-key-map { display: none; }
    .st-key-tall-map { display: flex; }
}
.st-key-gallery h3 { font-size: 1.05rem; padding: 0; }
</style>"""
WHICH_PAPER = (
    "Doron Kukliansky and Ohad Shamir, *Attribute Efficient Linear Regression with Data-Dependent "
    "Sampling*, [arXiv:1410.6382](https://arxiv.org/abs/1410.6382), 2014 (shorter: ICML 2015)."
)
# The panels by what they are about: figures of one data set are side by side.
ROWS = {
    "Synthetic data, ridge": ("1a", "1b", "1c", "1d"),
    "Synthetic data, lasso": ("2a", "2b", "2c", "2d"),
    "MNIST": ("3", "4"),
    "Covertype": ("5", "6"),
    "AdaGrad": ("7", "8"),
}
# What the paper says about each panel, in one line.
THE_PAPER = {
    "1a": "with equal moments DDAERR and AERR are the same, up to the step size.",
    "1b": "DDAERR and Two-Phased DDAERR are better than AERR, and the gap opens.",
    "1c": "DDAERR and Two-Phased DDAERR are better than AERR, and the gap is wider.",
    "1d": "DDAERR and Two-Phased DDAERR are better than AERR, and the gap is widest.",
    "2a": "with equal moments DDAELR and AELR are the same, up to the step size.",
    "2b": "DDAELR and Two-Phased DDAELR are better than AELR, and the gap opens.",
    "2c": "DDAELR and Two-Phased DDAELR are better than AELR, and the gap is wider.",
    "2d": "DDAELR and Two-Phased DDAELR are better than AELR, and the gap is widest.",
    "3": "DDAERR is far ahead of AERR and like online ridge; two-phased converges to it.",
    "4": "DDAELR is far ahead of AELR and varies least; two-phased converges to it.",
    "5": "DDAERR is far ahead of AERR; two-phased is between them and has not converged.",
    "6": "DDAELR is ahead of AELR; two-phased converges to it; online lasso drifts away.",
    "7": "AdaGrad makes all but the offline predictor slightly better.",
    "8": "AdaGrad helps full information slightly and makes budgeted algorithms worse.",
}
BADGES = {
    HOLDS: ":green-badge[holds]",
    FAILS: ":red-badge[does not hold]",
    OPEN: ":orange-badge[not decided]",
}
BESIDES = ":blue-badge[no claim]"
# Letters of a line in a hover.
WIDTH = 80


def jumps() -> str:
    """Return links to the first panel of each part, in one line."""
    return " · ".join(f"[{part}](#figure-{keys[0]})" for part, keys in ROWS.items())


def marks(paper: Paper) -> list[ClaimMark]:
    """Return every claim under every reading, as marks of the map."""
    return [
        ClaimMark(
            claim.key,
            claim.panel,
            claim.short,
            READINGS[key].label,
            verdict.status,
            _hover(claim, verdict, READINGS[key].label),
        )
        for claim in paper.claims.values()
        for key, verdict in claim.verdicts.items()
    ]


def _hover(claim: Claim, verdict: Verdict, reading: str) -> str:
    lines = [f"<b>{claim.panel}, {reading}: {verdict.status}</b>", *wrap(claim.says, WIDTH)]
    for sentence in verdict.findings:
        lines += wrap(sentence[0].upper() + sentence[1:] + ".", WIDTH)
    return "<br>".join(lines)


def about_reading(key: str) -> str:
    """Return what is searched under a reading."""
    return f"*{READINGS[key].label}*: {READINGS[key].says}"


def chosen_claim(paper: Paper, claim: Claim) -> str:
    """Return a claim and its verdicts under all readings, as a list."""
    head = f"**{_where(claim.panel)}: {claim.says}** Holds {claim.standing}. {claim.depends}"
    items = []
    for key, verdict in claim.verdicts.items():
        found = f" :small[:gray[{'; '.join(verdict.findings)}.]]"
        first = f" :small[:gray[On the first of its data sets alone: {verdict.on_first}.]]"
        note = f"  \n  :small[*{_starred(verdict.note)}*]"
        items.append(
            f"- {BADGES[verdict.status]} *{READINGS[key].label}*{found}"
            f"{first if verdict.on_first else ''}{note if verdict.note else ''}"
        )
    look = [f"\n{_closer(paper.looks[claim.key])}"] if claim.key in paper.looks else []
    return "\n".join([head.rstrip(), "", *items, *look])


def closer(paper: Paper, panel: str) -> str:
    """Return what closer looks at a panel have shown; "" if there was none."""
    about = {claim.key: f" at “{claim.short}”" for claim in paper.claims.values()}
    looks = paper.looks_at(panel).items()
    return "\n\n".join(_closer(said, about.get(key, "")) for key, said in looks)


def _closer(said: str, about: str = "") -> str:
    conclusion, _, rest = _starred(said).partition(". ")
    return f":small[A closer look{about}. **{conclusion}.** {rest}]"


def totals(paper: Paper, reading: str) -> str:
    """Return how many claims hold under a reading, as a sentence."""
    return f"Reading “{READINGS[reading].label}”. {paper.totals[reading]}"


def differences(paper: Paper, reading: str) -> str:
    """Return where our results differ from the paper, with likely reasons, as a list."""
    items = []
    for claim in paper.claims.values():
        verdict = claim.verdicts[reading]
        if verdict.status != HOLDS:
            said = (verdict.reason, verdict.note, paper.looks.get(claim.key, ""))
            why = " ".join(_starred(each) for each in said if each)
            badge = BADGES[verdict.status]
            items.append(f"- {badge} {_where(claim.panel)}: **{claim.says}** {why}")
    items += [
        f"- {BESIDES} {_where(key)}: {remark.says} {_starred(remark.reason)}"
        for key, panel in paper.panels.items()
        for remark in panel.computed[reading].remarks
    ]
    return "\n".join(items)


def _where(key: str) -> str:
    return f"[Figure {key}](#figure-{key})"


def tally(paper: Paper, key: str, reading: str) -> str:
    """Return how many claims of a panel hold."""
    found = [claim.verdicts[reading].status for claim in paper.claims_of(key)]
    held = found.count(HOLDS)
    if len(found) == 1:
        return f"Its one claim: {found[0]}"
    return f"{held} of {len(found)} claims {'holds' if held == 1 else 'hold'}"


def checklist(paper: Paper, key: str, reading: str) -> str:
    """Return the claims of a panel and the remarks on it, as a list."""
    claims = [item(claim.says, claim.verdicts[reading]) for claim in paper.claims_of(key)]
    besides = [
        f"- {BESIDES} {r.says}" + (f"  \n  :small[*{_starred(r.reason)}*]" if r.reason else "")
        for r in paper.panels[key].computed[reading].remarks
    ]
    return "\n".join([*claims, *besides])


def item(says: str, verdict: Verdict) -> str:
    """Return one claim, its findings, and the likely reason where it does not hold."""
    differs = verdict.on_first not in ("", verdict.status)
    alone = f" On the first data set alone: {verdict.on_first}." if differs else ""
    lines = [
        f"- {BADGES[verdict.status]} {says}",
        f":small[:gray[Ours: {'; '.join(verdict.findings)}.{alone}]]",
        *(f":small[*{_starred(said)}*]" for said in (verdict.reason, verdict.note) if said),
    ]
    return "  \n  ".join(lines)


def _starred(text: str) -> str:
    """Return a text with its stars escaped: the star of w* must not end the italics."""
    return text.replace("*", "\\*")
