"""The guide in a real Chromium."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.harness import DESKTOP, PHONE


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_everything_fits_and_every_formula_is_set(
    open_page: Open, size: dict[str, int], mode: str
) -> None:
    page = open_page("/guide", viewport=size, color_scheme=mode)
    main = page.get_by_test_id("stMain")
    expect(main.locator(".katex").first).to_be_visible()
    expect(main.locator(".katex-error")).to_have_count(0)
    too_wide = main.locator("table, p, li, h3").evaluate_all(
        """els => els.filter(el => el.getBoundingClientRect().right > window.innerWidth)
            .map(el => el.textContent.slice(0, 60))"""
    )
    assert too_wide == []


def test_the_chapters_can_be_reached(open_page: Open) -> None:
    page = open_page("/guide")
    page.get_by_role("link", name="References, and how to cite").first.click()
    heading = page.get_by_role("heading", name="References, and how to cite")
    expect(heading).to_be_in_viewport()
