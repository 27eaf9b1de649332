"""The page One step in a real Chromium: its first screen, every control, keys, the old address."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.harness import DESKTOP, PHONE, settle
from tests.browser.looks import overflow, words_outside

LECTURE = {"width": 1280, "height": 720}


def seen(page: Page) -> str:
    """Return what the step's picture and its summary say."""
    settle(page)
    main = page.get_by_test_id("stMain")
    picture = main.locator(".st-key-step_images, .st-key-step_bars").first
    said = picture.evaluate(
        "el => JSON.stringify(el.querySelector('.js-plotly-plot').data.map(one => one.z ?? one.y))"
    )
    return f"{main.get_by_text(re.compile('the prediction (moved|stays)')).inner_text()} {said}"


def choose(page: Page, key: str, words: str) -> None:
    page.locator(f".st-key-{key} [role=combobox]").click()
    page.get_by_role("option", name=words, exact=True).click()


@pytest.mark.parametrize("query", ["?projector=true", ""])
def test_both_rows_of_images_and_one_line_of_controls_are_on_a_screen_of_720_lines(
    open_page: Open, query: str
) -> None:
    page = open_page(f"/microscope{query}", viewport=LECTURE)  # an old address
    expect(page).to_have_url(re.compile(re.escape(f"/one_step{query}") + "$"))
    expect(page).to_have_title("One step · AELR Lab")
    images = page.locator(".st-key-step_images .js-plotly-plot").bounding_box()
    assert images is not None
    assert images["y"] + images["height"] <= LECTURE["height"]
    expect(page.locator("[data-testid=stMain] ol > li").last).to_be_in_viewport(ratio=1)
    controls = page.locator(".st-key-micro").bounding_box()
    assert controls is not None
    assert controls["height"] < 100
    expect(page.locator(".st-key-step_images .hm")).to_have_count(6)


def test_every_control_shows_another_step(open_page: Open) -> None:
    page = open_page("/one_step?micro_t=2")
    steps = [seen(page)]

    def changed() -> None:
        steps.append(seen(page))
        assert steps[-1] != steps[-2]

    for key in ("micro_step", "micro_back"):
        page.locator(f".st-key-{key} button").click()
        changed()
    for key in ("ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
        changed()
    assert steps[0] == steps[2] == steps[4]
    page.locator(".st-key-micro_t").get_by_role("slider").press("ArrowRight")
    changed()
    choose(page, "micro_q", "Uniform")
    changed()
    choose(page, "micro_q", "Learns as it goes")
    changed()
    page.get_by_role("button", name="More", exact=True).click()
    page.locator(".st-key-micro_moving label").click()
    changed()
    for key in ("micro_example", "micro_factor"):
        page.locator(f".st-key-{key}").get_by_role("spinbutton").fill("3")
        page.keyboard.press("Enter")
        changed()
    page.keyboard.press("Escape")
    choose(page, "micro_source", "Synthetic data")
    changed()
    choose(page, "micro_source", "Sidebar's data")
    changed()
    page.wait_for_url("**/one_step?**micro_source=sidebar**")  # a link shows others the same
    page.locator(".st-key-budget").get_by_role("spinbutton").fill("9")
    page.keyboard.press("Enter")
    changed()
    page.get_by_role("radio", name="lasso").click()
    changed()


def test_the_budget_is_scrolled_away_with_the_page(open_page: Open) -> None:
    page = open_page("/one_step?projector=true&micro_t=2", viewport=LECTURE)
    budget = page.locator(".st-key-above .st-key-budget")
    expect(budget).to_be_in_viewport()
    page.locator(".st-key-micro_repeat").scroll_into_view_if_needed()
    expect(budget).not_to_be_in_viewport()


def test_the_film_plays_to_its_end(open_page: Open) -> None:
    page = open_page("/one_step?micro_t=58")
    page.locator(".st-key-micro_play button").click()
    expect(page.get_by_text("60", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Play")).to_be_visible()


@pytest.mark.parametrize(
    ("size", "shade", "query"),
    [
        pytest.param(DESKTOP, "dark", "family=lasso&micro_q=joint", id="dark digit"),
        pytest.param(PHONE, "light", "micro_source=small", id="phone", marks=pytest.mark.long),
    ],
)
def test_all_of_it_fits(open_page: Open, size: dict[str, int], shade: str, query: str) -> None:
    page = open_page(f"/one_step?micro_t=5&{query}", viewport=size, color_scheme=shade)
    if "small" not in query:
        page.get_by_text("The same as bars").click()
    page.get_by_text("Formulas").click()
    expect(page.locator("[data-testid=stMain] .katex").first).to_be_visible()
    page.locator(".st-key-micro_repeat button").click()
    main = page.get_by_test_id("stMain")
    expect(main.locator("[class*=st-key-cloud_] .js-plotly-plot")).to_have_count(2)
    settle(page)
    assert overflow(page) <= 0
    assert words_outside(main.locator(".js-plotly-plot")) == []
    expect(main.locator(".katex-error")).to_have_count(0)
    expect(main.locator(".st-key-step_bars .js-plotly-plot")).to_be_visible()
