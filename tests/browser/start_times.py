"""How long a start takes: the core's import, the server's, and a page's until its first chart.

Processor seconds where nothing is waited for; the clock's where a visitor waits.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress

from playwright.sync_api import Browser, Page

from tests.browser.harness import DESKTOP, ROOT, Server, settle
from tests.browser.measurement import Measurement

TIMES = 5
# The pages whose first chart has a limit, but for the start page.
PAGES = ("ratios", "bounds", "paper")
FIRST_CHART = ".main-svg .trace, .main-svg .hm"
IMPORT = """
import time, numpy
began = time.process_time()
import {module}
print(time.process_time() - began)
"""
# Notes when the first chart is there. Runs before any other script.
NOTE = f"""
new MutationObserver(() => {{
    if (document.querySelector('{FIRST_CHART}')) window.firstChart ??= performance.now() / 1000;
}}).observe(document, {{ subtree: true, childList: true }});
"""


def without_a_browser() -> Iterator[Measurement]:
    """Yield the times of imports and of `make run`."""
    for module, most in (("aelr_core", 0.15), ("aelr_core.experiments", None)):
        found = [_import(module) for _ in range(TIMES)]
        yield Measurement(f"processor: import {module}, beyond NumPy", found, most)
    yield Measurement("make run until it is healthy", [_make_run() for _ in range(TIMES)], 2.5)


def of_pages(browser: Browser, server: Server) -> Iterator[Measurement]:
    """Yield how long pages take until their first chart, for visitors who have never been here."""
    for name in PAGES:
        _first_chart(browser, f"{server.url}/{name}")  # the first visitor of a page is not counted
        found = [_first_chart(browser, f"{server.url}/{name}") for _ in range(TIMES)]
        yield Measurement(f"first chart, new visitor, page {name}", found, 2.0)


def _import(module: str) -> float:
    command = [sys.executable, "-c", IMPORT.format(module=module)]
    return float(subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout)


def _make_run() -> float:
    """Return the seconds from the command to the first sign of health; needs `make`."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = probe.getsockname()[1]
    began = time.perf_counter()
    process = subprocess.Popen(
        ["make", "run", f"PORT={port}"],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        while not _healthy(port):
            assert process.poll() is None, "make run has ended"
            time.sleep(0.01)
        return time.perf_counter() - began
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def _healthy(port: int) -> bool:
    with suppress(OSError):
        address = f"http://localhost:{port}/_stcore/health"
        with urllib.request.urlopen(address, timeout=1) as answer:
            return bool(answer.read() == b"ok")
    return False


def _first_chart(browser: Browser, address: str) -> float:
    """Return the seconds from asking for a page to its first chart, by the page's own clock."""
    page: Page = browser.new_context(viewport=DESKTOP, reduced_motion="reduce").new_page()
    page.add_init_script(NOTE)
    page.goto(address)
    page.wait_for_function("window.firstChart")
    seconds = float(page.evaluate("window.firstChart"))
    settle(page)
    page.context.close()
    return seconds
