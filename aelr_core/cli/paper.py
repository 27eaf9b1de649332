"""Compute the panels of the paper's figures with the paper's protocol, and check its claims.

--figure all goes on where it stopped: a panel that is in the folder already, with the same
settings, is left alone (--again computes it anew), and one with other settings is not
overwritten without --again. --check computes nothing: it decides the
claims from the files of a folder, and says what else is odd about them.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from aelr_core.paper import PANELS, Scoreboard, Stage, reproduce, scoreboard, wording
from aelr_core.paper.panels import panel
from aelr_core.paper.reproduce import experiments, kept, result_file

WIDTH = 30


def add_arguments(parser: ArgumentParser) -> None:
    """Say what `paper` takes."""
    add = parser.add_argument
    what = parser.add_mutually_exclusive_group(required=True)
    listed = ", ".join(PANELS)
    what.add_argument("--figure", metavar="ID", help=f"one of {listed}, or all")
    what.add_argument("--check", metavar="FOLDER", help="decide the claims from a folder's files")
    add("--out", metavar="FOLDER", help="where the results go, made if need be")
    add("--runs", type=int, metavar="N", help="repetitions; default 100, as in the paper")
    add("--examples", type=int, metavar="N", help="fewer examples, m, to try it out")
    add("--jobs", type=int, default=1, metavar="N", help="processes; default 1")
    add("--again", action="store_true", help="remove what is there and compute it anew")
    add("--json", action="store_true", help="print JSON instead of a table")


def run(options: Namespace) -> None:
    """Compute and check, or check only, and print the scoreboard."""
    if options.check is not None:
        folder = Path(options.check)
        if not folder.is_dir():
            raise ValueError(f"--check must name a folder, but it is {options.check!r}.")
    else:
        folder = _computed(options)
    board = scoreboard(folder)
    text = json.dumps(as_plain(board), ensure_ascii=False) if options.json else as_text(board)
    try:
        print(text, flush=True)
    except BrokenPipeError:  # as of `| head`, which has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _computed(options: Namespace) -> Path:
    if options.out is None:
        raise ValueError("--out must name the folder for the results.")
    folder = Path(options.out)
    keys = list(PANELS) if options.figure == "all" else [panel(options.figure).key]
    for name, spec in experiments(keys, runs=options.runs, examples=options.examples).items():
        if options.again:
            result_file(folder, name).unlink(missing_ok=True)
        elif kept(folder, name) is not None and kept(folder, name, spec) is None:
            raise ValueError(
                f"{result_file(folder, name)} is complete and has other settings: name another "
                "folder, or say --again to compute it anew."
            )
    stages = reproduce(
        keys, folder, runs=options.runs, examples=options.examples, jobs=options.jobs
    )
    for stage in stages:
        _show(stage)
    return folder


# -- the scoreboard --------------------------------------------------------------------------


def as_text(board: Scoreboard) -> str:
    """Return the scoreboard for people: claims panel by panel, remarks, what it comes to."""
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
        lines += [f"Besides, in {remark.panel}: {remark.says}", f"{'':4}{remark.reason}"]
    for number in board.numbers:
        printed = number.printed
        lines.append(
            f"{printed.what}: printed {printed.text}, ours {number.ours:.5g}, {number.how}; "
            f"{printed.comes}"
        )
    salt = wording.with_a_grain_of_salt(board.numbers)
    lines += [
        f"Panels computed: {len(board.panels)} of {len(PANELS)}, in {board.seconds:.0f} s.",
        f"Printed numbers reproduced: {board.reproduced} of {len(board.numbers)}"
        + (f" ({salt})." if salt else "."),
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


# -- progress --------------------------------------------------------------------------------


def _show(stage: Stage) -> None:
    """Draw a bar on a terminal; in a pipe, say a line when an experiment is there."""
    terminal = sys.stderr.isatty()
    if terminal:
        print("\r" + " " * (WIDTH + 50) + "\r", end="", file=sys.stderr)
    count = f"{stage.done} of {stage.of}"
    if stage.found:
        print(f"{stage.name}: there already ({count})", file=sys.stderr)
    elif stage.ended:
        print(f"{stage.name}: {stage.took:.0f} s ({count}){_left(stage)}", file=sys.stderr)
    elif terminal:
        done = round(WIDTH * stage.fraction)
        bar = "█" * done + "·" * (WIDTH - done)
        text = f"{stage.name} {bar} {stage.fraction:4.0%}{_left(stage)}"
        print(text, end="", file=sys.stderr, flush=True)


def _left(stage: Stage) -> str:
    left = stage.seconds_left
    if left is None or stage.fraction >= 1:
        return ""
    return f", about {left / 60:.0f} min left" if left >= 90 else f", about {left:.0f} s left"
