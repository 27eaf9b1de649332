"""What the page about the paper shows, in one file: verdicts, finished sentences, curves, tables.

`aelr_core.results.paper` reads the file. Curves have as many digits as can be seen in a picture.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aelr_core.algorithms import ALGORITHMS
from aelr_core.checks import Floats
from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.readings import PRIMARY, READINGS
from aelr_core.files import written
from research.paper.claims import CLAIMS
from research.paper.matrix import EVERY, NONE, Matrix, Reproduced, Scoreboard
from research.paper.panels import ADAGRAD, PANELS, UNEVEN, WIDE, Compared, size_of
from research.paper.verdicts import (
    CARRIED,
    EITHER,
    HOLDS,
    MEASURED,
    MISSED,
    READING,
    UNTOLD,
    Claim,
    Verdict,
)
from research.paper.wording import (
    causes_begin,
    caveats,
    claims_line,
    curve_name,
    in_words,
    inside,
    listed,
    processor_line,
    searched_line,
    short,
)

DIGITS = 7
# Numbers of an array, one per line.
NUMBERS = re.compile(r"\[\s+(-?\d[^][{}\"]*?)\s+\]")
# The folder of the results, as people call it.
FILES = "research/paper/results"
# What the note that every panel has is about; it is shown once.
EVERYWHERE = "step sizes"
# What a note on a search at full m says; all searches are counted instead.
AT_EDGE = "at the edge"
EQUAL = {"rounded": "yes, rounded", "cut off": "only cut off, not rounded"}
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


def write(found: Matrix, file: Path) -> None:
    """Write the file, completely or not at all."""
    with written(file) as out:
        out.write(as_text(found).encode())


def as_text(found: Matrix) -> str:
    """Return the content of the file: JSON, each array on one line."""
    text = json.dumps(frozen(found), indent=1, ensure_ascii=False, allow_nan=False)
    return NUMBERS.sub(lambda array: f"[{' '.join(array[1].split())}]", text) + "\n"


def frozen(found: Matrix) -> dict[str, Any]:
    """Return all that is shown, as plain values; refuse results that are not complete."""
    for reading, board in found.boards.items():
        for key in PANELS:
            if key not in board.panels:
                raise ValueError(
                    f"Only complete results are shown, and {reading}/{key} is missing: "
                    "make paper computes it."
                )
    return {
        "cards": _cards(found),
        "panels": [_panel(found, key) for key in PANELS],
        "claims": [_claim(found, claim) for claim in CLAIMS],
        "looks": found.looks,
        "totals": {key: claims_line(board.counts) for key, board in found.boards.items()},
        "causes": _causes(found),
        "sizes": _sizes(),
        "numbers": [_number(each) for each in found.numbers],
        "versions": _versions(found),
    }


# -- claims ------------------------------------------------------------------------------------


def _claim(found: Matrix, claim: Claim) -> dict[str, Any]:
    depends = [
        ABOUT[cause].format(which=listed([f"*{READINGS[key].label}*" for key in keys]))
        for cause, keys in found.against_primary(claim).items()
    ]
    return {
        "key": claim.key,
        "panel": claim.panel,
        "says": claim.says,
        "short": short(claim),
        "standing": found.standing(claim),
        "depends": " ".join(depends),
        "verdicts": {
            key: _verdict(verdict, found.boards[key])
            for key, verdict in found.verdicts(claim).items()
        },
    }


def _verdict(verdict: Verdict, board: Scoreboard) -> dict[str, Any]:
    claim = verdict.claim
    spec = board.panels[claim.panel].result.spec
    on_first = board.first_alone[CLAIMS.index(claim)].status
    return {
        "status": verdict.status,
        "findings": in_words(verdict.findings, spec.family),
        "reason": verdict.reason,
        "note": verdict.note,
        "on_first": on_first if spec.data_sets > 1 else "",
    }


def _causes(found: Matrix) -> str:
    """Return what it depends on that claims hold under some readings only."""
    said = [f"{c} ({len(keys)}: {', '.join(keys)})" for c, keys in found.causes.items() if keys]
    return (
        f"{causes_begin(found.causes)} {'; '.join(said)}. {searched_line(found.changed)}".rstrip()
    )


def _cards(found: Matrix) -> list[tuple[str, str, str]]:
    """Return the scoreboard: label, value and explanation of each number."""
    every, none = (found.counts[standing] for standing in (EVERY, NONE))
    first, some = found.boards[PRIMARY].counts[HOLDS], len(CLAIMS) - none
    equal = sum(number.reproduced for number in found.numbers)
    return [
        (
            "Hold under every reading",
            f"{every} of {len(CLAIMS)}",
            "Claims of the paper that our results show whichever way its protocol is read.",
        ),
        (
            "Under the primary one",
            f"{first}",
            "Under the primary reading, in which parameters are searched at every prefix: the "
            f"{every} that hold under every reading, and {first - every} more. "
            f"{searched_line(found.changed)}".rstrip(),
        ),
        (
            "Under at least one",
            f"{some}",
            f"The {first} that hold under the primary reading, and {some - first} more, which hold "
            "under another one.",
        ),
        (
            "Under none",
            f"{none}",
            "Under no reading: our results contradict the claim, or do not decide it.",
        ),
        (
            "Numbers reproduced",
            f"{equal} of {len(found.numbers)}",
            "Numbers that the paper prints about its experiments and that equal ours in every "
            "printed digit, rounded or cut off. Some of them prove little: "
            f"{caveats(found.numbers)}.",
        ),
    ]


# -- panels ------------------------------------------------------------------------------------


def _panel(found: Matrix, key: str) -> dict[str, Any]:
    panel = PANELS[key]
    return {
        "key": key,
        "title": panel.title,
        "caption": panel.caption,
        "computed": {
            reading: {
                "spec": _spec(board.panels[key].result.spec),
                "how": _how(board.panels[key]),
                "curves": [*_curves(board.panels[key])],
                "remarks": [
                    {"key": each.key, "says": each.says, "reason": each.reason}
                    for each in board.remarks_on(key)
                ],
            }
            for reading, board in found.boards.items()
        },
    }


def _spec(spec: ExperimentSpec) -> dict[str, Any]:
    """Return the settings of an experiment that are not the usual ones."""
    usual = ExperimentSpec().to_dict()
    return {name: value for name, value in spec.to_dict().items() if value != usual[name]}


def _curves(each: Reproduced) -> Iterator[dict[str, Any]]:
    """Yield the curves that are drawn, plain ones first, without variants."""
    family = each.result.spec.family
    for name, curve in each.curves.items():
        if not name.startswith((WIDE, UNEVEN)):
            yield {
                "algorithm": curve.algorithm,
                "name": curve_name(name.removeprefix(ADAGRAD), family),
                "adagrad": name.startswith(ADAGRAD),
                "attributes": curve.attributes.tolist(),
                "mean": _rounded(curve.mean),
                "sd": _rounded(curve.sd),
            }


def _rounded(numbers: Floats) -> list[float]:
    return [float(f"{x:.{DIGITS}g}") for x in numbers]


def _how(each: Reproduced) -> str:
    """Return how a panel was computed, and the notes on its result."""
    result = each.result
    spec = result.spec
    label = result.label.replace("α = -", "α = −")  # as older results have it
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


# -- to look it up -----------------------------------------------------------------------------


def _sizes() -> list[dict[str, str]]:
    """Return the table of m by the rule, for each panel. More columns do not fit on a phone."""
    return [
        {
            "Figure": key,
            "By the rule": f"{size.by_rule:,}",
            "Taken": f"{size.m:,}: {size.why}",
            "S at m/10 and m": f"{size.first:.2f}, {size.full:.2f}",
            "One step": f"{each.spec.examples:,}",
        }
        for key, each in PANELS.items()
        for size in (size_of(each.spec),)
    ]


def _number(each: Compared) -> dict[str, str]:
    """Return a row of the table of printed numbers. More columns do not fit on a phone."""
    return {
        "Number": f"{each.printed.what} (figure {', '.join(each.printed.panels)})",
        "Printed": each.printed.text,
        "Ours": f"{each.ours:.4g}",
        "Equal": EQUAL.get(each.how, "no"),
        "Source of ours": each.printed.comes,
    }


def _versions(found: Matrix) -> str:
    """Return which versions computed the results, and how to compute them."""
    versions = found.boards[PRIMARY].panels["1a"].result.versions
    with_what = ", ".join(f"{name} {version}" for name, version in versions.items())
    panels = ", ".join(
        f"{READINGS[key].label} {len(board.panels)} ({board.seconds / 60:.0f} minutes)"
        for key, board in found.boards.items()
    )
    worked = processor_line({READINGS[k].label: found.processor.get(k) for k in found.boards})
    return (
        f"Panels computed, of {len(PANELS)}: {panels}; in all {found.seconds / 60:.0f} minutes by "
        f"the clock, beside other work. Computed with {with_what}. {worked} The files are in "
        f"`{FILES}`; `make paper` (`python -m research.paper --figure all --out {FILES}`) "
        "computes what is missing, `make paper ARGS=--again` all of it again. Lines are means over "
        "runs, bands one standard deviation. As in the paper, the attributes read while choosing "
        "step sizes are not counted."
    )
