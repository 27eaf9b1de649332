"""Memory that was let go of goes back, instead of staying with the thread that had it."""

from __future__ import annotations

import contextlib
import ctypes

# glibc's names and values. Every look of a visitor is a thread of its own, and by default up to
# eight arenas a core each keep what such threads have freed; and a block that was freed is kept
# for the next one of up to its size, which for data sets that come and go is hundreds of MB.
_ARENA_MAX, _ARENAS = -8, 2
_MMAP_THRESHOLD, _LARGE = -3, 2**20


def keep_little() -> None:
    """Let threads share few arenas, and give large blocks back, where the C library can do so."""
    with contextlib.suppress(OSError, AttributeError, TypeError):  # neither Linux nor glibc
        libc = ctypes.CDLL(None)
        libc.mallopt(_ARENA_MAX, _ARENAS)
        libc.mallopt(_MMAP_THRESHOLD, _LARGE)
