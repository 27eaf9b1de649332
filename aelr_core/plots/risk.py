"""The theorems' bounds on the excess risk along an axis, and the risk that a run measured."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.analysis.bounds import Measured, Promises
from aelr_core.analysis.prior_facts import PriorFacts
from aelr_core.checks import Floats
from aelr_core.plots.frame import (
    Figure,
    Picture,
    above_zero,
    framed,
    letters,
    level,
    mark_x,
    positive,
    scatter,
)
from aelr_core.plots.theme import NEUTRAL, Look, style

HEIGHT = 480
ABOVE = 0.4  # decades over the highest line: the labels at the upper end stand there
THIN = 0.7  # of the usual width: a measured curve in a small picture


@dataclass(frozen=True)
class BoundLine:
    """A bound: its name, its algorithm's key, its dash (None: the algorithm's), and its y, (n,)."""

    name: str
    key: str
    y: Floats
    dash: str | None = None


@dataclass(frozen=True)
class Mark:
    """A place on the x-axis and its label; `level` counts lines from the foot of the picture.

    top : whether the label is at the upper end.
    """

    at: float
    words: str
    level: int = 0
    top: bool = False


@dataclass(frozen=True)
class Gap:
    """An arrow at a place on the x-axis, from a measured risk up to its bound, and its words.

    rises : whether the bound grows along the axis: there is room for its number under the curve.
    """

    at: float
    measured: float
    bound: float
    words: str
    rises: bool = False


def risk_of(
    facts: PriorFacts,
    promises: Promises,
    measured: Mapping[str, Measured],
    *,
    shown: Container[str] | None = None,
    look: Look,
    height: int = HEIGHT,
) -> Picture:
    """Draw the bounds over the attributes seen, and what a run of the same settings measured.

    shown : the keys of the bounds to draw; None, or none that is there: all
    """
    keys = [key for key in promises.curves if shown is None or key in shown] or [*promises.curves]
    ends = [
        (measured[key].attributes[-1], measured[key].mean[-1]) for key in keys if key in measured
    ]
    picture = bounds_picture(
        promises.attributes,
        {key: BoundLine(ALGORITHMS[key].legend_name, key, promises.curves[key]) for key in keys},
        x_title="Attributes seen in total",
        trivial=facts.trivial,
        marks=[Mark(promises.chosen, "" if ends else "your run")],
        measured={
            key: (measured[key].attributes, measured[key].mean) for key in keys if key in measured
        },
        look=look,
        height=height,
    )
    for trace in picture.figure.data:
        if trace.uid.endswith("-measured"):  # in so small a picture, points would lie on each other
            line = style(trace.legendgroup).line(look, THIN)
            trace.update(mode="lines", line=line)
    if ends and np.min(ends) > 0:
        x, y = np.log10(ends).mean(axis=0).tolist()
        words = {"text": "measured", "showarrow": False, "font": letters(look)}
        place = {"x": x, "y": y, "xref": "x", "yref": "y", "xanchor": "left", "xshift": 6}
        picture.figure.layout.annotations += (words | place,)
    return picture


def bounds_picture(
    x: Floats,
    lines: Mapping[str, BoundLine],
    *,
    x_title: str,
    trivial: float,
    target: float | None = None,
    marks: Sequence[Mark] = (),
    gap: Gap | None = None,
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
    target : the risk that the planner buys for, or None
    marks : vertical lines with labels
    gap : how far the measured risk is below its bound, or None
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
                name="worst case: slope only",
                uid="worst",
                mode="lines",
                line={"color": NEUTRAL, "dash": "longdashdot", "width": look.line_width / 2},
                hoverinfo="skip",
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
    levels = above_zero([[trivial, target or trivial], *(t["y"] for t in traces)])
    figure = framed(
        traces,
        x=x_title,
        y="Excess risk",
        x_more={
            "uirevision": "bounds",
            "hoverformat": ",.0f" if _counts(x) else ".3g",
            **_along([x, *(at for at, _ in (measured or {}).values())]),
        },
        y_more={"uirevision": "bounds", **_room_for(marks, levels, look, height)},
        height=height,
        look=look,
    )
    level(figure, trivial, "bounds start: 2B²")
    if target is not None:
        level(figure, target, "planner's target")
    for mark in marks:
        late = bool(len(x)) and mark.at > float(np.sqrt(x[0] * x[-1]))
        place = {"left": late, "top": mark.top}
        mark_x(figure, mark.at, mark.words, level=mark.level, look=look, **place)
    if gap is not None:
        _draw(gap, figure, look)
    for note in figure.layout.annotations:
        note.bgcolor = look.backgrounds[0] if note.text else None
    return Picture(figure, _alt(lines, x_title, gap, measured is not None))


def _draw(gap: Gap, figure: Figure, look: Look) -> None:
    """Draw the arrow, with a number at each end and the words in the middle."""
    if not all(np.isfinite(one) and one > 0 for one in (gap.at, gap.measured, gap.bound)):
        return
    x, low, high = np.log10([gap.at, gap.measured, gap.bound]).tolist()
    common = {"x": x, "xref": "x", "yref": "y", "font": letters(look)}
    beside = common | {"showarrow": False, "xanchor": "left", "xshift": 6}
    arrow = {
        "ax": x,
        "ay": low,
        "axref": "x",
        "ayref": "y",
        "text": "",
        "showarrow": True,
        "arrowside": "start+end",
        "arrowhead": 2,
        "arrowcolor": look.muted,
        "arrowwidth": look.line_width / 2,
    }
    side = {} if gap.rises else {"xanchor": "right", "xshift": -6}
    under = beside | side | {"y": high, "yanchor": "top", "text": f"bound {gap.bound:.3g}"}
    figure.layout.annotations += (
        common | {"y": high} | arrow,
        under,
        beside | {"y": (low + high) / 2, "text": f"<b>{gap.words}</b>"},
        beside | {"y": low, "text": f"measured {gap.measured:.3g}"},
    )


def _counts(x: Floats) -> bool:
    """Return whether an axis counts something: under the pointer there are no 154,667.4 examples.

    Counts begin at 1 or above; step sizes, relative to the theorem's, go below.
    """
    return bool(len(x)) and float(x[0]) >= 1


def _along(places: Sequence[Floats]) -> dict[str, object]:
    """Return the range of the x-axis, in exponents: words beside an arrow must not widen it."""
    positions = above_zero(places)
    if not positions.size or positions.min() == positions.max():
        return {}
    return {"range": np.log10([positions.min(), positions.max()]).tolist()}


def _room_for(marks: Sequence[Mark], levels: Floats, look: Look, height: int) -> dict[str, object]:
    """Return the range of the y-axis, in exponents, with room for labels below all curves."""
    if not levels.size:
        return {}
    low, high = np.log10([levels.min(), levels.max()])
    lines = 1 + max((mark.level for mark in marks), default=0)
    share = min(lines * (look.type_size + 6) / (0.55 * look.height(height)), 0.5)
    space = max(high - low, 0.1)
    above = max(0.03 * space, ABOVE)
    return {"range": [float(low - space * share / (1 - share)), float(high + above)]}


def _alt(
    lines: Mapping[str, BoundLine],
    x_title: str,
    gap: Gap | None,
    measured: bool,
) -> str:
    ends = sorted(
        (float(line.y[np.isfinite(line.y)][-1]), line.name)
        for line in lines.values()
        if np.isfinite(line.y).any()
    )
    order = ", ".join(f"{name} {end:.3g}" for end, name in ends)
    below = f" The measured risk, {gap.measured:.3g}, is {gap.words}." if gap else ""
    dots = " What a run measured is drawn as well." if measured else ""
    return (
        f"Upper bounds on the excess risk against {x_title}, on logarithmic axes; from lowest to "
        f"highest at the right end: {order or 'no bound'}.{dots}{below}"
    )
