"""A real server and a real Chromium, for the browser tests and for the screenshots."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import psutil
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, ViewportSize

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 60
# Chromium without its windows: the same engine, a second less of processor time per page.
SHELL = "chromium-headless-shell"
DESKTOP: ViewportSize = {"width": 1400, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
FLAGS = (
    "--no-sandbox",  # tests may run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-prefers-reduced-motion",
    "--font-render-hinting=none",
)
# On a deep link Streamlit asks for these under the page's own address before it finds the root.
HARMLESS = ("/_stcore/health", "/_stcore/host-config")
# For a fifth of a second: a click takes a moment to reach the server and to come back as a run.
SETTLED = """() => {
    const now = performance.now();
    const settled = () => {
        const app = document.querySelector('[data-testid=stApp]');
        return app && app.getAttribute('data-test-script-state') === 'notRunning'
            && document.querySelector('[data-testid=stMain] [data-testid=stElementContainer]')
            && !document.querySelector('[data-stale=true]')
            && !document.querySelector('[data-testid=stSkeleton]')
            && [...document.querySelectorAll('.aelr-chart-place')]
                .every(place => place.querySelector('.main-svg'));
    };
    window.settledSince = settled() ? window.settledSince ?? now : null;
    return window.settledSince !== null && now - window.settledSince > 200;
}"""


@dataclass(frozen=True)
class Server:
    """A running app: its address and its log."""

    url: str
    log: Path


def chromium() -> str | None:
    """Return the path of Chromium: $CHROMIUM, or what is installed, or None."""
    named = os.environ.get("CHROMIUM")
    names = [named] if named else [SHELL, "chromium", "chromium-browser", "google-chrome"]
    return next((path for name in names if (path := shutil.which(name))), None)


def launch(playwright: Playwright, executable: str) -> Browser:
    """Start Chromium without a window."""
    return playwright.chromium.launch(executable_path=executable, args=list(FLAGS))


@contextlib.contextmanager
def running_app(
    settings: Mapping[str, str] | None = None, open_files: str = ""
) -> Iterator[Server]:
    """Start the app as `make run` does, on a free port, and stop it afterwards.

    settings : environment variables of its own.
    open_files : how many it may have, as ``ulimit`` is told: "-S -n 256".

    Raises
    ------
    RuntimeError
        If it does not come up, or if its log holds a traceback in the end.
    """
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"http://localhost:{free_port()}", Path(folder) / "server.log")
        port = server.url.rpartition(":")[2]
        command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={port}"]
        if open_files:
            command = ["sh", "-c", f'ulimit {open_files} && exec "$@"', "sh", *command]
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"}
        environment |= settings or {}
        with server.log.open("wb") as log:
            process = subprocess.Popen(
                command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, env=environment
            )
            try:
                _wait_until_healthy(server, process)
                yield server
            finally:
                process.terminate()
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
        text = server.log.read_text(encoding="utf-8")
        if unexpected_errors(text):
            raise RuntimeError(f"The server's log holds a traceback:\n{text[-4000:]}")


def server_process() -> psutil.Process:
    """Return the server that this process has started."""
    living = [one for one in psutil.Process().children() if one.status() != psutil.STATUS_ZOMBIE]
    return next(one for one in living if "streamlit" in one.cmdline())


def unexpected_errors(log: str) -> list[str]:
    """Return how the tracebacks of a server's log end, but for tabs closed in mid-sentence.

    Streamlit's own server raises that error when a browser goes away while it is sending.
    """
    tracebacks = log.split("Traceback (most recent call last):")[1:]
    ends = [
        next((line for line in each.splitlines()[1:] if line and not line.startswith(" ")), "")
        for each in tracebacks
    ]
    return [end for end in ends if "WebSocketDisconnected" not in end]


def settle(page: Page) -> None:
    """Wait until no script runs, nothing is stale and every chart is drawn."""
    page.evaluate("() => { window.settledSince = null; }")
    page.wait_for_function(SETTLED)


def watch(page: Page) -> list[str]:
    """Return a list that fills with everything that should not happen on a page.

    Errors on the console (`HARMLESS` ones among them), uncaught exceptions, and any request that
    leaves this machine.
    """
    faults: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            faults.append(f"console: {message.text} {message.location.get('url', '')}")

    def on_request(url: str) -> None:
        if not url.startswith(("http://localhost:", "ws://localhost:", "data:", "blob:")):
            faults.append(f"request to the network: {url}")

    page.on("console", on_console)
    page.on("pageerror", lambda error: faults.append(f"exception: {error}"))
    page.on("request", lambda request: on_request(request.url))
    return faults


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_until_healthy(server: Server, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError):
            answer = urllib.request.urlopen(f"{server.url}/_stcore/health", timeout=1)
            with answer:
                if answer.read() == b"ok":
                    return
        time.sleep(0.05)
    raise RuntimeError(f"The app did not start:\n{server.log.read_text(encoding='utf-8')}")
