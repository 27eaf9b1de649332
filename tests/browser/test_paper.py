"""The page of the paper in a real Chromium: light, dark, phone."""

import pytest
from playwright.sync_api import Page, expect

from aelr_core.results.paper import stored
from tests.browser.conftest import Open
from tests.browser.harness import PHONE
from tests.browser.looks import words_outside

CUT = """els => els.filter(el => {
    const box = el.getBoundingClientRect();
    return box.width && (box.left < -1 || box.right > window.innerWidth + 1);
}).map(el => el.textContent.slice(0, 60))"""
COVERED = """plots => plots.filter(plot => {
    const legend = plot.querySelector('.legend').getBoundingClientRect();
    const curves = plot.querySelector('.nsewdrag').getBoundingClientRect();
    return legend.bottom > curves.top + 1;
}).length"""


def look_over(page: Page) -> None:
    main = page.get_by_test_id("stMain")
    plots = main.locator(".js-plotly-plot")
    expect(plots).to_have_count(len(stored().panels) + 2)  # and the map, wide and tall
    shown = main.locator(".st-key-map, .st-key-tall-map").locator("visible=true")
    expect(shown).to_have_count(1)
    assert main.locator("p, li, h3, button").evaluate_all(CUT) == []
    assert words_outside(plots) == []
    assert plots.evaluate_all(COVERED) == 0
    for test_id in ("stAlert", "stException"):
        expect(main.get_by_test_id(test_id)).to_have_count(0)


@pytest.mark.long
def test_a_phone_in_the_dark(open_page: Open) -> None:
    look_over(open_page("/paper", viewport=PHONE, color_scheme="dark"))


def test_everything_is_there_and_a_panel_opens_in_the_explorer(open_page: Open) -> None:
    page = open_page("/paper", color_scheme="light")
    look_over(page)
    # the first figure is on the first screen
    box = page.locator(".st-key-map .js-plotly-plot").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 900
    # a click on the map shows the claim and a way to its panel
    page.locator(".st-key-map .scatterlayer .point").first.click(force=True)
    link = page.get_by_role("link", name="Figure 1").first
    expect(link).to_be_visible()
    link.click()
    expect(page.locator(".st-key-panel-1a")).to_be_in_viewport()
    page.go_back()
    expect(link).to_be_in_viewport()
    card = page.locator(".st-key-panel-2c")
    card.get_by_text("Claims, reasons").click()
    card.locator(".st-key-open-2c").get_by_role("button").click()
    expect(page).to_have_title("Explorer · AELR Lab")
    # the address passes through other ones on the way
    for setting in ("family=lasso", "alpha=-1", "dim=500"):
        page.wait_for_function("setting => location.search.includes(setting)", arg=setting)
