"""The explorer in a real Chromium: one screen, dark, phone, what is saved and shared."""

import csv
import itertools
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aelr_core.plots import theme
from pages.ui.explorer import words
from pages.ui.lessons.guess import NEARER, ORDER
from pages.ui.lessons.plans import LESSONS
from pages.ui.lessons.predict import ANSWER
from tests.browser.conftest import Open
from tests.browser.harness import DESKTOP, PHONE, settle
from tests.browser.looks import overflow, take_hold, words_outside

CHARTS = ("learning", "sampling", "ratios", "bounds")
PROJECTOR = {"width": 1280, "height": 720}
PLOT_HEIGHT = "(el => el._fullLayout.yaxis._length)"
LARGE = {"width": 2560, "height": 1440}
# The names beside the curves from the top, and where their curves end.
NAMES = """el => el._fullData.filter(t => t.showlegend).map(t => ({
    name: t.name,
    end: el._fullLayout.yaxis.d2p(t.y.at(-1)),
    top: el.querySelector(`.${t.legend}`).getBoundingClientRect().top,
})).sort((a, b) => a.top - b.top)"""
# Captions that need more room than they have, or than their card has; 16 px below them are empty.
SPILT = """els => els.filter(el => el.scrollHeight > el.clientHeight
    || el.getBoundingClientRect().bottom - 16
        > el.closest('[class*=st-key-panel-]').getBoundingClientRect().bottom
).map(el => el.dataset.says)"""
SMALL = "/?dim=20&budget=3&examples=100&runs=2&step=theory"


def chart(key: str) -> str:
    return f".st-key-{key} .aelr-chart"


def strokes(page: Page, key: str) -> list[str]:
    """Return the colours that the lines of a chart have on the screen."""
    script = "els => els.map(el => getComputedStyle(el).stroke)"
    return page.locator(f"{chart(key)} .scatterlayer .js-line").evaluate_all(script)


def rgb(colour: str) -> str:
    return f"rgb({', '.join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))})"


def ends(page: Page) -> dict[str, float]:
    """Return where the learning curves end, by the curves' names."""
    return page.locator(chart("learning")).evaluate(
        """el => Object.fromEntries(el._fullData.filter(t => t.showlegend && t.mode === 'lines')
                 .map(t => [t.name, t.y.at(-1)]))"""
    )


def not_clipped_or_covered(page: Page, width: int) -> None:
    """Every chart is inside the window, its words inside the chart, its legend off the curves."""
    assert overflow(page) <= 0
    for key in CHARTS:
        box = page.locator(chart(key)).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert words_outside(page.locator(chart(key))) == []
        page.wait_for_function(  # Plotly makes room for a legend after it has drawn it
            """chart => {
                const plot = document.querySelector(chart);
                const legend = plot.querySelector('.legend').getBoundingClientRect();
                const curves = plot.querySelector('.nsewdrag').getBoundingClientRect();
                const off = curves.top - legend.bottom >= -1 || legend.left - curves.right >= -1;
                return off && curves.height > 60;
            }""",
            arg=chart(key),
        )


def has_the_colours_of(page: Page, name: theme.Theme) -> None:
    palette = theme.PALETTE[name]
    keys = ("ddaerr", "two_phase_ddaerr", "aerr")
    line = page.locator(f"{chart('bounds')} .scatterlayer .js-line").first
    expect(line).to_have_css("stroke", rgb(palette[0]))
    drawn = strokes(page, "bounds")[: len(keys)]  # after them, what was measured
    assert drawn == [rgb(palette[theme.style(key).place]) for key in keys]
    background = page.evaluate(
        "() => getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor"
    )
    assert background == rgb(theme.BACKGROUNDS[name][0])


