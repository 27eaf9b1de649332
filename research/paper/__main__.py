"""Compute the panels of the paper's figures with the paper's protocol, and check its claims.

Without --reading all readings of the protocol are computed, the primary one first. --figure all
continues where it stopped: panels already in the folder with the same settings are kept, and those
with other settings are not overwritten; --again computes both again, and replaces each only when
its replacement is complete. --check computes nothing: it decides the claims under every reading
from the files in a folder and points out oddities. --closer computes what is missing of the small
experiments on them, and on claims that hold under no reading. --freeze writes what the app shows,
from the stored results.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from textwrap import wrap
from typing import Any

from aelr_core.cli import run_module
from aelr_core.cli.terminal import say
from aelr_core.experiments.readings import PRIMARY, READINGS, reading
from aelr_core.results import paper as frozen
from research.paper import freeze, wording
from research.paper.claims import CLAIMS
from research.paper.closer_looks import look_closer
from research.paper.compute import experiments, kept, reproduce, result_file
from research.paper.matrix import STANDINGS, Matrix, Scoreboard, matrix
from research.paper.panels import PANELS, Compared, panel
from research.paper.verdicts import FAILS, HOLDS, MISSING, OPEN
from research.progress import show

RESULTS = Path(__file__).with_name("results")
SIGNS = {HOLDS: "yes", FAILS: "no", OPEN: "?", MISSING: "-"}
# Where a finding begins, below its claim.
INDENT = 21
# Letters of a line in the lists at the end.
WIDTH = 110


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options of `paper`."""
    add = parser.add_argument
    what = parser.add_mutually_exclusive_group(required=True)
    listed = ", ".join(PANELS)
    what.add_argument("--figure", metavar="ID", help=f"One of {listed}, or all")
    what.add_argument("--check", metavar="FOLDER", help="Folder of results to check")
    what.add_argument(
        "--closer", metavar="FOLDER", help="Folder for small experiments on what is odd"
    )
    what.add_argument("--freeze", action="store_true", help="Write what the app shows")
    readings = ", ".join(READINGS)
    add("--reading", metavar="WORD", help=f"One of {readings}; default all of them")
    add("--out", metavar="FOLDER", help="Folder for the results, created if needed")
    add("--runs", type=int, metavar="N", help="Fewer repetitions, for a trial")
    add("--examples", type=int, metavar="N", help="Fewer examples, m, for a trial")
    add("--seed", type=int, metavar="N", help="Another seed than 1")
    add("--jobs", type=int, default=1, metavar="N", help="Processes; default 1")
    add("--again", action="store_true", help="Compute also what is there already")
    add("--json", action="store_true", help="Print JSON instead of a table")


def run(options: Namespace) -> None:
    """Compute and check, or check only, and print the scoreboard; or write what the app shows."""
    if options.freeze:
        freeze.write(matrix(RESULTS), frozen.FILE)
        return
    if options.check is not None:
        folder = Path(options.check)
        if not folder.is_dir():
            raise ValueError(f"--check must name a folder, but it is {options.check!r}.")
    elif options.closer is not None:
        folder = Path(options.closer)
        for name in look_closer(folder):
            print(f"{name}: there", file=sys.stderr)
    else:
        folder = _computed(options)
    decided = matrix(folder)
    say(json.dumps(as_plain(decided), ensure_ascii=False) if options.json else as_text(decided))


def _computed(options: Namespace) -> Path:
    if options.out is None:
        raise ValueError("--out must name the folder for the results.")
    folder = Path(options.out)
    keys = list(PANELS) if options.figure == "all" else [panel(options.figure).key]
    readings = list(READINGS) if options.reading is None else [reading(options.reading).key]
    smaller = {"runs": options.runs, "examples": options.examples, "seed": options.seed}
    not_to_replace = {} if options.again else experiments(keys, readings, **smaller)
    for name, spec in not_to_replace.items():
        if kept(folder, name) is not None and kept(folder, name, spec) is None:
            raise ValueError(
                f"{result_file(folder, name)} is complete and has other settings: name another "
                "folder, or give --again to compute it again."
            )
    again, jobs = options.again, options.jobs
    for stage in reproduce(keys, folder, readings, **smaller, again=again, jobs=jobs):
        show(stage)
    return folder


# -- what is printed ----------------------------------------------------------------------------


def as_text(matrix: Matrix) -> str:
    """Return claims panel by panel for each computed reading, numbers, the matrix, totals."""
    lines = [line for board in matrix.boards.values() for line in _board_lines(board)]
    lines += [f"A closer look at {key}: {sentence}" for key, sentence in matrix.looks.items()]
    lines += [_number_line(number) for number in matrix.numbers]
    lines += [*_matrix_lines(matrix), *total_lines(matrix)]
    return "\n".join(lines)


def total_lines(matrix: Matrix) -> list[str]:
    """Return the last lines: panels, printed numbers, claims, and which of them hold where."""
    done = ", ".join(f"{key} {len(board.panels)}" for key, board in matrix.boards.items())
    equal, but = sum(n.reproduced for n in matrix.numbers), wording.caveats(matrix.numbers)
    return [
        f"Panels computed, of {len(PANELS)}: {done}; in {matrix.seconds / 60:.1f} minutes by the "
        "clock, beside other work.",
        wording.processor_line(
            {k: matrix.processor.get(k) for k, b in matrix.boards.items() if b.panels}
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
    line = f"{what}: {', '.join(keys)}"
    return wrap(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def _board_lines(board: Scoreboard) -> list[str]:
    """Return the claims and remarks of one reading, panel by panel."""
    if not board.panels:
        return []
    reading = READINGS[board.reading]
    lines = [f"Reading {reading.key}: {reading.says}"]
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
            remarks = (verdict.reason, verdict.note)
            lines += [f"{'':{INDENT}}{each}" for each in remarks if each]
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
    labels = [*matrix.boards]
    labels.append(f"{PRIMARY}, one data set")
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


if __name__ == "__main__":
    sys.exit(run_module(sys.modules[__name__], "python -m research.paper", sys.argv[1:]))
