"""The claims under every reading, as text and for JSON: what `paper` prints."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from aelr_core.experiments.readings import PRIMARY, READINGS
from aelr_core.paper import CLAIMS, PANELS, STANDINGS, Compared, Matrix, Scoreboard, wording
from aelr_core.paper.verdicts import FAILS, HOLDS, MISSING, OPEN

SIGNS = {HOLDS: "yes", FAILS: "no", OPEN: "?", MISSING: "-"}
# Where a finding begins, below its claim.
INDENT = 21
# Letters of a line in the lists at the end.
WIDTH = 110


def as_text(matrix: Matrix) -> str:
    """Return claims panel by panel for each computed reading, numbers, the matrix, totals."""
    lines = [line for board in matrix.boards.values() for line in _board_lines(board)]
    lines += [f"A closer look at {key}: {said}" for key, said in matrix.looks.items()]
    lines += [_number_line(number) for number in matrix.numbers]
    lines += [*_matrix_lines(matrix), *total_lines(matrix)]
    return "\n".join(lines)


def total_lines(matrix: Matrix) -> list[str]:
    """Return the last lines: panels, printed numbers, claims, and which of them hold where."""
    done = ", ".join(
        f"{READINGS[key].label} {len(board.panels)}" for key, board in matrix.boards.items()
    )
    equal, but = sum(n.reproduced for n in matrix.numbers), wording.caveats(matrix.numbers)
    return [
        f"Panels computed, of {len(PANELS)}: {done}; in {matrix.seconds / 60:.1f} minutes by the "
        "clock, beside other work.",
        wording.processor_line(
            {
                READINGS[k].label: matrix.processor.get(k)
                for k, b in matrix.boards.items()
                if b.panels
            }
        ),
        f"Printed numbers reproduced: {equal} of {len(matrix.numbers)}"
        + (f" ({but})." if but else "."),
        wording.standings_line(matrix.counts),
        *_standing_lines(matrix),
        *_cause_lines(matrix),
    ]


def _standing_lines(matrix: Matrix) -> list[str]:
    """Return the keys of the claims that hold under every reading, under some, under none."""
    lines: list[str] = []
    for standing in STANDINGS:
        keys = [claim.key for claim in CLAIMS if matrix.standing(claim) == standing]
        if keys:
            lines += _listed(f"{standing[0].upper()}{standing[1:]}", keys)
    return lines


def _cause_lines(matrix: Matrix) -> list[str]:
    """Return what it depends on that claims hold under some readings and not under others."""
    causes = matrix.causes
    lines = [wording.causes_begin(causes)] if any(causes.values()) else []
    for cause, keys in causes.items():
        lines += _listed(f"{cause[0].upper()}{cause[1:]} ({len(keys)})", keys) if keys else []
    searched = wording.searched_line(matrix.changed)
    lines += [searched] if searched else []
    return lines


def _listed(what: str, keys: list[str]) -> list[str]:
    """Return keys of claims in lines that are not too long."""
    said = f"{what}: {', '.join(keys)}"
    return wrap(said, WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def _board_lines(board: Scoreboard) -> list[str]:
    """Return the claims and remarks of one reading, panel by panel."""
    if not board.panels:
        return []
    reading = READINGS[board.reading]
    lines = [f"Reading: {reading.label}. {reading.says}"]
    for key, each in board.panels.items():
        result = each.result
        sets = f" on {result.spec.data_sets} data sets" if result.spec.data_sets > 1 else ""
        lines.append(
            f"{key}  {each.panel.title}: {len(result.curves)} algorithms, {result.spec.runs} "
            f"runs{sets}, m = {result.spec.examples:,}, {result.seconds:.0f} s"
        )
        for verdict in board.of_panel(key):
            lines.append(f"    {verdict.status:13}  {verdict.claim.says}")
            family = result.spec.family
            lines += [f"{'':{INDENT}}{wording.one_by_one(f, family)}" for f in verdict.findings]
            if other := board.unlike_the_first(verdict):
                lines.append(f"{'':{INDENT}}On the first data set alone: {other}")
            said = (verdict.reason, verdict.note)
            lines += [f"{'':{INDENT}}{each}" for each in said if each]
    for remark in board.remarks:
        lines.append(f"No claim, in {remark.panel}: {remark.says}")
        lines += [f"{'':4}{remark.reason}"] if remark.reason else []
    return [*lines, wording.claims_line(board.counts), ""]


def _number_line(number: Compared) -> str:
    printed = number.printed
    return (
        f"{printed.what}: printed {printed.text}, ours {number.ours:.5g}, {number.how}; "
        f"{printed.comes}"
    )


def _matrix_lines(matrix: Matrix) -> list[str]:
    """Return the claims × readings, a line per claim, and the primary one on one data set."""
    labels = [READINGS[key].label for key in matrix.boards]
    labels.append(f"{READINGS[PRIMARY].label}, one data set")
    width = max(len(claim.key) for claim in CLAIMS)
    lines = ["", "  ".join([f"{'claim':{width}}", *labels, "holds"])]
    for claim in CLAIMS:
        verdicts = (*matrix.verdicts(claim).values(), matrix.on_first(claim))
        signs = [
            f"{SIGNS[verdict.status]:{len(label)}}"
            for label, verdict in zip(labels, verdicts, strict=True)
        ]
        lines.append("  ".join([f"{claim.key:{width}}", *signs, matrix.standing(claim)]))
    return [*lines, ""]


def as_plain(matrix: Matrix) -> dict[str, Any]:
    """Return all of it for JSON."""
    return {
        "readings": {key: _plain_board(board) for key, board in matrix.boards.items()},
        "claims": {
            claim.key: {
                "says": claim.says,
                "holds": matrix.standing(claim),
                **{key: verdict.status for key, verdict in matrix.verdicts(claim).items()},
                "first data set alone": matrix.on_first(claim).status,
                "cause": matrix.cause(claim),
            }
            for claim in CLAIMS
        },
        "counts": matrix.counts,
        "looks": matrix.looks,
        "numbers": {
            n.printed.what: {
                "printed": n.printed.text,
                "ours": n.ours,
                "how": n.how,
                "comes": n.printed.comes,
            }
            for n in matrix.numbers
        },
        "seconds": matrix.seconds,
        "processor seconds": matrix.processor,
    }


def _plain_board(board: Scoreboard) -> dict[str, Any]:
    return {
        "says": READINGS[board.reading].says,
        "panels": {key: each.result.seconds for key, each in board.panels.items()},
        "claims": {
            verdict.claim.key: {
                "says": verdict.claim.says,
                "status": verdict.status,
                "findings": [
                    wording.one_by_one(finding, PANELS[verdict.claim.panel].spec.family)
                    for finding in verdict.findings
                ],
                "reason": verdict.reason,
                "note": verdict.note,
            }
            for verdict in board.verdicts
        },
        "counts": board.counts,
        "remarks": {r.key: {"says": r.says, "reason": r.reason} for r in board.remarks},
        "seconds": board.seconds,
    }
