"""The chart that is updated in place, in a real Chromium: one node, whatever comes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aelr_core.plots import theme
from tests.browser import harness
from tests.browser.conftest import Open
from tests.browser.looks import mark
from tests.runs.serving import serving

CHART = ".st-key-curves .aelr-chart"
LINES = f"{CHART} .scatterlayer .js-line"
APP = Path(__file__).parents[1] / "charts" / "chart_app.py"


@pytest.fixture(scope="module")
def chart_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[harness.Server]:
    with serving(APP, tmp_path_factory.mktemp("chart")) as server:
        yield server


def rgb(colour: str) -> str:
    return f"rgb({', '.join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))})"


def points(page: Page) -> dict[str, int]:
    """Return the visible curves' names and numbers of points, as Plotly has them."""
    return page.locator(CHART).evaluate(
        """el => Object.fromEntries(el._fullData.filter(t => t.visible === true)
                 .map(t => [t.name, t.x.length]))"""
    )


def open_chart(open_page: Open, server: harness.Server, **options: object) -> Page:
    page = open_page(on=server, **options)
    page.wait_for_function(f"document.querySelectorAll('{LINES}').length === 2")
    return page


def tick(page: Page, ticks: int) -> None:
    page.get_by_role("button", name="Tick").click()
    expect(page.locator(CHART)).to_have_attribute("aria-label", f"{ticks} points")
    expect(page.locator(f"{CHART} .js-plotly-plot, {CHART}.js-plotly-plot")).to_have_count(1)
    page.wait_for_function(
        "([chart, n]) => document.querySelector(chart)._fullData.at(-1).x.length === n",
        arg=[CHART, ticks],
    )


@pytest.mark.parametrize("shade", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_it_grows_in_place_and_keeps_zoom_and_legend(
    open_page: Open, chart_server: harness.Server, shade: theme.Theme
) -> None:
    page = open_chart(open_page, chart_server, color_scheme=shade)
    expect(page.get_by_role("figure", name="2 points")).to_be_visible()
    assert points(page) == {"one": 2, "two": 2}
    buttons = page.locator(f"{CHART} .modebar-btn").evaluate_all(
        "els => els.map(el => el.dataset.title)"
    )
    # nothing that would send a chart away, and no more than fit beside the title of the x-axis
    assert buttons == ["Download plot as a PNG", "Reset axes", "Download as SVG"]
    box = page.locator(CHART).bounding_box()
    assert box is not None
    assert box["height"] == 300

    mark(page.locator(CHART))
    page.locator(f"{CHART} .legendtoggle").first.click()  # hides "one"
    expect(page.locator(LINES)).to_have_count(1)
    page.locator(CHART).evaluate("el => Plotly.relayout(el, {'xaxis.range': [1, 1.5]})")

    for ticks in range(3, 8):
        tick(page, ticks)
    page.get_by_text("Something else").click()  # a whole run of the script
    harness.settle(page)
    page.get_by_text("Hide the chart").click()
    expect(page.locator(CHART)).to_have_count(0)
    page.get_by_text("Hide the chart").click()
    expect(page.locator(CHART)).to_have_count(1)
    tick(page, 8)

    assert points(page) == {"late": 8, "two": 8}  # "one" is still hidden, though "late" came first
    assert page.locator(CHART).evaluate("el => el._fullLayout.xaxis.range") == [1, 1.5]
    assert page.locator(CHART).evaluate("el => el.mark && el.querySelector('.main-svg').mark")
    assert page.evaluate("removed") == 0

    replaying = page.locator(f"{CHART}[data-replay]")
    frames = page.locator(CHART).get_attribute("data-frames")
    page.get_by_role("button", name="Replay").click()  # the browser is told to move nothing
    expect(page.locator(CHART)).not_to_have_attribute("data-frames", str(frames))
    expect(replaying).to_have_count(0)
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("performance.now = () => 0")  # so it does not end by itself
    page.get_by_role("button", name="Replay").click()
    expect(replaying).to_have_count(1)
    expect(page.locator(CHART)).to_contain_text("replay: click to skip")
    page.keyboard.press("Escape")
    expect(replaying).to_have_count(0)
    assert points(page) == {"late": 8, "two": 8}
    assert page.evaluate("removed") == 0

    palette = theme.PALETTE[shade]
    strokes = page.locator(LINES).evaluate_all("els => els.map(el => getComputedStyle(el).stroke)")
    assert strokes == [rgb(palette[2]), rgb(palette[1])]
    look = (
        "el => [getComputedStyle(el).fill, el.closest('.stApp') && getComputedStyle(el).fontFamily]"
    )
    fill, font = page.locator(f"{CHART} .xtitle").evaluate(look)
    assert fill == page.get_by_text("Something else").evaluate("el => getComputedStyle(el).color")
    assert "Source Sans" in font
    page.set_viewport_size(harness.PHONE)  # it follows the width of the window
    page.wait_for_function(
        "chart => document.querySelector(chart)._fullLayout.width < 390", arg=CHART
    )
    assert page.locator(CHART).evaluate("el => el._fullLayout.height") == 300


def test_a_missing_script_is_said_in_a_sentence(
    open_page: Open, chart_server: harness.Server
) -> None:
    page = open_page(on=chart_server, expected="plotly-")
    page.route("**/plotly-*.min.js", lambda route: route.abort())
    page.reload()
    expect(page.locator(CHART)).to_have_text("This chart could not be drawn: reload the page.")
    page.unroute("**/plotly-*.min.js")
    page.reload()
    expect(page.locator(LINES)).to_have_count(2)
