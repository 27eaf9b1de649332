"""What was learnt, in a real Chromium: MNIST's predictors as images after a run, and bars."""

import csv
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.harness import PHONE, settle
from tests.browser.looks import overflow, words_outside

SWITCHED_ON = 4  # of the curves, at first
CHART = ".st-key-learnt .aelr-chart"
MNIST = "/?data=mnist-3v5&budget=57&examples=400&runs=2&step=theory&run=1"
WINE = "/?data=wine&budget=3&examples=100&runs=2&step=theory&run=1"


def images(page: Page) -> np.ndarray:
    """Return the images that are drawn now, (algorithms, rows, columns)."""
    return np.array(
        page.locator(CHART).evaluate(
            "el => el._fullData.map(t => Array.from(t.z, row => Array.from(row)))"
        ),
        dtype=float,
    )


def test_the_images_of_mnist_after_a_run(open_page: Open) -> None:
    page = open_page(MNIST)
    page.get_by_text("What was learnt", exact=True).click()
    chart = page.locator(CHART)
    expect(chart.locator(".hm image")).to_have_count(SWITCHED_ON)
    settle(page)
    last = images(page)
    assert last.shape == (SWITCHED_ON, 28, 28)
    assert (np.abs(last).max(axis=(1, 2)) > 0).all()  # each learnt something
    low, high = chart.evaluate(
        "el => [el._fullLayout.coloraxis.cmin, el._fullLayout.coloraxis.cmax]"
    )
    assert low == -high
    assert words_outside(chart) == []
    # the scrubber: nothing is asked of the server, and the first prefix is another image
    slider = chart.locator(".slider-rail-touch-rect")
    box = slider.bounding_box()
    assert box is not None
    slider.click(position={"x": 1, "y": box["height"] / 2})
    page.wait_for_function(
        f"() => document.querySelector('{CHART}')._fullLayout.sliders[0].active === 0"
    )
    page.wait_for_function(
        f"last => document.querySelector('{CHART}')._fullData[0].z[14][14] !== last",
        arg=last[0, 14, 14],
    )
    page.get_by_text("Downloads", exact=True).click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Weights (CSV)").click()
    with Path(saved.value.path()).open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["algorithm"] == "ddaerr"]
    w = np.array([float(row["weight_mean"]) for row in rows[-784:]])
    np.testing.assert_allclose(w.reshape(28, 28), last[0], rtol=1e-5, atol=1e-9)
    hint = page.get_by_text("Move the images sideways")
    expect(hint).to_be_hidden()
    page.set_viewport_size(PHONE)
    expect(hint).to_be_visible()


def test_bars_on_a_phone(open_page: Open) -> None:
    page = open_page(WINE, viewport=PHONE, color_scheme="dark")
    page.get_by_text("What was learnt", exact=True).click()
    expect(page.locator(f"{CHART} .barlayer .trace")).to_have_count(SWITCHED_ON)
    expect(page.locator(f"{CHART} .errorbar").first).to_be_visible()
    settle(page)
    assert overflow(page) <= 0
    assert words_outside(page.locator(CHART)) == []
