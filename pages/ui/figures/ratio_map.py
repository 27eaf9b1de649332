"""ρ over the decay exponent and the number of attributes, with data sets as points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10

import numpy as np

from aelr_core.checks import Floats, Ints
from pages.ui.figures.frame import Picture, Trace, framed, scatter, type_size
from pages.ui.theme import BACKGROUNDS, FAMILIES, PALETTE, Mode

HEIGHT = 380
# Where names are kept apart: the plot as it is on a phone, in pixels, and the size of a letter.
PHONE_PLOT = (280, 290)
LETTER = (6.5, 15)
DOT, ROUNDS = 6, 10
INK = 4
DECADES = (10, 100, 1_000, 10_000)
STAR, CIRCLE, HERE = "star", "circle", "cross"
SIZES = {STAR: 17, CIRCLE: 10, HERE: 12}


@dataclass(frozen=True)
class Point:
    """A data set on the map, and the words that appear over it."""

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
    mode: Mode,
    projector: bool = False,
) -> Picture:
    """Draw lines of equal ρ, and every data set where power-law data have its d and its ρ.

    Parameters
    ----------
    alphas : (n,) array
    dims : (r,) array
    rho : (r, n) array
    points : the data sets
    family : "ridge" or "lasso", for the colour
    mode : "light" or "dark"
    """
    size = type_size(projector)
    least = np.floor(np.log10(rho.min()))
    contour: Trace = {
        "type": "contour", "x": alphas, "y": dims, "z": np.log10(rho), "uid": "map",
        "colorscale": [[0, FAMILIES[family].colour(mode)], [1, BACKGROUNDS[mode][1]]],
        "zmin": least, "zmax": 0, "contours": {"start": least, "end": 0, "size": 0.25},
        "line": {"width": 0.6, "color": PALETTE[mode][6]},
        "customdata": rho, "hovertemplate": "α = %{x:.2f}, d = %{y:,}<br>ρ = %{customdata:.3g}"
        "<extra></extra>",
        "colorbar": {
            "title": {"text": "ρ", "side": "top", "font": {"size": size}},
            "tickvals": np.arange(least, 1), "thickness": 12, "outlinewidth": 0,
            "ticktext": [f"{10.0**t:g}" for t in np.arange(least, 1)],
            "tickfont": {"size": size},
        },
    }  # fmt: skip
    figure = framed(
        [contour, _markers(points, mode, size)],
        x="Decay exponent α of equal ratio", y="Attributes, d", x_log=False,
        x_more={"showgrid": False},
        y_more={
            "showgrid": False, "tickvals": DECADES, "ticktext": [f"{d:,}" for d in DECADES],
            "dtick": None,
        },
        height=HEIGHT, projector=projector,
    )  # fmt: skip
    figure.layout.hovermode, figure.layout.showlegend = "closest", False
    figure.layout.margin.t = 16  # for the number at the upper end
    where = "; ".join(f"{p.name}: d = {p.d}, like α = {p.alpha:.2f}" for p in points)
    return Picture(
        figure,
        f"Map of the {family} improvement ratio over the decay exponent and the number of "
        f"attributes: it falls towards low α and many attributes. {where}.",
    )


def _markers(points: Sequence[Point], mode: Mode, size: int) -> Trace:
    ink, paper = PALETTE[mode][INK], BACKGROUNDS[mode][0]
    return scatter(
        x=[p.alpha for p in points], y=[p.d for p in points], uid="data", mode="markers+text",
        text=[p.name for p in points], textposition=label_positions(points),
        textfont={"size": size, "color": ink}, customdata=[p.words for p in points],
        hovertemplate="%{customdata}<extra></extra>", cliponaxis=False,
        marker={
            "symbol": [p.symbol for p in points], "size": [SIZES[p.symbol] for p in points],
            "color": ink, "line": {"color": paper, "width": 1.5},
        },
    )  # fmt: skip


def label_positions(points: Sequence[Point]) -> list[str]:
    """Return the side of each point on which its name stands, so that all can be read.

    As on a phone; a wider screen has more room. Each name in turn goes where it covers least of
    the other names and of the points, until none wants to move; left is best, if all is equal.
    """
    at = [_on_a_phone(point) for point in points]
    dots = [(x - DOT, y - DOT, x + DOT, y + DOT) for x, y in at]
    boxes = [
        _boxes(x, y, len(point.name) * LETTER[0], LETTER[1])
        for point, (x, y) in zip(points, at, strict=True)
    ]
    chosen = ["middle left"] * len(points)
    for _ in range(ROUNDS):
        before = [*chosen]
        for n, own in enumerate(boxes):
            others = [
                box for i in range(len(points)) if i != n for box in (dots[i], boxes[i][chosen[i]])
            ]
            covered = {side: _covered(box, others) for side, box in own.items()}
            chosen[n] = min(covered, key=lambda side: round(covered[side]))
        if chosen == before:
            break
    return chosen


def _on_a_phone(point: Point) -> tuple[float, float]:
    """Return a point's place in pixels: α from −4 to 0, d from 2 to 10,000 by its logarithm."""
    width, height = PHONE_PLOT
    low, high = log10(2), log10(DECADES[-1])
    return (point.alpha + 4) / 4 * width, (log10(point.d) - low) / (high - low) * height


Box = tuple[float, float, float, float]  # left, bottom, right, top


def _boxes(x: float, y: float, w: float, h: float) -> dict[str, Box]:
    """Return where a name of size w, h lies on each side of a point."""
    gap = 7
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


def _covered(box: Box, others: Sequence[Box]) -> float:
    """Return how much of a name lies over other things; outside of the plot counts ten times."""
    inside = _common(box, (0, 0, *PHONE_PLOT))
    outside = (box[2] - box[0]) * (box[3] - box[1]) - inside
    return sum(_common(box, other) for other in others) + 10 * outside


def _common(a: Box, b: Box) -> float:
    """Return the area that two boxes share."""
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return max(width, 0.0) * max(height, 0.0)
