"""A chart under a finger, which cannot hover: its buttons are always there."""

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.harness import PHONE

# Words of a chart that a button lies on; its picture is smaller than the button, so by 4 px.
COVERED = """plots => plots.flatMap(plot => {
    const buttons = [...plot.querySelectorAll('.modebar-btn')]
        .map(button => button.getBoundingClientRect()).filter(box => box.width);
    return [...plot.querySelectorAll('svg text')].filter(text => {
        const box = text.getBoundingClientRect();
        return box.width && buttons.some(button =>
            button.left < box.right - 4 && button.right > box.left + 4
            && button.top < box.bottom - 4 && button.bottom > box.top + 4);
    }).map(text => text.textContent);
})"""


def test_the_buttons_of_a_chart_lie_on_no_words(open_page: Open) -> None:
    page = open_page("/ratios", viewport=PHONE, is_mobile=True, has_touch=True)
    plots = page.locator(".js-plotly-plot")
    expect(plots.first.locator(".modebar-btn").first).to_be_visible()
    assert plots.evaluate_all(COVERED) == []
