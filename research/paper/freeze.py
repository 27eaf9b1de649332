"""What the page Results shows of the paper, in one file: verdicts, finished sentences, curves.

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
from research.paper.panels import ADAGRAD, PANELS, UNEVEN, WIDE
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
    caveats,
    in_words,
    inside,
    listed,
    searched_line,
    short,
)

DIGITS = 7
# Numbers of an array, one per line.
NUMBERS = re.compile(r"\[\s+(-?\d[^][{}\"]*?)\s+\]")
# What the note that every panel has is about; it is shown once.
EVERYWHERE = "step sizes"
# What a note on a search at full m says; all searches are counted instead.
AT_EDGE = "at the edge"
# What a difference between the primary reading and others, {which}, depends on.
ABOUT = {
    READING: "On the same data sets, this reading and {which} differ.",
    EITHER: "On the same data sets, this reading and {which} differ, by the reading or by m, which "
    "is smaller under *one step*.",
    MISSED: "This reading and {which} differ because a search missed a better valley.",
    CARRIED: "This reading and {which} differ only on other data sets, perhaps because parameters "
    "do not carry over.",
    UNTOLD: "This reading and {which} share too few runs to tell why they differ.",
    MEASURED: "This reading and {which} differ only in what else was measured, not on the data set "
    "that they share.",
}


def write(decided: Matrix, file: Path) -> None:
    """Write the file, completely or not at all."""
    with written(file) as out:
        out.write(as_text(decided).encode())


def as_text(decided: Matrix) -> str:
    """Return the content of the file: JSON, each array on one line."""
    text = json.dumps(frozen(decided), indent=1, ensure_ascii=False, allow_nan=False)
    return NUMBERS.sub(lambda array: f"[{' '.join(array[1].split())}]", text) + "\n"


def frozen(decided: Matrix) -> dict[str, Any]:
    """Return all that is shown, as plain values; refuse results that are not complete."""
    for reading, board in decided.boards.items():
        for key in PANELS:
            if key not in board.panels:
                raise ValueError(
                    f"Only complete results are shown, and {reading}/{key} is missing: "
                    "make paper computes it."
                )
    return {
        "cards": _cards(decided),
        "panels": [_panel(decided, key) for key in PANELS],
        "claims": [_claim(decided, claim) for claim in CLAIMS],
        "looks": decided.looks,
    }


# -- claims ------------------------------------------------------------------------------------


def _claim(decided: Matrix, claim: Claim) -> dict[str, Any]:
    depends = [
        ABOUT[cause].format(which=listed([f"*{READINGS[key].label}*" for key in keys]))
        for cause, keys in decided.against_primary(claim).items()
    ]
    return {
        "key": claim.key,
        "panel": claim.panel,
        "says": claim.says,
        "short": short(claim),
        "depends": " ".join(depends),
        "verdicts": {
            key: _verdict(verdict, decided.boards[key])
            for key, verdict in decided.verdicts(claim).items()
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


def _cards(decided: Matrix) -> list[tuple[str, str, str]]:
    """Return the scoreboard: label, value and explanation of each number."""
    always, none = (decided.counts[standing] for standing in (EVERY, NONE))
    first, some = decided.boards[PRIMARY].counts[HOLDS], len(CLAIMS) - always - none
    equal = sum(number.reproduced for number in decided.numbers)
    return [
        (
            "Hold under all readings",
            f"{always} of {len(CLAIMS)}",
            "Claims of the paper that our results show whichever way its protocol is read.",
        ),
        (
            "Under some",
            f"{some}",
            f"Of these, {first - always} hold under “{READINGS[PRIMARY].label}”, which we take for "
            f"what the paper did. {searched_line(decided.changed)}".rstrip(),
        ),
        (
            "Under none",
            f"{none}",
            "Under no reading: our results contradict the claim, or do not decide it.",
        ),
        (
            "Printed numbers equal",
            f"{equal} of {len(decided.numbers)}",
            "Numbers that the paper prints about its experiments and that equal ours in every "
            "printed digit, rounded or cut off. Some of them prove little: "
            f"{caveats(decided.numbers)}.",
        ),
    ]


# -- panels ------------------------------------------------------------------------------------


def _panel(decided: Matrix, key: str) -> dict[str, Any]:
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
            for reading, board in decided.boards.items()
        },
    }


def _spec(spec: ExperimentSpec) -> dict[str, Any]:
    """Return the settings of an experiment that `from_dict` has to be told."""
    usual = ExperimentSpec.from_dict({}).to_dict()
    return {name: value for name, value in spec.to_dict().items() if value != usual[name]}


def _curves(each: Reproduced) -> Iterator[dict[str, Any]]:
    """Yield the curves that are drawn, plain ones first, without variants."""
    for name, curve in each.curves.items():
        if not name.startswith((WIDE, UNEVEN)):
            yield {
                "algorithm": curve.algorithm,
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
    labels = [
        f"{inside(ALGORITHMS[key].label)} at {times} of {of}"
        for key, (times, of) in each.edges.items()
    ]
    if not labels:
        return []
    prefixes = " prefixes" if each.result.prefix_searches else ""
    return [
        "The best step size or norm bound is at the edge of the range that was tried for "
        f"{', '.join(labels)}{prefixes}; a better one may lie beyond."
    ]
