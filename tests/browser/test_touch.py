"""A phone: charts under a finger, which cannot hover, and the menu, which lies on the page."""

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.harness import PHONE
from tests.browser.looks import words_outside


def test_the_buttons_of_a_chart_lie_on_no_words_and_choosing_a_page_closes_the_menu(
    open_page: Open,
) -> None:
    page = open_page("/ratios", viewport=PHONE, is_mobile=True, has_touch=True)
    plots = page.locator(".js-plotly-plot")
    expect(plots.first.locator(".modebar-btn").first).to_be_visible()
    assert words_outside(plots) == []
    sidebar = page.get_by_test_id("stSidebar")
    for title in ("Guide", "Guide", "Ratios"):  # also the page that is there already
        page.get_by_test_id("stExpandSidebarButton").click()
        link = sidebar.get_by_role("link", name=title, exact=True)
        expect(link).to_be_in_viewport()
        link.click()
        expect(page).to_have_title(f"{title} · AELR Lab")
        expect(sidebar).not_to_be_in_viewport()
