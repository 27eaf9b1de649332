"""A server for an app of the tests' own."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from tests.browser import harness


@contextlib.contextmanager
def serving(app: Path, folder: Path) -> Iterator[harness.Server]:
    """Serve an app with the configuration of the real one, from a folder of its own."""
    shutil.copy(app, folder)
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = probe.getsockname()[1]
    server = harness.Server(f"http://localhost:{port}", folder / "server.log")
    options = (f"--server.port={port}", "--server.enableStaticServing=true")
    with server.log.open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "streamlit", "run", str(folder / app.name), *options],
            cwd=harness.ROOT,
            env={**os.environ, "PYTHONPATH": str(harness.ROOT)},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait_for(server)
        yield server
    finally:
        process.terminate()
        process.wait(30)
    assert not harness.unexpected_errors(server.log.read_text(encoding="utf-8"))


def _wait_for(server: harness.Server) -> None:
    end = time.monotonic() + harness.START_SECONDS
    while True:
        try:
            with urllib.request.urlopen(f"{server.url}/_stcore/health", timeout=1):
                return
        except OSError:
            assert time.monotonic() < end, server.log.read_text(encoding="utf-8")
            time.sleep(0.05)
