"""Learning curves: the error against the attributes or examples seen, one line per algorithm.

A run that is not complete has pale, provisional curves besides, and a mark where it was stopped.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.analysis.learning import (
    Remark,
    Series,
    View,
    beyond,
    legend_order,
    progressive_series,
    series_of,
    target_of,
)
from aelr_core.checks import Floats
from aelr_core.experiments import Curve, Result
from aelr_core.plots.frame import (
    HEIGHT,
    Figure,
    Picture,
    Trace,
    band,
    framed,
    letters,
    level,
    mark_x,
    only_in_legend,
    scatter,
    see_through,
)
from aelr_core.plots.theme import NEUTRAL, Look, style

X_WORDS = {"attributes": "Attributes seen in total", "examples": "Examples seen"}
Y_WORDS = {
    "relative_loss": "Test error (1 = always guessing 0)",
    "error_rate": "Share of wrong test labels",
    "excess_risk": "Excess risk, L(w̄) − L(w*)",
}
STOPPED = "stopped here"
PREDICTING_ZERO = 1.0
BAND, FAINT_BAND = 0.16, 0.09
FAINT, PINNED, PALE, PROVISIONAL = 0.3, 0.55, 0.3, 0.7
VEIL = 0.7  # how much of the curves behind it a note hides
# Of the usual width: provisional curves, and what algorithms estimate of their own error.
THIN, THINNEST = 0.6, 0.4
# Where reasons stand, as shares of the highest error, and the room that they need below.
ABOVE_CURVES, BELOW_CURVES, ROOM_BELOW, HIGH = 0.92, 0.17, 0.35, 0.7
# Room for bands above the highest curve, as a factor on it.
ABOVE = 1.15


@dataclass(frozen=True)
class Pinned:
    """An earlier run, drawn behind the others: its name and its lines."""

    name: str
    series: tuple[Series, ...]


def learning_of(
    result: Result,
    view: View,
    *,
    preview: Mapping[str, Curve] | None = None,
    shown: Container[str] | None = None,
    remarks: Iterable[Remark] = (),
    marks: bool = True,
    **more: Any,
) -> Picture:
    """Draw the curves of a result as a view wants them, and where each reaches the target.

    preview : provisional curves of a few runs, shown as far as they are ahead of the others
    shown : the keys of the curves to draw; None: all
    remarks : why curves do what they do; those of curves that are drawn stand in the picture
    marks : whether the target and where each curve reaches it are drawn
    more : further arguments of `learning_picture`
    """
    target = target_of(result, view) if marks else None
    names = {key: ALGORITHMS[key].legend_in(result.spec.mode) for key in result.spec.algorithms}
    curves, ahead = (
        [curve for curve in legend_order(those) if shown is None or curve.algorithm in shown]
        for those in (result.curves, preview or {})
    )
    series = [series_of(curve, view, target) for curve in curves]
    estimates = [progressive_series(curve, view) for curve in curves] if view.progressive else []
    line = None
    if target is not None:  # the name of the curve that ends there is enough
        line = target, "" if view.target is None else f"target {target:.3g}"
    plain = view == View(progressive=view.progressive, target=view.target)
    return learning_picture(
        series,
        names,
        view,
        target=line,
        estimates=[one for one in estimates if one is not None],
        ends_at=result.spec.examples * (result.spec.budget if view.across == "attributes" else 1),
        provisional=_ahead(ahead, series, view),
        remarks=[one for one in remarks if plain and result.curves[one.key] in curves],
        **more,
    )


def _ahead(preview: Iterable[Curve], series: Sequence[Series], view: View) -> list[Series]:
    ends = {one.key: float(one.x[-1]) for one in series}
    ahead = [beyond(series_of(curve, view), ends.get(curve.algorithm, 0.0)) for curve in preview]
    return [one for one in ahead if len(one.x)]


def learning_picture(
    series: Sequence[Series],
    names: Mapping[str, str],
    view: View,
    *,
    target: tuple[float, str] | None = None,
    pinned: Sequence[Pinned] = (),
    estimates: Sequence[Series] = (),
    ends_at: float | None = None,
    guess: Sequence[tuple[float, float]] = (),
    note: str = "",
    remarks: Sequence[Remark] = (),
    said: Mapping[str, str] | None = None,
    faded: bool = False,
    provisional: Sequence[Series] = (),
    stopped: bool = False,
    x: str = "",
    look: Look,
    height: int = HEIGHT,
) -> Picture:
    """Draw the curves with their spread, a target error and where each reaches it.

    Parameters
    ----------
    series : one per algorithm, in the order of the legend
    names : the algorithms' names by key
    view : the axes; the series were made for it
    target : the error to reach, and the name of its line
    pinned : earlier runs, grey, behind the others
    estimates : what algorithms estimate of their own error, as thin lines with their bands; each
        appears and disappears with its algorithm
    ends_at : where the x-axis will end, so that it does not move while curves grow
    guess : points where a reader thinks that a curve runs, over all others
    note : what these curves are, in the upper right corner
    remarks : why curves do what they do, with a line to the place
    said : what stands behind the names of curves, by key: how many times fewer attributes
    faded : whether they are pale, because they belong to other settings than the rest of the page
    provisional : curves of a few runs, pale, as far as they are ahead of the final ones
    stopped : whether the curves end here for good
    x : the title of the x-axis, if attributes are called something else
    look : theme, and size of type and lines
    """
    seen = [*series, *provisional]
    floor = _floor(seen, view)
    top = PREDICTING_ZERO if view.value == "relative_loss" else None
    traces = [
        trace
        for number, pin in enumerate(pinned)
        for trace in _pinned(pin, f"pin{number}", look.line_width)
    ]
    for one in series:
        traces += _spread(one, floor, look)
    for one in estimates:
        traces += _estimate(one, names[one.key], floor, look)
    final = {one.key for one in series}
    behind = {one.key: f" {said[one.key]}" for one in series if said and one.key in said}
    lines = [_middle(one, names[one.key] + behind.get(one.key, ""), look) for one in series]
    lines += [_provisional(one, names[one.key], one.key in final, look) for one in provisional]
    traces += sorted(lines, key=lambda line: ALGORITHMS[str(line["legendgroup"])].colour)
    # the first points of a provisional curve are only some pixels apart
    traces += _last_points(provisional, "head", names, look, 9, opacity=PROVISIONAL, meta="head")
    if stopped:
        bar = {"symbol": "line-ns-open", "line": {"width": look.line_width}}
        traces += _last_points(series, "stopped", names, look, 14, bar)
    for there, uid, name, width, opacity in (
        (provisional, "provisional", "pale: provisional", THIN, PROVISIONAL),
        (estimates, "estimates", "own estimate", THINNEST, None),
    ):
        if there:
            line = {"color": NEUTRAL, "width": look.line_width * width}
            traces.append(only_in_legend(uid, name, mode="lines", opacity=opacity, line=line))
    if target is not None:
        reached = (one for one in series if one.reach_x is not None)
        traces += [_reached(one, names[one.key], target[0], view, look) for one in reached]
    if faded:
        traces = [{**trace, "opacity": PALE} for trace in traces]
    if guess:
        traces.append(_guess(guess, look))
    figure = framed(
        traces,
        x=x or X_WORDS[view.across],
        y=Y_WORDS[view.value],
        log="x" * view.x_log + "y" * view.y_log,
        # a zoom belongs to the axes it was made on; what was hidden stays hidden
        x_more={"uirevision": f"{view.across} {view.x_log}", **_reach(view.x_log, ends_at)},
        y_more={
            "uirevision": f"{view.value} {view.y_log}",
            **_reach(view.y_log, top, _ceiling(seen, top)),
        },
        height=height,
        look=look,
        showlegend=True,  # also where a run has only one curve yet
    )
    last = [float(one.x[-1]) for one in series if len(one.x)]
    if target is not None:
        level(figure, *target)
    if note:
        _say(figure, note.replace(". ", ".<br>"), look)
    if last and not note:
        _remarks(figure, remarks, seen, look)
    if stopped and last:
        mark_x(figure, max(last), STOPPED, top=True, look=look)
    alt = _alt(series, names, view)
    if behind:
        fewer = ", ".join(names[key] + many for key, many in behind.items())
        alt += f" Times fewer attributes than uniform sampling: {fewer}."
    alt += _ends(" Their own estimates end at", estimates, names)
    if provisional:
        listed = ", ".join(names[one.key] for one in provisional)
        alt += f" Pale, provisional curves of a few runs: {listed}."
    alt += " The run was stopped here." if stopped else ""
    return Picture(figure, f"{alt} {note}." if note else alt)


def _say(figure: Figure, words: str, look: Look, **place: object) -> None:
    """Write words into the upper right corner, or elsewhere."""
    corner = {"x": 1, "xref": "paper", "y": 1, "yref": "paper", "yanchor": "top"}
    look_of_it = {
        "text": words,
        "align": "right",
        "showarrow": False,
        "xanchor": "right",
        "font": letters(look),
        "bgcolor": see_through(look.backgrounds[0], VEIL),
    }
    figure.layout.annotations += ({**corner, **look_of_it, **place},)


def _remarks(
    figure: Figure, remarks: Sequence[Remark], series: Sequence[Series], look: Look
) -> None:
    """Write reasons above the curves and, if there is room, below, with a line to the place."""
    middles = _middles(series)
    highest, end = max(float(middles.max()), PREDICTING_ZERO), max(one.x.max() for one in series)
    levels = [ABOVE_CURVES * highest]
    if middles.min() > ROOM_BELOW * highest:
        levels.append(BELOW_CURVES * highest)
    for one, height in zip(remarks, levels, strict=False):
        left = "left" if one.attributes < end / 2 else "right"
        # a curve that rises into the words has them at its side
        at = one.attributes if one.error < HIGH * highest else end / 2
        place = {"x": one.attributes, "y": one.error, "ax": at, "ay": height}
        axes = {"xref": "x", "yref": "y", "axref": "x", "ayref": "y", "align": left}
        colour = style(one.key).colour(look)
        arrow = {"showarrow": True, "arrowhead": 6, "arrowwidth": 1, "arrowcolor": colour}
        words = f"{ALGORITHMS[one.key].does} {one.why}".replace(": ", ":<br>")
        _say(figure, words, look, xanchor=left, **place, **axes, **arrow)


def _reach(log: bool, most: float | None, ceiling: float | None = None) -> dict[str, object]:
    """Return the range of an axis: a linear one starts at 0; each ends where curves will end.

    A linear one ends at the `ceiling` even where a band goes on above it.
    """
    start: dict[str, object] = {} if log else {"rangemode": "tozero"}
    options = {} if most is None else {"include": most}
    if ceiling is not None and not log:
        options["clipmax"] = ceiling
    return {**start, "autorangeoptions": options} if options else start


def _ceiling(series: Sequence[Series], top: float | None) -> float | None:
    """Return where a linear y-axis ends at the latest: one wide band must not flatten all curves.

    Every curve stays inside.
    """
    highest = max(float(_middles(series).max()), top or 0.0)
    return ABOVE * highest if highest > 0 else None


def _middle(one: Series, name: str, look: Look, thickness: float = 1.0) -> Trace:
    return scatter(
        x=one.x,
        y=one.middle,
        name=name,
        uid=one.key,
        legendgroup=one.key,
        mode="lines",
        line=style(one.key).line(look, thickness),
        hovertemplate="%{y:.3g}",
    )


def _provisional(one: Series, name: str, final: bool, look: Look) -> Trace:
    """Return a provisional curve, pale; it stands in the legend until its `final` one is there."""
    return _middle(one, name, look, THIN) | {
        "uid": f"{one.key}-provisional" if final else one.key,
        "showlegend": not final,
        "opacity": PROVISIONAL,
        "hovertemplate": "%{y:.3g}, provisional",
        "meta": "provisional",
    }


def _unnamed(one: Series, what: str, **given: object) -> Trace:
    """Return something that appears and disappears with a curve, without a name in the legend."""
    uid = f"{one.key}-{what}"
    return scatter(uid=uid, legendgroup=one.key, showlegend=False, **given)


def _last_points(
    series: Iterable[Series],
    what: str,
    names: Mapping[str, str],
    look: Look,
    size: float,
    shape: Mapping[str, object] | None = None,
    **given: object,
) -> list[Trace]:
    """Return a mark at the last point of each curve."""
    return [
        _unnamed(
            one,
            what,
            x=one.x[-1:],
            y=one.middle[-1:],
            name=names[one.key],
            mode="markers",
            hoverinfo="skip",
            marker=style(one.key).marker(look, size) | dict(shape or {}),
            **given,
        )
        for one in series
        if len(one.x)
    ]


# A reader guesses up to so many points; a class that guesses many gets smaller marks.
FEW = 3


def _guess(points: Sequence[tuple[float, float]], look: Look) -> Trace:
    ink, size = look.palette[4], look.mark(13 if len(points) <= FEW else 8)
    return scatter(
        x=[x for x, _ in points],
        y=[y for _, y in points],
        name="Guess",
        uid="guess",
        mode="lines+markers",
        line={"color": ink, "dash": "dot", "width": look.line_width},
        marker={"color": ink, "symbol": "star", "size": size},
        cliponaxis=False,
        hovertemplate="%{y:.2f}",
    )


def _band(one: Series, what: str, floor: float, opacity: float, look: Look) -> list[Trace]:
    if one.low is None or one.high is None:
        return []
    low, uid = np.maximum(one.low, floor), f"{one.key}-{what}"
    colour = style(one.key).colour(look)
    return [band(one.x, low, one.high, colour=colour, opacity=opacity, uid=uid, group=one.key)]


def _spread(one: Series, floor: float, look: Look) -> list[Trace]:
    """Return the band, or the single runs as one broken line."""
    if one.runs is None:
        return _band(one, "spread", floor, BAND, look)
    broken = np.full((len(one.runs), 1), np.nan)
    line = {"width": 1, "color": see_through(style(one.key).colour(look), FAINT)}
    x = np.tile(np.append(one.x, np.nan), len(one.runs))
    y = np.hstack([one.runs, broken]).ravel()
    return [_unnamed(one, "spread", x=x, y=y, line=line, hoverinfo="skip", mode="lines")]


def _estimate(one: Series, name: str, floor: float, look: Look) -> list[Trace]:
    """Return the band and the thin line of what an algorithm estimates of its own error."""
    line = _unnamed(
        one,
        "estimate",
        x=one.x,
        y=one.middle,
        name=f"{name}, own estimate",
        mode="lines",
        line={"color": style(one.key).colour(look), "width": look.line_width * THINNEST},
        hovertemplate="%{y:.3g}",
    )
    return [*_band(one, "estimate-spread", floor, FAINT_BAND, look), line]


def _reached(one: Series, name: str, target: float, view: View, look: Look) -> Trace:
    return _unnamed(
        one,
        "reach",
        x=[one.reach_x],
        y=[target],
        mode="markers",
        marker=style(one.key).marker(look, 10),
        name=name,
        hovertemplate=f"reached after {one.reach_x:,.0f} {view.across}",
    )


def _pinned(pin: Pinned, uid: str, width: float) -> list[Trace]:
    return [
        scatter(
            x=one.x,
            y=one.middle,
            uid=f"{uid}-{one.key}",
            name=pin.name,
            legendgroup=uid,
            showlegend=number == 0,
            hoverinfo="skip",
            mode="lines",
            opacity=PINNED,
            line={"color": NEUTRAL, "dash": style(one.key).dash, "width": width * 0.8},
        )
        for number, one in enumerate(pin.series)
    ]


def _middles(series: Sequence[Series]) -> Floats:
    """Return the finite values of all curves; 1 if there are none."""
    middles = np.concatenate([np.zeros(0), *(one.middle for one in series)])
    middles = middles[np.isfinite(middles)]
    return middles if middles.size else np.ones(1)


def _floor(series: Sequence[Series], view: View) -> float:
    """Return the lower limit of bands: on a logarithmic axis they cannot reach 0."""
    if not view.y_log:
        return 0.0
    middles = _middles(series)
    above = middles[middles > 0]
    return float(above.min()) / 3 if above.size else 1e-12


def _alt(series: Sequence[Series], names: Mapping[str, str], view: View) -> str:
    there = (one for one in series if len(one.middle))
    ranked = sorted(there, key=lambda one: (float(one.middle[-1]), names[one.key]))
    ends = _ends(" At their ends, from lowest to highest", ranked, names)
    if not ends:
        return "Learning curves: nothing has been measured yet; the curves appear as they grow."
    return f"Learning curves, {Y_WORDS[view.value]} against {X_WORDS[view.across].lower()}.{ends}"


def _ends(words: str, series: Iterable[Series], names: Mapping[str, str]) -> str:
    ends = [f"{names[one.key]} {one.middle[-1]:.3g}" for one in series if len(one.middle)]
    return f"{words}: {', '.join(ends)}." if ends else ""
