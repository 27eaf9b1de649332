"""The theorems' bounds along any axis, with the places that the theorems speak of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10

import numpy as np
import plotly.graph_objects as go

from aelr_core.checks import Floats
from pages.ui.figures.frame import Picture, framed
from pages.ui.theme import NEUTRAL, STYLES, Look

HEIGHT = 480
FIFTHS = 5


@dataclass(frozen=True)
class Line:
    """One curve: its words, its role (for the colour), its dash (the role's if None), its y."""

    name: str
    role: str
    dash: str | None
    y: Floats


@dataclass(frozen=True)
class Mark:
    """A place on the x-axis and its words; `level` counts from the foot of the picture."""

    at: float
    words: str
    level: int


def bound_curves_picture(
    x: Floats,
    lines: Mapping[str, Line],
    *,
    x_title: str,
    marks: Sequence[Mark],
    crossings: Sequence[tuple[float, float]],
    worst: Floats | None,
    trivial: float,
    look: Look,
) -> Picture:
    """Draw bounds on logarithmic axes.

    Parameters
    ----------
    x : (n,) places
    lines : curves by key, y of shape (n,), NaN where nothing is said
    x_title : of the axis
    marks : upright lines with words
    crossings : (x, y) where two bounds of one theorem cross
    worst : (n,) the slope of the worst case, level free, or None
    trivial : the level that holds without learning
    look : theme, and type and lines for a wall
    """
    traces = []
    for key, line in lines.items():
        style = STYLES[line.role]
        drawn = {**style.line(look), **({"dash": line.dash} if line.dash else {})}
        traces.append(
            go.Scatter(
                x=x, y=line.y, name=line.name, uid=key, mode="lines", line=drawn,
                hovertemplate="%{y:.3s}",
            )
        )  # fmt: skip
    if worst is not None:
        traces.append(
            go.Scatter(
                x=x, y=worst, name="slope of the worst case", uid="worst", mode="lines",
                line={"color": NEUTRAL, "dash": "longdashdot", "width": look.line_width / 2},
                hoverinfo="skip",
            )
        )  # fmt: skip
    if crossings:
        traces.append(
            go.Scatter(
                x=[place for place, _ in crossings], y=[level for _, level in crossings],
                name="likely = any m₁", uid="crossings", mode="markers",
                marker={**STYLES["two_phase"].marker(look), "symbol": "x"},
                hovertemplate="cross at %{x:.3s}",
            )
        )  # fmt: skip
    figure = framed(
        traces,
        x=x_title,
        y="Bound on the excess risk",
        y_more={"range": _room_for(marks, [t.y for t in traces] + [[trivial]], look)},
        height=HEIGHT,
        look=look,
    )
    _level(figure, lines, trivial, look)
    for mark in marks:
        _stand(figure, x, mark, look)
    return Picture(figure, _alt(lines, x_title, crossings))


def _level(figure: go.Figure, lines: Mapping[str, Line], trivial: float, look: Look) -> None:
    """Draw what holds without learning, with its words where the curves leave most room."""
    figure.add_hline(y=trivial, line={"color": NEUTRAL, "width": 1.2, "dash": "dot"})
    # by how many decades the nearest curve misses the level, in each fifth of the picture
    gaps = np.abs(np.log10(np.array([line.y for line in lines.values()]) / trivial))
    nearest = np.where(np.isfinite(gaps), gaps, 9.0).min(axis=0)
    fifths = [float(part.min(initial=9.0)) for part in np.array_split(nearest, FIFTHS)]
    best = max(range(FIFTHS), key=lambda n: (fifths[n], n))
    last = best == FIFTHS - 1
    figure.add_annotation(
        x=1 if last else best / FIFTHS, xref="paper", xanchor="right" if last else "left",
        y=log10(trivial), yref="y", yanchor="bottom", text="without learning, 2B²",
        showarrow=False, font={"size": look.type_size, "color": NEUTRAL},
    )  # fmt: skip


def _room_for(marks: Sequence[Mark], levels: Sequence[Sequence[float]], look: Look) -> list[float]:
    """Return the ends of the y-axis, as exponents: below all curves there is room for words."""
    y = np.concatenate([np.asarray(level, dtype=float) for level in levels])
    low, high = np.log10([np.nanmin(y), np.nanmax(y)])
    lines = 1 + max((mark.level for mark in marks), default=0)
    share = min(lines * (look.type_size + 6) / (0.65 * look.height(HEIGHT)), 0.5)
    space = max(high - low, 0.1)
    return [float(low - space * share / (1 - share)), float(high + 0.03 * space)]


def _stand(figure: go.Figure, x: Floats, mark: Mark, look: Look) -> None:
    """Draw an upright line whose words keep inside the picture and off those of other marks."""
    size = look.type_size
    late = mark.at > float(np.sqrt(x[0] * x[-1]))
    figure.add_vline(x=mark.at, line={"color": NEUTRAL, "width": 1.2, "dash": "dot"})
    figure.add_annotation(
        x=log10(mark.at), xref="x", xanchor="right" if late else "left",
        xshift=-3 if late else 3, y=0, yref="paper", yanchor="bottom",
        yshift=mark.level * (size + 4), text=mark.words, showarrow=False,
        font={"size": size, "color": NEUTRAL},
    )  # fmt: skip


def _alt(lines: Mapping[str, Line], x_title: str, crossings: Sequence[tuple[float, float]]) -> str:
    ends = sorted(
        (float(line.y[np.isfinite(line.y)][-1]), line.name)
        for line in lines.values()
        if np.isfinite(line.y).any()
    )
    order = ", ".join(name for _, name in ends)
    met = "".join(f" The two-phased bounds cross at {place:.3g}." for place, _ in crossings)
    return (
        f"Upper bounds on the excess risk against {x_title}, on logarithmic axes; from lowest to "
        f"highest at the right end: {order}.{met}"
    )
