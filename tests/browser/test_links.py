"""Deep links on a server that has seen nobody yet, and settings in the address."""

from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from pages.ui.server import ADDRESSES
from pages.ui.settings import Settings
from pages.ui.settings.values import PRESETS, from_query, to_query
from pages.ui.shell import OLD_ADDRESSES, PAGES, START
from tests.browser.conftest import Open
from tests.browser.harness import Server, running_app, settle

# A page that is drawn quickly, and one that hides no setting of the sidebar.
QUICK, ALL = "/what_if", "/bounds"


def number(page: Page, label: str) -> Locator:
    above = ".st-key-above"  # where large type puts some settings
    place = page.locator(f"[data-testid=stSidebar], {above}")
    return place.get_by_role("spinbutton", name=label)


def enter(page: Page, label: str, text: str) -> None:
    number(page, label).fill(text)
    number(page, label).press("Enter")


def more(page: Page) -> None:
    """Open what most visitors never change."""
    page.get_by_text("More settings", exact=True).click()


def take(page: Page, label: str, word: str) -> None:
    """Choose a word from a list of the sidebar."""
    page.get_by_role("combobox", name=label).click()
    page.get_by_role("option", name=word).click()
    settle(page)


def link(settings: Settings, path: str = QUICK) -> str:
    return f"{path}?{urlencode(to_query(settings), doseq=True)}"


def address(page: Page) -> Settings:
    """Return the settings that the address stands for."""
    settings, problems = from_query(parse_qs(urlsplit(page.url).query))
    assert not problems
    return settings


def expect_address(page: Page, wanted: Settings) -> None:
    query = to_query(wanted)
    as_shown = {**query, "data": wanted.entry.label} if "data" in query else query  # by the menu
    page.wait_for_function(
        """wanted => { const q = new URLSearchParams(location.search); q.sort();
                       return wanted.includes(q.toString()); }""",
        arg=[urlencode(sorted(one.items()), doseq=True) for one in (query, as_shown)],
    )
    assert address(page) == wanted


# The guard is the same on every page, and first (tests/project sees to it): two stand for all.
@pytest.mark.parametrize("file", [pytest.param(START, marks=pytest.mark.long), "pages/what_if.py"])
def test_a_cold_deep_link_opens_its_page_in_the_frame(open_page: Open, file: str) -> None:
    with running_app() as fresh:
        page = open_page(f"/{Path(file).stem}?dim=60&budget=7&mode=theory", on=fresh)
        asked = page.evaluate("performance.getEntriesByType('resource').map(each => each.name)")
        assert f"{fresh.url}/_stcore/health" in asked  # and not below the page first
        assert not any(f"{fresh.url}/{Path(file).stem}/" in each for each in asked)
        expect(page).to_have_title(f"{PAGES[file]} · AELR Lab")
        expect(number(page, "Attributes, d")).to_have_value("60")
        expect(number(page, "Budget, k + 1")).to_have_value("7")
        expect(page.get_by_test_id("stTopNavLink")).to_have_text(list(PAGES.values()))
        weights = "links => links.map(link => getComputedStyle(link).backgroundColor)"
        marked = page.get_by_test_id("stTopNavLink").evaluate_all(weights)
        own = marked[list(PAGES).index(file)]
        assert marked.count(own) == 1  # its tab, at either address of the start page
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.get_by_test_id("stException")).to_have_count(0)
        expect(page.get_by_test_id("stAlert")).to_have_count(0)


def test_an_old_address_leads_on_with_the_settings(open_page: Open, server: Server) -> None:
    assert {new.partition("#")[0] for new in OLD_ADDRESSES.values()} <= ADDRESSES
    page = open_page("/bounds")
    for old in ("sampling", "guide"):
        new = OLD_ADDRESSES[old]
        page.goto(f"{server.url}/{old}?dim=60&projector=true")
        settle(page)
        assert page.url == f"{server.url}/{new}?dim=60&projector=true"
        expect(page).to_have_title(f"{PAGES[f'pages/{new}.py' if new else START]} · AELR Lab")
        expect(page.get_by_test_id("stException")).to_have_count(0)


def test_an_unknown_page_does_not_break_the_app(open_page: Open) -> None:
    page = open_page("/nowhere", expected="does not seem to exist")
    expect(page.get_by_role("dialog")).to_contain_text("Page not found")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stMetricValue").first).to_be_visible()


def test_the_address_follows_the_controls_and_brings_them_back(open_page: Open) -> None:
    page = open_page()
    enter(page, "Attributes, d", "60")
    ratio = page.get_by_test_id("stMetricValue").first
    expect(ratio).to_have_text("0.224")
    page.wait_for_url("**/?dim=60")
    page.get_by_role("link", name="Story", exact=True).click()
    expect(page.get_by_role("heading", name="Five tests of a hundred")).to_be_visible()
    page.wait_for_url("**/story?dim=60")
    settle(page)
    page.go_back()
    expect(ratio).to_have_text("0.224")
    page.reload()
    settle(page)
    expect(number(page, "Attributes, d")).to_have_value("60")
    expect(ratio).to_have_text("0.224")


def test_presets_and_reset_are_in_the_address(open_page: Open) -> None:
    page = open_page(f"{QUICK}?data=covertype&projector=true")
    page.get_by_test_id("stExpandSidebarButton").click()  # large type folds the sidebar away
    settle(page)  # while it opens, a menu would close again
    more(page)
    for name in ("MNIST, 3 or 5?: ridge (Fig. 3)", "Very uneven: AdaGrad (Fig. 7)"):
        take(page, "Preset", name)
        expect(page.get_by_role("combobox", name="Preset")).to_have_value(name)
        preset = PRESETS[name]
        expect_address(page, Settings(**{**vars(preset), "projector": True}))
    settle(page)
    enter(page, "Budget, k + 1", "40")
    settle(page)
    expect(number(page, "Budget, k + 1")).to_have_value("40")
    enter(page, "Attributes, d", "10")
    expect(page.get_by_test_id("stAlert")).to_contain_text("10 is used")
    expect(number(page, "Budget, k + 1")).to_have_value("10")
    expect(page.get_by_role("combobox", name="Preset")).to_have_value("Your own settings")
    page.get_by_role("button", name="New seed").click()
    settle(page)
    page.wait_for_function("location.search.includes('seed=')")
    page.get_by_role("button", name="Reset", exact=True).click()
    expect_address(page, Settings(projector=True))


def test_a_number_that_is_none_ends_no_page_and_back_leads_away(open_page: Open) -> None:
    """Streamlit's field calls int(inf), which ended every page. Back may come by twice."""
    page = open_page(f"{ALL}?runs=7")
    page.goto(page.url.replace("runs=7", "runs=1e309&dim=-inf&seed=1e999&alpha=-1"))
    settle(page)
    expect(page.get_by_test_id("stAlert").get_by_role("listitem")).to_have_count(3)
    expect(page.get_by_test_id("stException")).to_have_count(0)
    page.wait_for_url("**/bounds?alpha=-1")
    more(page)
    expect(number(page, "Runs")).to_have_value("20")
    for _ in range(2):  # the address as it came, and the page before
        page.go_back()
        settle(page)
        expect(page.get_by_test_id("stException")).to_have_count(0)
    page.wait_for_url("**/bounds?runs=7")
    more(page)
    expect(number(page, "Runs")).to_have_value("7")
