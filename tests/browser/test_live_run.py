"""A run in a real Chromium: it grows in place, outlives every click, and stops at once."""

import time

from playwright.sync_api import Page, expect

from aelr_core.plots.learning import STOPPED
from pages.ui.explorer import words
from tests.browser.conftest import Open
from tests.browser.harness import settle
from tests.browser.looks import mark

CHART = ".st-key-learning .aelr-chart"
# Each name has a legend of its own: the curve's end says how high it is.
NAMES = f"{CHART} [class^=legend][class$=toggle]"
# It takes minutes, and shows something soon.
LONG = (
    "/?dim=2000&examples=20000&runs=100&budget=60&step=theory&points=100"
    "&algorithms=uniform&algorithms=known"
)
# A line that a run keeps when it is stopped.
FINAL = "line => line.mode === 'lines' && line.uid.endsWith('aerr') && line.meta !== 'provisional'"


def points(page: Page) -> int:
    """Return how many points the longest curve has."""
    return page.locator(CHART).evaluate(
        "el => Math.max(...el._fullData.filter(t => t.mode === 'lines').map(t => t.x.length))"
    )


def frames(page: Page) -> int:
    return int(page.locator(CHART).get_attribute("data-frames") or 0)


def test_it_grows_in_place_and_outlives_every_click(open_page: Open) -> None:
    page = open_page(LONG)
    expect(page.locator(NAMES)).to_have_count(4)  # of the run that ships
    mark(page.locator(CHART))
    page.keyboard.press("Tab")  # the keyboard's way to Run, past the sidebar
    expect(page.get_by_role("link", name="Skip to Run")).to_be_focused()
    page.keyboard.press("Enter")
    run = page.get_by_role("button", name="Run", exact=True)
    expect(run).to_be_focused()
    assert run.evaluate("el => el.matches(':focus-visible')")
    page.keyboard.press("Enter")
    stop = page.get_by_role("button", name="Stop", exact=True)
    expect(stop).to_be_visible()
    expect(stop).to_be_focused()
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.wait_for_function(f"document.querySelector('{CHART}')._fullData.length < 8")  # its own
    first = frames(page)
    page.locator(NAMES).first.click()
    page.wait_for_function(f"document.querySelector('{CHART}').dataset.frames > {first + 2}")

    # a widget changes in the middle
    page.get_by_text("More settings", exact=True).click()
    seed = page.get_by_role("spinbutton", name="Seed")
    seed.fill("3")
    seed.press("Enter")
    expect(page.get_by_text(words.CHANGED).first).to_be_visible()
    before = frames(page)
    page.wait_for_function(f"document.querySelector('{CHART}').dataset.frames > {before}")

    # another page and back
    page.get_by_role("link", name="Story", exact=True).click()
    expect(page.get_by_role("heading", name="Five tests of a hundred")).to_be_visible()
    page.get_by_role("link", name="Explorer").click()
    expect(page.locator(CHART)).to_be_visible()
    before = frames(page)
    page.wait_for_function(f"document.querySelector('{CHART}').dataset.frames > {before}")

    # provisional curves are not kept: wait for the first final one
    page.wait_for_function(f"document.querySelector('{CHART}')._fullData.some({FINAL})")
    stop.focus()
    page.keyboard.press("Enter")
    expect(run).to_be_visible()
    expect(run).to_be_focused()
    expect(stop).to_be_hidden()  # though a look may have come in between
    settle(page)
    kept = points(page)
    assert kept > 0
    expect(page.get_by_text("Stopped early")).to_be_visible()
    expect(page.locator(CHART)).to_contain_text(STOPPED)  # a mark in the picture
    time.sleep(0.6)
    assert points(page) == kept
    hidden = page.locator(CHART).evaluate("el => el._fullData.filter(t => t.visible !== true)")
    assert hidden  # the legend's choice is still there
    assert page.locator(CHART).evaluate("el => el.mark && el.querySelector('.main-svg').mark")
    assert page.evaluate("removed") == 0
