"""What all pictures share: the frame, marks and bands in it, and its alternative text."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, log10
from typing import Any

import numpy as np
import pandas  # noqa: F401  # complete before the first picture, see below
import plotly.graph_objects as go

from aelr_core.checks import Floats, Ints
from aelr_core.plots.theme import GRID, NEUTRAL, Look

# Once any thread has started to import pandas, Plotly checks whether its data are a pandas table,
# which fails while pandas is half imported. So it is imported here, before the first picture.

HEIGHT = 290
FEW_DECADES = 1.5
MOST_DECADES = 3.0
POWERS = 1.25  # times the size of an axis's type: so large Plotly writes powers of ten

# The piece of a curve in a legend: Plotly's, in pixels, and on a projector, in widths of the line:
# long enough to show that a thick line is dashed.
PIECE, PROJECTED_PIECE = 30, 15

Trace = dict[str, object]

_MARK = {"color": NEUTRAL, "width": 1.2, "dash": "dot"}
# Plotly's names of the types that its script reads as they are in memory.
_NAMES = {"float64": "f8", "float32": "f4", "int32": "i4", "int16": "i2", "int8": "i1"}
# Where its script wants a list.
_LISTS = ("range",)


class Figure(go.Figure):  # type: ignore[misc]  # Plotly has no types
    """Plotly's figure of plain data, taken as it is; reading and changing it are Plotly's.

    Plotly checks every part of a figure when it is made, and looks for tables in every array when
    it is written. For curves that thirty visitors watch while they grow, that is most of the
    server's time, and ours are made of plain data: tests/figures has Plotly check each of them.
    """

    def __init__(
        self, traces: Sequence[Mapping[str, object]], layout: Mapping[str, object]
    ) -> None:
        super().__init__([_selectable(trace) for trace in traces], layout, _validate=False)
        self._stills: list[dict[str, object]] = []

    @property
    def frames(self) -> tuple[go.Frame, ...]:
        """The frames of a film, as Plotly's."""
        return tuple(go.Frame(still) for still in self._stills)

    @frames.setter
    def frames(self, stills: Sequence[dict[str, object]]) -> None:
        self._stills = [*stills]

    def to_dict(self) -> dict[str, Any]:
        """Return the figure as JSON can hold it, all of it new."""
        parts = {"data": _plain(self._data), "layout": _plain(self._layout)}
        return parts | ({"frames": _plain(self._stills)} if self._stills else {})


def _selectable(trace: Mapping[str, object]) -> dict[str, object]:
    """Return a trace whose uid can stand in a CSS selector: Plotly's script makes one of it.

    >>> _selectable({"uid": "mean of 1,000"})
    {'uid': 'mean-of-1-000'}
    """
    named = {"uid": re.sub(r"[^A-Za-z0-9_-]+", "-", str(trace["uid"]))} if "uid" in trace else {}
    return {**trace, **named}


def _plain(value: object, name: str = "") -> Any:
    if isinstance(value, dict):
        return {key: _plain(each, key) for key, each in value.items() if each is not None}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, np.ndarray):
        return value.tolist() if name in _LISTS else _packed(value)
    return value.item() if isinstance(value, np.generic) else value


def _packed(values: np.ndarray) -> object:
    """Return numbers as they are in memory, whole ones as small as they can be; else a list.

    >>> _packed(np.array([1, 2]))
    {'dtype': 'i1', 'bdata': 'AQI='}
    """
    if values.dtype.kind in "iu" and values.size:
        least, most = values.min(), values.max()
        for kind in (np.int8, np.int16, np.int32):
            if np.iinfo(kind).min <= least and most <= np.iinfo(kind).max:
                values = values.astype(kind)
                break
    name = _NAMES.get(values.dtype.name)
    if name is None or not values.size:
        return values.tolist()
    packed = {"dtype": name, "bdata": base64.b64encode(values.tobytes()).decode("ascii")}
    return packed | ({"shape": str(values.shape)[1:-1]} if values.ndim > 1 else {})


@dataclass(frozen=True)
class Picture:
    """A figure, and its main numbers in words for readers who cannot see it."""

    figure: Figure
    alt: str


def scatter(**given: object) -> Trace:
    """Return a trace as plain data, which makes a figure in half the time of `go.Scatter`."""
    return {"type": "scatter", **given}


