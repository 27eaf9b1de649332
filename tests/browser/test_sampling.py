"""The page `sampling` in a real Chromium: desktop, dark, phone, and its slider."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.harness import DESKTOP, PHONE
from tests.browser.test_bounds import off_screen
from tests.browser.test_ratios import faults_of

CHARTS = (
    "schemes",
    "shares",
    "unseen",
    "estimate",
    "second_moments",
    "split_sizes",
    "pixels_best",
    "pixels_estimated",
    "pi_film",
)


@pytest.mark.parametrize(
    ("size", "shade"),
    [
        pytest.param(DESKTOP, "dark", id="desktop"),
        pytest.param(PHONE, "light", id="phone", marks=pytest.mark.long),
    ],
)
def test_everything_fits(open_page: Open, size: dict[str, int], shade: str) -> None:
    path = "/sampling?data=digits-3v5&examples=500&image=digits-3v5"
    page = open_page(path, viewport=size, color_scheme=shade)
    expect(page).to_have_title("Sampling · AELR Lab")
    page.locator(".st-key-make_film button").click()
    film = page.locator(".st-key-pi_film")
    expect(film.locator(".hm")).to_have_count(2)
    end = film.get_by_text("After 292 examples")  # all training rows
    expect(end).to_be_visible()
    film.locator(".updatemenu-button").get_by_text("Play").click()
    expect(end).to_have_count(0)  # it plays, from the start
    film.locator(".updatemenu-button").get_by_text("Pause").click()  # no error on the console
    assert faults_of(page, CHARTS) == []
    assert size is PHONE or off_screen(page) == 0
    for test_id in ("stAlert", "stException"):
        expect(page.get_by_test_id(test_id)).to_have_count(0)
