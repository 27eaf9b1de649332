"""The page Results in a real Chromium: every control, every width, light and dark."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.harness import HARMLESS, PHONE, settle, watch
from tests.browser.looks import on_desktop_and_phone, overflow, words_outside

DRAWN = "els => els.map(el => el.querySelector('.main-svg').innerHTML).join()"


@on_desktop_and_phone
def test_everything_fits(open_page: Open, size: dict[str, int], shade: str) -> None:
    page = open_page("/paper?claim=4.known&reading=own+step", viewport=size, color_scheme=shade)
    expect(page).to_have_title("Results · AELR Lab")  # where the old address leads
    main = page.get_by_test_id("stMain")
    expect(main.get_by_role("heading", name="Figure 4, MNIST lasso")).to_be_visible()
    assert "reading=own-step" in page.url
    expect(main.locator(".st-key-map, .st-key-tall-map").locator("visible=true")).to_have_count(1)
    assert overflow(page) <= 0
    assert words_outside(main.locator(".js-plotly-plot").locator("visible=true")) == []
    for test_id in ("stAlert", "stException"):
        expect(main.get_by_test_id(test_id)).to_have_count(0)


def test_every_control_draws_another_picture(open_page: Open) -> None:
    page = open_page("/results")
    faults = watch(page)
    main = page.get_by_test_id("stMain")

    def choose(label: str, option: str) -> None:
        # a click would scroll the page first, and scrolling closes the menu
        box = main.get_by_role("combobox", name=label)
        box.scroll_into_view_if_needed()
        settle(page)
        box.press("ArrowDown")
        page.get_by_role("option", name=option, exact=True).click()

    def changes(charts: Locator, move: Callable[[], object]) -> None:
        before = charts.evaluate_all(DRAWN)
        move()
        settle(page)
        assert charts.evaluate_all(DRAWN) != before

    figure = main.locator(".st-key-figure-chart .js-plotly-plot")
    every = main.locator(".js-plotly-plot")
    ratios = main.locator("[class*=st-key-panel-ratios] .js-plotly-plot")
    point = main.locator(".st-key-map .scatterlayer .point")
    changes(figure, lambda: point.first.click(force=True))
    changes(figure, lambda: choose("Figure", "6 · Covertype lasso"))
    changes(every, lambda: main.get_by_role("radio", name="one factor for all points").click())
    main.get_by_text("The same for the lasso").click()
    expect(ratios).to_have_count(2)
    changes(ratios, lambda: choose("Comparison", "Learns as it goes against chosen by size"))
    expect(ratios).to_have_count(2)  # still open
    main.get_by_text("Numbers, and likely reasons").click()
    expect(main.get_by_text("k + 1 = 5, m = ")).to_be_visible()
    settle(page)
    assert [fault for fault in faults if not fault.endswith(HARMLESS)] == []


@pytest.mark.parametrize("tall", [False, True], ids=["projector", "phone"])
def test_a_click_on_the_map_brings_the_figure_into_sight(open_page: Open, tall: bool) -> None:
    size = PHONE if tall else {"width": 1280, "height": 720}
    page = open_page(f"/results?projector={'false' if tall else 'true'}", viewport=size)
    settle(page)
    place = "tall-map" if tall else "map"
    page.locator(f".st-key-{place} .scatterlayer .point").nth(9).click(force=True)
    expect(page.locator(".st-key-figure-chart")).to_be_in_viewport(ratio=0.95)


def test_a_phone_shows_the_figure_first_and_marks_for_a_finger(open_page: Open) -> None:
    page = open_page("/results", viewport=PHONE, has_touch=True)
    settle(page)
    header, chart, tall = (
        page.locator(f"{place}").bounding_box()
        for place in ("#figure", ".st-key-figure-chart", ".st-key-tall-map")
    )
    assert header is not None
    assert chart is not None
    assert tall is not None
    assert header["y"] < chart["y"] < PHONE["height"] < tall["y"]
    cell = page.locator(".st-key-tall-map .scatterlayer .point").nth(30)
    place = cell.bounding_box()
    assert place is not None
    assert min(place["width"], place["height"]) >= 40
    before = page.locator("#figure").inner_text()
    cell.scroll_into_view_if_needed()
    place = cell.bounding_box()
    assert place is not None
    page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(page.locator("#figure")).not_to_have_text(before)
    expect(page.locator(".st-key-figure-chart")).to_be_in_viewport(ratio=0.95)


def test_a_projector_keeps_the_map_on_its_first_screen(open_page: Open) -> None:
    page = open_page("/results?projector=true", viewport={"width": 1280, "height": 720})
    settle(page)
    expect(page.get_by_text("hold under all")).to_be_in_viewport(ratio=1)
    expect(page.locator(".st-key-map .js-plotly-plot")).to_be_in_viewport(ratio=1)
    expect(page.locator("#figure")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [1_000])
def test_words_of_narrow_charts_stay_off_the_buttons(open_page: Open, width: int) -> None:
    page = open_page("/beyond", viewport={"width": width, "height": 900})
    expect(page).to_have_title("Results · AELR Lab")
    expect(page.get_by_role("heading", name="Ours against the paper's")).to_be_in_viewport()
    assert words_outside(page.locator(".js-plotly-plot").locator("visible=true")) == []


def test_a_figure_opens_in_the_explorer(open_page: Open) -> None:
    page: Page = open_page("/results?figure=2c")
    page.locator(".st-key-open-0").get_by_role("button").click()
    expect(page).to_have_title("Explorer · AELR Lab")
    # the address passes through other ones on the way
    for setting in ("family=lasso", "alpha=-1", "dim=500"):
        page.wait_for_function("setting => location.search.includes(setting)", arg=setting)
