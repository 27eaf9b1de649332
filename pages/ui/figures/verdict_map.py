"""A map of verdicts: wins and losses in colours of equal weight, with a number in each cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pages.ui.figures.figure import Figure
from pages.ui.figures.frame import Picture, axis, base_layout, see_through
from pages.ui.plain_text import in_chart
from pages.ui.theme import Look

ROW, HEADER, FOOT = 25, 54, 28  # pixels; below are the chart's buttons, off the names
WIN, TIE, LOSS = 1, 0, -1
NAMES = {WIN: ("win", "wins"), TIE: ("tie", "ties"), LOSS: ("loss", "losses")}
# Over the background, so that the theme's ink stays readable on them: verdicts, leaning ties.
STRONG, PALE = 0.5, 0.18


@dataclass(frozen=True)
class Cell:
    """One cell: its place, its verdict (1, 0 or −1), what it says, and what a hover adds.

    `leans` is the verdict of the test alone, which is not corrected: it tints a tie.
    """

    row: int
    column: int
    verdict: int
    words: str
    more: str
    leans: int = TIE


def verdict_map_picture(
    rows: Sequence[str], columns: Sequence[str], cells: Sequence[Cell], *, across: str, look: Look
) -> Picture:
    """Draw a row per panel; a cell without a verdict stays empty.

    Parameters
    ----------
    rows, columns : their names
    cells : at most one for each place
    across : what the columns are
    """
    shape = (len(rows), len(columns))
    z = np.full(shape, np.nan)
    text, more = np.full(shape, "", dtype=object), np.full(shape, "not computed yet", dtype=object)
    for cell in cells:
        if cell.row < shape[0] and cell.column < shape[1]:
            at = cell.row, cell.column
            z[at], text[at], more[at] = _shade(cell), cell.words, cell.more
    trace = {
        "type": "heatmap",
        "x": _places(columns),
        "y": _places(rows),
        "z": z,
        "text": text.tolist(),
        "customdata": more.tolist(),
        "uid": "verdicts",
        "zmin": 2 * LOSS,
        "zmax": 2 * WIN,
        "showscale": False,
        "xgap": 2,
        "ygap": 2,
        "texttemplate": "%{text}",
        "textfont": {"size": look.type_size, "color": look.palette[4]},
        "colorscale": _scale(look),
        "hovertemplate": "%{customdata}<extra></extra>",
    }
    names = {"x": [in_chart(name) for name in columns], "y": [in_chart(name) for name in rows]}
    layout = base_layout(height=HEADER + FOOT + ROW * max(len(rows), 1), look=look) | {
        "hovermode": "closest",
        "showlegend": False,
        "margin": {"l": 8, "r": 4, "t": HEADER, "b": FOOT},
        "xaxis": _named("x", across, names["x"], look) | {"side": "top"},
        "yaxis": _named("y", "", names["y"], look) | {"autorange": "reversed"},
    }
    counts = {verdict: sum(cell.verdict == verdict for cell in cells) for verdict in NAMES}
    said = ", ".join(f"{n} {NAMES[verdict][n != 1]}" for verdict, n in counts.items())
    return Picture(
        Figure([trace], layout),
        f"Map of verdicts, a row for each of {shape[0]} panels and a column for each of "
        f"{shape[1]} comparisons: {said}.",
    )


def _shade(cell: Cell) -> int:
    """Return −2 to 2: a loss, a tie that leans to a loss, a tie, one that leans to a win, a win."""
    return 2 * cell.verdict if cell.verdict else cell.leans


def _scale(look: Look) -> list[list[object]]:
    """Return the colours of the five shades, of equal weight in both directions."""
    loss, win = look.palette[2], look.palette[0]
    five = (
        see_through(loss, STRONG),
        see_through(loss, PALE),
        look.backgrounds[1],
        see_through(win, PALE),
        see_through(win, STRONG),
    )
    return [[(at + end) / 5, colour] for at, colour in enumerate(five) for end in (0, 1)]


def _named(name: str, title: str, words: list[str], look: Look) -> dict[str, object]:
    """Return an axis of names; two may be equal."""
    places = {"type": "category", "tickvals": _places(words), "ticktext": words}
    return axis(name, title, look) | places | {"showgrid": False}


def _places(words: Sequence[str]) -> list[str]:
    return [str(at) for at in range(len(words))]
