"""The page `ratios` in a real Chromium: desktop, dark, phone, and its link."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.looks import on_desktop_and_phone, words_outside

CHARTS = ("ratio_curves", "ratio_map", "two_settings", "scale_free")


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


@on_desktop_and_phone
def test_everything_fits(open_page: Open, size: dict[str, int], shade: str) -> None:
    page = open_page("/ratios?family=lasso", viewport=size, color_scheme=shade)
    expect(page).to_have_title("Ratios · AELR Lab")
    assert faults_of(page, CHARTS) == []
    expect(page.locator(".st-key-ratio_map text", has_text="Covertype").first).to_be_visible()
    expect(page.locator(".katex-error")).to_have_count(0)
