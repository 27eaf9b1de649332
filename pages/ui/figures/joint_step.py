"""A joint step: the design with its sample, and what every pair of attributes seen adds."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10

import numpy as np

from aelr_core.checks import Floats, Ints
from pages.ui.figures.figure import Figure
from pages.ui.figures.frame import Picture, Trace, base_layout, between, framed, letters, scatter
from pages.ui.figures.step import HEIGHT, LISTED, bar
from pages.ui.numerals import signed
from pages.ui.plain_text import in_chart
from pages.ui.theme import NEUTRAL, Look, style

PAIRS_HEIGHT = 340
# With more attributes than this the numbers would not fit into their cells.
MOST_NUMBERS = 10
# So many have room for readable numbers even on a phone; Plotly shrinks those of more.
READABLE = 6
# Room for the title, a letter of a name and a number, in sizes of type.
EDGE, LETTER, NUMBER = 5, 0.6, 4.5
RESULTS = ("sum", "× x<sub>i</sub>", "= g̃<sub>i</sub>")


def design_picture(
    pi: Floats, S: Ints, x: Floats, names: Sequence[str], *, key: str, look: Look
) -> Picture:
    """Draw the probability of looking at each attribute, and a mark for those looked at.

    Parameters
    ----------
    pi : (d,) the probability that the step looks at attribute i
    S : (n,) the attributes that it looked at, from 0
    x : (n,) the values that it saw there
    names : (d,) of the attributes
    key : of the algorithm, for its colour
    """
    colour = style(key).colour(look)
    top = float(np.nanmax(pi, initial=0.0))
    traces = [
        bar(
            x=np.arange(1, len(pi) + 1),
            y=pi,
            name="π",
            uid="pi",
            marker={"color": colour},
            customdata=list(names),
            hovertemplate="%{customdata}: π = %{y:.3g}<extra></extra>",
        ),
        scatter(
            x=S + 1,
            y=np.full(len(S), 1.12 * top),
            name="looked at",
            uid="sample",
            mode="markers",
            marker={"symbol": "triangle-down", "color": look.palette[4], "size": look.mark(11)},
            customdata=[f"{_at(names, i)}: x = {v:.3g}" for i, v in zip(S, x, strict=False)],
            hovertemplate="%{customdata}<extra></extra>",
        ),
    ]
    figure = framed(
        traces,
        x="Attribute number",
        y="Probability of a look, π<sub>i</sub>",
        x_log=False,
        y_log=False,
        y_more={"range": [0, 1.25 * top]} if top > 0 else None,
        height=HEIGHT,
        look=look,
    )
    figure.update_layout(hovermode="closest", bargap=0.25)
    listed = ", ".join(_at(names, i) for i in S[:LISTED])
    return Picture(
        figure,
        f"Probability of looking at each of {len(pi)} attributes, {between(pi)}, with marks at the "
        f"{len(S)} that were looked at: {listed}{' and more' if len(S) > LISTED else ''}.",
    )


def pairs_picture(table: Floats, x: Floats, names: Sequence[str], *, look: Look) -> Picture:
    """Draw what every pair adds to the gradient: row i, column j, the diagonal framed.

    Few attributes have their numbers in the cells, and beside them how they make g̃.

    Parameters
    ----------
    table : (n, n) w_j x_j/π_ij, and (w_i x_i − y)/π_i on the diagonal
    x : (n,) the values seen
    names : (n,) of the attributes seen
    """
    n = table.shape[1]
    written = 0 < n <= MOST_NUMBERS
    gap = 2 if written else 0
    at = np.arange(n)
    sums = table.sum(axis=1)[:n]
    most = _most(table, numbers=written)
    scale = [[0.0, look.palette[2]], [0.5, look.backgrounds[1]], [1.0, look.palette[0]]]
    heat: Trace = {
        "type": "heatmap",
        "z": table,
        "x": at,
        "y": at,
        "uid": "pairs",
        "colorscale": scale,
        "zmid": 0,
        "zmin": -(most or 1.0),
        "zmax": most or 1.0,
        "xgap": gap,
        "ygap": gap,
        "showscale": not written,
        "colorbar": {"thickness": 10, "nticks": 5},
        "customdata": [[f"i = {i}, j = {j}" for j in names] for i in names],
        "hovertemplate": "%{customdata}: %{z:.3g}<extra></extra>",
        **({"text": _numbers(table), "texttemplate": "%{text}"} if written else {}),
        **({"textfont": {"size": look.type_size - 2}} if n <= READABLE else {}),
    }
    ticks: dict[str, object] = {
        "tickvals": at if n <= 2 * MOST_NUMBERS else [],
        "ticktext": [in_chart(name) for name in names] if n <= 2 * MOST_NUMBERS else [],
        "showgrid": False,
        "zeroline": False,
        "automargin": True,
        "tickfont": letters(look),
    }
    end = n + len(RESULTS) if written else n
    layout = base_layout(height=PAIRS_HEIGHT, look=look) | {
        "hovermode": "closest",
        "showlegend": False,
        "margin": {"l": 56, "r": 12, "t": 2 * look.type_size + 8, "b": 8},
        "xaxis": ticks
        | {"side": "top", "range": [-0.5, end - 0.5], "title": _title("column j", look)},
        "yaxis": ticks | {"range": [n - 0.5, -0.5], "title": _title("row i", look)},
        "shapes": [_frame(int(i)) for i in at] if written else [],
        "annotations": _results(sums, x, look) if written else [],
    }
    lead = int(np.nanargmax(np.abs(sums * x))) if n and np.isfinite(sums * x).any() else None
    ending = (
        ""
        if lead is None
        else f" The largest sum times x is {sums[lead] * x[lead]:.3g}, at {names[lead]}."
    )
    return Picture(
        Figure([heat], layout),
        f"What each of {n} by {n} pairs of attributes adds to the gradient, {between(table)}; the "
        f"{n} on the diagonal are exact.{ending}",
    )


def pairs_width(names: Sequence[str], look: Look) -> int:
    """Return the least width in pixels at which the numbers of the pairs keep apart; 0: any.

    >>> pairs_width(["x1", "x2", "x3"], Look("light")), pairs_width(["x"] * 11, Look("light"))
    (398, 0)
    """
    if len(names) > MOST_NUMBERS:
        return 0
    longest = max((len(in_chart(name)) for name in names), default=0)
    letters_wide = EDGE + LETTER * longest + NUMBER * (len(names) + len(RESULTS))
    return round(letters_wide * look.type_size)


def _results(sums: Floats, x: Floats, look: Look) -> list[dict[str, object]]:
    """Return the row sums, the values x and their products, as text on the right of the cells."""
    n, common = len(sums), {"xref": "x", "showarrow": False, "font": {"size": look.type_size}}
    found: list[dict[str, object]] = []
    for column, (words, values) in enumerate(
        zip(RESULTS, (sums, x, sums * x), strict=True), start=n
    ):
        head = {"x": column, "y": 1, "yref": "paper", "yanchor": "bottom", "text": words}
        cells = [
            {"x": column, "y": i, "yref": "y", "text": signed(value)}
            for i, value in enumerate(values)
            if np.isfinite(value)
        ]
        found += [common | one for one in (head, *cells)]
    return found


def _most(table: Floats, *, numbers: bool) -> float:
    """Return the largest number on the scale of colours.

    Without numbers in the cells it is the largest off the diagonal, which would outshine the rest.
    """
    rows, columns = np.indices(table.shape)
    off = np.where(rows == columns, 0.0, table)
    largest = [float(np.nanmax(np.abs(one), initial=0.0)) for one in (table, off)]
    return largest[1] if largest[1] > 0 and not numbers else largest[0]


def _numbers(table: Floats) -> list[list[str]]:
    """Return the numbers as text, all to the place of the largest one's third digit."""
    most = _most(table, numbers=True)
    places = 2 - floor(log10(most)) if 0 < most < np.inf else 0
    return [
        [signed(round(value, places)) if np.isfinite(value) else "" for value in row]
        for row in table.tolist()
    ]


def _frame(i: int) -> dict[str, object]:
    return {
        "type": "rect",
        "x0": i - 0.49,
        "x1": i + 0.49,
        "y0": i - 0.49,
        "y1": i + 0.49,
        "line": {"color": NEUTRAL, "width": 2.5},
    }


def _title(text: str, look: Look) -> dict[str, object]:
    return {"text": text, "standoff": 6, "font": {"size": look.type_size}}


def _at(names: Sequence[str], i: int) -> str:
    return names[i] if i < len(names) else str(i + 1)
