"""Measure how long a visitor waits, above all for the explorer: ``make measure``.

Prints each time, several in a row. Three of them have a limit for their median: the first chart,
the default run, and the pictures per second while α is dragged. A visitor's times are taken by the
page's own clock, from the click, or from asking for the page, to what is painted; those of a start
are processor seconds where nothing is waited for.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import psutil
from playwright.sync_api import Browser, Page, sync_playwright
from streamlit.testing.v1 import AppTest

from aelr_core.algorithms import ALGORITHMS, unasked
from benchmarks.load import Report
from pages.ui.shell import PAGES
from pages.ui.visitor_run import DOUBLE_CLICK
from tests.browser.harness import DESKTOP, ROOT, Server, chromium, launch, running_app, settle
from tests.browser.looks import mark, take_hold

CHART = ".st-key-learning .aelr-chart"
CURVES = f"{CHART} .scatterlayer .trace"
SEEDS = (1, 2, 3, 4, 5)
CONTESTANTS = [key for key in unasked("ridge") if ALGORITHMS[key].budgeted]
MNIST = "/?data=mnist-3v5&budget=57&examples=5000"
PICTURES = ("learning", "sampling", "ratios", "bounds")

# The pages that open with a chart, but for the start page.
CHARTED = [Path(file).stem for file in [*PAGES][1:] if "your_data" not in file]
FIRST_CHART = ".main-svg .trace, .main-svg .hm, .main-svg image"
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

# Notes when things happen on a page, in seconds; a click restarts it. Runs before any other script.
CLOCK = f"""
window.seen = {{}};
const note = (name) => {{ seen[name] ??= performance.now() / 1000; }};
const painted = (name) => requestAnimationFrame(() => setTimeout(() => note(name)));
const look = () => {{
    const chart = document.querySelector('{CHART}');
    if (document.querySelector('{CURVES}')) note('curve');
    const lines = (chart?._fullData ?? []).filter(one => {CONTESTANTS}.includes(one.uid));
    const growing = lines.some(one => one.x.length < 20);  // a whole curve has more points
    if (growing && lines.every(one => one.x.length > 1)) painted('contestants');
    const there = key => document.querySelector(`.st-key-${{key}}:not([data-retained]) button`);
    if (there('stop')) note('stop');
    else if (seen.stop && !seen.run && there('run')) {{
        note('run');
        painted('finished');
    }}
}};
addEventListener('click', () => {{ seen = {{}}; note('click'); look(); }}, true);
new MutationObserver(look).observe(document, {{ subtree: true, childList: true }});
"""


def main() -> int:
    """Measure everything; the exit code says whether all is well."""
    ArgumentParser(description=__doc__).parse_args()
    executable = chromium()
    if executable is None:
        print("Chromium was not found: install it, or set CHROMIUM to its path.", file=sys.stderr)
        return 1
    report = Report()
    starts(report)
    on_the_server(report)
    with sync_playwright() as playwright:
        browser = launch(playwright, executable)
        with running_app() as server:
            in_a_browser(browser, server, report)
        browser.close()
    return 0 if report.good else 1


def in_a_browser(browser: Browser, server: Server, report: Report) -> None:
    """Measure what a visitor waits for."""
    first = opening(browser, server)
    report.say("first chart, first visitor since the server's start", first)
    openings = [opening(browser, server) for _ in SEEDS]
    report.say("first chart, new visitor", openings, most=2.5)
    for name in CHARTED:
        first_chart(browser, f"{server.url}/{name}")  # the first visitor of a page is not counted
        charts = [first_chart(browser, f"{server.url}/{name}") for _ in SEEDS]
        report.say(f"first chart, new visitor, page {name}", charts)
    page = opened(browser, server)
    changes(page, report)
    page.context.close()
    rates = [dragging(browser, server) for _ in range(3)]
    report.say("pictures per second while α is dragged", rates, "/s", least=10)
    runs(browser, server, report)
    digits = [contestants(browser, server, f"{MNIST}&seed={seed}") for seed in SEEDS[:3]]
    report.say("MNIST, k + 1 = 57: its curves move after Run", digits)
    report.say("Stop", [stopping(browser, server, seed) for seed in SEEDS])


def opened(browser: Browser, server: Server, path: str = "/") -> Page:
    """Return a page that is drawn, in a browser that has never been here."""
    page = browser.new_context(viewport=DESKTOP, reduced_motion="reduce").new_page()
    page.add_init_script(CLOCK)
    page.goto(server.url + path)
    page.wait_for_selector(CURVES)
    settle(page)
    return page


def opening(browser: Browser, server: Server) -> float:
    """Return the seconds from asking for the page to the first curve."""
    page = opened(browser, server)
    seconds = float(page.evaluate("seen.curve"))
    page.context.close()
    return seconds


def after_click(page: Page, name: str) -> float:
    """Return the seconds from the last click to something that is seen, and wait for it."""
    page.wait_for_function(f"seen.{name}")
    return float(page.evaluate(f"seen.{name} - seen.click"))


def changes(page: Page, report: Report) -> None:
    """Measure how long the pictures that need no run take after a change of a control."""

    def budget(value: int) -> Callable[[], None]:
        def act() -> None:
            field = page.get_by_role("spinbutton", name="Budget, k + 1")
            field.fill(str(value))
            field.press("Enter")

        return act

    def alpha() -> None:
        page.get_by_role("slider").first.press("ArrowRight")

    def timed(act: Callable[[], None], key: str) -> float:
        chart = f".st-key-{key} .aelr-chart"
        frames = int(page.locator(chart).get_attribute("data-frames") or 0)
        began = time.perf_counter()
        act()
        page.wait_for_function(f"document.querySelector('{chart}').dataset.frames > {frames}")
        seconds = time.perf_counter() - began
        settle(page)
        return seconds

    budgets = [timed(budget(value), "bounds") for value in (6, 7, 8)]
    report.say("bounds on the screen after a change of k + 1", budgets)
    alphas = [timed(alpha, "bounds") for _ in range(3)]
    report.say("all pictures on the screen after a change of α", alphas)


def dragging(browser: Browser, server: Server) -> float:
    """Return how often the slowest of the four pictures is drawn while α is dragged."""
    page = opened(browser, server)
    x, y = take_hold(page)
    page.evaluate(
        """() => {
            window.moved = {};
            new MutationObserver(seen => seen.forEach(({target}) =>
                (moved[target.getAttribute('aria-label')] ??= []).push(performance.now())
            )).observe(document.body, {subtree: true, attributeFilter: ['data-moved']});
        }"""
    )
    page.mouse.move(x + 100, y, steps=100)
    rate = page.evaluate(
        """() => Math.min(...Object.values(moved).map(
            times => 1000 * (times.length - 1) / (times.at(-1) - times[0])))"""
    )
    assert page.evaluate("Object.keys(moved).length") == len(PICTURES)
    page.mouse.up()
    page.context.close()
    return float(rate)


def runs(browser: Browser, server: Server, report: Report) -> None:
    """Measure how long the interactive default takes, and whether its chart stays."""
    firsts, wholes, removed = [], [], []
    for seed in SEEDS:
        page = opened(browser, server, f"/?seed={seed}")
        mark(page.locator(CHART))
        page.get_by_role("button", name="Run", exact=True).click()
        firsts.append(after_click(page, "contestants"))
        wholes.append(after_click(page, "finished"))
        settle(page)
        removed.append(float(page.evaluate("removed")))
        page.context.close()
    report.say("every budgeted curve on the screen moves after Run", firsts)
    report.say("interactive default finished after Run", wholes, most=3.5)
    report.say("charts rebuilt during a run", removed, "", most=0)


def contestants(browser: Browser, server: Server, path: str) -> float:
    """Return how long it takes until every budgeted curve on the screen moves."""
    page = opened(browser, server, path)
    page.get_by_role("button", name="Run", exact=True).click()
    seconds = after_click(page, "contestants")
    page.context.close()
    return seconds


def stopping(browser: Browser, server: Server, seed: int) -> float:
    """Return how long Stop takes in the middle of a long run."""
    page = opened(browser, server, f"/?examples=20000&runs=100&step=theory&seed={seed}")
    page.get_by_role("button", name="Run", exact=True).click()
    after_click(page, "contestants")
    time.sleep(DOUBLE_CLICK)  # sooner, a click counts as the second one on Run
    page.get_by_role("button", name="Stop", exact=True).click()
    seconds = after_click(page, "finished")
    page.context.close()
    return seconds


def on_the_server(report: Report) -> None:
    """Measure how long the script runs after a change, without a browser."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()

    def timed(change: Callable[[], object]) -> float:
        change()
        began = time.perf_counter()
        app.run()
        return time.perf_counter() - began

    budgets = [timed(partial(app.number_input(key="budget").set_value, k)) for k in (6, 7, 8)]
    report.say("server: a change of k + 1", budgets)
    alphas = [timed(partial(app.slider(key="alpha").set_value, a)) for a in (-1.9, -1.8, -1.7)]
    report.say("server: a change of α, which makes new data", alphas)


def starts(report: Report) -> None:
    """Measure imports and `make run`."""
    for module in ("aelr_core", "aelr_core.experiments"):
        imports = [_import(module) for _ in SEEDS]
        report.say(f"processor: import {module}, beyond NumPy", imports)
    report.say("make run until it is healthy", [_make_run() for _ in SEEDS])


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
        for one in psutil.Process(process.pid).children(recursive=True):
            one.terminate()
        process.wait()


def _healthy(port: int) -> bool:
    with suppress(OSError):
        address = f"http://localhost:{port}/_stcore/health"
        with urllib.request.urlopen(address, timeout=1) as answer:
            return bool(answer.read() == b"ok")
    return False


def first_chart(browser: Browser, address: str) -> float:
    """Return the seconds from asking for a page to its first chart, by the page's own clock."""
    page = browser.new_context(viewport=DESKTOP, reduced_motion="reduce").new_page()
    page.add_init_script(NOTE)
    page.goto(address)
    page.wait_for_function("window.firstChart")
    seconds = float(page.evaluate("window.firstChart"))
    settle(page)
    page.context.close()
    return seconds


if __name__ == "__main__":
    sys.exit(main())
