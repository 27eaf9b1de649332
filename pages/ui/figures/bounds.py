"""The theorems' bounds on the excess risk along an axis, and the risk that a run measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from aelr_core.checks import Floats
from pages.ui.figures.frame import Picture, framed, mark_x, mark_y, positive, scatter
from pages.ui.theme import NEUTRAL, Look, style

HEIGHT = 480
# Shares of the axis: the label of the level, and its distance from a line; places to start it.
FIFTH, NEAR, STARTS = 0.2, 0.005, 20
# Where a curve has no value, it counts as nine decades away.
FAR = 9.0


@dataclass(frozen=True)
class BoundLine:
    """A bound: its name, its algorithm's key, its dash (None: the algorithm's), and its y, (n,)."""

    name: str
    key: str
    y: Floats
    dash: str | None = None


@dataclass(frozen=True)
class Mark:
    """A place on the x-axis and its label; `level` counts lines from the foot of the picture."""

    at: float
    words: str
    level: int = 0


def bounds_picture(
    x: Floats,
    lines: Mapping[str, BoundLine],
    *,
    x_title: str,
    trivial: float,
    marks: Sequence[Mark] = (),
    crossings: Sequence[tuple[float, float]] = (),
    worst: Floats | None = None,
    measured: Mapping[str, tuple[Floats, Floats]] | None = None,
    look: Look,
    height: int = HEIGHT,
) -> Picture:
    """Draw bounds on logarithmic axes.

    Parameters
    ----------
    x : (n,) array
    lines : curves by key, NaN where a theorem says nothing
    x_title : of the axis
    trivial : the bound that holds without learning; above it a curve says nothing
    marks : vertical lines with labels
    crossings : (x, y) where two bounds of one theorem cross
    worst : (n,) curve with the slope of the worst case, at any level, or None
    measured : x and excess risk of a run, (p,) arrays by the key of a line
    look, height : theme, and size of type and lines; height in pixels
    """
    traces = [
        scatter(
            x=x,
            y=positive(line.y),
            name=line.name,
            uid=key,
            legendgroup=key,
            mode="lines",
            line=style(line.key).line(look) | ({"dash": line.dash} if line.dash else {}),
            hovertemplate="%{y:.3s}",
        )
        for key, line in lines.items()
    ]
    if worst is not None:
        traces.append(
            scatter(
                x=x,
                y=positive(worst),
                name="slope of the worst case",
                uid="worst",
                mode="lines",
                line={"color": NEUTRAL, "dash": "longdashdot", "width": look.line_width / 2},
                hoverinfo="skip",
            )
        )
    if crossings:
        traces.append(
            scatter(
                x=[place for place, _ in crossings],
                y=[level for _, level in crossings],
                name="likely = any m₁",
                uid="crossings",
                mode="markers",
                marker={"color": NEUTRAL, "size": look.mark(11), "symbol": "x"},
                hovertemplate="cross at %{x:.3s}",
            )
        )
    for key, (at, risk) in (measured or {}).items():
        traces.append(
            scatter(
                x=at,
                y=positive(risk),
                uid=f"{key}-measured",
                mode="markers",
                legendgroup=key,
                showlegend=False,
                name=f"{lines[key].name}, measured",
                marker=style(lines[key].key).marker(look, 4.5),
                hovertemplate="measured %{y:.3g}",
            )
        )
    levels = np.concatenate([[trivial], *(np.asarray(t["y"], dtype=float) for t in traces)])
    figure = framed(
        traces,
        x=x_title,
        y="Excess risk",
        x_more={"uirevision": "bounds", "hoverformat": ",.0f" if _counts(x) else ".3g"},
        y_more={"uirevision": "bounds", **_room_for(marks, levels, look, height)},
        height=height,
        look=look,
    )
    start = _free_place(lines, trivial, _shares(marks, x))
    mark_y(figure, trivial, "without learning, 2B²", start=start, look=look)
    for mark in marks:
        late = bool(len(x)) and mark.at > float(np.sqrt(x[0] * x[-1]))
        mark_x(figure, mark.at, mark.words, left=late, level=mark.level, look=look)
    return Picture(figure, _alt(lines, x_title, crossings, measured is not None))


def _counts(x: Floats) -> bool:
    """Return whether an axis counts something: under the pointer there are no 154,667.4 examples.

    Counts begin at 1 or above; step sizes, relative to the theorem's, go below.
    """
    return bool(len(x)) and float(x[0]) >= 1


def _shares(marks: Sequence[Mark], x: Floats) -> list[float]:
    """Return where on the axis the marks are, from 0 at its left end to 1."""
    if len(x) < 2 or not 0 < x[0] < x[-1]:
        return []
    return [float(np.log(mark.at / x[0]) / np.log(x[-1] / x[0])) for mark in marks if mark.at > 0]


def _free_place(
    lines: Mapping[str, BoundLine], trivial: float, crossed: Sequence[float]
) -> float | None:
    """Return where on the axis the label of the level starts: where a fifth has most room.

    A fifth that a vertical line crosses has none, if there are others. None: at the right end.
    """
    # by how many decades the nearest curve misses the level
    with np.errstate(divide="ignore", invalid="ignore"):
        gaps = np.abs([np.log10(line.y / trivial) for line in lines.values()] or [np.zeros(1)])
    nearest = np.where(np.isfinite(gaps), gaps, FAR).min(axis=0)

    def room(start: float) -> tuple[bool, float, float]:
        first, last = (round(share * len(nearest)) for share in (start, start + FIFTH))
        clear = not any(start - NEAR < share < start + FIFTH for share in crossed)
        return clear, float(nearest[first:last].min(initial=FAR)), start

    best = max((n / STARTS for n in range(round((1 - FIFTH) * STARTS) + 1)), key=room)
    return None if best >= 1 - FIFTH else best


def _room_for(marks: Sequence[Mark], levels: Floats, look: Look, height: int) -> dict[str, object]:
    """Return the range of the y-axis, in exponents, with room for labels below all curves."""
    levels = levels[np.isfinite(levels) & (levels > 0)]
    if not levels.size:
        return {}
    low, high = np.log10([levels.min(), levels.max()])
    lines = 1 + max((mark.level for mark in marks), default=0)
    share = min(lines * (look.type_size + 6) / (0.65 * look.height(height)), 0.5)
    space = max(high - low, 0.1)
    return {"range": [float(low - space * share / (1 - share)), float(high + 0.03 * space)]}


def _alt(
    lines: Mapping[str, BoundLine],
    x_title: str,
    crossings: Sequence[tuple[float, float]],
    measured: bool,
) -> str:
    ends = sorted(
        (float(line.y[np.isfinite(line.y)][-1]), line.name)
        for line in lines.values()
        if np.isfinite(line.y).any()
    )
    order = ", ".join(f"{name} {end:.3g}" for end, name in ends)
    met = "".join(f" The two-phased bounds cross at {place:.3g}." for place, _ in crossings)
    dots = " Points are what a run measured." if measured else ""
    return (
        f"Upper bounds on the excess risk against {x_title}, on logarithmic axes; from lowest to "
        f"highest at the right end: {order or 'no bound'}.{met}{dots}"
    )
