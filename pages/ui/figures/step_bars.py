"""One step as bars over the attributes: what was drawn, and estimates against true values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from aelr_core.checks import Floats, Ints
from pages.ui.figures.frame import Picture, framed
from pages.ui.theme import NEUTRAL, Look, style

HEIGHT = 230
# Attributes that are listed in the words for those who cannot see the picture.
LISTED = 5


def draws_picture(
    q: Floats,
    p: Floats | None,
    i: Ints,
    j: Ints,
    names: Sequence[str],
    *,
    key: str,
    look: Look,
) -> Picture:
    """Draw q and p as bars, and a mark for every attribute that was drawn.

    Parameters
    ----------
    q, p : (d,) what the i's and the j's are drawn from; p is None if there is nothing to draw
    i, j : the attributes drawn, from 0
    names : (d,) of the attributes
    key : of the algorithm, for the colour of q
    """
    at = np.arange(1, len(q) + 1)
    second = look.palette[3]
    traces = [
        go.Bar(
            x=at, y=q, name="q, for x̃", uid="q", marker={"color": style(key).colour(look)},
            customdata=list(names), hovertemplate="%{customdata}: q = %{y:.3g}<extra></extra>",
        )
    ]  # fmt: skip
    if p is not None:
        traces.append(
            go.Bar(
                x=at, y=p, name="p, for φ̃", uid="p", marker={"color": second},
                customdata=list(names), hovertemplate="%{customdata}: p = %{y:.3g}<extra></extra>",
            )
        )  # fmt: skip
    top = float(max(q.max(), 0.0 if p is None else p.max()))
    for drawn, words, symbol, colour, height in (
        (i, "drawn i", "triangle-down", style(key).colour(look), 1.10),
        (j, "drawn j", "x", second, 1.22),
    ):
        if len(drawn) == 0:
            continue
        places, times = np.unique(drawn, return_counts=True)
        traces.append(
            go.Scatter(
                x=places + 1, y=np.full(len(places), height * top), uid=words, name=words,
                mode="markers", marker={"symbol": symbol, "color": colour, "size": 8 + 2 * times},
                customdata=[f"{names[n]}, {t} ×" for n, t in zip(places, times, strict=True)],
                hovertemplate="%{customdata}<extra></extra>",
            )
        )  # fmt: skip
    figure = framed(
        traces, x="Attribute", y="Probability", x_log=False, y_log=False,
        height=HEIGHT, look=look,
    )  # fmt: skip
    figure.update_layout(hovermode="closest", barmode="group", bargap=0.25)
    figure.update_yaxes(range=[0, 1.32 * top])
    listed = ", ".join(names[n] for n in i[:LISTED])
    return Picture(
        figure,
        f"Sampling distributions q and p over {len(q)} attributes, with marks at those that were "
        f"drawn: for the estimate of x {listed}{' and more' if len(i) > LISTED else ''}.",
    )


def against_picture(
    bars: Sequence[tuple[str, Floats]],
    names: Sequence[str],
    *,
    y: str,
    key: str,
    look: Look,
) -> Picture:
    """Draw vectors beside each other: the first one, in grey, is what the others stand against.

    Parameters
    ----------
    bars : words and (d,) values; the second has the algorithm's colour
    names : (d,) of the attributes
    y : title of the axis
    """
    colours = (NEUTRAL, style(key).colour(look), look.palette[3])
    at = np.arange(1, len(names) + 1)
    traces = [
        go.Bar(
            x=at, y=values, name=words, uid=words, marker={"color": colour},
            customdata=list(names), hovertemplate=f"%{{customdata}}: {words} = %{{y:.3g}}"
            "<extra></extra>",
        )
        for (words, values), colour in zip(bars, colours, strict=False)
    ]  # fmt: skip
    figure = framed(
        traces,
        x="Attribute",
        y=y,
        x_log=False,
        y_log=False,
        height=HEIGHT,
        look=look,
    )
    figure.update_layout(hovermode="closest", barmode="group", bargap=0.2)
    (first, truth), (second, estimate) = bars[:2]
    largest = int(np.argmax(np.abs(estimate)))
    return Picture(
        figure,
        f"{first} and {second} over {len(names)} attributes; the largest entry of {second} is "
        f"{estimate[largest]:.3g} at {names[largest]}, where {first} is {truth[largest]:.3g}.",
    )
