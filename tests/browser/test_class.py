"""A class in Chromium: ten students' guesses come to their lecturer's chart as they are made."""

import re

import pytest
from playwright.sync_api import Page, expect

from pages.ui.lessons.plans import LESSONS
from tests.browser.conftest import Open

STUDENTS = 10
STEP = 500  # of the slider, in tests
# The attributes of the guesses on the chart; between two guesses there is a gap.
GUESSES = """() => {
    const plot = document.querySelector('.st-key-learning .js-plotly-plot');
    const line = plot._fullData.find(trace => trace.uid === 'guess');
    return line ? [...line.x].filter(x => Number.isFinite(x)).sort((a, b) => a - b) : [];
}"""


def wait_for_guesses(page: Page, many: int) -> list[float]:
    page.wait_for_function(f"() => ({GUESSES})().length === {many}")
    found: list[float] = page.evaluate(GUESSES)
    return found


@pytest.mark.long
def test_ten_students_and_their_lecturer(open_page: Open) -> None:
    lecturer = open_page("/story")
    lecturer.get_by_role("button", name="Start a class").click()
    heading = lecturer.get_by_role("heading", name=re.compile("^Class "))
    code = heading.inner_text().split()[1]
    expect(lecturer.get_by_alt_text(re.compile(f"QR code of .*class={code}"))).to_be_visible()
    early = open_page(f"/?class={code}")
    expect(early.get_by_text("appears here when your lecturer opens it.")).to_be_visible()
    expect(early.locator(".js-plotly-plot")).to_have_count(0)
    expect(early.get_by_test_id("stSidebar")).to_be_hidden()
    lecturer.locator(".st-key-open_few button").click()
    expect(lecturer.get_by_text(re.compile(r"0 guesses$"))).to_be_visible()
    expect(early.get_by_role("button", name="Send my guess")).to_be_visible()
    made: list[int] = []
    for n in range(STUDENTS):
        page = early if n == 0 else open_page(f"/?class={code}")
        slider = page.get_by_role("slider", name="Tests it needs")
        expect(page.get_by_role("button", name="Send my guess")).to_be_disabled()
        slider.focus()
        for _ in range(n + 1):
            slider.press("ArrowRight")
        made.append(STEP * (n + 1))
        page.wait_for_function(f"() => ({GUESSES})()[0] === {made[-1]}")
        page.get_by_role("button", name="Send my guess").click()
        expect(page.get_by_text("on the lecturer's screen")).to_be_visible()
        assert sorted(made) == wait_for_guesses(lecturer, n + 1)
    assert len({*made}) == STUDENTS
    lecturer.get_by_role("button", name="Show it").click()
    expect(lecturer.get_by_text(f"The middle of {STUDENTS} guesses")).to_be_visible()
    assert wait_for_guesses(lecturer, STUDENTS) == sorted(made)
    expect(early.get_by_text("You said")).to_be_visible()
    expect(early.get_by_test_id("stSidebar")).to_be_visible()
    lecturer.get_by_role("button", name="Next lesson").click()
    expect(lecturer.get_by_text(LESSONS[2].question[:40])).to_be_visible()
    expect(early.get_by_text(LESSONS[2].question[:40])).to_be_visible()
    early.get_by_role("button", name="Leave the class").click()
    expect(early.get_by_role("button", name="Show it")).to_be_visible()
