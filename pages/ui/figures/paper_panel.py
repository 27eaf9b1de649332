"""A panel of the paper: mean test error and one standard deviation against attributes seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from aelr_core.checks import Floats, Ints
from pages.ui.figures.frame import Picture, framed
from pages.ui.theme import NEUTRAL, Look, style

HEIGHT = 330
BAND, FAINT_BAND = 0.16, 0.07
TOP = 1.15


@dataclass(frozen=True, eq=False)
class Line:
    """One curve of a panel.

    Attributes
    ----------
    key : the algorithm's.
    words : its name.
    adaptive : whether it takes AdaGrad's steps; it then has the look of the plain one, and marks.
    attributes : (P,) array, increasing
    mean, sd : (P,) arrays over runs
    """

    key: str
    words: str
    adaptive: bool
    attributes: Ints
    mean: Floats
    sd: Floats


def panel_picture(lines: Sequence[Line], *, look: Look) -> Picture:
    """Draw the curves of a panel, each with a band of one standard deviation over runs.

    Where plain and adaptive steps are compared, an algorithm's two curves share colour, dash and
    place in the legend, and the adaptive one has marks.
    """
    both = any(line.adaptive for line in lines)
    traces = [_band(line, FAINT_BAND if both else BAND, look) for line in lines]
    traces += [_curve(line, look) for line in lines]
    if both:
        traces.append(
            go.Scatter(
                x=[None], y=[None], name="with marks: AdaGrad", uid="adaptive",
                mode="lines+markers",
                line={"color": NEUTRAL, "width": look.line_width},
                marker={"color": NEUTRAL, "size": 8}, hoverinfo="skip",
            )
        )  # fmt: skip
    figure = framed(
        traces,
        x="Attributes seen in all",
        y="Test error (knowing nothing = 1)",
        x_log=False,
        y_log=False,
        height=HEIGHT,
        look=look,
    )
    figure.update_xaxes(rangemode="tozero")
    low, high = _heights(lines)
    figure.update_yaxes(range=[low, high])
    return Picture(figure, _alt(lines))


def _curve(line: Line, look: Look) -> go.Scatter:
    own = style(line.key)
    marked = {"mode": "lines+markers", "marker": own.marker(look, 2.6 * look.line_width)}
    return go.Scatter(
        x=line.attributes, y=line.mean, name=line.words, uid=_uid(line), legendgroup=line.key,
        showlegend=not line.adaptive, line=own.line(look),
        hovertemplate=f"%{{y:.3g}}{' (AdaGrad)' if line.adaptive else ''}",
        **(marked if line.adaptive else {"mode": "lines"}),
    )  # fmt: skip


def _band(line: Line, opacity: float, look: Look) -> go.Scatter:
    colour = style(line.key).colour(look)
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return go.Scatter(
        x=np.concatenate([line.attributes, line.attributes[::-1]]),
        y=np.concatenate([line.mean + line.sd, np.maximum(line.mean - line.sd, 0.0)[::-1]]),
        uid=f"{_uid(line)} band", legendgroup=line.key, showlegend=False, hoverinfo="skip",
        mode="lines", line={"width": 0, "color": colour}, fill="toself",
        fillcolor=f"rgba({red}, {green}, {blue}, {opacity})",
    )  # fmt: skip


def _uid(line: Line) -> str:
    return f"{line.key} adaptive" if line.adaptive else line.key


def _heights(lines: Sequence[Line]) -> tuple[float, float]:
    """Return the ends of the y-axis: around the means, with a little of what varies most.

    What lies far above the zero predictor's 1 would flatten all other curves, and is cut off.
    """
    low = min(float((line.mean - line.sd).min()) for line in lines)
    high = max(float(line.mean.max()) for line in lines)
    spread = max(float(line.sd[len(line.sd) // 2 :].max()) for line in lines)
    low = 0.0 if low < 0.3 else low - 0.03
    return low, min(high + max(0.03, min(spread, 0.25 * high)), TOP)


def _alt(lines: Sequence[Line]) -> str:
    ends = sorted(
        (float(line.mean[-1]), line.words + (" with AdaGrad" if line.adaptive else ""))
        for line in lines
    )
    listed = ", ".join(f"{words} {value:.3g}" for value, words in ends)
    return (
        f"Mean test error against attributes seen, with one standard deviation over runs. At the "
        f"right end, from lowest to highest: {listed}."
    )
