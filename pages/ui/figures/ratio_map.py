"""ρ over the decay exponent and the number of attributes, with data sets as points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10

import numpy as np

from aelr_core.checks import Floats, Ints
from pages.ui.figures.frame import Picture, Trace, framed, letters, positive, scatter
from pages.ui.theme import FAMILIES, Look

HEIGHT = 380
# Names are placed so that they do not overlap: the size of the plot on a phone and on a desktop,
# in pixels, and that of a letter.
Plot = tuple[float, float]
PLOTS: tuple[Plot, ...] = ((168, 300), (272, 300))
LETTER = (5.8, 14)
Box = tuple[float, float, float, float]  # left, bottom, right, top
# Half the size of a point; how much worse it is to leave the plot than to cover something.
DOT, OUTSIDE, ROUNDS = 7, 2, 10
# The cost of each side, in covered pixels: a name beside its point is clearer than above or below.
SIDES = {
    "middle left": 0,
    "middle right": 1,
    "top center": 20,
    "bottom center": 21,
    "top left": 40,
    "bottom left": 41,
    "top right": 42,
    "bottom right": 43,
}
INK = 4
DECADES = (10, 100, 1_000, 10_000)
STAR, CIRCLE, HERE = "star", "circle", "cross"
SIZES = {STAR: 17, CIRCLE: 10, HERE: 12}


@dataclass(frozen=True)
class Point:
    """A data set on the map, and the words shown on hover."""

    name: str
    alpha: float
    d: int
    words: str
    symbol: str = CIRCLE


def ratio_map_picture(
    alphas: Floats,
    dims: Ints,
    rho: Floats,
    points: Sequence[Point],
    *,
    family: str,
    look: Look,
) -> Picture:
    """Draw lines of equal ρ, and every data set where power-law data have its d and its ρ.

    Parameters
    ----------
    alphas : (n,) array
    dims : (r,) array
    rho : (r, n) array
    points : the data sets
    family : "ridge" or "lasso", for the colour
    look : theme, and size of type and lines
    """
    size = look.type_size
    known = positive(rho)
    least = float(np.floor(np.log10(np.nanmin(known)))) if np.isfinite(known).any() else -1.0
    contour: Trace = {
        "type": "contour",
        "x": alphas,
        "y": dims,
        "z": np.log10(known),
        "uid": "map",
        "colorscale": [[0, FAMILIES[family].colour(look)], [1, look.backgrounds[1]]],
        "zmin": least,
        "zmax": 0,
        "contours": {"start": least, "end": 0, "size": 0.25},
        "line": {"width": 0.6, "color": look.palette[6]},
        "customdata": rho,
        "hovertemplate": "α = %{x:.2f}, d = %{y:,}<br>ρ = %{customdata:.3g}<extra></extra>",
        "colorbar": {
            "title": {"text": "ρ", "side": "top", "font": {"size": size}},
            "tickvals": np.arange(least, 1),
            "thickness": 12,
            "outlinewidth": 0,
            "ticktext": [f"{10.0**t:g}" for t in np.arange(least, 1)],
            "tickfont": letters(look),
        },
    }
    figure = framed(
        [contour, _markers(points, look, size)],
        x="Decay exponent α of equal ratio",
        y="Attributes, d",
        x_log=False,
        x_more={"showgrid": False},
        y_more={
            "showgrid": False,
            "tickvals": DECADES,
            "ticktext": [f"{d:,}" for d in DECADES],
            "dtick": None,
            "tickfont": letters(look),
        },
        height=HEIGHT,
        look=look,
    )
    figure.layout.hovermode, figure.layout.showlegend = "closest", False
    figure.layout.margin.t = 16  # for the number at the upper end
    where = "; ".join(f"{p.name}: d = {p.d}, as for α = {p.alpha:.2f}" for p in points)
    return Picture(
        figure,
        f"Map of the {family} improvement ratio over the decay exponent and the number of "
        f"attributes: it falls with lower α and with more attributes. {where}.",
    )


def _markers(points: Sequence[Point], look: Look, size: int) -> Trace:
    ink, paper = look.palette[INK], look.backgrounds[0]
    return scatter(
        x=[p.alpha for p in points],
        y=[p.d for p in points],
        uid="data",
        mode="markers+text",
        text=[p.name for p in points],
        textposition=label_positions(points),
        textfont={"size": size, "color": ink},
        customdata=[p.words for p in points],
        hovertemplate="%{customdata}<extra></extra>",
        cliponaxis=False,
        marker={
            "symbol": [p.symbol for p in points],
            "size": [SIZES[p.symbol] for p in points],
            "color": ink,
            "line": {"color": paper, "width": 1.5},
        },
    )


def label_positions(points: Sequence[Point]) -> list[str]:
    """Return the side of each point on which its name stands, so that all can be read.

    Each name in turn moves to where it covers least of the other names and of the points, on a
    phone and on a desktop, until none moves. This is done with all names starting on each of the
    sides, and the best result is taken: names beside their points, other things being equal.
    """
    if not points:
        return []
    n = np.arange(len(points))
    alone = np.tile(np.array([*SIDES.values()], dtype=float), (len(points), 1))
    pairs = np.zeros((len(points), len(SIDES), len(points), len(SIDES)))
    for plot in PLOTS:
        at = np.array([_place(point, plot) for point in points])
        names = np.array([[*name_boxes(point, plot).values()] for point in points])
        on_dots = _common(names[:, :, None], np.hstack([at - DOT, at + DOT]))
        on_dots[n, :, n] = 0  # a name may be near its own point
        inside = _common(names, np.array([0, 0, *plot]))
        alone += on_dots.sum(axis=2) + OUTSIDE * (_common(names, names) - inside)
        pairs += _common(names[:, :, None, None], names)
    pairs[n, :, n, :] = 0
    ends = [_settled(alone, pairs, np.full(len(points), start)) for start in range(len(SIDES))]
    best = min(ends, key=lambda end: alone[n, end].sum() + pairs[n, end][:, n, end].sum() / 2)
    return [[*SIDES][side] for side in best]


def _settled(alone: Floats, pairs: Floats, chosen: Ints) -> Ints:
    """Return the sides, by number, from which no name moves any more."""
    everyone = np.arange(len(chosen))
    for _ in range(ROUNDS):
        before = chosen.copy()
        for n in everyone:
            chosen[n] = (alone[n] + pairs[n][:, everyone, chosen].sum(axis=1)).argmin()
        if (chosen == before).all():
            break
    return chosen


def name_boxes(point: Point, plot: Plot) -> dict[str, Box]:
    """Return where a point's name lies on each side of it, in a plot of this size."""
    (x, y), w, h, gap = _place(point, plot), len(point.name) * LETTER[0], LETTER[1], 7
    return {
        "middle left": (x - gap - w, y - h / 2, x - gap, y + h / 2),
        "middle right": (x + gap, y - h / 2, x + gap + w, y + h / 2),
        "top center": (x - w / 2, y + gap, x + w / 2, y + gap + h),
        "bottom center": (x - w / 2, y - gap - h, x + w / 2, y - gap),
        "top left": (x - w, y + gap, x, y + gap + h),
        "bottom left": (x - w, y - gap - h, x, y - gap),
        "top right": (x, y + gap, x + w, y + gap + h),
        "bottom right": (x, y - gap - h, x + w, y - gap),
    }


def _place(point: Point, plot: Plot) -> tuple[float, float]:
    """Return a point's place in pixels: α from −4 to 0, d from 2 to 10,000 by its logarithm."""
    low, high = log10(2), log10(DECADES[-1])
    return (point.alpha + 4) / 4 * plot[0], (log10(point.d) - low) / (high - low) * plot[1]


def _common(a: Floats, b: Floats) -> Floats:
    """Return the area that boxes share, (..., 4) arrays of left, bottom, right and top."""
    low, high = np.maximum(a[..., :2], b[..., :2]), np.minimum(a[..., 2:], b[..., 2:])
    area: Floats = np.maximum(high - low, 0).prod(axis=-1)
    return area
