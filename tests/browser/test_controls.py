"""Every control of every page: moved, it draws another picture, and the console stays clean."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from pages.ui.shell import PAGES, START
from tests.browser.conftest import Open
from tests.browser.harness import settle

# Minutes: `make check-all` runs it.
pytestmark = pytest.mark.long

# What changes no picture, by its key, and why not.
ELSEWHERE = {
    r"_download|^files-|_program$|_csv$|_json$": "a file",
    r"^(pin|share|reset|stop|hint_read)$": "they keep, tell, undo or end something",
    r"^(run_here|projector)$": "the page's own Run; large type, which rebuilds the page",
    r"^open_|^card_|^table_run_|^go_|_run_here$": "leads to another page",
    r"^table_(upload|second|forget)": "takes or forgets a file",
    r"^view_progressive$": "only of a run that has kept its losses",
    r"^prices$": "prices that are all 1 at first change no plan",
    r"^micro_back$": "there is no step before the first",
    r"^_preset$": "runs that take long; tests/browser/test_links.py chooses some",
}
# The settings of these runs are small: each is waited for.
QUERY = "?dim=30&examples=300&runs=3&step=theory"
KINDS = ("stSlider", "stNumberInput", "stSelectbox", "stButtonGroup", "stCheckbox", "stTextArea")
BUTTONS = ("stButton",)
MAIN, SIDEBAR, BODY = (f"[data-testid={name}]" for name in ("stMain", "stSidebar", "stPopoverBody"))
LOOKS = 150  # at a picture that is to change, a tenth of a second apart and more

# The keys and kinds of the controls that can be seen in a part of the page.
CONTROLS = """([part, kinds]) => [...document.querySelectorAll(part)].flatMap(part =>
    [...part.querySelectorAll(kinds.map(kind => `[data-testid=${kind}]`).join())]
        .filter(one => one.checkVisibility() && !one.querySelector(':disabled')
            && (one.dataset.testid !== 'stButtonGroup'
                || one.querySelector('button[data-variant]:not([data-selected=true])')))  // more
        .map(one => [
            [...one.closest('[class*=st-key-]')?.classList ?? []]
                .find(name => name.startsWith('st-key-')),
            one.dataset.testid,
        ]).filter(([key]) => key))"""
# All that is drawn: the data of charts and what stands in them, images, and tables of numbers.
PICTURES = """() => JSON.stringify([
    [...document.querySelectorAll('[data-testid=stMain] .js-plotly-plot')].map(plot =>
        [plot.data, plot.layout.shapes, plot.layout.annotations, plot.layout.xaxis?.type,
         plot.layout.yaxis?.type, plot.layout.xaxis?.title?.text, plot.layout.yaxis?.title?.text,
         plot.layout.font?.size]),
    [...document.querySelectorAll('[data-testid=stMain] :is(table, [data-testid=stImage] img)')]
        .map(one => one.outerHTML),
], (key, value) => ArrayBuffer.isView(value) ? [...value] : value)"""


def elsewhere(key: str) -> bool:
    return any(re.search(pattern, key) for pattern in ELSEWHERE)


def move(control: Locator, kind: str) -> None:
    """Give a control another value, as a visitor does."""
    match kind:
        case "stSlider":
            slider = control.get_by_role("slider").first
            before = slider.get_attribute("aria-valuetext") or slider.input_value()
            slider.press("ArrowLeft")
            if (slider.get_attribute("aria-valuetext") or slider.input_value()) == before:
                slider.press("ArrowRight")
        case "stNumberInput":
            field = control.get_by_role("spinbutton")
            field.fill(f"{float(field.input_value() or 1) + 1:g}")
            field.press("Enter")
        case "stSelectbox":
            box = control.get_by_role("combobox")
            before = box.input_value()
            box.click()
            options = control.page.get_by_role("option")
            control.page.wait_for_timeout(500)
            if not options.count():  # the page was drawn again meanwhile
                box.press("ArrowDown")
            expect(options).not_to_have_count(0)
            words = options.all_inner_texts()
            options.nth(next(n for n, word in enumerate(words) if word != before)).click()
        case "stButtonGroup":
            control.locator("button[data-variant]:not([data-selected=true])").first.click()
        case "stCheckbox":
            control.locator("label").first.click()
        case "stTextArea":
            control.get_by_role("textbox").fill("1 2 3")
            control.get_by_role("textbox").press("Control+Enter")
        case _:
            control.get_by_role("button").first.click()


def open_all(page: Page) -> None:
    """Unfold what is folded on a page."""
    for _ in range(20):
        folded = page.locator(f"{MAIN} details:not([open]) > summary")
        if not folded.count():
            return
        folded.first.click()
        settle(page)


def changes(page: Page, before: str, looks: int = LOOKS) -> bool:
    for _ in range(looks):
        settle(page)
        if page.evaluate(PICTURES) != before:
            return True
        page.wait_for_timeout(100)
    return False


def controls(page: Page, part: str) -> list[tuple[str, str]]:
    found = page.evaluate(CONTROLS, [part, [*KINDS, *BUTTONS]])
    return [(key, kind) for key, kind in found if not elsewhere(key.removeprefix("st-key-"))]


def move_all(page: Page, part: str, moved: set[str], *, run: bool = False) -> list[str]:
    """Move every control of a part once; return those that drew no other picture.

    run : whether a picture may need a run first.
    """
    idle = []
    while left := [one for one in controls(page, part) if one[0] not in moved]:
        key, kind = left[0]
        moved.add(key)
        before = page.evaluate(PICTURES)
        move(page.locator(f"{part} .{key} [data-testid={kind}]").first, kind)
        if run and not changes(page, before, 3):
            page.get_by_role("button", name="Run", exact=True).last.click(timeout=300_000)
        if not changes(page, before):
            idle.append(key)
    return idle


def opened(open_page: Open, file: str) -> Page:
    page = open_page(f"/{'' if file == START else Path(file).stem}{QUERY}")
    if "your_data" in file:
        page.get_by_role("button", name="Use the sample").click()
        settle(page)
    return page


@pytest.mark.parametrize("file", PAGES)
def test_every_control_draws_another_picture(open_page: Open, file: str) -> None:
    page = opened(open_page, file)
    open_all(page)
    moved: set[str] = set()
    idle = move_all(page, MAIN, moved)
    menus = page.locator(f"{MAIN} [data-testid=stPopover] button")
    for at in range(menus.count()):
        menus.nth(at).click()
        settle(page)
        idle += move_all(page, BODY, moved)
        page.keyboard.press("Escape")
    assert not idle, f"of {len(moved)}"


def test_every_setting_draws_another_picture_on_the_start_page(open_page: Open) -> None:
    page = opened(open_page, START)
    page.get_by_text("More settings", exact=True).click()
    settle(page)
    moved: set[str] = set()
    assert not move_all(page, SIDEBAR, moved, run=True)
    assert len(moved) > 15
