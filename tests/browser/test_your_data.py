"""The page Your data in a real Chromium: a real file in, a real file out, a run."""

import csv
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aelr_core.datasets.csv import SAMPLE
from aelr_core.experiments import load_model
from pages.ui.explorer import words
from tests.browser.conftest import Open
from tests.browser.harness import PHONE, settle
from tests.browser.looks import words_outside

NAMES = (
    "=cmd(),![x](http://e.x/y.png),<b>bold</b> & co,:smile: $x$,www.evil.org,a;=cmd(),"
    "[l](http://e.x),ill\n"
)
ROWS = "".join(
    f"{i % 7},{i % 3},{i * i % 5},{i % 2},{(i * 3) % 4},{i % 5},{i % 6},{('yes', 'no')[i % 2]}\n"
    for i in range(40)
)
ODD = NAMES + ROWS


def take_sample(page: Page) -> None:
    page.get_by_role("button", name="Use the sample").click()
    expect(page.get_by_text("d = 29 attributes")).to_be_visible()
    settle(page)


def load(page: Page, content: str) -> None:
    file = {"name": "odd <b>name</b>.csv", "mimeType": "text/csv", "buffer": content.encode()}
    page.locator("input[type=file]").first.set_input_files([file])


def everything_fits(page: Page) -> None:
    main = page.get_by_test_id("stMain")
    expect(main.locator(".katex-error")).to_have_count(0)
    too_wide = main.locator("p, li, h3, button, .js-plotly-plot").evaluate_all(
        """els => els.filter(el => el.getBoundingClientRect().right > window.innerWidth)
            .map(el => el.textContent.slice(0, 60))"""
    )
    assert too_wide == []
    assert words_outside(page.locator(".st-key-shopping .js-plotly-plot")) == []


@pytest.mark.long
def test_a_phone_in_the_dark(open_page: Open) -> None:
    page = open_page("/your_data", viewport=PHONE, color_scheme="dark")
    take_sample(page)
    everything_fits(page)


@pytest.mark.long
def test_odd_names_are_shown_as_they_are_and_saved_without_formulas(open_page: Open) -> None:
    page = open_page("/your_data")
    load(page, ODD)
    expect(page.get_by_text("d = 7 attributes")).to_be_visible()
    settle(page)
    main = page.get_by_test_id("stMain")
    labels = main.locator(".st-key-shopping .ytick text").all_text_contents()
    for name in ("=cmd()", "![x](http://e.x/y.png)", "<b>bold</b> & co", ":smile: $x$"):
        assert name in labels
    foreign = main.locator("img, a[href*='e.x'], a[href*='evil'], b, .katex-error")
    expect(foreign).to_have_count(0)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the list (CSV)").click()
    assert saved.value.suggested_filename == "aelr-how-often-ridge.csv"
    with Path(saved.value.path()).open(encoding="utf-8-sig", newline="") as file:
        names = [row["attribute"] for row in csv.DictReader(file)]
    assert {"'=cmd()", "a;'=cmd()", "<b>bold</b> & co"} <= set(names)
    # a name inside a sentence of refusal
    load(page, "![x](http://e.x/y.png),www.evil.org,:smile:\n1,2,3\n1,\n,1,4\n1,5,6\n")
    expect(page.get_by_text("so d = 2 attributes")).to_be_visible()
    missing = page.get_by_role("combobox", name="Missing values")
    missing.scroll_into_view_if_needed()  # a list that is open closes when the page moves
    settle(page)
    missing.click()
    page.get_by_role("option", name="Refuse the file").click()
    expect(page.get_by_test_id("stAlert")).to_contain_text("missing value")
    expect(foreign).to_have_count(0)


def test_a_check_ends_in_intervals_and_a_model(open_page: Open) -> None:
    page = open_page("/your_data?runs=3")
    take_sample(page)
    everything_fits(page)
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_text("corrected resampled t interval")).to_be_visible()
    settle(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the model (JSON)").click()
    model = load_model(saved.value.path())
    page.locator("input[type=file]").last.set_input_files(SAMPLE)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download 300 predictions (CSV)").click()
    with Path(saved.value.path()).open(encoding="utf-8-sig", newline="") as file:
        predicted = [row["prediction"] for row in csv.DictReader(file)]
    assert predicted == model.predict(SAMPLE).tolist()


def test_a_file_is_run_in_the_explorer_with_one_click(open_page: Open) -> None:
    page = open_page("/your_data?runs=2&examples=100&step=theory")
    load(page, "broken")
    expect(page.get_by_test_id("stAlert")).to_have_text(
        "Only one column was found: separate the columns by commas, semicolons, tabs or bars."
    )
    load(page, ODD)
    expect(page.get_by_text("d = 7 attributes")).to_be_visible()
    page.get_by_role("button", name="Run lasso").click()
    expect(page).to_have_title("Explorer · AELR Lab")
    chart = page.locator(".st-key-learning .aelr-chart")
    expect(chart).to_contain_text("Chosen by size")
    expect(page.get_by_text(words.CHANGED)).to_have_count(0)
    settle(page)
    expect(page.get_by_test_id("stSidebar")).to_contain_text("odd b name b .csv")
    page.get_by_test_id("stTopNavLink").filter(has_text="Your data").click()
    expect(page.get_by_text("d = 7 attributes")).to_be_visible()
    page.get_by_role("button", name="Forget this table").click()
    expect(page.get_by_text("What you will see here.")).to_be_visible()
    expect(page.get_by_test_id("stSidebar")).to_contain_text("Decay of the moments")


def test_the_family_and_identifiers_are_switched_with_one_click(open_page: Open) -> None:
    page = open_page("/your_data")
    take_sample(page)
    page.get_by_role("button", name="Switch to lasso").click()
    page.wait_for_url("**family=lasso**")
    expect(page.get_by_role("heading", name="How often to measure, for lasso")).to_be_visible()
    expect(page.get_by_role("button", name="Switch to")).to_have_count(0)
    rows = "".join(f"{100 + i},{i * 7 % 11},{i * 5 % 13},{i % 2}\n" for i in range(30))
    load(page, f"![x](http://e.x/y.png) id,a,b,ill\n{rows}")
    expect(page.get_by_text("d = 2 attributes")).to_be_visible()
    expect(page.get_by_text("30 rows: too few for a comparison")).to_be_visible()
    page.locator(".st-key-table_identifiers [data-variant=pills]").click()
    expect(page.get_by_text("d = 3 attributes")).to_be_visible()
    settle(page)
    expect(page.get_by_test_id("stMain").locator("img, a[href*='e.x']")).to_have_count(0)