def bar(**given: object) -> Trace:
    """Return bars as plain data."""
    return {"type": "bar", **given}


def only_in_legend(uid: str, name: str, **given: object) -> Trace:
    """Return an entry of the legend that explains several curves; nothing is drawn."""
    return scatter(x=[None], y=[None], uid=uid, name=name, hoverinfo="skip", **given)


def framed(
    traces: Sequence[Trace],
    *,
    x: str,
    y: str,
    log: str = "xy",
    x_more: Mapping[str, object] | None = None,
    y_more: Mapping[str, object] | None = None,
    height: int = HEIGHT,
    look: Look,
    **layout: object,
) -> Figure:
    """Return the traces with axis titles, a legend above the curves and a light grid.

    The browser sets the theme's fonts and background.

    Parameters
    ----------
    x, y : titles of the axes
    log : the logarithmic axes: "xy", "x", "y" or none
    x_more, y_more : further properties of an axis
    height : in pixels, without a projector
    layout : further properties of the figure
    """
    axes = {}
    for name, title, more in (("x", x, x_more), ("y", y, y_more)):
        logarithmic = log_axis([t[name] for t in traces], look) if name in log else {}
        axes[f"{name}axis"] = axis(name, title, look) | logarithmic | dict(more or {})
    return Figure(traces, base_layout(height=height, look=look) | axes | layout)


def legend_beside(figure: Figure) -> None:
    """Let a live chart write each name at the end of its curve (``curve_names.js``)."""
    figure.layout.meta = {"legend": "beside"}


def base_layout(*, height: int, look: Look) -> dict[str, object]:
    """Return the layout of every picture, without its axes.

    It is complete before the figure is made: Plotly is slow to change a figure later.
    """
    size = look.type_size
    return {
        "template": {"data": {"scatter": [{"type": "scatter"}]}},  # Plotly's "none"
        "height": look.height(height),
        "margin": {"l": 56, "r": 12, "t": 4, "b": size + (34 if look.projector else 28)},
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
            "itemwidth": round(PROJECTED_PIECE * look.line_width) if look.projector else PIECE,
        },
    }


def letters(look: Look, shrunk: float = 1.0) -> dict[str, object]:
    """Return the type of words and numbers around a picture; Streamlit's own are too pale."""
    return {"size": look.type_size / shrunk, "color": look.muted}


def axis(name: str, title: str, look: Look) -> dict[str, object]:
    """Return an axis, "x" or "y"."""
    # numbers are written in full, 10,000 and not 10k, below a million;
    # margins grow with the labels, so Plotly need not measure each to hide what would be cut off;
    # tick labels, above all powers of ten, are wider than Plotly assumes
    return {
        "gridcolor": GRID,
        "zeroline": False,
        "automargin": True,
        "ticklabeloverflow": "allow",
        "tickfont": letters(look),
        "separatethousands": True,
        "minexponent": 6,
        "title": {
            "text": title,
            "standoff": 6 if name == "x" else look.type_size - 1,
            "font": letters(look),
        },
    }


def mark_x(
    figure: Figure,
    at: float,
    words: str,
    *,
    left: bool = False,
    top: bool = False,
    level: int = 0,
    look: Look,
) -> None:
    """Draw a thin vertical line at `at`, with a label on the right of its foot.

    `left` puts the label on the left, `top` at the upper end, `level` that many lines higher. A
    number that has no place on the axis is not drawn.
    """
    place = _place(at, figure.layout.xaxis)
    if place is not None:
        label = {
            "x": place,
            "xref": "x",
            "xanchor": "right" if left else "left",
            "xshift": -3 if left else 3,
            "y": int(top),
            "yref": "paper",
            "yanchor": "top" if top else "bottom",
            "yshift": level * (look.type_size + 4),
        }
        line = {"x0": at, "x1": at, "xref": "x", "y0": 0, "y1": 1, "yref": "y domain"}
        _mark(figure, line, label, words, look)


def mark_y(figure: Figure, at: float, words: str, *, look: Look) -> None:
    """Draw a thin horizontal line at `at`, with a label above its right end.

    A number that has no place on the axis is not drawn.
    """
    place = _place(at, figure.layout.yaxis)
    if place is not None:
        label = {
            "x": 1,
            "xref": "paper",
            "xanchor": "right",
            "y": place,
            "yref": "y",
            "yanchor": "bottom",
        }
        _mark(figure, _across(at), label, words, look)


