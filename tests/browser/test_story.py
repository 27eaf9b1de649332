"""The story and a lesson in a real Chromium: light, dark, on a phone and on a projector."""

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from pages.ui.lessons.guess import NEARER, ORDER
from pages.ui.lessons.plans import LESSONS
from pages.ui.settings import Setting
from pages.ui.settings.values import from_query
from pages.ui.story.scenes import SCENES, Scene
from tests.browser.conftest import Open
from tests.browser.harness import DESKTOP, PHONE, settle
from tests.browser.looks import overflow, words_outside

PLOT = ".st-key-story .js-plotly-plot"
PROJECTOR = {"width": 1280, "height": 720}


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
    least = 230 if SCENES[at].key == "ratio" else 290  # names stand below it
    assert page.locator(PLOT).evaluate("el => el._fullLayout.yaxis._length") > least


@pytest.mark.parametrize(
    ("size", "shade", "query", "whole"),
    [
        pytest.param(PHONE, "light", "", False, id="phone"),
        pytest.param(
            PROJECTOR, "light", "?projector=true", True, id="projector", marks=pytest.mark.long
        ),
    ],
)
def test_every_scene_is_seen_whole(
    open_page: Open, size: dict[str, int], shade: str, query: str, whole: bool
) -> None:
    """By the arrow keys; where there is room, a scene and its buttons fit on the screen."""
    page = open_page(f"/story{query}", viewport=size, color_scheme=shade)
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


def moves(page: Page, row: Setting) -> list[Callable[[], None]]:
    """Return what can be done to a control: a step of a slider, a switch, every other choice."""
    control = page.locator(f".st-key-{row.name}")
    if row.widget == "slider":
        end = row.default == row.at_most
        key = "ArrowLeft" if end else "ArrowRight"
        return [lambda: control.get_by_role("slider").press(key)]
    if row.widget == "switch":
        return [lambda: control.locator("label").click()]
    if row.widget == "menu":

        def choose() -> None:
            control.get_by_role("combobox").fill(str(row.choices[2]))
            page.keyboard.press("Enter")
            page.keyboard.press("Escape")  # an open menu hides the rest of the page

        return [choose]
    words = [row.words[one] for one in row.choices if one != row.default]
    return [
        lambda word=word: control.get_by_role("radio", name=word, exact=True).click()
        for word in words
    ]


def test_every_control_of_every_scene_draws_another_picture(open_page: Open) -> None:
    page = open_page("/story", color_scheme="dark")
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


@pytest.mark.parametrize("touch", [False, True])
def test_five_tiles_are_picked_by_clicks_or_taps(open_page: Open, touch: bool) -> None:
    phone = {"viewport": PHONE, "is_mobile": True, "has_touch": True} if touch else {}
    page = open_page("/story", **phone)
    tiles = page.locator(PLOT)
    below = page.get_by_text("Pick 5 tiles")
    expect(below).to_be_visible()
    settle(page)
    for number in (1, 3, 8, 50, 100):
        x, y = tiles.evaluate(
            """(el, n) => {
                const {xaxis: x, yaxis: y} = el._fullLayout, box = el.getBoundingClientRect();
                return [box.left + x._offset + x.d2p(n % 10), box.top + y._offset
                    + y.d2p(Math.floor(n / 10))];
            }""",
            number - 1,
        )
        (page.touchscreen.tap if touch else page.mouse.click)(x, y)
        expect(page.locator(".st-key-picks")).to_contain_text(f"{number}")
        settle(page)
    expect(page.get_by_text("3 of 5 positive here")).to_be_visible()


