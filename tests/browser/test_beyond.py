"""The page Beyond in a real Chromium: grids, formulas, the study's map; desktop dark and phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.harness import DESKTOP, PHONE, settle
from tests.browser.looks import overflow, words_outside


@pytest.mark.parametrize(
    ("size", "shade"),
    [
        pytest.param(DESKTOP, "dark", id="dark"),
        pytest.param(PHONE, "light", id="phone", marks=pytest.mark.long),
    ],
)
def test_grids_formulas_and_study_fit(open_page: Open, size: dict[str, int], shade: str) -> None:
    page = open_page("/beyond?study_panel=ridge-2", viewport=size, color_scheme=shade)
    expect(page).to_have_title("Beyond · AELR Lab")
    main = page.get_by_test_id("stMain")
    expect(main.locator(".st-key-study_panel_curves .scatterlayer .trace")).to_have_count(14)
    assert overflow(page) <= 0
    assert words_outside(main.locator(".js-plotly-plot")) == []
    page.locator(".st-key-toy_draw button").click()
    expect(page.get_by_role("spinbutton", name="Sample")).to_have_value("8")
    settle(page)
    for proof in main.locator("details").all():
        proof.locator("summary").click()
    settle(page)
    expect(main.locator(".katex-error")).to_have_count(0)
    assert overflow(page) <= 0
    page.get_by_role("tab", name="Attributes needed").click()
    expect(main.locator(".st-key-needed_ridge .js-plotly-plot")).to_be_visible()
    settle(page)
    assert words_outside(main.locator(".st-key-needed_ridge .js-plotly-plot")) == []
