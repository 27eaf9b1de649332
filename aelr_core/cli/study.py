"""Compute the study of our algorithms, panel by panel, or print what it found.

Panels already in the folder with the same design are kept; --again computes them again, and
replaces each only when its replacement is complete. --list and --report compute nothing.
--development compares the plain and the mended forms of our algorithms on the development panels,
on which the mends were chosen, and stores nothing.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from aelr_core.cli import progress
from aelr_core.cli.printing import say
from aelr_core.study import PANELS, PARTS, RESULTS, conduct, kept, panel, read, works
from aelr_core.study.development import DEVELOPMENT, as_table, compare, development_panel
from aelr_core.study.report import as_text


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options of `study`."""
    add = parser.add_argument
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--list", action="store_true", help="List the panels, computed or not")
    what.add_argument("--report", action="store_true", help="Print the tables of what was found")
    what.add_argument(
        "--development", action="store_true", help="Compare plain and mended on development data"
    )
    add("--panel", metavar="KEY", help="One panel of --list; default all")
    add("--part", choices=PARTS, help="The comparisons or the ablation alone; default both")
    add("--out", metavar="FOLDER", default=str(RESULTS), help="Folder of the results")
    add("--jobs", type=int, default=1, metavar="N", help="Processes; default 1")
    add("--again", action="store_true", help="Compute also what is there already")


def run(options: Namespace) -> None:
    """Compute what is missing, or list or report what is there."""
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
    elif options.report:
        if not folder.is_dir():
            raise ValueError(f"--out must name a folder, but it is {options.out!r}.")
        say(as_text(read(folder)))
    else:
        for stage in conduct(panels, folder, parts=parts, again=options.again, jobs=options.jobs):
            progress.show(stage)


def _develop(key: str | None) -> None:
    """Print a table for every development panel, or for one."""
    for one in [*DEVELOPMENT.values()] if key is None else [development_panel(key)]:
        say(as_table([*compare(one)]) + "\n")
