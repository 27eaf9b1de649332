"""The page of bounds in a real Chromium: every control, its words, its download, a phone."""

import csv
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.harness import PHONE, settle
from tests.browser.looks import overflow, words_outside

MOST_WORDS = 400
DRAWN = "plot => JSON.stringify(plot._fullData.map(one => [one.name, ...one.x, ...one.y]))"


def plot(page: Page, key: str) -> Locator:
    return page.locator(f".st-key-{key} .js-plotly-plot")


def changes(page: Page, key: str, do: Callable[[], None]) -> None:
    """Do something, and look for another picture."""
    before = plot(page, key).evaluate(DRAWN)
    do()
    page.wait_for_function(
        f"before => {{ const plot = document.querySelector('.st-key-{key} .js-plotly-plot');"
        f" return plot && ({DRAWN})(plot) !== before; }}",
        arg=before,
    )
    settle(page)


def typed(page: Page, label: str, text: str) -> Callable[[], None]:
    def do() -> None:
        field = page.get_by_role("spinbutton", name=label)
        field.fill(text)
        field.press("Enter")

    return do


def everything_fits(page: Page) -> None:
    assert overflow(page) <= 0
    for key in ("bound_curves", "plan_costs"):
        assert words_outside(plot(page, key)) == []


def test_every_control_draws_another_picture(open_page: Open) -> None:
    page = open_page("/bounds", color_scheme="light", viewport={"width": 1280, "height": 720})
    expect(page).to_have_title("Bounds · AELR Lab")
    main = page.get_by_test_id("stMain")
    words = re.findall(r"[^\W\d_]\S*", main.inner_text())
    assert len(words) <= MOST_WORDS
    axis = plot(page, "bound_curves").locator(".xtitle").bounding_box()
    assert axis is not None
    assert axis["y"] + axis["height"] <= 720  # on the first screen
    everything_fits(page)
    for place in ("axis", "of"):
        for option in page.locator(f".st-key-bound{'s' * (place == 'of')}_{place} button").all():
            name = option.inner_text()
            if option.get_attribute("aria-label") or name == "Examples, m":
                continue  # it is there
            changes(page, "bound_curves", option.click)
        first = page.get_by_role("radio", name="Examples, m")
        if place == "axis":
            changes(page, "bound_curves", first.click)
    changes(page, "bound_curves", page.get_by_text("All versions", exact=True).click)
    everything_fits(page)
    changes(page, "plan_costs", typed(page, "Target, %", "20"))
    changes(page, "plan_costs", typed(page, "Price of an example", "25"))
    changes(page, "plan_costs", typed(page, "Price of an attribute", "2"))
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the table").click()
    rows = list(csv.DictReader(download.value.path().read_text(encoding="utf-8").splitlines()))
    assert {row["Price of an example"] for row in rows} == {"25.0"}

    def column() -> None:
        page.get_by_text("a column of prices").click()
        field = page.get_by_role("textbox", name="Prices c₁")
        field.fill("1 " * 99 + "50")
        field.press("Control+Enter")

    changes(page, "plan_costs", column)
    page.get_by_text("Formulas, versions").click()
    expect(main.locator(".katex").first).to_be_visible()
    expect(main.locator(".katex-error")).to_have_count(0)


def test_a_run_by_the_theorems_rules_in_the_dark(open_page: Open) -> None:
    page = open_page("/bounds?family=lasso&dim=30&examples=200&runs=2", color_scheme="dark")
    changes(page, "bound_curves", page.get_by_role("button", name="Run", exact=True).click)
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    page.get_by_text("Assumptions: ").click()
    rules = page.get_by_role("button", name="Run by the theorems' rules")
    changes(page, "bound_curves", rules.click)
    page.wait_for_url("**mode=theory**")
    everything_fits(page)


@pytest.mark.long
def test_phone(open_page: Open) -> None:
    everything_fits(open_page("/bounds?bound_axis=m1", viewport=PHONE))
