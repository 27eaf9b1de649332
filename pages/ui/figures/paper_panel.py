"""A panel of the paper: mean test error and one standard deviation against attributes seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aelr_core.results.paper import PanelCurve
from pages.ui.figures.frame import Picture, Trace, band, framed, scatter
from pages.ui.theme import NEUTRAL, Look, style

HEIGHT = 330
BAND, FAINT_BAND = 0.16, 0.07
TOP, ROOM = 1.15, 0.03  # the highest end of the y-axis, and the room above the means


def panel_picture(lines: Sequence[PanelCurve], *, look: Look) -> Picture:
    """Draw the curves of a panel, each with a band of one standard deviation over runs.

    Where plain and AdaGrad steps are compared, an algorithm's two curves share colour, dash and
    place in the legend, and the one with AdaGrad has marks.
    """
    both = any(line.adagrad for line in lines)
    traces = [_band(line, FAINT_BAND if both else BAND, look) for line in lines]
    traces += [_curve(line, look) for line in lines]
    if both:
        traces.append(
            scatter(
                x=[None],
                y=[None],
                name="with marks: AdaGrad",
                uid="adagrad",
                mode="lines+markers",
                line={"color": NEUTRAL, "width": look.line_width},
                marker={"color": NEUTRAL, "size": look.mark(8)},
                hoverinfo="skip",
            )
        )
    figure = framed(
        traces,
        x="Attributes seen in total",
        y="Test error (predicting 0 = 1)",
        x_log=False,
        y_log=False,
        x_more={"rangemode": "tozero"},
        y_more=_heights(lines),
        height=HEIGHT,
        look=look,
    )
    return Picture(figure, _alt(lines))


def _curve(line: PanelCurve, look: Look) -> Trace:
    own = style(line.algorithm)
    marked = {"mode": "lines+markers", "marker": own.marker(look, 6.5)}
    return scatter(
        x=line.attributes,
        y=line.mean,
        name=_named(line),
        uid=_uid(line),
        legendgroup=line.algorithm,
        showlegend=not line.adagrad,
        line=own.line(look),
        hovertemplate=f"%{{y:.3g}}{' (AdaGrad)' if line.adagrad else ''}",
        **(marked if line.adagrad else {"mode": "lines"}),
    )


def _named(line: PanelCurve) -> str:
    """Return the name, and how high the curve goes where it leaves the picture."""
    most = float(np.nanmax(line.mean, initial=0.0))
    return f"{line.name} (up to {most:.2g}, off the top)" if most > TOP else line.name


def _band(line: PanelCurve, opacity: float, look: Look) -> Trace:
    return band(
        line.attributes,
        np.maximum(line.mean - line.sd, 0.0),
        line.mean + line.sd,
        colour=style(line.algorithm).colour(look),
        opacity=opacity,
        uid=f"{_uid(line)} band",
        group=line.algorithm,
    )


def _uid(line: PanelCurve) -> str:
    return f"{line.algorithm} adagrad" if line.adagrad else line.algorithm


def _heights(lines: Sequence[PanelCurve]) -> dict[str, object]:
    """Return the range of the y-axis: around the means, with part of the largest deviation.

    A curve far above the zero predictor's 1 would flatten all others, and is cut off.
    """
    lines = [line for line in lines if np.isfinite(line.mean).any()]
    if not lines:
        return {}
    low = min(float(np.nanmin(line.mean - line.sd)) for line in lines)
    high = max(float(np.nanmax(line.mean)) for line in lines)
    spread = max(float(np.nanmax(line.sd[len(line.sd) // 2 :], initial=0.0)) for line in lines)
    low = 0.0 if low < 0.3 else low - 0.03
    room = max(min(ROOM, 0.1 * high), min(spread, 0.25 * high))
    return {"range": [low, min(high + room, TOP)]}


def _alt(lines: Sequence[PanelCurve]) -> str:
    ends = sorted(
        (float(line.mean[-1]), line.name + (" with AdaGrad" if line.adagrad else ""))
        for line in lines
        if len(line.mean)
    )
    listed = ", ".join(f"{words} {value:.3g}" for value, words in ends)
    return (
        f"Mean test error against attributes seen, with one standard deviation over runs. At the "
        f"right end, from lowest to highest: {listed}."
    )
