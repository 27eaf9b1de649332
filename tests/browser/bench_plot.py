"""Draw how the engine's time and memory grow, for README.md: ``make bench-plot``.

It measures first (minutes); ``ARGS=growth.json`` draws what
``python -m aelr_core bench --only growth --json`` has printed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
import plotly.io
from playwright.sync_api import sync_playwright

from aelr_core.bench.growth import exponent
from pages.ui.figures.frame import Picture
from pages.ui.figures.growth import Growth, growth_picture
from pages.ui.theme import Look
from tests.browser.harness import chromium, launch

PLACE = Path("assets/screenshots/growth.png")
SIZE = {"width": 1400, "height": 1020}
LOOK = Look("light")
SIZES = {"d": "Attributes, d", "budget": "Attributes per example, k + 1", "lanes": "Runs together"}
COMMAND = (sys.executable, "-m", "aelr_core", "bench", "--only", "growth", "--json")
GRID = "display: grid; grid-template-columns: repeat(3, 1fr); margin: 8px; font-family: sans-serif"


def main() -> int:
    """Measure, or read what was measured, and write the picture."""
    executable = chromium()
    if executable is None:
        print("Chromium was not found: install it, or set CHROMIUM to its path.", file=sys.stderr)
        return 1
    measured = (
        Path(sys.argv[1]).read_text(encoding="utf-8")
        if len(sys.argv) > 1
        else subprocess.run(COMMAND, check=True, capture_output=True, text=True).stdout
    )
    with sync_playwright() as playwright:
        browser = launch(playwright, executable)
        page = browser.new_page(viewport=SIZE)
        page.set_content(as_page(json.loads(measured)["growth"]), wait_until="load")
        page.wait_for_function("document.querySelectorAll('.main-svg .trace').length > 0")
        page.wait_for_timeout(1_000)  # Plotly makes room for a legend after it has drawn it
        page.screenshot(path=PLACE)
        browser.close()
    print(PLACE)
    return 0


def as_page(rows: list[dict[str, Any]]) -> str:
    """Return a page with the time in both families, and the memory, in a column for each size."""
    pictures = [
        (f"{family}, µs per step of a run", _times(_row(rows, size, family), title))
        for family in ("ridge", "lasso")
        for size, title in SIZES.items()
    ]
    pictures += [("the engine's memory", _memory(rows, size, t)) for size, t in SIZES.items()]
    html = [
        f"<figure style='margin: 4px'><figcaption>{escape(words)}</figcaption>{_html(picture, n)}"
        for n, (words, picture) in enumerate(pictures)
    ]
    return f"<body style='margin: 0'><div style='{GRID}'>{'</figure>'.join(html)}</figure></div>"


def _row(rows: list[dict[str, Any]], size: str, family: str) -> dict[str, Any]:
    return next(row for row in rows if (row["in"], row["family"]) == (size, family))


def _times(row: dict[str, Any], title: str) -> Picture:
    lines = [
        Growth(name, np.array(row["values"]), np.array(us), row["exponents"][name])
        for name, us in row["us"].items()
    ]
    return growth_picture(lines, size=title, number="µs per step", look=LOOK)


def _memory(rows: list[dict[str, Any]], size: str, title: str) -> Picture:
    found = [_row(rows, size, family) for family in ("ridge", "lasso")]
    lines = [
        Growth(
            row["family"], np.array(row["values"]), np.array(row["bytes"]) / 2**10,
            exponent(row["values"], row["bytes"]),
        )
        for row in found
    ]  # fmt: skip
    return growth_picture(lines, size=title, number="KiB per run", look=LOOK)


def _html(picture: Picture, n: int) -> str:
    return plotly.io.to_html(
        picture.figure, include_plotlyjs=n == 0, full_html=False, config={"staticPlot": True}
    )


if __name__ == "__main__":
    sys.exit(main())
