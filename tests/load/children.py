"""A program of this package in a process of its own, which is talked to over pipes."""

from __future__ import annotations

import os
import subprocess
import sys

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def started(module: str, *arguments: str) -> subprocess.Popen[str]:
    """Start ``python -m module``; leaving its context ends its input, and waits for it."""
    return subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        env={**os.environ, **ONE_THREAD},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
