"""Fixtures: one server and one Chromium for all tests, a fresh context for each.

Where Chromium is missing the tests are skipped with a reason; with AELR_REQUIRE_BROWSER=1, as on
CI, they fail instead.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser import harness

expect.set_options(timeout=45_000)  # milliseconds: the machine may be busy

REQUIRED = os.environ.get("AELR_REQUIRE_BROWSER") == "1"

# Opens a path (with its query) in a new context and waits until the page is drawn.
Open = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    executable = harness.chromium()
    if executable is None:
        reason = "Chromium was not found: install it, or set CHROMIUM to its path"
        if REQUIRED:
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = harness.launch(playwright, executable)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server() -> Iterator[harness.Server]:
    with harness.running_app() as server:
        yield server


@pytest.fixture
def open_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Open]:
    """Return a function that opens pages; what must not happen on one fails the test."""
    contexts = []
    faults: list[list[str]] = []
    allowed: list[str] = list(harness.HARMLESS)

    def opened(
        path: str = "/",
        *,
        on: harness.Server | None = None,
        expected: str | None = None,
        **options: object,
    ) -> Page:
        """`on` another server than the common one; `expected` is part of an error to be seen."""
        allowed.extend([expected] if expected else [])
        running = on or request.getfixturevalue("server")
        context = browser.new_context(
            **{"viewport": harness.DESKTOP, "reduced_motion": "reduce", "locale": "en-US"} | options
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        faults.append(harness.watch(page))
        page.goto(running.url + path)
        harness.settle(page)
        return page

    yield opened
    for context in contexts:
        context.close()
    unexpected = [f for fs in faults for f in fs if not any(words in f for words in allowed)]
    assert not unexpected
