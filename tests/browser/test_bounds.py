"""The page of bounds in a real Chromium: desktop, dark, phone; the planner; its download."""

import csv

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.harness import PHONE, settle
from tests.browser.looks import overflow, words_outside

CHARTS = ("bound_curves", "measured_bounds", "plan_costs")


def outside(page: Page, key: str) -> list[str]:
    """Return the words of a chart that leave its frame, and a legend that covers curves."""
    plot = page.locator(f".st-key-{key} .js-plotly-plot")
    return words_outside(plot) + plot.evaluate(
        """plot => {
            const found = [];
            const legend = plot.querySelector('.legend');
            const curves = plot.querySelector('.nsewdrag').getBoundingClientRect();
            if (legend && legend.getBoundingClientRect().bottom > curves.top + 1)
                found.push('the legend');
            if (curves.height < 120) found.push('no room for curves');
            return found;
        }"""
    )


def off_screen(page: Page) -> int:
    """Return by how many pixels the page's table is wider than what is seen of it."""
    table = page.get_by_test_id("stDataFrame").locator(".dvn-scroller")
    table.scroll_into_view_if_needed()
    return table.evaluate("el => el.scrollWidth - el.clientWidth")


def everything_fits(page: Page) -> None:
    expect(page).to_have_title("Bounds · AELR Lab")
    assert overflow(page) <= 0
    for key in CHARTS:
        assert outside(page, key) == []
    main = page.get_by_test_id("stMain")
    expect(main.locator(".katex-error")).to_have_count(0)
    cut = main.locator(".katex-html").evaluate_all(
        """els => els.filter(el => {
            const box = el.closest('[data-testid=stMarkdownContainer]').getBoundingClientRect();
            return [...el.querySelectorAll('.base')].some(
                base => base.getBoundingClientRect().right > box.right + 1);
        }).map(el => el.textContent)"""
    )
    assert cut == []


def test_the_planner_and_its_table(open_page: Open) -> None:
    page = open_page("/bounds", color_scheme="light")
    everything_fits(page)
    fetched = page.evaluate("performance.getEntriesByType('resource').map(each => each.name)")
    assert any("BidiComponent" in each for each in fetched)  # the charts'
    assert not any("DataFrame" in each for each in fetched)  # the table's, which are larger
    page.get_by_text("Every offer as a table").click()
    settle(page)
    assert off_screen(page) == 0
    price = page.get_by_role("spinbutton", name="Price of an example, c₀")
    price.fill("25")
    price.press("Enter")
    page.wait_for_url("**example_price=25.0**")
    settle(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the table").click()
    rows = list(csv.DictReader(download.value.path().read_text(encoding="utf-8").splitlines()))
    assert {row["Price of an example"] for row in rows} == {"25.0"}
    cheapest = page.get_by_test_id("stMetricValue").first
    expect(cheapest).to_have_text(rows[0]["Algorithm"].partition(",")[0])


def test_a_run_of_ones_own_in_the_dark(open_page: Open) -> None:
    page = open_page(
        "/bounds?bound_axis=m1&family=lasso&dim=30&examples=200&runs=2", color_scheme="dark"
    )
    page.get_by_role("button", name="Measure it").click()
    chart = page.locator(".st-key-measured_bounds .js-plotly-plot")
    expect(chart.locator(".scatterlayer .trace")).to_have_count(10)
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    settle(page)
    everything_fits(page)


@pytest.mark.long
def test_the_first_picture_is_on_a_wall_as_a_whole(open_page: Open) -> None:
    wall = {"width": 1280, "height": 720}
    page = open_page("/bounds?projector=true", viewport=wall)
    box = page.locator(".st-key-panel-bound_curves").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= wall["height"]
    assert outside(page, "bound_curves") == []


@pytest.mark.long
def test_phone(open_page: Open) -> None:
    everything_fits(open_page("/bounds?bound_axis=m1", viewport=PHONE))
