"""Memory that was let go of goes back, instead of staying with the thread that had it."""

from __future__ import annotations

import contextlib
import ctypes

# glibc's M_ARENA_MAX, and how many. Every look of a visitor is a thread of its own, and by default
# up to eight arenas a core each keep what such threads have freed: a hundred MB for nothing.
_ARENA_MAX, _ARENAS = -8, 2


def keep_little() -> None:
    """Let threads share few arenas of memory, where the C library has such a thing."""
    with contextlib.suppress(OSError, AttributeError, TypeError):  # neither Linux nor glibc
        ctypes.CDLL(None).mallopt(_ARENA_MAX, _ARENAS)