def test_everything_is_on_one_screen(open_page: Open) -> None:
    page = open_page(color_scheme="light")
    expect(page).to_have_title("Explorer · AELR Lab")
    expect(page.get_by_test_id("stMetricValue")).to_have_text(
        ["0.165", "0.0163", "3.6× fewer, the bounds say 5.1× fewer"]
    )
    for key in CHARTS:
        box = page.locator(f".st-key-panel-{key}").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= DESKTOP["height"]
        assert box["x"] + box["width"] <= DESKTOP["width"]
    names = ["Chosen by size 3.6×", "Sizes learnt first 5.4×", "Uniform", "Learns as it goes 8.5×"]
    assert [*ends(page)] == names
    headings = page.get_by_test_id("stMain").get_by_role("heading")
    levels = headings.evaluate_all("els => els.map(el => Number(el.tagName[1]))")
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))
    expect(headings.first).to_have_text("Learning from a few attributes")
    expect(page.get_by_text("You see only 5 of 100 attributes of each example.")).to_be_visible()
    for test_id in ("stAlert", "stException"):
        expect(page.get_by_test_id(test_id)).to_have_count(0)
    not_clipped_or_covered(page, DESKTOP["width"])
    page.get_by_role("button", name="Formula").first.click()
    expect(page.locator(".katex").last).to_be_visible()
    expect(page.locator(".katex-error")).to_have_count(0)
    page.keyboard.press("Escape")

    has_the_colours_of(page, "light")
    page.get_by_test_id("stMainMenu").click()
    page.get_by_test_id("stMainMenuItem-theme-Dark").click()
    has_the_colours_of(page, "dark")
    expect(page.get_by_test_id("stAlert")).to_have_count(0)

    # a large window: larger type, pictures that fill it, names at the ends of curves
    page.set_viewport_size(LARGE)
    learning = page.locator(chart("learning"))
    page.wait_for_function(
        "chart => document.querySelector(chart)._fullLayout.font.size === 16", arg=chart("learning")
    )
    settle(page)
    expect(learning.locator("[class^=legend][class$=toggle]")).to_have_count(4)
    box = page.locator(".st-key-panel-bounds").bounding_box()
    assert box is not None
    assert 0.9 * LARGE["height"] <= box["y"] + box["height"] <= LARGE["height"]
    height = "el => el._fullLayout.yaxis._length"
    assert learning.evaluate(height) > 300
    places = learning.evaluate(NAMES)
    by_end = sorted(places, key=lambda one: one["end"])
    assert [one["name"] for one in by_end] == [one["name"] for one in places]
    assert all(b["top"] - a["top"] >= 16 for a, b in itertools.pairwise(places))
    assert words_outside(learning) == []


def test_dark_on_a_phone(open_page: Open) -> None:
    phone = {"viewport": PHONE, "is_mobile": True, "has_touch": True, "user_agent": "Mobile"}
    page = open_page("/?projector=true", color_scheme="dark", **phone)  # no room for large type
    has_the_colours_of(page, "dark")
    not_clipped_or_covered(page, PHONE["width"])
    pictures = (f".st-key-panel-{key}" for key in ("learning", "bounds"))
    # the saving, the pictures, then the other numbers
    places = (".st-key-cards > :last-child", *pictures, ".st-key-cards > :first-child")
    tops = [page.locator(place).bounding_box()["y"] for place in places]
    assert tops == sorted(tops)
    page.get_by_test_id("stExpandSidebarButton").click()
    page.locator(".st-key-run_here button").click()
    expect(page.locator("[data-collapsed=false]")).to_have_count(0)  # the run is in sight


def test_a_projector_shows_the_curves_of_every_lesson(open_page: Open) -> None:
    page = open_page("/?projector=true", viewport=PROJECTOR)
    not_clipped_or_covered(page, PROJECTOR["width"])
    size = "el => parseFloat(getComputedStyle(el).fontSize)"
    for key in CHARTS:
        assert page.locator(f"{chart(key)} .xtick text").first.evaluate(size) >= 20
    for key, shown in (
        ("ArrowRight", "learning"),
        ("ArrowRight", "sampling"),
        ("ArrowLeft", "learning"),
    ):
        page.keyboard.press(key)
        expect(page.locator(f".st-key-panel-{shown}")).to_be_in_viewport(ratio=1)
        # it fills the window below the menu, with its title, its switches and its caption
        page.wait_for_function(f"{PLOT_HEIGHT}(document.querySelector('{chart(shown)}')) > 400")
        assert words_outside(page.locator(chart(shown))) == []
    # of each kind of guess the lesson with the longest question
    shortest_first = sorted(LESSONS, key=lambda lesson: len(lesson.question))
    for lesson in {lesson.guess: lesson for lesson in shortest_first}.values():
        query = lesson.link().partition("?")[2].removesuffix("&run=1")
        page.goto(f"{page.url.partition('?')[0]}?{query}&projector=true")
        settle(page)
        expect(page.get_by_text("Predict first.")).to_be_in_viewport(ratio=1)
        expect(page.locator(chart("learning"))).to_be_in_viewport(ratio=1)
    if lesson.guess in (ORDER, NEARER):
        page.locator(".st-key-question").get_by_role("radio").first.click()
    else:
        page.locator(".st-key-question").get_by_role("slider").press("ArrowRight")
    expect(page.get_by_role("button", name="Show it")).to_be_enabled()
    settle(page)
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_role("button", name=ANSWER)).to_be_in_viewport(ratio=1)
    settle(page)
    expect(page.locator(chart("learning"))).to_be_in_viewport(ratio=1)


