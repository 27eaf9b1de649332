"""Freed memory goes back to the system, instead of staying with the thread that used it."""

from __future__ import annotations

import contextlib
import ctypes

# glibc's names and values. Every update of a visitor's page runs in its own thread. By default up
# to eight arenas per core keep what such threads have freed, and a freed block is kept for the next
# one of at most its size; for data sets that come and go, that is hundreds of MB.
_ARENA_MAX, _ARENAS = -8, 2
_MMAP_THRESHOLD, _LARGE = -3, 2**20


def keep_little() -> None:
    """Make threads share few arenas, and return large blocks, if the C library can do so."""
    with contextlib.suppress(OSError, AttributeError, TypeError):  # neither Linux nor glibc
        libc = ctypes.CDLL(None)
        libc.mallopt(_ARENA_MAX, _ARENAS)
        libc.mallopt(_MMAP_THRESHOLD, _LARGE)
