"""Learning curves: the error against the attributes or examples seen, one line per algorithm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from aelr_core.algorithms import ALGORITHMS
from aelr_core.analysis.learning import Series, View
from aelr_core.checks import Floats
from pages.ui.figures.frame import (
    HEIGHT,
    Picture,
    Trace,
    band,
    framed,
    level,
    scatter,
    see_through,
)
from pages.ui.figures.own_estimates import estimate_lines, thin_line_in_legend
from pages.ui.figures.unfinished import (
    COMPLETE,
    Unfinished,
    mark_stop,
    provisional_lines,
    unfinished_traces,
    words_of,
)
from pages.ui.theme import NEUTRAL, ROOMS, Look, style

X_WORDS = {"attributes": "Attributes seen in total", "examples": "Examples seen"}
Y_WORDS = {
    "relative_loss": "Test error (predicting 0 = 1)",
    "error_rate": "Share of wrong test labels",
    "excess_risk": "Excess risk, L(w̄) − L(w*)",
}
PREDICTING_ZERO = 1.0
BAND = 0.16
FAINT = 0.3
PINNED = 0.55
PALE = 0.3
VEIL = 0.7  # how much of the curves behind it a note hides
# Room for bands above the highest curve, as a factor on it.
ABOVE = 1.15


@dataclass(frozen=True)
class Pinned:
    """An earlier run, drawn behind the others: its name and its lines."""

    name: str
    series: tuple[Series, ...]


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
    faded: bool = False,
    unfinished: Unfinished = COMPLETE,
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
    faded : whether they are pale, because they belong to other settings than the rest of the page
    unfinished : what a run shows besides until it is complete
    x : the title of the x-axis, if attributes are called something else
    look : theme, and size of type and lines
    """
    traces = [
        trace
        for number, pin in enumerate(pinned)
        for trace in _pinned(pin, f"pin{number}", look.line_width)
    ]
    shown = {key: _in_legend(name, look) for key, name in names.items()}
    seen = [*series, *unfinished.provisional]
    floor = _floor(seen, view)
    top = PREDICTING_ZERO if view.value == "relative_loss" else None
    for one in series:
        traces += _spread(one, floor, look)
    for one in estimates:
        traces += estimate_lines(one, names[one.key], floor, look)
    lines = [_middle(one, shown[one.key], look) for one in series]
    lines += provisional_lines(unfinished, series, shown, look)
    traces += sorted(lines, key=lambda line: ALGORITHMS[str(line["legendgroup"])].colour)
    traces += unfinished_traces(unfinished, series, names, look)
    if estimates:
        traces.append(thin_line_in_legend(look))
    if target is not None:
        traces += [
            _reached(one, names[one.key], target[0], view, look)
            for one in series
            if one.reach_x is not None
        ]
    if faded:
        traces = [{**trace, "opacity": PALE} for trace in traces]
    if guess:
        traces.append(_guess(guess, look))
    figure = framed(
        traces,
        x=x or X_WORDS[view.across],
        y=Y_WORDS[view.value],
        x_log=view.x_log,
        y_log=view.y_log,
        # a zoom belongs to the axes it was made on; what was hidden stays hidden
        x_more={"uirevision": f"{view.across} {view.x_log}", **_reach(view.x_log, ends_at)},
        y_more={
            "uirevision": f"{view.value} {view.y_log}",
            **_reach(view.y_log, top, _ceiling(seen, top)),
        },
        height=height,
        look=look,
    )
    figure.layout.showlegend = True  # also where a run has only one curve yet
    if target is not None:
        level(figure, *target, log=view.y_log)
    if note:
        _say(figure, note, look)
    if unfinished.stopped:
        mark_stop(figure, series, log=view.x_log, look=look)
    said = _alt(series, names, view, estimates) + words_of(unfinished, names)
    return Picture(figure, f"{said} {note}." if note else said)


def _say(figure: go.Figure, note: str, look: Look) -> None:
    figure.layout.annotations += (
        {
            "text": note.replace(". ", ".<br>"),
            "align": "right",
            "showarrow": False,
            "x": 1,
            "xref": "paper",
            "xanchor": "right",
            "y": 1,
            "yref": "paper",
            "yanchor": "top",
            "font": {"size": look.type_size, "color": look.muted},
            "bgcolor": see_through(look.backgrounds[0], VEIL),
        },
    )


def _reach(log: bool, most: float | None, ceiling: float | None = None) -> dict[str, object]:
    """Return the range of an axis: a linear one starts at 0; each ends where curves will end.

    A linear one ends at the `ceiling` even where a band goes on above it.
    """
    found: dict[str, object] = {} if log else {"rangemode": "tozero"}
    options = {} if most is None else {"include": most}
    if ceiling is not None and not log:
        options["clipmax"] = ceiling
    return {**found, "autorangeoptions": options} if options else found


