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
# Type on a screen in front of one, and on a wall at the other end of a room.
TYPE, PROJECTED_TYPE = 12, 17
_MARK = {"color": NEUTRAL, "width": 1.2, "dash": "dot"}


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
    projector: bool = False,
) -> go.Figure:
    """Return the traces in the house frame: axis titles, a legend above the curves, a light grid.

    Fonts and background are the theme's: they are set in the browser.
    """
    figure = go.Figure(traces)
    house(figure, height=height, projector=projector)
    xs, ys = [t.x for t in traces], [t.y for t in traces]
    figure.update_xaxes(title_text=x, **(log_axis(xs) if x_log else {}))
    figure.update_yaxes(title_text=y, **(log_axis(ys) if y_log else {}))
    return figure


def house(figure: go.Figure, *, height: int, projector: bool = False) -> None:
    """Put a figure into the house frame, axes left as they are but for their looks."""
    size = type_size(projector)
    figure.update_layout(
        template="none",
        height=height,
        margin={"l": 56, "r": 12, "t": 4, "b": 40 if not projector else 54},
        hovermode="x unified",
        font={"size": size},
        legend={
            "orientation": "h", "x": 0, "xanchor": "left", "y": 1.02, "yanchor": "bottom",
            "font": {"size": size}, "tracegroupgap": 0,
        },
    )  # fmt: skip
    common = {"gridcolor": GRID, "zeroline": False, "automargin": True, "tickfont": {"size": size}}
    figure.update_xaxes(title={"standoff": 6, "font": {"size": size}}, **common)
    figure.update_yaxes(title={"standoff": 4, "font": {"size": size}}, **common)


def type_size(projector: bool) -> int:
    """Return the size of letters in a figure, in pixels."""
    return PROJECTED_TYPE if projector else TYPE


def mark_x(
    figure: go.Figure, at: float, words: str, *, log: bool = True, projector: bool = False
) -> None:
    """Draw a thin upright line at `at`, with words at its foot."""
    figure.add_vline(x=at, line=_MARK)
    figure.add_annotation(
        x=log10(at) if log else at, xref="x", xanchor="left", xshift=3,
        y=0, yref="paper", yanchor="bottom",
        text=words, showarrow=False, font=_mark_font(projector),
    )  # fmt: skip


def mark_y(
    figure: go.Figure,
    at: float,
    words: str,
    *,
    log: bool = True,
    under: bool = False,
    projector: bool = False,
) -> None:
    """Draw a thin level line at `at`, with words at its right end, above it or under it."""
    figure.add_hline(y=at, line=_MARK)
    figure.add_annotation(
        x=1, xref="paper", xanchor="right",
        y=log10(at) if log else at, yref="y", yanchor="top" if under else "bottom",
        text=words, showarrow=False, font=_mark_font(projector),
    )  # fmt: skip


def _mark_font(projector: bool) -> dict[str, object]:
    return {"size": type_size(projector), "color": NEUTRAL}


def log_axis(values: Sequence[Sequence[float]]) -> dict[str, object]:
    """Return a logarithmic axis: decades as ticks, or 1, 2, 5 where there are few decades.

    What is not above 0 has no place on it and does not count.
    """
    drawn = np.concatenate([np.asarray(v, dtype=float) for v in values])
    drawn = drawn[np.isfinite(drawn) & (drawn > 0)]
    axis: dict[str, object] = {"type": "log", "exponentformat": "power"}
    if not drawn.size:
        return axis
    low, high = np.log10([drawn.min(), drawn.max()])
    if high - low >= FEW_DECADES:
        return axis | {"dtick": max(1, round((high - low) / 6))}
    decades = 10.0 ** np.arange(np.floor(low), np.ceil(high) + 1)
    ticks = np.outer(decades, [1, 2, 5]).ravel()
    return axis | {"tickvals": ticks, "ticktext": [f"{tick:g}" for tick in ticks]}
