"""The guide in a real Chromium."""

import re

from playwright.sync_api import expect

from pages.ui.explorer import words
from tests.browser.conftest import Open
from tests.browser.harness import DESKTOP, PHONE, settle


def test_everything_fits_and_every_formula_is_set(open_page: Open) -> None:
    page = open_page("/guide", viewport=PHONE, color_scheme="dark")
    main = page.get_by_test_id("stMain")
    expect(main.locator(".katex").first).to_be_visible()
    expect(main.locator(".katex-error")).to_have_count(0)
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        settle(page)
        too_wide = main.locator("table, p, li, h3, h4, button").evaluate_all(
            """els => els.filter(el => el.getBoundingClientRect().right > window.innerWidth)
                .map(el => el.textContent.slice(0, 60))"""
        )
        assert too_wide == []


def test_chapters_are_reached_and_a_lesson_opens(open_page: Open) -> None:
    page = open_page("/guide?seed=3&projector=true")
    page.get_by_role("link", name="References, and how to cite").first.click()
    heading = page.get_by_role("heading", name="References, and how to cite")
    expect(heading).to_be_in_viewport()
    lesson = page.locator(".st-key-lesson-few")
    link = lesson.get_by_role("link", name="Link for the class")
    assert str(link.get_attribute("href")).endswith("&predict=known")
    lesson.get_by_role("button", name="Open in the explorer").click()
    expect(page.get_by_text("Predict first.")).to_be_in_viewport()
    expect(page).to_have_title("Explorer · AELR Lab")
    settle(page)
    names = "el => el._fullData.filter(t => t.showlegend).map(t => t.name)"
    chart = page.locator(".st-key-learning .aelr-chart")
    named = " ".join(chart.evaluate(names))
    assert "AERR" in named
    assert "DDAERR" not in named.replace("Two-Phased DDAERR", "")
    guess = page.locator(".st-key-guess_place_0").get_by_role("slider")
    guess.focus()
    guess.press("ArrowLeft")
    expect(chart).to_contain_text("Your guess")
    expect(page.get_by_test_id("stMetricValue")).to_have_count(0)
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_text("Predict first.")).to_have_count(0)
    expect(page.get_by_text("You said 24,500 attributes; it takes")).to_be_in_viewport()
    expect(chart).to_contain_text("DDAERR")
    expect(chart).to_contain_text("Your guess")
    # the run ships with the app, so this was the lesson's seed, not that of the first link
    expect(page.get_by_text("seed 0: ships with the app")).to_be_visible()


def test_a_lesson_given_away_as_a_link(open_page: Open) -> None:
    page = open_page("/?dim=20&budget=3&examples=100&runs=2&step=theory&predict=known&run=1")
    expect(page.get_by_text("Where will the curve of Chosen by size (DDAERR) end?")).to_be_visible()
    chart = page.locator(".st-key-learning .aelr-chart")
    expect(chart).to_contain_text("Uniform")
    expect(page.get_by_text(words.CHANGED)).to_have_count(0)
    page.get_by_role("button", name="Show it").click()
    expect(chart).to_contain_text("(DDAERR)")
    expect(page).not_to_have_url(re.compile("predict="))
