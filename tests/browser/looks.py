"""What a look at a page finds: words that are cut, pages that are too wide, charts rebuilt."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.harness import DESKTOP, PHONE

on_desktop_and_phone = pytest.mark.parametrize(
    ("size", "shade"),
    [
        pytest.param(DESKTOP, "light", id="desktop light"),
        pytest.param(PHONE, "dark", id="phone dark", marks=pytest.mark.long),
    ],
)


def overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than the window."""
    wider = "document.querySelector('[data-testid=stMain]').scrollWidth - window.innerWidth"
    return int(page.evaluate(wider))


def words_outside(charts: Locator) -> list[str]:
    """Return the words of charts that leave their chart's frame, or lie under its buttons.

    The picture of a button is 4 px smaller than the button.
    """
    expect(charts).not_to_have_count(0)
    words: list[str] = charts.evaluate_all(
        """plots => plots.flatMap(plot => {
            const frame = plot.getBoundingClientRect();
            const buttons = [...plot.querySelectorAll('.modebar-btn')]
                .map(button => button.getBoundingClientRect()).filter(box => box.width);
            return [...plot.querySelectorAll('.main-svg text')].filter(text => {
                const box = text.getBoundingClientRect();
                return box.width && (box.left < frame.left - 1 || box.right > frame.right + 1
                    || box.top < frame.top - 1 || box.bottom > frame.bottom + 1
                    || buttons.some(button =>
                        button.left < box.right - 4 && button.right > box.left + 4
                        && button.top < box.bottom - 4 && button.bottom > box.top + 4));
            }).map(text => text.textContent);
        })"""
    )
    return words


def mark(chart: Locator) -> None:
    """Put marks on a chart that a new one would not have, and count drawings thrown away."""
    chart.evaluate(
        """el => {
            el.mark = el.querySelector('.main-svg').mark = true;
            window.removed = 0;
            new MutationObserver(seen => seen.forEach(one => one.removedNodes.forEach(node => {
                if (node.matches?.('.main-svg, .svg-container')) removed += 1;
            }))).observe(document.body, {childList: true, subtree: true});
        }"""
    )


def take_hold(page: Page) -> tuple[float, float]:
    """Press the mouse on the thumb of α, once the pictures can follow it; return the place."""
    slider = page.locator(".st-key-alpha")
    slider.hover()
    page.wait_for_function("window.aelrFollow?.stops")
    thumb = slider.get_by_test_id("stSliderThumbValue").bounding_box()
    track = slider.get_by_role("group").bounding_box()
    assert thumb is not None
    assert track is not None
    x, y = thumb["x"] + thumb["width"] / 2, track["y"] + track["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    return x, y
