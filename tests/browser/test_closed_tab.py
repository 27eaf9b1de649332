"""Who closes the tab stops what he ran, in a real Chromium; the server leaves no process."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser import harness
from tests.browser.conftest import Open
from tests.runs.serving import serving
from tests.runs.waiting import PATIENCE, gone, until

APP = Path(__file__).parents[1] / "runs" / "live_run_app.py"


def look(page: Page) -> str:
    page.get_by_role("button", name="Look again").click()
    harness.settle(page)
    return page.get_by_test_id("stText").inner_text()


def test_a_closed_tab_stops_its_run(open_page: Open, tmp_path: Path) -> None:
    with serving(APP, tmp_path) as server:
        looking = open_page("/?look=1", on=server)
        page = open_page(on=server)
        page.get_by_role("button", name="Run").click()
        expect(page.get_by_text("curves: 1")).to_be_visible(timeout=1000 * PATIENCE)
        until(lambda: "['running']" in look(looking))
        page.close()
        until(lambda: "['stopped']" in look(looking))
        pids = [int(pid) for pid in re.findall(r"\d+", look(looking))]
        assert len(pids) in (1, 2)
        assert not any(map(gone, pids))
        looking.close()
    until(lambda: all(map(gone, pids)))
