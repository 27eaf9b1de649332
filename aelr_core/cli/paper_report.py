"""The claims under every reading, as text and for JSON: what `paper` prints."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from aelr_core.experiments.readings import READINGS
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
        f"Panels computed, of {len(PANELS)}: {done}; in {matrix.seconds / 60:.1f} minutes.",
        f"Printed numbers reproduced: {equal} of {len(matrix.numbers)}"
        + (f" ({but})." if but else "."),
        wording.standings_line(matrix.counts),
        *_standing_lines(matrix),
    ]


def _standing_lines(matrix: Matrix) -> list[str]:
    """Return the keys of the claims that hold under every reading, under some, under none."""
    lines: list[str] = []
    for standing in STANDINGS:
        keys = [claim.key for claim in CLAIMS if matrix.standing(claim) == standing]
        if keys:
            said = f"{standing[0].upper()}{standing[1:]}: {', '.join(keys)}"
            lines += wrap(said, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return lines


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
            lines += [f"{'':{INDENT}}{verdict.reason}"] if verdict.reason else []
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
    """Return the claims × readings, a line per claim."""
    labels = [READINGS[key].label for key in matrix.boards]
    width = max(len(claim.key) for claim in CLAIMS)
    lines = ["", "  ".join([f"{'claim':{width}}", *labels, "holds"])]
    for claim in CLAIMS:
        signs = [
            f"{SIGNS[verdict.status]:{len(label)}}"
            for label, verdict in zip(labels, matrix.verdicts(claim).values(), strict=True)
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
            }
            for verdict in board.verdicts
        },
        "counts": board.counts,
        "remarks": {r.key: {"says": r.says, "reason": r.reason} for r in board.remarks},
        "seconds": board.seconds,
    }
