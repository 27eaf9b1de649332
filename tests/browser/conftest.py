"""Fixtures: one server and one Chromium for all tests, a fresh tab for each.

Tabs share what the browser has fetched and compiled, which is a third of a page's time, and nothing
else: what pages have stored is forgotten before the next one opens. What a finger touches has a
browser of its own.

Where Chromium is missing the tests are skipped with a reason; with AELR_REQUIRE_BROWSER=1, as on
CI, they fail instead.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests.browser import harness

AS_ALWAYS: dict[str, Any] = {
    "viewport": harness.DESKTOP,
    "reduced_motion": "reduce",
    "locale": "en-US",
}
expect.set_options(timeout=45_000)  # milliseconds: the machine may be busy

REQUIRED = os.environ.get("AELR_REQUIRE_BROWSER") == "1"

# Opens a path (with its query) in a new tab and waits until the page is drawn.
Open = Callable[..., Page]


@pytest.fixture(scope="session")
def executable() -> str:
    found = harness.chromium()
    if found is not None:
        return found
    reason = "Chromium was not found: install it, or set CHROMIUM to its path"
    if REQUIRED:
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def playwright(executable: str) -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def tabs(
    playwright: Playwright, executable: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BrowserContext]:
    """The browser of all tests that need no phone."""
    folder = tmp_path_factory.mktemp("profile")
    context = playwright.chromium.launch_persistent_context(
        folder, executable_path=executable, args=list(harness.FLAGS), **AS_ALWAYS
    )
    yield context
    context.close()


@pytest.fixture(scope="session")
def phone(playwright: Playwright, executable: str) -> Iterator[Browser]:
    """A browser for contexts that a finger touches."""
    browser = harness.launch(playwright, executable)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def server() -> Iterator[harness.Server]:
    with harness.running_app() as server:
        yield server


@pytest.fixture
def new_page(request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """Return a function that opens an empty tab, of a phone if it has a `has_touch`."""
    pages: list[Page] = []
    phones: list[BrowserContext] = []

    def opened(**options: Any) -> Page:
        if options.get("has_touch"):
            phones.append(request.getfixturevalue("phone").new_context(**AS_ALWAYS | options))
            return phones[-1].new_page()
        page: Page = request.getfixturevalue("tabs").new_page()
        pages.append(page)
        page.set_viewport_size(options.pop("viewport", harness.DESKTOP))
        page.emulate_media(**options)
        return page

    yield opened
    for page in pages:
        page.close()
    for context in phones:
        context.close()


@pytest.fixture
def open_page(new_page: Callable[..., Page], request: pytest.FixtureRequest) -> Iterator[Open]:
    """Return a function that opens pages; what must not happen on one fails the test."""
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
        page = new_page(**options)
        page.set_default_timeout(60_000)
        faults.append(harness.watch(page))
        forget = {"origin": running.url, "storageTypes": "local_storage,cookies"}
        page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", forget)
        page.goto(running.url + path)
        harness.settle(page)
        return page

    yield opened
    unexpected = [f for fs in faults for f in fs if not any(words in f for words in allowed)]
    assert not unexpected
