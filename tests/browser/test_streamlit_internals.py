"""What our styles and scripts look for on a page is there, in the state in which it is needed.

When another version of Streamlit is tried, this test says in seconds which names have changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Page

from pages.ui.streamlit_internals import SELECTORS
from tests.browser.harness import PHONE, Server, settle

# Notes what has been there, even for a moment. Runs before any other script.
NOTE = f"""
window.found = new Set();
const look = () => {json.dumps([*SELECTORS])}.forEach(
    (one) => document.querySelector(one) && found.add(one));
new MutationObserver(look).observe(
    document, {{ subtree: true, childList: true, attributes: true }});
"""


def test_every_selector_is_there(new_page: Callable[..., Page], server: Server) -> None:
    page = new_page()
    page.set_default_timeout(60_000)
    page.add_init_script(NOTE)
    missing = {*SELECTORS}

    def look() -> None:
        settle(page)
        missing.difference_update(page.evaluate("[...found]"))

    page.goto(f"{server.url}/?seed=7")
    settle(page)
    page.get_by_role("button", name="Run", exact=True).click()
    page.wait_for_function("found.has('[data-retained]')")
    look()
    page.locator("[data-testid=stPopover] button").first.click()
    page.wait_for_function("found.has('[data-testid=stPopoverBody]')")
    page.set_viewport_size(PHONE)  # where the menu is in the sidebar
    page.wait_for_function("found.has('[data-testid=stSidebarNavLink]')")
    look()
    for path, button in (("story", "Teacher's card"), ("your_data", "Use the sample")):
        page.goto(f"{server.url}/{path}")
        settle(page)
        page.get_by_role("button", name=button).first.click()
        page.wait_for_timeout(500)
        look()
    assert not missing
