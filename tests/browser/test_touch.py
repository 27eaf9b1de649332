"""A phone, and a projector: what a finger does, and where the settings are beside no sidebar.

A finger cannot hover, and the menu lies on the page.
"""

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.harness import PHONE
from tests.browser.looks import words_outside


def test_the_buttons_of_a_chart_lie_on_no_words_and_choosing_a_page_closes_the_menu(
    open_page: Open,
) -> None:
    page = open_page("/what_if", viewport=PHONE, is_mobile=True, has_touch=True)
    plots = page.locator(".js-plotly-plot")
    expect(plots.first.locator(".modebar-btn").first).to_be_visible()
    assert words_outside(plots) == []
    sidebar = page.get_by_test_id("stSidebar")
    for title in ("Story", "Story", "What if"):  # also the page that is there already
        page.get_by_test_id("stExpandSidebarButton").click()
        link = sidebar.get_by_role("link", name=title, exact=True)
        expect(link).to_be_in_viewport()
        link.click()
        expect(page).to_have_title(f"{title} · AELR Lab")
        expect(sidebar).not_to_be_in_viewport()


ABOVE = ".st-key-above :is([data-testid=stSlider], [data-testid=stNumberInput], [role=combobox])"
PHONE_NAME = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148"


def test_on_a_phone_the_pictures_are_in_sight_while_alpha_is_dragged(open_page: Open) -> None:
    page = open_page(viewport=PHONE, is_mobile=True, has_touch=True, user_agent=PHONE_NAME)
    picture = page.locator(".st-key-panel-learning")
    picture.evaluate("picture => picture.scrollIntoView()")
    expect(page.locator(ABOVE)).to_have_count(2)
    for each in page.locator(ABOVE).all():
        expect(each).to_be_in_viewport(ratio=1)
    expect(picture).to_be_in_viewport(ratio=0.5)
    slider = page.locator(".st-key-alpha").get_by_role("slider")
    slider.press("ArrowRight")
    page.wait_for_url("**alpha=-1.95*")


def test_on_a_projector_the_settings_are_above_and_every_page_folds_the_sidebar(
    open_page: Open,
) -> None:
    page = open_page("/?projector=true", viewport={"width": 1280, "height": 720})
    sidebar = page.get_by_test_id("stSidebar")
    for title in ("Bounds", "Explorer"):
        expect(page.locator(ABOVE)).to_have_count(3)
        for each in page.locator(ABOVE).all():
            expect(each).to_be_in_viewport(ratio=1)
        page.get_by_test_id("stExpandSidebarButton").click()
        expect(sidebar).to_be_in_viewport()
        page.get_by_test_id("stTopNavLink").filter(has_text=title).click()
        expect(page).to_have_title(f"{title} · AELR Lab")
        expect(sidebar).not_to_be_in_viewport()
