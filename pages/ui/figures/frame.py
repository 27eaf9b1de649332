"""What all pictures share: the frame, the marks in it, and the picture with its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10

import numpy as np
import pandas  # noqa: F401  # complete before the first picture, see below
import plotly.graph_objects as go

from pages.ui.theme import GRID, NEUTRAL, Look

# Plotly asks whether what it draws is a table of pandas, as soon as any thread has begun to load
# pandas; half of it is no answer. So it is loaded here: whoever draws has waited for all of it.

HEIGHT = 290
FEW_DECADES = 1.5

Trace = dict[str, object]

_MARK = {"color": NEUTRAL, "width": 1.2, "dash": "dot"}


@dataclass(frozen=True)
class Picture:
    """A figure, and its takeaway in words for those who cannot see it."""

    figure: go.Figure
    alt: str


def scatter(**given: object) -> Trace:
    """Return a trace as plain data, which makes a figure in half the time of `go.Scatter`."""
    return {"type": "scatter", **given}


def framed(
    traces: Sequence[go.Scatter | Trace],
    *,
    x: str,
    y: str,
    x_log: bool = True,
    y_log: bool = True,
    x_more: Mapping[str, object] | None = None,
    y_more: Mapping[str, object] | None = None,
    height: int = HEIGHT,
    look: Look,
) -> go.Figure:
    """Return the traces in the house frame: axis titles, a legend above the curves, a light grid.

    Fonts and background are the theme's: they are set in the browser. `x_more` and `y_more` are
    for what an axis needs beyond that.
    """
    layout = base_layout(height=height, look=look)
    for name, title, log, more in (("x", x, x_log, x_more), ("y", y, y_log, y_more)):
        found = log_axis([t[name] for t in traces]) if log else {}
        layout[f"{name}axis"] = axis(name, title, look) | found | dict(more or {})
    return go.Figure(traces, layout)


def base_layout(*, height: int, look: Look) -> dict[str, object]:
    """Return the layout of every picture, but for its axes.

    It is put together before there is a figure: Plotly takes long over every change of one.
    """
    size = look.type_size
    return {
        "template": "none",
        "height": look.height(height),
        "margin": {"l": 56, "r": 12, "t": 4, "b": 54 if look.projector else 40},
        "hovermode": "x unified",
        "font": {"size": size},
        "legend": {
            "orientation": "h", "x": 0, "xanchor": "left", "y": 1.02, "yanchor": "bottom",
            "font": {"size": size}, "tracegroupgap": 0,
        },
    }  # fmt: skip


def axis(name: str, title: str, look: Look) -> dict[str, object]:
    """Return an axis, "x" or "y", of the house frame."""
    return {**_looks(look), "title": {"text": title, **_title(name, look)}}


def _looks(look: Look) -> dict[str, object]:
    # margins grow with the labels, so Plotly need not measure each to hide what would be cut off
    return {
        "gridcolor": GRID, "zeroline": False, "automargin": True, "ticklabeloverflow": "allow",
        "tickfont": {"size": look.type_size},
    }  # fmt: skip


def _title(name: str, look: Look) -> dict[str, object]:
    size = look.type_size
    # tick labels, powers of ten above all, stand out further than Plotly thinks
    return {"standoff": 6 if name == "x" else size - 1, "font": {"size": size}}


def mark_x(figure: go.Figure, at: float, words: str, *, log: bool = True, look: Look) -> None:
    """Draw a thin upright line at `at`, with words at its foot."""
    _mark(
        figure,
        {"x0": at, "x1": at, "xref": "x", "y0": 0, "y1": 1, "yref": "y domain"},
        {
            "x": log10(at) if log else at, "xref": "x", "xanchor": "left", "xshift": 3,
            "y": 0, "yref": "paper", "yanchor": "bottom",
            "text": words, "font": _mark_font(look),
        },
    )  # fmt: skip


def mark_y(
    figure: go.Figure,
    at: float,
    words: str,
    *,
    log: bool = True,
    under: bool = False,
    look: Look,
) -> None:
    """Draw a thin level line at `at`, with words at its right end, above it or under it."""
    _mark(
        figure,
        {"x0": 0, "x1": 1, "xref": "x domain", "y0": at, "y1": at, "yref": "y"},
        {
            "x": 1, "xref": "paper", "xanchor": "right",
            "y": log10(at) if log else at, "yref": "y", "yanchor": "top" if under else "bottom",
            "text": words, "font": _mark_font(look),
        },
    )  # fmt: skip


def _mark(figure: go.Figure, line: dict[str, object], words: dict[str, object]) -> None:
    # `add_vline` and its like take five times as long
    figure.layout.shapes += ({"type": "line", "line": _MARK, **line},)
    figure.layout.annotations += ({"showarrow": False, **words},)


def _mark_font(look: Look) -> dict[str, object]:
    return {"size": look.type_size, "color": NEUTRAL}


def log_axis(values: Sequence[object]) -> dict[str, object]:
    """Return a logarithmic axis: decades as ticks, or 1, 2, 5 where there are few decades.

    Where values lie between two of these, Plotly finds numbers in between. What is not above 0
    has no place on it and does not count.
    """
    drawn = np.concatenate([np.asarray(v, dtype=float) for v in values])
    drawn = drawn[np.isfinite(drawn) & (drawn > 0)]
    found: dict[str, object] = {"type": "log", "exponentformat": "power"}
    if not drawn.size:
        return found
    low, high = np.log10([drawn.min(), drawn.max()])
    if high - low >= FEW_DECADES:
        return found | {"dtick": max(1, round((high - low) / 6))}
    decades = 10.0 ** np.arange(np.floor(low), np.ceil(high) + 1)
    ticks = np.outer(decades, [1, 2, 5]).ravel()
    seen = (drawn.min() <= ticks) & (ticks <= drawn.max())
    if high > low and seen.sum() < 2:
        return found
    return found | {"tickvals": ticks, "ticktext": [f"{tick:g}" for tick in ticks]}
