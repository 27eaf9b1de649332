"""What all pictures share: the frame, marks and bands in it, and its alternative text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, log10

import numpy as np
import pandas  # noqa: F401  # complete before the first picture, see below

from aelr_core.checks import Floats, Ints
from pages.ui.figures.figure import Figure
from pages.ui.theme import GRID, NEUTRAL, Look

# Once any thread has started to import pandas, Plotly checks whether its data are a pandas table,
# which fails while pandas is half imported. So it is imported here, before the first picture.

HEIGHT = 290
FEW_DECADES = 1.5
POWERS = 1.25  # times the size of an axis's type: so large Plotly writes powers of ten

# The piece of a curve in a legend: Plotly's, in pixels, and on a wall, in widths of the line: long
# enough to show that a thick line is dashed.
PIECE, PIECE_ON_A_WALL = 30, 15

Trace = dict[str, object]

_MARK = {"color": NEUTRAL, "width": 1.2, "dash": "dot"}


@dataclass(frozen=True)
class Picture:
    """A figure, and its main numbers in words for readers who cannot see it."""

    figure: Figure
    alt: str


def scatter(**given: object) -> Trace:
    """Return a trace as plain data, which makes a figure in half the time of `go.Scatter`."""
    return {"type": "scatter", **given}


def framed(
    traces: Sequence[Trace],
    *,
    x: str,
    y: str,
    x_log: bool = True,
    y_log: bool = True,
    x_more: Mapping[str, object] | None = None,
    y_more: Mapping[str, object] | None = None,
    height: int = HEIGHT,
    look: Look,
) -> Figure:
    """Return the traces with axis titles, a legend above the curves and a light grid.

    The browser sets the theme's fonts and background. `x_more` and `y_more` hold further
    properties of an axis; `height` is the height without a projector.
    """
    layout = base_layout(height=height, look=look)
    for name, title, log, more in (("x", x, x_log, x_more), ("y", y, y_log, y_more)):
        found = log_axis([t[name] for t in traces], look) if log else {}
        layout[f"{name}axis"] = axis(name, title, look) | found | dict(more or {})
    return Figure(traces, layout)


def legend_beside(figure: Figure) -> None:
    """Let a live chart put the legend beside the curves: names that say what a curve is are long.

    The browser knows the room (``chart.js``); on a phone the legend stays above.
    """
    figure.layout.meta = {"legend": "beside"}


def base_layout(*, height: int, look: Look) -> dict[str, object]:
    """Return the layout of every picture, without its axes.

    It is complete before the figure is made: Plotly is slow to change a figure later.
    """
    size = look.type_size
    return {
        "template": {"data": {"scatter": [{"type": "scatter"}]}},  # Plotly's "none"
        "height": look.height(height),
        "margin": {"l": 56, "r": 12, "t": 4, "b": look.type_size + (34 if look.projector else 28)},
        "hovermode": "x unified",
        "font": {"size": size},
        "legend": {
            "orientation": "h",
            "x": 0,
            "xanchor": "left",
            "y": 1.02,
            "yanchor": "bottom",
            "font": {"size": size},
            "tracegroupgap": 0,
            "itemwidth": round(PIECE_ON_A_WALL * look.line_width) if look.projector else PIECE,
        },
    }


def letters(look: Look, shrunk: float = 1.0) -> dict[str, object]:
    """Return the type of words and numbers around a picture; Streamlit's own are too pale."""
    return {"size": look.type_size / shrunk, "color": look.muted}


def axis(name: str, title: str, look: Look) -> dict[str, object]:
    """Return an axis, "x" or "y"."""
    return {**_looks(look), "title": {"text": title, **_title(name, look)}}


def _looks(look: Look) -> dict[str, object]:
    # numbers are written in full, 10,000 and not 10k, below a million;
    # margins grow with the labels, so Plotly need not measure each to hide what would be cut off
    return {
        "gridcolor": GRID,
        "zeroline": False,
        "automargin": True,
        "ticklabeloverflow": "allow",
        "tickfont": letters(look),
        "separatethousands": True,
        "minexponent": 6,
    }


def _title(name: str, look: Look) -> dict[str, object]:
    size = look.type_size
    # tick labels, above all powers of ten, are wider than Plotly assumes
    return {"standoff": 6 if name == "x" else size - 1, "font": letters(look)}


def mark_x(
    figure: Figure,
    at: float,
    words: str,
    *,
    log: bool = True,
    left: bool = False,
    top: bool = False,
    level: int = 0,
    look: Look,
) -> None:
    """Draw a thin vertical line at `at`, with a label on the right of its foot.

    `left` puts the label on the left, `top` at the upper end, `level` that many lines higher. A
    number that has no place on the axis is not drawn.
    """
    if _has_place(at, log):
        size = look.type_size
        _mark(
            figure,
            {"x0": at, "x1": at, "xref": "x", "y0": 0, "y1": 1, "yref": "y domain"},
            {
                "x": log10(at) if log else at,
                "xref": "x",
                "xanchor": "right" if left else "left",
                "xshift": -3 if left else 3,
                "y": int(top),
                "yref": "paper",
                "yanchor": "top" if top else "bottom",
                "yshift": level * (size + 4),
                "text": words,
                "font": letters(look),
            },
        )


