"""Time the engine against a plain NumPy loop and a compiled loop on the same work.

It uses one process and one BLAS thread; times are processor time. The full benchmark takes a few
minutes, mostly for a million steps of one lane.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace

from aelr_core.cli.printing import say

# NumPy's BLAS reads these when it is loaded, so nothing above may import NumPy.
THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options of `bench`."""
    parser.add_argument("--quick", action="store_true", help="Fewer steps; takes seconds")
    parser.add_argument("--only", metavar="PART", help="One part of it, such as work or joint")
    parser.add_argument("--json", action="store_true", help="Print JSON instead of tables")


def run(options: Namespace) -> None:
    """Measure and print: each table as soon as it is ready, JSON at the end."""
    for name in THREADS:
        os.environ[name] = "1"
    from aelr_core.bench import FULL, QUICK, as_text, measure

    figures: dict[str, object] = {}
    for part in measure(QUICK if options.quick else FULL, _say, options.only):
        figures |= part
        if not options.json and (table := as_text(part)):
            say(table)
    if options.json:
        say(json.dumps(figures, indent=1))


def _say(what: str) -> None:
    """Show on a terminal what is being measured."""
    if sys.stderr.isatty():
        print(f"... {what}", file=sys.stderr)
