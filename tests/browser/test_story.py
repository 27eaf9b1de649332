"""The story in a real Chromium: every scene once in light, dark, on a phone and on a wall."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from pages.ui.settings.rows import Row
from pages.ui.story.scenes import SCENES, Scene
from tests.browser.conftest import Open
from tests.browser.harness import PHONE, settle
from tests.browser.looks import overflow, words_outside

PLOT = ".st-key-story .js-plotly-plot"
WALL = {"width": 1280, "height": 720}


def shown(page: Page, at: int) -> None:
    """Look at a scene: drawn, nothing cut, nothing too wide."""
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{at + 1}. {SCENES[at].title}")
    chart = page.locator(f".st-key-story-{SCENES[at].key} .aelr-chart")
    expect(chart.locator(".main-svg").first).to_be_visible()
    settle(page)
    assert words_outside(chart) == []
    assert overflow(page) <= 0


def seen_whole(page: Page, at: int) -> None:
    """A scene and its buttons fit on the screen."""
    expect(page.locator(".st-key-turns")).to_be_in_viewport(ratio=1)
    least = 260 if SCENES[at].key == "ratio" else 330  # names stand below it
    assert page.locator(PLOT).evaluate("el => el._fullLayout.yaxis._length") > least


@pytest.mark.parametrize(
    ("size", "shade", "query", "whole"),
    [
        pytest.param(PHONE, "light", "", False, id="phone"),
        pytest.param(WALL, "light", "?projector=true", True, id="wall", marks=pytest.mark.long),
    ],
)
def test_every_scene_is_seen_whole(
    open_page: Open, size: dict[str, int], shade: str, query: str, whole: bool
) -> None:
    """By the arrow keys; where there is room, a scene and its buttons fit on the screen."""
    page = open_page(f"/guide{query}", viewport=size, color_scheme=shade)
    for at in range(len(SCENES)):
        shown(page, at)
        if whole:
            seen_whole(page, at)
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    shown(page, len(SCENES) - 2)


def picture(page: Page, scene: Scene) -> str:
    """Return what a scene has drawn: bars, lines, marks, tiles, and the names in its legend.

    The names too: ten estimates may find as little as one.
    """
    return page.locator(f".st-key-story-{scene.key}").evaluate(
        """el => [...el.querySelectorAll('.cartesianlayer :is(path, image), .infolayer text')]
            .map(one => one.outerHTML).join()"""
    )


def moves(page: Page, row: Row) -> list[Callable[[], None]]:
    """Return what can be done to a control: a step of a slider, a switch, every other choice."""
    control = page.locator(f".st-key-{row.name}")
    if row.widget == "slider":
        end = row.option.default == row.option.at_most
        key = "ArrowLeft" if end else "ArrowRight"
        return [lambda: control.get_by_role("slider").press(key)]
    if row.widget == "switch":
        return [lambda: control.locator("label").click()]
    words = [row.words[one] for one in row.option.choices if one != row.option.default]
    return [
        lambda word=word: control.get_by_role("radio", name=word, exact=True).click()
        for word in words
    ]


def test_every_control_of_every_scene_draws_another_picture(open_page: Open) -> None:
    page = open_page("/guide", color_scheme="dark")
    for at, scene in enumerate(SCENES):
        shown(page, at)
        seen_whole(page, at)
        seen = {picture(page, scene)}
        for move in (move for row in scene.rows for move in moves(page, row)):
            move()
            settle(page)
            for _ in range(100):  # a picture is drawn after the words of its scene
                if picture(page, scene) not in seen:
                    break
                page.wait_for_timeout(100)
            assert picture(page, scene) not in seen, scene.key
            seen.add(picture(page, scene))
        if at + 1 < len(SCENES):
            page.get_by_role("button", name="Next").click()


def test_next_on_a_phone_leads_to_the_title(open_page: Open) -> None:
    page = open_page("/guide", viewport=PHONE, is_mobile=True, has_touch=True)
    for at in (1, 2):
        page.get_by_role("button", name="Next").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(f"{at + 1}. {SCENES[at].title}")
        expect(page.get_by_role("heading", level=1)).to_be_in_viewport(ratio=1)


def test_touching_the_picture_and_going_on(open_page: Open) -> None:
    page = open_page("/guide?scene=cloud")
    noise = page.get_by_text("of that of blind draws")
    expect(noise).to_contain_text("100%")
    slider = page.locator(".st-key-lean").get_by_role("slider")
    slider.focus()
    for _ in range(10):
        slider.press("ArrowRight")  # it moves the slider, not the scene
    expect(noise).to_contain_text("16%")
    expect(page.get_by_role("heading", level=1)).to_have_text("4. Choose by size")
    page.get_by_role("button", name="Try it in the explorer").click()
    expect(page).to_have_title("Explorer · AELR Lab")
    expect(page.locator(".st-key-learning .aelr-chart")).to_be_visible()
    expect(page.get_by_role("spinbutton", name="Budget, k + 1")).to_be_visible()  # the sidebar
