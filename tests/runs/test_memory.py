"""Threads share their memory: counted by the C library itself, in a process of its own."""

from __future__ import annotations

import os
import platform
import subprocess
import sys

import pytest

pytestmark = pytest.mark.long  # it measures the allocator

# Twelve threads at once, each with an arena if it may have one.
COUNT = """
import ctypes, sys, threading
from pages.ui.runs.memory import keep_little

libc = ctypes.CDLL(None)
libc.malloc.restype = libc.fopen.restype = ctypes.c_void_p
libc.malloc_info.argtypes = [ctypes.c_int, ctypes.c_void_p]
libc.fclose.argtypes = [ctypes.c_void_p]
if sys.argv[1] == "few":
    keep_little()
together = threading.Barrier(12)

def take():
    libc.malloc(1000)
    together.wait()

threads = [threading.Thread(target=take) for _ in range(12)]
for thread in threads: thread.start()
for thread in threads: thread.join()
file = libc.fopen(b"/dev/stdout", b"w")
libc.malloc_info(0, file)
libc.fclose(file)
"""


def _output(program: str, how: str) -> str:
    command = [sys.executable, "-c", program, how]
    # Dask leaves settings of glibc behind in the environment
    usual = {name: text for name, text in os.environ.items() if not name.startswith("MALLOC_")}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=usual)
    return done.stdout


def arenas(how: str) -> int:
    return _output(COUNT, how).count("<heap")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="arenas are glibc's")
def test_threads_share_arenas() -> None:
    assert arenas("few") <= 2 < arenas("as usual")


# A large block that was freed: from now on glibc would take blocks of up to its size from what
# it keeps, and not from the system.
LARGE = """
import ctypes, sys
from pages.ui.runs.memory import keep_little

NAMES = ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks",
         "fordblks", "keepcost")

class Info(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in NAMES]

libc = ctypes.CDLL(None)
libc.malloc.restype, libc.mallinfo.restype = ctypes.c_void_p, Info
libc.free.argtypes = [ctypes.c_void_p]
if sys.argv[1] == "little":
    keep_little()
libc.free(libc.malloc(24 * 2**20))
before = libc.mallinfo().hblks
libc.malloc(8 * 2**20)
print(libc.mallinfo().hblks - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="thresholds are glibc's")
def test_large_blocks_are_the_systems_and_go_back_to_it() -> None:
    assert (int(_output(LARGE, "little")), int(_output(LARGE, "as usual"))) == (1, 0)
