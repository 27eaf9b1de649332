"""Time the engine against a plain NumPy loop and a compiled loop on the same work.

One process and one BLAS thread; figures are processor time and ratios of it. The full bench takes
a few minutes, most of them for a million steps of one lane.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace

# Read by NumPy's BLAS when it is loaded, which is why nothing above may import NumPy.
THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def add_arguments(parser: ArgumentParser) -> None:
    """Say what `bench` takes."""
    parser.add_argument("--quick", action="store_true", help="fewer steps, in a few seconds")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")


def run(options: Namespace) -> None:
    """Measure and print, tables as soon as they are there, JSON when all is."""
    for name in THREADS:
        os.environ[name] = "1"
    from aelr_core.bench import FULL, QUICK, as_text, measure

    figures: dict[str, object] = {}
    for part in measure(QUICK if options.quick else FULL, say=_say):
        figures |= part
        if not options.json and (table := as_text(part)):
            print(table, flush=True)
    if options.json:
        print(json.dumps(figures, indent=1))


def _say(what: str) -> None:
    """Tell a person at a terminal how far it is."""
    if sys.stderr.isatty():
        print(f"... {what}", file=sys.stderr)
