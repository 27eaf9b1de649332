"""Cost against error, one line per arm of a decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from aelr_core.analysis.decision import ARMS, ERROR_WORDS
from aelr_core.plots.frame import HEIGHT, Picture, Trace, framed, scatter, see_through
from aelr_core.plots.theme import Look, Style

# The place of a way in the palette. Its arms differ by dash and symbol.
PLACES = {"choose": 0, "random": 2, "panel": 1, "whole": 3, "nothing": 6}
DASHES = ("solid", "dash", "dot", "dashdot")
SYMBOLS = ("circle", "diamond", "square", "triangle-up")
BEST, OTHERS = 1.6, 0.8  # times the usual width of a line
PALE = 0.45  # intervals lie over each other
MARK = 8


def _styles() -> dict[str, Style]:
    styles = {}
    for way, arms in groupby(ARMS, key=lambda arm: arm.way):
        for n, arm in enumerate(arms):
            styles[arm.key] = Style(PLACES[way], DASHES[n], SYMBOLS[n])
    return styles


STYLES = _styles()


def decision_picture(
    points: Sequence[Mapping[str, Any]],
    *,
    best: str,
    loss: str,
    look: Look,
    height: int = HEIGHT,
) -> Picture:
    """Draw the error of each arm against what it costs, with its interval at every point.

    Parameters
    ----------
    points : as in `aelr_core.analysis.decision.Decision`
    best : the key of the arm with the lowest error, drawn thicker
    loss : "squared" or "error rate"
    look : theme, and size of type and lines
    """
    lines = {key: list(each) for key, each in groupby(points, key=lambda point: point["arm"])}
    traces = [
        _line(key, some, BEST if key == best else OTHERS, look) for key, some in lines.items()
    ]
    ends = ", ".join(f"{some[-1]['label']} {some[-1]['error']:.3g}" for some in lines.values())
    figure = framed(
        traces,
        x="Money, for learning and predictions",
        y=ERROR_WORDS[loss].capitalize(),
        log="",
        x_more={"rangemode": "tozero"},
        y_more={"rangemode": "tozero"},
        height=height,
        look=look,
        hovermode="closest",
        showlegend=True,
    )
    return Picture(
        figure,
        f"The error of {len(lines)} ways to spend money on tests against what they cost. With all "
        f"of the money: {ends}.",
    )


def _line(key: str, points: Sequence[Mapping[str, Any]], thickness: float, look: Look) -> Trace:
    style = STYLES[key]
    colour = style.colour(look)
    errors = [point["error"] for point in points]
    bounds = [(point["low"], point["high"]) for point in points]
    known = all(low is not None for low, _ in bounds)
    between = {
        "type": "data",
        "symmetric": False,
        "array": [high - e for e, (_, high) in zip(errors, bounds, strict=True)] if known else [],
        "arrayminus": [e - low for e, (low, _) in zip(errors, bounds, strict=True)]
        if known
        else [],
        "color": see_through(colour, PALE),
        "thickness": look.line_width * OTHERS / 2,
        "width": 0,
        "visible": known,
    }
    return scatter(
        x=[point["money"] for point in points],
        y=errors,
        uid=key,
        name=points[0]["label"],
        mode="lines+markers",
        line=style.line(look, thickness),
        marker=style.marker(look, MARK),
        error_y=between,
        customdata=[point["people"] for point in points],
        hovertemplate="%{y:.3g} for %{x:,.6g}, %{customdata:,.0f} people",
    )