def level(figure: Figure, at: float, name: str) -> None:
    """Draw a thin horizontal line at `at` whose name, if any, stands in the legend.

    A label in the picture would lie on curves.
    """
    if _place(at, figure.layout.yaxis) is not None:
        named = {"showlegend": bool(name), "name": name}
        figure.layout.shapes += ({"type": "line", "line": _MARK, **named, **_across(at)},)


def _across(at: float) -> dict[str, object]:
    return {"x0": 0, "x1": 1, "xref": "x domain", "y0": at, "y1": at, "yref": "y"}


def _place(at: float, axis: Any) -> float | None:
    """Return where a label stands on an axis, which counts in exponents where it is logarithmic."""
    if not isfinite(at) or (axis.type == "log" and at <= 0):
        return None
    return log10(at) if axis.type == "log" else at


def _mark(
    figure: Figure, line: dict[str, object], label: Mapping[str, object], words: str, look: Look
) -> None:
    # `add_vline` takes five times as long
    figure.layout.shapes += ({"type": "line", "line": _MARK, **line},)
    if words:
        written = {"showarrow": False, "text": words, "font": letters(look)}
        figure.layout.annotations += ({**written, **label},)


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


def above_zero(values: Iterable[object]) -> Floats:
    """Return all values that have a place on a logarithmic axis, in one row.

    >>> above_zero([[1.0, 0.0], np.array([[np.nan], [3.0]])])
    array([1., 3.])
    """
    row = np.concatenate([np.zeros(0), *(np.asarray(v, dtype=float).ravel() for v in values)])
    shown: Floats = row[np.isfinite(row) & (row > 0)]
    return shown


def between(values: Floats) -> str:
    """Return the range of some numbers, in words.

    >>> between(np.array([0.25, 4.0, np.nan])), between(np.array([]))
    ('between 0.25 and 4', 'no numbers')
    """
    values = np.asarray(values, dtype=float)
    values = values[np.isfinite(values)]
    return f"between {values.min():.3g} and {values.max():.3g}" if values.size else "no numbers"


def log_axis(values: Iterable[object], look: Look) -> dict[str, object]:
    """Return a logarithmic axis with decades as ticks, or 1, 2, 5 where there are few decades.

    All are written in the size of the look. Where all values lie between two such ticks, Plotly
    chooses others. Values that are not above 0 have no place on it and do not count.
    """
    drawn = above_zero(values)
    plain_axis: dict[str, object] = {"type": "log", "exponentformat": "power"}
    if not drawn.size:
        return plain_axis
    low, high = np.log10([drawn.min(), drawn.max()])
    if high - low >= FEW_DECADES:
        tickfont = letters(look, POWERS)
        return plain_axis | {"dtick": max(1, round((high - low) / 6)), "tickfont": tickfont}
    ticks = _ticks(low, high)
    seen = (drawn.min() <= ticks["tickvals"]) & (ticks["tickvals"] <= drawn.max())
    return plain_axis if high > low and seen.sum() < 2 else plain_axis | ticks


def one_two_five(values: Iterable[object], look: Look) -> dict[str, object]:
    """Return ticks at 1, 2 and 5 of every decade; none where the decades alone are enough.

    >>> one_two_five([[3.0, 40.0]], Look("light"))["ticktext"]
    ['1', '2', '5', '10', '20', '50', '100', '200', '500']
    >>> one_two_five([[1.0, 1e9]], Look("light")), one_two_five([[]], Look("light"))
    ({}, {})
    """
    drawn = above_zero(values)
    if not drawn.size or drawn.max() > 10**MOST_DECADES * drawn.min():
        return {}
    return _ticks(*np.log10([drawn.min(), drawn.max()])) | {"tickfont": letters(look)}


def _ticks(low: float, high: float) -> dict[str, Any]:
    decades = 10.0 ** np.arange(np.floor(low), np.ceil(high) + 1)
    ticks = np.outer(decades, [1, 2, 5]).ravel()
    return {"tickvals": ticks, "ticktext": [f"{tick:,.12g}" for tick in ticks]}