def test_next_on_a_phone_is_in_sight_and_leads_to_the_title(open_page: Open) -> None:
    page = open_page("/story", viewport=PHONE, is_mobile=True, has_touch=True)
    next_scene = page.get_by_role("button", name="Next")
    for at in (1, 2):
        expect(next_scene).to_be_in_viewport(ratio=1)
        expect(page.locator(PLOT)).to_be_in_viewport(ratio=0.5)  # before the text
        page.mouse.wheel(0, 300)
        expect(next_scene).to_be_in_viewport(ratio=1)
        next_scene.click()
        expect(page.get_by_role("heading", level=1)).to_have_text(f"{at + 1}. {SCENES[at].title}")
        expect(page.get_by_role("heading", level=1)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("link", ["lesson=all", "lesson=none", "class=abcd2345"])
def test_links_of_lessons_and_classes_lead_to_the_start_page(open_page: Open, link: str) -> None:
    page = open_page(f"/story?{link}")
    expect(page).to_have_title("Explorer · AELR Lab")
    known = page.get_by_text("Predict first.") if "all" in link else page.get_by_text("There is no")
    expect(known).to_be_visible()


def test_names_leave_the_curves_of_a_phone_their_width(open_page: Open) -> None:
    page = open_page("/story?scene=race", viewport=PHONE)
    share = "el => el._fullLayout.xaxis._length / el.clientWidth"
    assert page.locator(PLOT).evaluate(share) > 0.7


def test_touching_the_picture_and_going_on(open_page: Open) -> None:
    page = open_page("/story?scene=cloud")
    noise = page.get_by_text("of that of uniform draws")
    expect(noise).to_contain_text("100%")
    slider = page.locator(".st-key-lean").get_by_role("slider")
    slider.focus()
    for _ in range(10):
        slider.press("ArrowRight")  # it moves the slider, not the scene
    expect(noise).to_contain_text("16%")
    expect(page.get_by_role("heading", level=1)).to_have_text("4. Choose by size")
    page.get_by_role("radio", name="8", exact=True).click()
    page.get_by_role("button", name="Do lesson 1").click()
    expect(page).to_have_title("Explorer · AELR Lab")
    expect(page.locator(".st-key-learning .aelr-chart")).to_be_visible()


def test_every_formula_is_set_and_nothing_is_too_wide(open_page: Open) -> None:
    page = open_page("/story?scene=worth", viewport=PHONE, color_scheme="dark")
    main = page.get_by_test_id("stMain")
    expect(main.get_by_text("When not", exact=True)).to_be_visible()
    expect(main.locator(".katex-error")).to_have_count(0)
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        settle(page)
        too_wide = main.locator("p, li, h3, h5, button, label").evaluate_all(
            """els => els.filter(el => el.getBoundingClientRect().right > window.innerWidth)
                .map(el => el.textContent.slice(0, 60))"""
        )
        assert too_wide == []


def beside(page: Page, words: str) -> bool:
    """Return whether something stands to the right of the learning curves."""
    boxes = [page.locator(one).bounding_box() for one in (".st-key-panel-learning", words)]
    curves, other = (box or {"x": 0.0, "y": 0.0, "width": 0.0} for box in boxes)
    return other["x"] >= curves["x"] + curves["width"] > 0 and abs(other["y"] - curves["y"]) < 5


def test_a_lesson_opens_and_its_answer_follows_the_guess(open_page: Open) -> None:
    page = open_page("/story?seed=3")
    lesson = page.locator(".st-key-lesson-few")
    lesson.get_by_role("button", name="Open in the explorer").click()
    expect(page).to_have_title("Explorer · AELR Lab")
    settle(page)
    names = "el => el._fullData.filter(t => t.showlegend).map(t => t.name)"
    chart = page.locator(".st-key-learning .aelr-chart")
    named = " ".join(chart.evaluate(names))
    assert "Uniform" in named
    assert "Chosen by size" not in named
    assert beside(page, ".st-key-question")
    expect(page.get_by_role("button", name="Show it")).to_be_disabled()
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()
    guess = page.locator(".st-key-guess_place").get_by_role("slider")
    guess.focus()
    guess.press("ArrowRight")
    expect(chart).to_contain_text("Guess")
    expect(page.get_by_test_id("stMetricValue")).to_have_count(0)
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_text("You said 500 tests; it takes")).to_be_in_viewport()
    expect(chart).to_contain_text("Chosen by size")
    expect(chart).to_contain_text("Guess")
    # the run ships with the app, so this was the lesson's seed, not that of the first link
    expect(page.get_by_text("seed 0: ships with the app")).to_be_visible()
    assert beside(page, ".st-key-answer")


def test_next_leads_through_all_lessons(open_page: Open) -> None:
    """Each with its settings in the sidebar and in the link, whatever was set before."""
    page = open_page("/story?scene=worth&alpha=-1.5&dim=50")
    page.get_by_role("button", name="Do lesson 1").click()
    for lesson in LESSONS:
        expect(page.locator(".st-key-question")).to_contain_text(lesson.question[:40])
        settle(page)
        settings, problems = from_query(parse_qs(urlsplit(page.url).query))
        assert (settings, problems) == (lesson.settings, {})
        control = page.locator(".st-key-question")
        if lesson.guess in (ORDER, NEARER):
            control.get_by_role("radio").first.click()
        else:
            control.get_by_role("slider").press("ArrowRight")
        show = page.get_by_role("button", name="Show it")
        expect(show).to_be_enabled()
        settle(page)
        show.click()
        expect(page.locator(".st-key-answer")).to_contain_text("See.")
        for name in ("dim", "budget"):
            field = page.locator(f".st-key-{name} input")
            expect(field).to_have_value(f"{getattr(lesson.settings, name)}")
        expect(page.locator(".st-key-alpha")).to_contain_text(f"{lesson.settings.alpha:.2f}")
        if lesson.next is not None:
            page.get_by_role("button", name="Next lesson").click()
    expect(page.get_by_role("button", name="Next lesson")).to_have_count(0)
