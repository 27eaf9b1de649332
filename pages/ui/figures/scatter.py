"""How much repeated estimates of the gradient scatter: around the true one, and by attribute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from aelr_core.checks import Floats, Ints
from pages.ui.figures.frame import Picture, framed, scatter, see_through
from pages.ui.figures.step import bar
from pages.ui.plain_text import in_chart
from pages.ui.theme import Look, style

HEIGHT = 300
MOST_ATTRIBUTES = 40
# Pixels across a dot: at least, and where all estimates are in one place.
SMALLEST, LARGEST = 6.0, 60.0


def cloud_picture(
    along: Floats,
    across: Floats,
    *,
    truth: float,
    limits: tuple[float, float, float],
    key: str,
    look: Look,
) -> Picture:
    """Draw estimates of the gradient as dots, as large as they are many, and the truth as a cross.

    Parameters
    ----------
    along, across : (n,) each estimate along the true gradient, and its distance from that line
    truth : the length of the true gradient
    limits : of the picture: the least and the largest `along`, and the largest `across`; two
        pictures with the same limits can be compared
    key : of the algorithm, for its colour
    """
    low, high, top = limits
    room = 0.05 * max(high - low, top, 1e-12)
    places, counts = _places(along, across, max(high - low, top))
    traces = [
        scatter(
            x=places[:, 0],
            y=places[:, 1],
            customdata=counts,
            uid="estimates",
            name="estimates g̃",
            mode="markers",
            marker={
                "color": see_through(style(key).colour(look), 0.35),
                "line": {"width": 0},
                "size": np.maximum(LARGEST * np.sqrt(counts / max(len(along), 1)), SMALLEST),
            },
            hovertemplate="along %{x:.3g}, across %{y:.3g}: %{customdata:,} estimates"
            "<extra></extra>",
        ),
        scatter(
            x=[truth],
            y=[0.0],
            uid="truth",
            name="true gradient",
            mode="markers",
            marker={
                "color": look.palette[4],
                "symbol": "x",
                "size": look.mark(13),
                "line": {"color": look.backgrounds[0], "width": 1.5},
            },
            hovertemplate="true gradient, length %{x:.3g}<extra></extra>",
        ),
    ]
    finite = all(np.isfinite(limits))
    figure = framed(
        traces,
        x="Along the true gradient",
        y="Distance from its line",
        x_log=False,
        y_log=False,
        x_more={"range": [low - room, high + room]} if finite else None,
        y_more={"range": [-room, top + room]} if finite else None,
        height=HEIGHT,
        look=look,
    )
    figure.update_layout(hovermode="closest")
    length = np.sqrt(np.mean(along**2 + across**2)) if len(along) else 0.0
    said = f"{length:.3g}" if np.isfinite(length) else "unknown"
    goal = f"{truth:.3g}" if np.isfinite(truth) else "unknown"
    return Picture(
        figure,
        f"{len(along)} estimates of the gradient in {len(places)} places. Their root mean square "
        f"length is {said}; the true gradient's length is {goal}.",
    )


def _places(along: Floats, across: Floats, size: float) -> tuple[Floats, Ints]:
    """Return the places of points, (n, 2), and how many are in each; rounding errors are none."""
    points = np.column_stack([along, across])
    points = points[np.isfinite(points).all(axis=1)]
    grid = 1e-6 * size if np.isfinite(size) and size > 0 else 1e-12
    _, first, counts = np.unique(
        np.round(points / grid), axis=0, return_index=True, return_counts=True
    )
    return points[first], counts


def coordinates_picture(
    sizes: Mapping[str, tuple[str, Floats]], names: Sequence[str], *, look: Look
) -> Picture:
    """Draw the second moment of each coordinate of g̃, those of the first algorithm largest first.

    Parameters
    ----------
    sizes : words and E[g̃_i²], (d,), by the algorithm's key
    names : (d,) of the attributes
    """
    first = next((values for _, values in sizes.values()), np.zeros(0))
    ranks = np.argsort(-np.nan_to_num(first), kind="stable")[: min(MOST_ATTRIBUTES, len(names))]
    listed = [in_chart(names[n]) for n in ranks]
    traces = [
        bar(
            x=np.arange(1, len(ranks) + 1),
            y=values[ranks],
            name=words,
            uid=key,
            marker={"color": style(key).colour(look)},
            customdata=listed,
            hovertemplate=f"%{{customdata}}: {words} %{{y:.3g}}<extra></extra>",
        )
        for key, (words, values) in sizes.items()
    ]
    few = len(ranks) <= MOST_ATTRIBUTES // 2
    figure = framed(
        traces,
        x="Attribute" if few else "Attributes, the largest first",
        y="E[g̃<sub>i</sub>²]",
        x_log=False,
        y_log=False,
        x_more={"tickvals": np.arange(1, len(ranks) + 1), "ticktext": listed} if few else None,
        height=HEIGHT,
        look=look,
    )
    figure.update_layout(hovermode="closest", barmode="group", bargap=0.2)
    total = "; ".join(
        f"{words}: {values.sum():.3g}" for words, values in sizes.values() if values.sum() >= 0
    )
    return Picture(
        figure,
        f"Second moment of the estimated gradient at {len(ranks)} attributes. Over all attributes "
        f"it adds up to: {total}.",
    )
