"""Compute the study of our algorithms, panel by panel, or print or freeze what it found.

Panels already in the folder with the same design are kept; --again computes them again, and
replaces each only when its replacement is complete. --list, --report and --freeze compute nothing.
--development compares the plain and the guarded forms of our algorithms on the development panels,
on which the guards were chosen, and stores nothing.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from aelr_core.cli import run_module
from aelr_core.cli.terminal import say
from research.progress import show
from research.study.conduct import conduct, works
from research.study.design import PANELS, PARTS, panel
from research.study.development import DEVELOPMENT, as_table, compare, development_panel
from research.study.freeze import freeze
from research.study.outcome import RESULTS, kept
from research.study.report import as_text
from research.study.statistics import read


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options of the study."""
    add = parser.add_argument
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--list", action="store_true", help="List the panels, computed or not")
    what.add_argument("--report", action="store_true", help="Print the tables of what was found")
    what.add_argument(
        "--freeze", action="store_true", help="Write what the app shows: assets/results/study.json"
    )
    what.add_argument(
        "--development",
        action="store_true",
        help="Compare plain and guarded forms on development data",
    )
    add("--panel", metavar="KEY", help="One panel of --list; default all")
    add("--part", choices=PARTS, help="The comparisons or the ablation alone; default both")
    add("--out", metavar="FOLDER", default=str(RESULTS), help="Folder of the results")
    add("--jobs", type=int, default=1, metavar="N", help="Processes; default 1")
    add("--again", action="store_true", help="Compute also what is there already")


def run(options: Namespace) -> None:
    """Compute what is missing, or list, report or freeze what is there."""
    if options.development:
        _develop(options.panel)
        return
    folder = Path(options.out)
    panels = list(PANELS.values()) if options.panel is None else [panel(options.panel)]
    parts = PARTS if options.part is None else (options.part,)
    if options.list:
        for work in works(panels, parts):
            there = kept(folder, work.panel, work.part)
            state = "not computed yet" if there is None else f"{there.seconds:.0f} s"
            say(f"{work.name:32} {state:18} {work.panel.title}")
    elif options.report or options.freeze:
        if not folder.is_dir():
            raise ValueError(f"--out must name a folder, but it is {options.out!r}.")
        if options.freeze:
            freeze(read(folder))
        else:
            say(as_text(read(folder)))
    else:
        for stage in conduct(panels, folder, parts=parts, again=options.again, jobs=options.jobs):
            show(stage)


def _develop(key: str | None) -> None:
    """Print a table for every development panel, or for one."""
    for one in [*DEVELOPMENT.values()] if key is None else [development_panel(key)]:
        say(as_table([*compare(one)]) + "\n")


def main(arguments: list[str]) -> int:
    """Run the command; return the exit code."""
    return run_module(sys.modules[__name__], "python -m research.study", arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
