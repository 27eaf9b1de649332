"""What all pictures share: the frame, the marks in it, and the picture with its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10

import numpy as np
import plotly.graph_objects as go

from pages.ui.theme import GRID, NEUTRAL

HEIGHT = 290
FEW_DECADES = 1.5
_MARK = {"color": NEUTRAL, "width": 1.2, "dash": "dot"}
_MARK_FONT = {"size": 12, "color": NEUTRAL}


@dataclass(frozen=True)
class Picture:
    """A figure, and its takeaway in words for those who cannot see it."""

    figure: go.Figure
    alt: str


def framed(
    traces: Sequence[go.Scatter],
    *,
    x: str,
    y: str,
    x_log: bool = True,
    y_log: bool = True,
    height: int = HEIGHT,
) -> go.Figure:
    """Return the traces in the house frame: axis titles, a legend above the curves, a light grid.

    Fonts and background are the theme's: Streamlit sets them in the browser.
    """
    figure = go.Figure(traces)
    figure.update_layout(
        template="none",
        height=height,
        margin={"l": 56, "r": 12, "t": 4, "b": 40},
        hovermode="x unified",
        legend={"orientation": "h", "x": 0, "xanchor": "left", "y": 1.02, "yanchor": "bottom"},
    )
    common = {"gridcolor": GRID, "zeroline": False, "automargin": True}
    xs, ys = [t.x for t in traces], [t.y for t in traces]
    figure.update_xaxes(
        title={"text": x, "standoff": 6}, **common, **(_log_axis(xs) if x_log else {})
    )
    figure.update_yaxes(
        title={"text": y, "standoff": 4}, **common, **(_log_axis(ys) if y_log else {})
    )
    return figure


def mark_x(figure: go.Figure, at: float, words: str) -> None:
    """Draw a thin upright line at `at` of a logarithmic axis, with words at its foot."""
    figure.add_vline(x=at, line=_MARK)
    figure.add_annotation(
        x=log10(at), xref="x", xanchor="left", xshift=3,
        y=0, yref="paper", yanchor="bottom",
        text=words, showarrow=False, font=_MARK_FONT,
    )  # fmt: skip


def mark_y(figure: go.Figure, at: float, words: str) -> None:
    """Draw a thin level line at `at` of a logarithmic axis, with words at its right end."""
    figure.add_hline(y=at, line=_MARK)
    figure.add_annotation(
        x=1, xref="paper", xanchor="right",
        y=log10(at), yref="y", yanchor="bottom",
        text=words, showarrow=False, font=_MARK_FONT,
    )  # fmt: skip


def _log_axis(values: Sequence[Sequence[float]]) -> dict[str, object]:
    """Return a logarithmic axis: decades as ticks, or 1, 2, 5 where there are few decades."""
    drawn = np.concatenate([np.asarray(v, dtype=float) for v in values])
    low, high = np.log10([np.nanmin(drawn), np.nanmax(drawn)])
    axis: dict[str, object] = {"type": "log", "exponentformat": "power"}
    if high - low >= FEW_DECADES:
        return axis | {"dtick": max(1, round((high - low) / 6))}
    decades = 10.0 ** np.arange(np.floor(low), np.ceil(high) + 1)
    ticks = np.outer(decades, [1, 2, 5]).ravel()
    return axis | {"tickvals": ticks, "ticktext": [f"{tick:g}" for tick in ticks]}
