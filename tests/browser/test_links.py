"""Deep links on a server that has seen nobody yet, and settings in the address."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from pages.ui.shell import PAGES
from tests.browser.conftest import Open
from tests.browser.harness import running_app, settle


def number(page: Page, label: str) -> Locator:
    return page.get_by_role("spinbutton", name=label)


@pytest.mark.parametrize("file", PAGES)
def test_a_cold_deep_link_opens_its_page_in_the_frame(open_page: Open, file: str) -> None:
    with running_app() as fresh:
        page = open_page(f"/{Path(file).stem}?dim=100&budget=7", on=fresh)
        expect(page).to_have_title(f"{PAGES[file]} · AELR Lab")
        expect(number(page, "Attributes, d")).to_have_value("100")
        expect(number(page, "Attributes per example, k + 1")).to_have_value("7")
        expect(page.get_by_test_id("stTopNavLink")).to_have_text(list(PAGES.values()))
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.get_by_test_id("stException")).to_have_count(0)


def test_an_unknown_page_does_not_break_the_app(open_page: Open) -> None:
    page = open_page("/nowhere", expected="does not seem to exist")
    expect(page.get_by_role("dialog")).to_contain_text("Page not found")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stMetricValue").first).to_be_visible()


def test_the_address_follows_the_controls_and_brings_them_back(open_page: Open) -> None:
    page = open_page()
    field = number(page, "Attributes, d")
    field.fill("60")
    field.press("Enter")
    expect(page.get_by_test_id("stMetricValue").first).to_have_text("0.224")
    page.wait_for_url("**/?dim=60")
    page.get_by_role("link", name="Guide").click()
    expect(page.get_by_role("heading", name="The problem")).to_be_visible()
    settle(page)
    assert page.url.endswith("/guide?dim=60")
    expect(field).to_have_value("60")
    page.go_back()
    expect(page.get_by_test_id("stMetricValue").first).to_have_text("0.224")
    page.reload()
    settle(page)
    expect(field).to_have_value("60")
    expect(page.get_by_test_id("stMetricValue").first).to_have_text("0.224")


def test_a_budget_above_d_is_brought_down_with_it(open_page: Open) -> None:
    page = open_page("/?budget=40")
    field = number(page, "Attributes, d")
    field.fill("10")
    field.press("Enter")
    expect(number(page, "Attributes per example, k + 1")).to_have_value("10")
    settle(page)
    expect(page.get_by_test_id("stException")).to_have_count(0)


def test_a_bad_link_says_so_and_works(open_page: Open) -> None:
    page = open_page("/?dim=<b>many</b>&alpha=-1&family=elastic")
    alerts = page.get_by_test_id("stAlert")
    expect(alerts).to_have_count(2)
    expect(alerts.first).to_contain_text("Dim must be a whole number from 2 to 2000")
    expect(page.get_by_test_id("stMetricValue").first).to_have_text("0.552")


def test_the_guide_leads_to_the_explorer(open_page: Open) -> None:
    page = open_page("/guide")
    page.get_by_role("button", name="The same for lasso").click()
    expect(page).to_have_title("Explorer · AELR Lab")
    settle(page)
    expect(page.get_by_role("radio", name="lasso")).to_be_checked()
    expect(page.locator(".st-key-sampling")).to_contain_text("DDAELR, known moments")