def _ceiling(series: Sequence[Series], top: float | None) -> float | None:
    """Return where a linear y-axis ends at the latest: one wide band must not flatten all curves.

    Every curve stays inside.
    """
    highest = max(float(_middles(series).max()), top or 0.0)
    return ABOVE * highest if highest > 0 else None


def _in_legend(name: str, look: Look) -> str:
    r"""Return a name that breaks after its comma, where names stand in a column.

    The space before the bracket does not break, so that a live chart leaves the name as it is. On
    a wall and in a large window names stand at the ends of curves, in one line.

    >>> _in_legend("JAERR (ours), budget in expectation", Look("light")).replace("\xa0", "_")
    'JAERR_(ours),<br>budget in expectation'
    """
    if look.projector or look.room > ROOMS[1]:
        return name
    return name.replace(" (ours), ", "\xa0(ours),<br>")


def _middle(one: Series, name: str, look: Look) -> Trace:
    return scatter(
        x=one.x,
        y=one.middle,
        name=name,
        uid=one.key,
        legendgroup=one.key,
        mode="lines",
        line=style(one.key).line(look),
        hovertemplate="%{y:.3g}",
    )


def _guess(points: Sequence[tuple[float, float]], look: Look) -> Trace:
    ink, size = look.palette[4], look.mark(13)
    return scatter(
        x=[x for x, _ in points],
        y=[y for _, y in points],
        name="Your guess",
        uid="guess",
        mode="lines+markers",
        line={"color": ink, "dash": "dot", "width": look.line_width},
        marker={"color": ink, "symbol": "star", "size": size},
        cliponaxis=False,
        hovertemplate="%{y:.2f}",
    )


def _spread(one: Series, floor: float, look: Look) -> list[Trace]:
    """Return the band, or the single runs as one broken line."""
    colour = style(one.key).colour(look)
    if one.low is not None and one.high is not None:
        low = np.maximum(one.low, floor)
        return [
            band(
                one.x,
                low,
                one.high,
                colour=colour,
                opacity=BAND,
                uid=f"{one.key}-spread",
                group=one.key,
            )
        ]
    if one.runs is not None:
        broken = np.full((len(one.runs), 1), np.nan)
        y = np.hstack([one.runs, broken]).ravel()
        x = np.tile(np.append(one.x, np.nan), len(one.runs))
        line = {"width": 1, "color": see_through(colour, FAINT)}
        return [
            scatter(
                x=x,
                y=y,
                line=line,
                uid=f"{one.key}-spread",
                legendgroup=one.key,
                showlegend=False,
                hoverinfo="skip",
                mode="lines",
            )
        ]
    return []


def _reached(one: Series, name: str, target: float, view: View, look: Look) -> Trace:
    what = "attributes" if view.across == "attributes" else "examples"
    return scatter(
        x=[one.reach_x],
        y=[target],
        uid=f"{one.key}-reach",
        legendgroup=one.key,
        showlegend=False,
        mode="markers",
        marker=style(one.key).marker(look, 10),
        name=name,
        hovertemplate=f"reached after {one.reach_x:,.0f} {what}",
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
    found = np.concatenate([np.zeros(0), *(one.middle for one in series)])
    found = found[np.isfinite(found)]
    return found if found.size else np.ones(1)


def _floor(series: Sequence[Series], view: View) -> float:
    """Return the lower limit of bands: on a logarithmic axis they cannot reach 0."""
    if not view.y_log:
        return 0.0
    middles = _middles(series)
    above = middles[middles > 0]
    return float(above.min()) / 3 if above.size else 1e-12


def _alt(
    series: Sequence[Series],
    names: Mapping[str, str],
    view: View,
    estimates: Sequence[Series] = (),
) -> str:
    ends = sorted((float(one.middle[-1]), names[one.key]) for one in series if len(one.middle))
    if not ends:
        return "Learning curves: nothing has been measured yet; the curves appear as they grow."
    listed = ", ".join(f"{name} {value:.3g}" for value, name in ends)
    return (
        f"Learning curves, {Y_WORDS[view.value]} against {X_WORDS[view.across].lower()}. "
        f"At their ends, from lowest to highest: {listed}.{_guesses(estimates, names)}"
    )


def _guesses(estimates: Sequence[Series], names: Mapping[str, str]) -> str:
    """Return what algorithms estimate of their own error at the end."""
    found = [f"{names[one.key]} {one.middle[-1]:.3g}" for one in estimates if len(one.middle)]
    return f" Their own estimates end at: {', '.join(found)}." if found else ""