def test_what_is_saved_and_changed(open_page: Open) -> None:
    page = open_page()
    wanted = {name.rpartition(" ")[0]: end for name, end in ends(page).items()}  # saving after it
    page.get_by_text("Downloads", exact=True).click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Curves (CSV)").click()
    assert saved.value.suggested_filename == "aelr-synthetic-ridge-k5-m10000-seed0.csv"
    with Path(saved.value.path()).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    last = {row["algorithm"]: float(row["relative_loss_mean"]) for row in rows}
    assert last["ddaerr"] == pytest.approx(wanted["Chosen by size"], rel=1e-8)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Python program").click()
    program = Path(saved.value.path()).read_text(encoding="utf-8")
    assert "ac.ExperimentSpec(" in program
    page.locator(chart("learning")).hover()
    with page.expect_download() as saved:
        page.locator(f"{chart('learning')} [data-title='Download as SVG']").click()
    assert saved.value.suggested_filename == "aelr-learning.svg"
    assert "<svg" in Path(saved.value.path()).read_text(encoding="utf-8")

    follows_the_slider(page)
    page.get_by_role("radio", name="lasso").click()
    expect(page.locator(chart("learning"))).to_have_attribute("aria-label", re.compile("DDAELR"))
    page.get_by_text("More settings", exact=True).click()
    page.get_by_role("combobox", name="Preset").click()
    page.get_by_role("option", name="Small digits, 3 or 5?: ridge").click()
    expect(page.locator(chart("sampling"))).to_have_attribute(
        "aria-label", re.compile("8 by 8 pixels")
    )
    expect(page.get_by_text(words.OTHERS).first).to_be_visible()


def follows_the_slider(page: Page) -> None:
    """While α is dragged, cards and pictures follow it; the link, and the server, on release."""
    slider = page.locator(".st-key-alpha").get_by_role("slider")
    ratio, curves = page.get_by_test_id("stMetricValue").first, page.locator(chart("learning"))
    x, y = take_hold(page)
    page.mouse.move(x + 111, y, steps=10)  # α = −0.05: the longest caption
    expect(slider).to_have_attribute("aria-valuetext", "-0.05")
    captions = page.locator("[data-testid=stCaptionContainer][data-says]")
    expect(captions.first).to_have_attribute("data-says", re.compile("Sizes are nearly alike"))
    assert captions.evaluate_all(SPILT) == []
    page.mouse.move(x + 60, y, steps=10)
    expect(curves).to_have_attribute("data-moved", re.compile("."))
    expect(ratio).not_to_have_text("0.165")
    assert "alpha" not in page.url
    page.mouse.up()
    expect(page).to_have_url(re.compile(r"alpha=-[01]"))
    expect(captions).to_have_count(0)
    expect(ratio).not_to_have_text("0.165")
    expect(page.locator(".st-key-panel-learning").get_by_text("precomputed").first).to_be_visible()


def test_a_shared_link_gives_the_very_curves(open_page: Open) -> None:
    page = open_page(f"{SMALL}&seed=11")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_text("seed 11:")).to_be_visible()  # it has ended
    expect(page.get_by_text(words.CHANGED)).to_have_count(0)
    settle(page)
    page.get_by_role("button", name="Share").click()
    link = page.locator("[data-testid=stPopoverBody] [data-testid=stCode] code").first.inner_text()
    expect(page.get_by_test_id("stPopoverBody")).to_contain_text("on this machine only")
    there = open_page(f"/?{link.partition('?')[2]}")
    expect(there.get_by_text(words.CHANGED)).to_have_count(0)
    expect(there.get_by_text("seed 11:")).to_be_visible()
    settle(there)
    assert len(ends(there)) == 4
    assert ends(there) == ends(page)
