"""The page One step: a step as bars, the pairs that it can use, and clouds of estimates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.plots.frame import (
    Figure,
    Picture,
    Trace,
    axis,
    bar,
    base_layout,
    framed,
    letters,
    scatter,
    see_through,
)
from aelr_core.plots.theme import NEUTRAL, Look, style
from pages.ui.prose import in_chart

ROW_HEIGHT, PAIRS_HEIGHT, CLOUD_HEIGHT = 118, 300, 300
# The room that a row of bars leaves for the title of the next, and above bars for their marks.
TITLE, ABOVE = 0.34, 1.3
# With more attributes than this their names would not fit beside the pairs.
MOST_NAMES = 20
# Attributes that are listed in the alternative text.
LISTED = 5
# Pixels across a dot: at least, and where all estimates are in one place.
SMALLEST, LARGEST = 6.0, 60.0


@dataclass(frozen=True, eq=False)
class Row:
    """A row of bars over all attributes.

    Attributes
    ----------
    y, title : the title of the axis, and words above the bars.
    bars : words and (d,) values. If there are several, the first, in grey, is the one to compare
        with.
    reach : the ends of the y-axis.
    truth : whether it is the truth, in grey.
    drawn : attributes, from 0, that have a mark above the bars, as often as they are listed.
    """

    y: str
    title: str
    bars: Mapping[str, Floats]
    reach: tuple[float, float]
    drawn: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    truth: bool = False


def bars_picture(rows: Sequence[Row], names: Sequence[str], *, key: str, look: Look) -> Picture:
    """Draw rows of bars, one below the other, over the same attributes.

    Parameters
    ----------
    names : (d,) of the attributes
    key : of the algorithm, for its colour
    """
    of_key = style(key).colour(look)
    at = np.arange(1, len(names) + 1)
    layout = base_layout(height=ROW_HEIGHT * max(len(rows), 1), look=look) | {
        "hovermode": "closest",
        "showlegend": False,
        "barmode": "group",
        "bargap": 0.25,
    }
    layout["margin"] = {"l": 56, "r": 12, "t": 2 * look.type_size, "b": 3 * look.type_size}
    layout["xaxis"] = axis("x", "Attribute number", look) | {"anchor": "free", "position": 0}
    traces, titles = [], []
    for n, row in enumerate(rows):
        # the first on top
        low, high = (len(rows) - n - 1) / len(rows), (len(rows) - n - TITLE * (n > 0)) / len(rows)
        y = "y" if n == 0 else f"y{n + 1}"
        room = 0.06 * (row.reach[1] - row.reach[0])
        top = row.reach[1] * ABOVE if len(row.drawn) else row.reach[1] + room
        layout[f"yaxis{y[1:]}"] = axis("y", row.y, look) | {
            "domain": [low, high],
            "nticks": 4,
            **({"range": [row.reach[0] - room * (row.reach[0] < 0), top]} if room > 0 else {}),
        }
        titles.append(
            {
                "text": row.title,
                "x": 0,
                "xref": "paper",
                "xanchor": "left",
                "y": high,
                "yref": "paper",
                "yanchor": "bottom",
                "showarrow": False,
                "font": letters(look),
            }
        )
        alone = (NEUTRAL,) if row.truth else (of_key,)
        colours = alone if len(row.bars) == 1 else (NEUTRAL, of_key, look.palette[3])
        traces += [
            bar(
                x=at,
                y=values,
                name=words,
                uid=f"{n} {words}",
                yaxis=y,
                marker={"color": colour},
                customdata=list(names),
                hovertemplate=f"%{{customdata}}: {words} = %{{y:.3g}}<extra></extra>",
            )
            for (words, values), colour in zip(row.bars.items(), colours, strict=False)
        ]
        if len(row.drawn):
            places, times = np.unique(row.drawn, return_counts=True)
            traces.append(
                scatter(
                    x=places + 1,
                    y=np.full(len(places), 1.15 * row.reach[1]),
                    uid=f"{n} drawn",
                    yaxis=y,
                    mode="markers",
                    marker={
                        "symbol": "triangle-down",
                        "color": look.palette[4],
                        "size": look.mark(1) * (8 + 2 * times),
                    },
                    customdata=[
                        f"{_name(names, i)}, looked at {t} ×"
                        for i, t in zip(places, times, strict=True)
                    ],
                    hovertemplate="%{customdata}<extra></extra>",
                )
            )
    figure = Figure(traces, layout | {"annotations": titles})
    return Picture(figure, _bars_alt(rows, names))


def _bars_alt(rows: Sequence[Row], names: Sequence[str]) -> str:
    parts = [f"One step as {len(rows)} rows of bars over {len(names)} attributes"]
    for row in rows:
        if len(row.drawn):
            more = " and more" if len(row.drawn) > LISTED else ""
            parts.append(f"drawn: {', '.join(_name(names, i) for i in row.drawn[:LISTED])}{more}")
        elif len(row.bars) > 1:
            (first, truth), (second, estimate), *_ = row.bars.items()
            if np.isfinite(estimate).any() and np.isfinite(truth).all():
                at = int(np.nanargmax(np.abs(estimate)))
                parts.append(
                    f"the largest entry of {second} is {estimate[at]:.3g} at {_name(names, at)}, "
                    f"where {first} is {truth[at]:.3g}"
                )
    return f"{'; '.join(parts)}."


def _name(names: Sequence[str], i: int) -> str:
    return names[i] if i < len(names) else str(i + 1)


def pairs_picture(
    used: Floats, names: Sequence[str], *, key: str, words: str, look: Look
) -> Picture:
    """Draw which pairs (i, j) of attributes a step can use; those with i = j are framed.

    Parameters
    ----------
    used : (n, n) 1 if a pair can be used, else 0
    names : (n,) of the attributes
    key : the algorithm whose colour it has
    words : what the samples are, for readers who cannot see it
    """
    n = len(used)
    number = np.arange(n)
    few = n <= MOST_NAMES
    trace = {
        "type": "heatmap",
        "x": number,
        "y": number,
        "z": used,
        "uid": "pairs",
        "zmin": 0,
        "zmax": 1,
        "showscale": False,
        "xgap": 2 if few else 0,
        "ygap": 2 if few else 0,
        "colorscale": [[0, look.backgrounds[1]], [1, style(key).colour(look)]],
        "customdata": [[f"i: {i}, j: {j}" for j in names] for i in names],
        "hovertemplate": "%{customdata}<extra></extra>",
    }
    whole = {
        "showgrid": False,
        "tickvals": number if few else [],
        "ticktext": [in_chart(name) for name in names] if few else [],
        "range": [-0.5, n - 0.5],
    }
    layout = base_layout(height=PAIRS_HEIGHT, look=look) | {
        "hovermode": "closest",
        "showlegend": False,
        "xaxis": axis("x", "j, looked at for the prediction", look) | whole,
        "yaxis": axis("y", "i, looked at for x", look) | whole | {"range": [n - 0.5, -0.5]},
        "shapes": [
            {
                "type": "rect",
                "x0": i - 0.46,
                "x1": i + 0.46,
                "y0": i - 0.46,
                "y1": i + 0.46,
                "line": {"color": NEUTRAL, "width": 0.6 * look.line_width},
            }
            for i in range(n if few else 0)
        ],
    }
    return Picture(
        Figure([trace], layout),
        f"Grid of {n} by {n} pairs of attributes, {words}: {np.nansum(used):.0f} of them can be "
        f"used, {np.nansum(np.diagonal(used)):.0f} on the diagonal.",
    )


def cloud_picture(
    along: Floats,
    across: Floats,
    *,
    mean: tuple[float, float],
    truth: float,
    limits: tuple[float, float, float],
    key: str,
    look: Look,
) -> Picture:
    """Draw estimates of the gradient as dots, as large as they are many, with truth and mean.

    The dashed circle is their root-mean-square distance from the truth.

    Parameters
    ----------
    along, across : (n,) each estimate along the true gradient, and its distance from that line
    mean : the same two numbers of the mean of all estimates
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
        cross([truth], [0.0], "true gradient", "true gradient, length %{x:.3g}", 11, look),
        scatter(
            x=[mean[0]],
            y=[mean[1]],
            uid="mean",
            name="mean of the estimates",
            mode="markers",
            marker={
                "color": look.palette[4],
                "symbol": "circle-open",
                "size": look.mark(17),
                "line": {"width": 2.5},
            },
            hovertemplate="mean, along %{x:.3g}, across %{y:.3g}<extra></extra>",
        ),
    ]
    finite = all(np.isfinite(limits))
    figure = framed(
        traces,
        x="Along the true gradient",
        y="Distance from its line",
        log="",
        x_more={"range": [low - room, high + room]} if finite else None,
        y_more={"range": [-room, top + room]} if finite else None,
        height=CLOUD_HEIGHT,
        look=look,
        hovermode="closest",
    )
    distance = float(np.sqrt(np.mean((along - truth) ** 2 + across**2))) if len(along) else 0.0
    if np.isfinite([distance, truth]).all():
        figure.layout.shapes = [
            {
                "type": "circle",
                "x0": truth - distance,
                "x1": truth + distance,
                "y0": -distance,
                "y1": distance,
                "line": {"color": look.palette[4], "width": look.line_width, "dash": "dash"},
            }
        ]
    reached = f"{distance:.3g}" if np.isfinite(distance) else "unknown"
    goal = f"{truth:.3g}" if np.isfinite(truth) else "unknown"
    return Picture(
        figure,
        f"{len(along)} estimates of the gradient in {len(places)} places. Their root-mean-"
        f"square distance from the truth is {reached}; the true gradient's length is {goal}.",
    )


def cross(
    x: Sequence[float], y: Sequence[float], name: str, hover: str, size: float, look: Look
) -> Trace:
    """Return the mark of the truth among estimates."""
    line = {"color": look.backgrounds[0], "width": 1.5}
    return scatter(
        x=x,
        y=y,
        uid="truth",
        name=name,
        mode="markers",
        marker={"color": look.palette[4], "symbol": "x", "size": look.mark(size), "line": line},
        hovertemplate=f"{hover}<extra></extra>",
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
