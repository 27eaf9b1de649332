"""Compute the panels of the paper's figures with the paper's protocol, and check its claims.

--figure all continues where it stopped: panels already in the folder with the same settings are
kept, and those with other settings are not overwritten; --again computes both again, and replaces
each only when its replacement is complete. --check computes nothing: it decides the claims from
the files in a folder and points out oddities.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from aelr_core.cli import progress
from aelr_core.cli.printing import say
from aelr_core.paper import PANELS, Scoreboard, Stage, reproduce, scoreboard, wording
from aelr_core.paper.panels import panel
from aelr_core.paper.reproduce import experiments, kept, result_file


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options of `paper`."""
    add = parser.add_argument
    what = parser.add_mutually_exclusive_group(required=True)
    listed = ", ".join(PANELS)
    what.add_argument("--figure", metavar="ID", help=f"One of {listed}, or all")
    what.add_argument("--check", metavar="FOLDER", help="Folder of results to check")
    add("--out", metavar="FOLDER", help="Folder for the results, created if needed")
    add("--runs", type=int, metavar="N", help="Repetitions; default 100, as in the paper")
    add("--examples", type=int, metavar="N", help="Fewer examples, m, for a trial")
    add("--jobs", type=int, default=1, metavar="N", help="Processes; default 1")
    add("--again", action="store_true", help="Compute also what is there already")
    add("--json", action="store_true", help="Print JSON instead of a table")


def run(options: Namespace) -> None:
    """Compute and check, or check only, and print the scoreboard."""
    if options.check is not None:
        folder = Path(options.check)
        if not folder.is_dir():
            raise ValueError(f"--check must name a folder, but it is {options.check!r}.")
    else:
        folder = _computed(options)
    board = scoreboard(folder)
    say(json.dumps(as_plain(board), ensure_ascii=False) if options.json else as_text(board))


def _computed(options: Namespace) -> Path:
    if options.out is None:
        raise ValueError("--out must name the folder for the results.")
    folder = Path(options.out)
    keys = list(PANELS) if options.figure == "all" else [panel(options.figure).key]
    smaller = {"runs": options.runs, "examples": options.examples}
    not_to_replace = {} if options.again else experiments(keys, **smaller)
    for name, spec in not_to_replace.items():
        if kept(folder, name) is not None and kept(folder, name, spec) is None:
            raise ValueError(
                f"{result_file(folder, name)} is complete and has other settings: name another "
                "folder, or give --again to compute it again."
            )
    for stage in reproduce(keys, folder, **smaller, again=options.again, jobs=options.jobs):
        _show(stage)
    return folder


# -- the scoreboard --------------------------------------------------------------------------


def as_text(board: Scoreboard) -> str:
    """Return the scoreboard as text: claims panel by panel, remarks, numbers, totals."""
    lines = []
    for key, each in board.panels.items():
        result = each.result
        lines.append(
            f"{key}  {each.panel.title}: {len(result.curves)} algorithms, "
            f"{result.spec.runs} runs, m = {result.spec.examples:,}, {result.seconds:.0f} s"
        )
        for verdict in board.of_panel(key):
            lines.append(f"    {verdict.status:13}  {verdict.claim.says}")
            family = result.spec.family
            lines += [f"{'':21}{wording.one_by_one(f, family)}" for f in verdict.findings]
            lines += [f"{'':21}{verdict.reason}"] if verdict.reason else []
    for remark in board.remarks:
        lines += [f"No claim, in {remark.panel}: {remark.says}", f"{'':4}{remark.reason}"]
    for number in board.numbers:
        printed = number.printed
        lines.append(
            f"{printed.what}: printed {printed.text}, ours {number.ours:.5g}, {number.how}; "
            f"{printed.comes}"
        )
    but = wording.caveats(board.numbers)
    lines += [
        f"Panels computed: {len(board.panels)} of {len(PANELS)}, in {board.seconds:.0f} s.",
        f"Printed numbers reproduced: {board.reproduced} of {len(board.numbers)}"
        + (f" ({but})." if but else "."),
        wording.claims_line(board.counts),
    ]
    return "\n".join(lines)


def as_plain(board: Scoreboard) -> dict[str, Any]:
    """Return the scoreboard for JSON."""
    return {
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
        "numbers": {
            n.printed.what: {
                "printed": n.printed.text,
                "ours": n.ours,
                "how": n.how,
                "comes": n.printed.comes,
            }
            for n in board.numbers
        },
        "seconds": board.seconds,
    }


def _show(stage: Stage) -> None:
    """Draw the progress; print a line when an experiment is done."""
    count = f"{stage.done} of {stage.of}"
    left = None if stage.fraction >= 1 else stage.seconds_left
    if stage.found:
        line = f"{stage.name}: already there ({count})"
    elif stage.ended:
        line = f"{stage.name}: {stage.took:.0f} s ({count}){progress.left(left)}"
    else:
        progress.draw(stage.fraction, left, stage.name)
        return
    progress.clear()
    print(line, file=sys.stderr)
