"""Draw how the engine's time and memory grow, for README.md: ``make bench-plot``.

It measures first (minutes); ``ARGS=growth.json`` draws what
``python -m benchmarks --only growth --json`` has printed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
import plotly.io
from playwright.sync_api import ViewportSize, sync_playwright
from plotly.graph_objects import Figure

from aelr_core.letters import FAMILIES
from aelr_core.plots.frame import framed, positive, scatter
from aelr_core.plots.theme import Look
from benchmarks.timing import exponent
from pages.ui.prose import in_chart
from tests.browser.harness import chromium, launch

PLACE = Path("assets/screenshots/growth.png")
SIZE: ViewportSize = {"width": 1400, "height": 1020}
LOOK = Look("light")
SIZES = {"d": "Attributes, d", "budget": "Attributes per example, k + 1", "lanes": "Runs together"}
COMMAND = (sys.executable, "-m", "benchmarks", "--only", "growth", "--json")
HEIGHT = 300
# By the order of the lines: a place in the palette, and a dash.
DASHES = ((0, "solid"), (4, "dash"), (2, "dot"), (1, "dashdot"))
GRID = "display: grid; grid-template-columns: repeat(3, 1fr); margin: 8px; font-family: sans-serif"


def main() -> int:
    """Measure, or read what was measured, and write the picture."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, help="what was measured")
    file: Path | None = parser.parse_args().file
    executable = chromium()
    if executable is None:
        print("Chromium was not found: install it, or set CHROMIUM to its path.", file=sys.stderr)
        return 1
    measured = (
        file.read_text(encoding="utf-8")
        if file
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
    row = {(row["in"], row["family"]): row for row in rows}
    pictures = [
        (f"{family}, µs per step of a run", size, row[size, family]["us"], "µs per step")
        for family in FAMILIES
        for size in SIZES
    ]
    for size in SIZES:
        memory = {family: [n / 2**10 for n in row[size, family]["bytes"]] for family in FAMILIES}
        pictures.append(("the engine's memory", size, memory, "KiB per run"))
    html = [
        f"<figure style='margin: 4px'><figcaption>{escape(words)}</figcaption>{drawn}</figure>"
        for n, (words, size, lines, number) in enumerate(pictures)
        for drawn in [
            plotly.io.to_html(
                growth_figure(lines, row[size, "ridge"]["values"], size=SIZES[size], number=number),
                include_plotlyjs=n == 0,
                full_html=False,
                config={"staticPlot": True},
            )
        ]
    ]
    return f"<body style='margin: 0'><div style='{GRID}'>{''.join(html)}</div>"


def growth_figure(
    lines: Mapping[str, Sequence[float]], values: Sequence[int], *, size: str, number: str
) -> Figure:
    """Draw a line for each name, with the exponent that is fitted to it, on logarithmic axes.

    Parameters
    ----------
    lines : at most four, the numbers at each of the values.
    size, number : titles of the axes.
    """
    traces = [
        scatter(
            x=np.array(values),
            y=positive(np.array(numbers)),
            uid=str(n),
            mode="lines+markers",
            name=f"{in_chart(name)} {exponent(values, numbers):.2f}",
            line={"color": LOOK.palette[colour], "dash": dash, "width": LOOK.line_width},
            marker={"color": LOOK.palette[colour], "size": 3 * LOOK.line_width},
        )
        for n, ((name, numbers), (colour, dash)) in enumerate(
            zip(lines.items(), DASHES, strict=False)
        )
    ]
    return framed(traces, x=size, y=number, height=HEIGHT, look=LOOK)


if __name__ == "__main__":
    sys.exit(main())
