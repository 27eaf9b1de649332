"""One step as bars over the attributes: what was drawn, and estimates against true values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aelr_core.checks import Floats, Ints
from pages.ui.figures.frame import Picture, Trace, axis, framed, scatter
from pages.ui.theme import NEUTRAL, Look, style

HEIGHT = 230
# How far an axis goes, in units of its largest bar: the marks are above it.
ABOVE = 1.32
# Attributes that are listed in the alternative text.
LISTED = 5


def draws_picture(
    q: Floats,
    p: Floats | None,
    i: Ints,
    j: Ints,
    names: Sequence[str],
    *,
    top: float = 0.0,
    key: str,
    look: Look,
) -> Picture:
    """Draw q and p as bars, each with its own axis, and a mark for every attribute drawn.

    As long as w has few entries, p is so much larger than q that one axis would flatten q.

    Parameters
    ----------
    q, p : (d,) the distributions of i and j; p is None if w = 0
    i, j : the attributes drawn, from 0
    names : (d,) of the attributes
    top : the axis of p goes up to it at least, so that it stays put while a film plays
    key : of the algorithm, for the colour of q
    """
    at = np.arange(1, len(q) + 1)
    second = look.palette[3]
    traces = [
        bar(
            x=at,
            y=q,
            name="q, for x̃",
            uid="q",
            marker={"color": style(key).colour(look)},
            offsetgroup="q",
            customdata=list(names),
            hovertemplate="%{customdata}: q = %{y:.3g}<extra></extra>",
        )
    ]
    if p is not None:
        traces.append(
            bar(
                x=at,
                y=p,
                name="p, for φ̃",
                uid="p",
                marker={"color": second},
                yaxis="y2",
                offsetgroup="p",
                customdata=list(names),
                hovertemplate="%{customdata}: p = %{y:.3g}<extra></extra>",
            )
        )
    most = float(np.nanmax(q, initial=0.0))
    top = float(np.nanmax(q[:0] if p is None else p, initial=top))
    for drawn, words, symbol, colour, height in (
        (i, "drawn i", "triangle-down", style(key).colour(look), 1.10),
        (j, "drawn j", "x", second, 1.22),
    ):
        if len(drawn) == 0:
            continue
        places, times = np.unique(drawn, return_counts=True)
        traces.append(
            scatter(
                x=places + 1,
                y=np.full(len(places), height * most),
                uid=words,
                name=words,
                mode="markers",
                marker={"symbol": symbol, "color": colour, "size": look.mark(1) * (8 + 2 * times)},
                customdata=[f"{names[n]}, {t} ×" for n, t in zip(places, times, strict=True)],
                hovertemplate="%{customdata}<extra></extra>",
            )
        )
    figure = framed(
        traces,
        x="Attribute number",
        y="Probability, q",
        x_log=False,
        y_log=False,
        y_more={"range": [0, ABOVE * most]} if most > 0 else None,
        height=HEIGHT,
        look=look,
    )
    if top > 0:
        figure.layout.yaxis2 = axis("y", "Probability, p", look) | {
            "range": [0, ABOVE * top],
            "overlaying": "y",
            "side": "right",
            "showgrid": False,
            "tickmode": "auto",
            "nticks": 5,  # its own round numbers, not those beside q's
        }
    figure.update_layout(hovermode="closest", barmode="group", bargap=0.25)
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
    x: str = "Attribute number",
    y: str,
    reach: tuple[float, float] | None = None,
    key: str,
    look: Look,
    height: int = HEIGHT,
) -> Picture:
    """Draw vectors side by side; the first, in grey, is the one to compare with.

    Parameters
    ----------
    bars : words and (d,) values; the second has the algorithm's colour
    names : (d,) of the attributes
    x, y : titles of the axes
    reach : the ends of the y-axis, so that it stays put while a film plays; None: as far as the
        bars
    """
    colours = (NEUTRAL, style(key).colour(look), look.palette[3])
    at = np.arange(1, len(names) + 1)
    traces = [
        bar(
            x=at,
            y=values,
            name=words,
            uid=f"bars-{n}",
            marker={"color": colour},
            customdata=list(names),
            hovertemplate=f"%{{customdata}}: {words} = %{{y:.3g}}<extra></extra>",
        )
        for n, ((words, values), colour) in enumerate(zip(bars, colours, strict=False))
    ]
    figure = framed(
        traces,
        x=x,
        y=y,
        x_log=False,
        y_log=False,
        y_more=_range(reach),
        height=height,
        look=look,
    )
    figure.update_layout(hovermode="closest", barmode="group", bargap=0.2)
    return Picture(figure, _largest(bars, names))


def _range(reach: tuple[float, float] | None) -> dict[str, object]:
    """Return a fixed axis with a little room at its ends."""
    if reach is None or reach[1] <= reach[0]:
        return {}
    room = 0.06 * (reach[1] - reach[0])
    return {"range": [reach[0] - room if reach[0] < 0 else 0.0, reach[1] + room]}


def _largest(bars: Sequence[tuple[str, Floats]], names: Sequence[str]) -> str:
    """Return where the estimate is largest, and the true value there."""
    title = " and ".join(words for words, _ in bars[:2]) + f" over {len(names)} attributes"
    if len(bars) < 2 or not np.isfinite(bars[1][1]).any():
        return f"{title}."
    (first, truth), (second, estimate) = bars[:2]
    at = int(np.nanargmax(np.abs(estimate)))
    return (
        f"{title}; the largest entry of {second} is {estimate[at]:.3g} at {names[at]}, where "
        f"{first} is {truth[at]:.3g}."
    )


def bar(**given: object) -> Trace:
    """Return bars as plain data, as `scatter` does."""
    return {"type": "bar", **given}
