"""The first screen in a real Chromium: desktop, dark, phone."""

import pytest
from playwright.sync_api import Page, expect

from pages.ui import theme
from tests.browser.conftest import Open
from tests.browser.harness import DESKTOP, PHONE, settle

TRACES = {"sampling": 2, "bounds": 4, "ratios": 4, "budgets": 4}


def chart(page: Page, key: str) -> str:
    return f".st-key-{key} .js-plotly-plot"


def strokes(page: Page, key: str) -> list[str]:
    """Return the colours that the lines of a chart have on the screen."""
    script = "els => els.map(el => getComputedStyle(el).stroke)"
    return page.locator(f"{chart(page, key)} .scatterlayer .js-line").evaluate_all(script)


def rgb(colour: str) -> str:
    return f"rgb({', '.join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))})"


def overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than the window."""
    return page.evaluate(
        "() => document.querySelector('[data-testid=stMain]').scrollWidth - window.innerWidth"
    )


def test_everything_is_there_at_once(open_page: Open) -> None:
    page = open_page()
    expect(page).to_have_title("Explorer · AELR Lab")
    expect(page.get_by_test_id("stMetricValue")).to_have_text(
        ["0.0562", "0.00329", "1/39", "1/31", "4"]
    )
    for key, count in TRACES.items():
        expect(page.locator(f"{chart(page, key)} .scatterlayer .trace")).to_have_count(count)
    for test_id in ("stAlert", "stException"):
        expect(page.get_by_test_id(test_id)).to_have_count(0)
    assert overflow(page) <= 0


def test_the_two_first_pictures_are_on_one_screen(open_page: Open) -> None:
    page = open_page()
    for key in ("sampling", "bounds"):
        box = page.locator(chart(page, key)).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] < DESKTOP["height"]


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_lines_have_the_colours_of_the_theme(open_page: Open, mode: theme.Mode) -> None:
    page = open_page(color_scheme=mode)
    palette = theme.PALETTE[mode]
    roles = ("known", "two_phase", "uniform", "online")
    wanted = [rgb(palette[theme.STYLES[role].place]) for role in roles]
    assert strokes(page, "bounds") == wanted
    background = page.evaluate(
        "() => getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor"
    )
    assert background == rgb(theme.BACKGROUNDS[mode][0])


def test_switching_the_theme_recolours_the_lines(open_page: Open) -> None:
    page = open_page(color_scheme="light")
    page.get_by_test_id("stMainMenu").click()
    page.get_by_test_id("stMainMenuItem-theme-Dark").click()
    line = page.locator(f"{chart(page, 'bounds')} .scatterlayer .js-line").first
    expect(line).to_have_css("stroke", rgb(theme.PALETTE["dark"][0]))


def test_phone(open_page: Open) -> None:
    page = open_page(viewport=PHONE, is_mobile=True, has_touch=True)
    assert overflow(page) <= 0
    for key in TRACES:
        box = page.locator(chart(page, key)).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
    page.get_by_test_id("stExpandSidebarButton").click()
    expect(page.get_by_role("link", name="Guide")).to_be_visible()
    expect(page.get_by_role("spinbutton", name="Attributes, d")).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_no_label_is_clipped_and_no_legend_lies_over_a_curve(
    open_page: Open, size: dict[str, int]
) -> None:
    page = open_page(viewport=size)
    for key in TRACES:
        outside = page.locator(chart(page, key)).evaluate(
            """plot => {
                const frame = plot.getBoundingClientRect();
                return [...plot.querySelectorAll('text')].filter(text => {
                    const box = text.getBoundingClientRect();
                    return box.width && (box.left < frame.left - 1 || box.right > frame.right + 1
                        || box.top < frame.top - 1 || box.bottom > frame.bottom + 1);
                }).map(text => text.textContent);
            }"""
        )
        assert outside == []
        legend = page.locator(f"{chart(page, key)} .legend").bounding_box()
        curves = page.locator(f"{chart(page, key)} .nsewdrag").first.bounding_box()
        assert legend is not None
        assert curves is not None
        assert legend["y"] + legend["height"] <= curves["y"] + 1


def test_a_control_changes_the_pictures(open_page: Open) -> None:
    page = open_page()
    page.get_by_role("radio", name="lasso").click()
    expect(page.locator(".st-key-sampling").last).to_contain_text("DDAELR, known moments")
    slider = page.get_by_role("slider")
    slider.press("ArrowRight")
    settle(page)
    expect(slider).to_have_value("-1.95")
    assert "family=lasso" in page.url
    assert "alpha=-1.95" in page.url