def mark_y(
    figure: Figure,
    at: float,
    words: str,
    *,
    log: bool = True,
    start: float | None = None,
    look: Look,
) -> None:
    """Draw a thin horizontal line at `at`, with a label above its right end.

    `start` starts the label at this share of the length. A number that has no place on the axis is
    not drawn.
    """
    if _has_place(at, log):
        _mark(
            figure,
            _across(at),
            {
                "x": 1 if start is None else start,
                "xref": "paper",
                "xanchor": "right" if start is None else "left",
                "y": log10(at) if log else at,
                "yref": "y",
                "yanchor": "bottom",
                "text": words,
                "font": letters(look),
            },
        )


def level(figure: Figure, at: float, name: str, *, log: bool) -> None:
    """Draw a thin horizontal line at `at` that is named in the legend, for a picture that is full.

    A label in the picture would lie on curves.
    """
    if _has_place(at, log):
        figure.layout.shapes += (
            {"type": "line", "line": _MARK, "showlegend": True, "name": name, **_across(at)},
        )


def _across(at: float) -> dict[str, object]:
    return {"x0": 0, "x1": 1, "xref": "x domain", "y0": at, "y1": at, "yref": "y"}


def _has_place(at: float, log: bool) -> bool:
    return isfinite(at) and (at > 0 or not log)


def _mark(figure: Figure, line: dict[str, object], words: dict[str, object]) -> None:
    # `add_vline` takes five times as long
    figure.layout.shapes += ({"type": "line", "line": _MARK, **line},)
    if words["text"]:
        figure.layout.annotations += ({"showarrow": False, **words},)


def band(
    x: Floats | Ints,
    low: Floats,
    high: Floats,
    *,
    colour: str,
    opacity: float,
    uid: str,
    group: str,
) -> Trace:
    """Return the area between two curves, as one closed outline of a legend group."""
    return scatter(
        x=np.concatenate([x, x[::-1]]),
        y=np.concatenate([high, low[::-1]]),
        uid=uid,
        legendgroup=group,
        showlegend=False,
        hoverinfo="skip",
        mode="lines",
        fill="toself",
        fillcolor=see_through(colour, opacity),
        line={"width": 0, "color": colour},
    )


def see_through(colour: str, opacity: float) -> str:
    """Return a colour, #rrggbb, made transparent.

    >>> see_through("#ff0080", 0.5)
    'rgba(255, 0, 128, 0.5)'
    """
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, {opacity})"


def positive(values: Floats) -> Floats:
    """Return the values, NaN where a logarithmic axis has no place for one."""
    values = np.asarray(values, dtype=float)
    with np.errstate(invalid="ignore"):
        return np.where(values > 0, values, np.nan)


def between(values: Floats) -> str:
    """Return the range of some numbers, in words.

    >>> between(np.array([0.25, 4.0, np.nan])), between(np.array([]))
    ('between 0.25 and 4', 'no numbers')
    """
    values = np.asarray(values, dtype=float)
    values = values[np.isfinite(values)]
    return f"between {values.min():.3g} and {values.max():.3g}" if values.size else "no numbers"


def log_axis(values: Sequence[object], look: Look) -> dict[str, object]:
    """Return a logarithmic axis with decades as ticks, or 1, 2, 5 where there are few decades.

    All are written in the size of the look. Where all values lie between two such ticks, Plotly
    chooses others. Values that are not above 0 have no place on it and do not count.
    """
    drawn = np.concatenate([np.zeros(0), *(np.asarray(v, dtype=float) for v in values)])
    drawn = drawn[np.isfinite(drawn) & (drawn > 0)]
    found: dict[str, object] = {"type": "log", "exponentformat": "power"}
    if not drawn.size:
        return found
    low, high = np.log10([drawn.min(), drawn.max()])
    if high - low >= FEW_DECADES:
        tickfont = letters(look, POWERS)
        return found | {"dtick": max(1, round((high - low) / 6)), "tickfont": tickfont}
    decades = 10.0 ** np.arange(np.floor(low), np.ceil(high) + 1)
    ticks = np.outer(decades, [1, 2, 5]).ravel()
    seen = (drawn.min() <= ticks) & (ticks <= drawn.max())
    if high > low and seen.sum() < 2:
        return found
    return found | {"tickvals": ticks, "ticktext": [f"{tick:,.12g}" for tick in ticks]}
