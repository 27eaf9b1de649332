"""Memory that is freed stays with the process, for the arrays of the next block.

The C library hands freed memory back to the system beyond a threshold, and then every block update
touches new pages: a quarter of its time. The GNU library's threshold is twice the largest array
freed so far (`mallopt(3)`, "dynamic mmap threshold"), so one array that is never used sets it.
"""

from __future__ import annotations

import numpy as np

# Numbers: as large as a dozen arrays of a block update, see `bunches.TOGETHER`.
ROOM = 2**20


def keep_freed_memory() -> None:
    """Let this process keep about 16 MiB of what it frees; elsewhere nothing changes."""
    untouched = np.empty(ROOM)
    del untouched
