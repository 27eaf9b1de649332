"""The microscope in a real Chromium: desktop, dark, phone; stepping and playing."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.harness import DESKTOP, PHONE, settle
from tests.browser.looks import overflow
from tests.browser.test_bounds import outside

STEP = ("step_draws", "step_x", "step_g", "step_w")


def press(page: Page, key: str) -> None:
    page.locator(f".st-key-{key} button").click()


def at(page: Page, t: int) -> None:
    words = page.get_by_test_id("stMain").get_by_text(f"Step {t} looked at")
    expect(words).to_be_visible()
    settle(page)


@pytest.mark.parametrize(
    ("size", "shade", "query"),
    [
        pytest.param(
            DESKTOP, "dark", "?micro_t=5&micro_source=digit&family=lasso", id="dark digit"
        ),
        pytest.param(
            PHONE, "light", "?micro_t=5&micro_source=small", id="phone", marks=pytest.mark.long
        ),
    ],
)
def test_a_step_and_its_repeats_fit(
    open_page: Open, size: dict[str, int], shade: str, query: str
) -> None:
    page = open_page(f"/microscope{query}", viewport=size, color_scheme=shade)
    expect(page).to_have_title("Microscope · AELR Lab")
    press(page, "micro_repeat")
    bars = page.locator(".st-key-step_histogram .barlayer .trace")
    expect(bars).to_have_count(2)
    settle(page)
    assert overflow(page) <= 0
    for key in (*STEP, "step_convergence", "step_histogram"):
        assert outside(page, key) == []
    expect(page.locator(".st-key-step_images .hm")).to_have_count(6 if "digit" in query else 0)
    expect(page.get_by_test_id("stMain").locator(".katex-error")).to_have_count(0)


APART = """el => {
    const boxes = [...el.querySelectorAll('.annotation-text, .xtick text')]
        .map((one) => one.getBoundingClientRect());
    return boxes.flatMap((a, i) => boxes.slice(i + 1).map((b) => [
        Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
    ])).every(([across, down]) => across < 0 || down < 0);
}"""


def test_the_numbers_of_pairs_keep_apart_on_a_phone(open_page: Open) -> None:
    page = open_page("/microscope?micro_q=adaptive&micro_t=12", viewport=PHONE)
    assert page.locator(".st-key-step_pairs .aelr-chart").evaluate(APART)
    assert overflow(page) <= 0  # the picture moves, and not the page
    hint = page.get_by_text("Move the picture sideways")
    expect(hint).to_be_visible()
    page.set_viewport_size(DESKTOP)
    expect(hint).to_be_hidden()


def test_forward_back_play_and_reset(open_page: Open) -> None:
    page = open_page("/microscope?micro_t=58", color_scheme="light")
    at(page, 58)
    box = page.locator(".st-key-step_images").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= DESKTOP["height"]  # on the first screen
    for key in STEP:
        assert outside(page, key) == []
    press(page, "micro_step")
    at(page, 59)
    press(page, "micro_back")
    at(page, 58)
    page.keyboard.press("ArrowRight")
    at(page, 59)
    page.keyboard.press("ArrowLeft")
    at(page, 58)
    page.get_by_role("heading").first.click()  # on a button the space bar would press that
    page.keyboard.press("Space")
    at(page, 60)  # the film ends at the last step
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    press(page, "micro_reset")
    at(page, 1)
