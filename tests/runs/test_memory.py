"""Threads share their memory: counted by the C library itself, in a process of its own."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

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
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def arenas(how: str) -> int:
    return _output(COUNT, how).count("<heap")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="arenas are glibc's")
def test_threads_share_arenas() -> None:
    assert arenas("few") <= 2 < arenas("as usual")


LARGE = """
import sys
import numpy as np
import psutil
from pages.ui.runs.memory import keep_little

if sys.argv[1] == "little":
    keep_little()
rss = lambda: psutil.Process().memory_info().rss
np.ones(3 * 2**20)  # 24 MB that are freed: from now on glibc would keep as much
before, kept, between = rss(), [], []
for _ in range(10):
    kept.append(np.ones(2**20))
    between.append(np.ones(1000))  # in the way of giving back what is below it
kept.clear()
print((rss() - before) / 2**20)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="thresholds are glibc's")
def test_large_blocks_go_back() -> None:
    """Eighty MB of data that were let go of, with something small behind each."""
    said = {how: float(_output(LARGE, how)) for how in ("little", "as usual")}
    assert said["little"] < 10 < said["as usual"]
