"""Compute the panels of the paper's figures with the paper's protocol, and check its claims.

Without --reading all readings of the protocol are computed, the primary one first. --figure all
continues where it stopped: panels already in the folder with the same settings are kept, and those
with other settings are not overwritten; --again computes both again, and replaces each only when
its replacement is complete. --check computes nothing: it decides the claims under every reading
from the files in a folder and points out oddities. --closer computes what is missing of the small
experiments on them, and on claims that hold under no reading.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from aelr_core.cli import progress
from aelr_core.cli.paper_report import as_plain, as_text
from aelr_core.cli.printing import say
from aelr_core.experiments.readings import READINGS, reading
from aelr_core.paper import PANELS, matrix, reproduce
from aelr_core.paper.closer import look_closer
from aelr_core.paper.panels import panel
from aelr_core.paper.reproduce import experiments, kept, result_file


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
    readings = ", ".join(READINGS)
    add("--reading", metavar="WORD", help=f"One of {readings}; default all of them")
    add("--out", metavar="FOLDER", help="Folder for the results, created if needed")
    add("--runs", type=int, metavar="N", help="Fewer repetitions, for a trial")
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
    elif options.closer is not None:
        folder = Path(options.closer)
        for name in look_closer(folder):
            print(f"{name}: there", file=sys.stderr)
    else:
        folder = _computed(options)
    found = matrix(folder)
    say(json.dumps(as_plain(found), ensure_ascii=False) if options.json else as_text(found))


def _computed(options: Namespace) -> Path:
    if options.out is None:
        raise ValueError("--out must name the folder for the results.")
    folder = Path(options.out)
    keys = list(PANELS) if options.figure == "all" else [panel(options.figure).key]
    readings = list(READINGS) if options.reading is None else [reading(options.reading).key]
    smaller = {"runs": options.runs, "examples": options.examples}
    not_to_replace = {} if options.again else experiments(keys, readings, **smaller)
    for name, spec in not_to_replace.items():
        if kept(folder, name) is not None and kept(folder, name, spec) is None:
            raise ValueError(
                f"{result_file(folder, name)} is complete and has other settings: name another "
                "folder, or give --again to compute it again."
            )
    again, jobs = options.again, options.jobs
    for stage in reproduce(keys, folder, readings, **smaller, again=again, jobs=jobs):
        progress.show(stage)
    return folder
