"""The page `what_if` in a real Chromium: old addresses, its controls, and how it fits."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.harness import settle
from tests.browser.looks import on_desktop_and_phone, words_outside

CHARTS = ("ratio_curves", "ratio_map", "needs", "two_settings", "draws", "pi_film")
FOLDED, PHASE_ONE = "What learning the sizes first misses", "phase_one_draws"
MOST_WORDS = 400


def faults_of(page: Page, charts: tuple[str, ...]) -> list[str]:
    """Return what is too wide for the window, or cut off at the edge of its chart."""
    wide = (
        page.get_by_test_id("stMain")
        .locator("table, p, h3, button")
        .evaluate_all(
            """els => els.filter(el => el.getBoundingClientRect().right > window.innerWidth + 1)
            .map(el => el.textContent.slice(0, 60))"""
        )
    )
    cut = [
        text
        for key in charts
        for text in words_outside(page.locator(f".st-key-{key} .js-plotly-plot"))
    ]
    return [*wide, *cut]


def drawn(page: Page) -> dict[str, str]:
    """Return what the charts show, by key."""
    return {
        key: page.locator(f".st-key-{key} .js-plotly-plot").evaluate(
            "plot => JSON.stringify(plot.data)"
        )
        for key in (*CHARTS, PHASE_ONE)
    }


@on_desktop_and_phone
def test_everything_fits_and_the_film_plays(
    open_page: Open, size: dict[str, int], shade: str
) -> None:
    page = open_page("/what_if?family=lasso", viewport=size, color_scheme=shade)
    expect(page).to_have_title("What if · AELR Lab")
    words = re.findall(r"[^\W\d_]\S*", page.get_by_test_id("stMain").inner_text())
    assert len(words) <= MOST_WORDS
    page.get_by_text(FOLDED).click()
    film = page.locator(".st-key-pi_film")
    expect(film.locator(".hm")).to_have_count(2)
    start = film.get_by_text("After 0 examples")
    expect(start).to_be_visible()
    film.locator(".updatemenu-button").get_by_text("Play").click()
    expect(start).to_have_count(0)  # it plays
    film.locator(".updatemenu-button").get_by_text("Pause").click()  # no error on the console
    settle(page)
    assert faults_of(page, (*CHARTS, PHASE_ONE)) == []
    expect(page.locator(".st-key-ratio_map text", has_text="Covertype").first).to_be_visible()
    expect(page.locator(".katex-error")).to_have_count(0)


@pytest.mark.parametrize("old", ["ratios", "sampling"])
def test_an_old_address_opens_with_its_settings(open_page: Open, old: str) -> None:
    query = "data=digits-3v5&family=lasso&b_alpha=-0.5&b_dim=500&phase_one=50&image=digits-3v5"
    page = open_page(f"/{old}?{query}")
    address = urlsplit(page.url)
    assert address.path == "/what_if"
    asked = parse_qs(query)
    kept = parse_qs(address.query)
    assert {name: kept[name] for name in asked if name != "data"} == {
        name: texts for name, texts in asked.items() if name != "data"
    }
    expect(page.locator(".st-key-ratio_curves .legendtext")).to_have_text(
        ["ridge, d = 64", "ridge, d = 500", "lasso, d = 64", "lasso, d = 500"]
    )
    expect(page.get_by_text("Learnt from the first 50 examples")).to_be_visible()
    expect(page.get_by_test_id("stAlert")).to_have_count(0)


def test_every_control_moves_a_picture(open_page: Open) -> None:
    page = open_page("/what_if")
    main = page.get_by_test_id("stMain")
    main.get_by_text(FOLDED).click()
    expect(main.locator(f".st-key-{PHASE_ONE} .js-plotly-plot")).to_be_visible()
    settle(page)

    def moves(*charts: str) -> None:
        nonlocal before
        settle(page)
        after = drawn(page)
        assert {key for key in after if after[key] != before[key]} == {*charts}
        before = after

    before = drawn(page)
    sides = ("ratio_curves", "ratio_map", "needs", "two_settings")
    main.locator(".st-key-b_alpha").get_by_role("slider").press("ArrowLeft")
    moves(*sides)
    main.get_by_role("spinbutton", name="Attributes, d").press("ArrowUp")
    main.get_by_role("spinbutton", name="Attributes, d").press("Enter")
    moves(*sides)
    main.locator(".st-key-a_source").get_by_role("combobox").click()
    page.get_by_role("option", name="Wine").click()
    moves(*sides)
    main.locator("[class*=phase_one_slider]").get_by_role("slider").press("ArrowLeft")
    moves(PHASE_ONE)
    main.locator(".st-key-image").get_by_role("radio", name="Digits").click()
    moves("draws", "pi_film", PHASE_ONE)


@pytest.mark.parametrize(
    ("path", "chart", "control"),
    [("/what_if", "ratio_curves", "b_dim"), ("/bounds", "bound_curves", "bound_axis")],
)
def test_a_lecture_sees_the_settings_and_a_large_first_picture_at_once(
    open_page: Open, path: str, chart: str, control: str
) -> None:
    page = open_page(f"{path}?projector=true", viewport={"width": 1_280, "height": 720})
    settle(page)
    axis, curves, setting = (
        page.locator(f".st-key-{place}").bounding_box()
        for place in (f"{chart} .xtitle", f"{chart} .nsewdrag", control)
    )
    assert axis is not None
    assert curves is not None
    assert setting is not None
    assert setting["y"] < axis["y"] < 720 - axis["height"]
    assert curves["height"] >= 240


@pytest.mark.parametrize("path", ["/what_if", "/results"])
def test_words_of_narrow_charts_stay_off_the_buttons_and_in_the_frame(
    open_page: Open, path: str
) -> None:
    page = open_page(path, viewport={"width": 1_000, "height": 900})
    settle(page)
    assert words_outside(page.get_by_test_id("stMain").locator(".js-plotly-plot")) == []
