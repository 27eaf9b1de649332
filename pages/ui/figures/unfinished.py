"""What the curves of a run show before it is complete: provisional ones, and a stop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from aelr_core.analysis.learning import Series, View, beyond, legend_order, series_of
from aelr_core.experiments import Curve
from pages.ui.figures.frame import Trace, mark_x, scatter
from pages.ui.theme import NEUTRAL, Look, style

PALE, THIN = 0.7, 0.6
PROVISIONAL, STOPPED = "pale: provisional", "stopped here"


@dataclass(frozen=True)
class Unfinished:
    """What is drawn of a run that is not complete.

    Attributes
    ----------
    provisional : curves of a few runs, as far as they are ahead of the final ones.
    stopped : whether the curves end here for good.
    """

    provisional: Sequence[Series] = ()
    stopped: bool = False


COMPLETE = Unfinished()


def unfinished(
    preview: Mapping[str, Curve], series: Sequence[Series], view: View, *, stopped: bool
) -> Unfinished:
    """Return what a run shows besides its curves so far, the `series`."""
    ends = {one.key: float(one.x[-1]) for one in series}
    ahead = [
        beyond(series_of(curve, view), ends.get(curve.algorithm, 0.0))
        for curve in legend_order(preview)
    ]
    return Unfinished([one for one in ahead if len(one.x)], stopped)


def provisional_lines(
    unfinished: Unfinished, series: Sequence[Series], names: Mapping[str, str], look: Look
) -> list[Trace]:
    """Return the provisional curves, pale; one stands in the legend until its final one is there.

    series : the final curves, as far as there are any.
    """
    final = {one.key for one in series}
    return [
        scatter(
            x=one.x,
            y=one.middle,
            name=names[one.key],
            uid=f"{one.key}-provisional" if one.key in final else one.key,
            legendgroup=one.key,
            showlegend=one.key not in final,
            mode="lines",
            opacity=PALE,
            line=style(one.key).line(look, THIN),
            hovertemplate="%{y:.3g}, provisional",
            meta="provisional",
        )
        for one in unfinished.provisional
    ]


def unfinished_traces(
    unfinished: Unfinished, series: Sequence[Series], names: Mapping[str, str], look: Look
) -> list[Trace]:
    """Return what lies over the curves: heads of provisional ones, and the marks of a stop.

    A provisional curve has a dot at its head: its first points are only some pixels apart.
    """
    traces = [_head(one, names[one.key], look) for one in unfinished.provisional]
    if unfinished.stopped:
        traces += [_end(one, names[one.key], look) for one in series if len(one.x)]
    if unfinished.provisional:
        traces.append(_pale_line_in_legend(look))
    return traces


def mark_stop(figure: go.Figure, series: Sequence[Series], *, log: bool, look: Look) -> None:
    """Draw a line where the furthest curve was stopped, with its label at the top."""
    last = [float(one.x[-1]) for one in series if len(one.x)]
    if last:
        mark_x(figure, max(last), STOPPED, log=log, top=True, look=look)


def words_of(unfinished: Unfinished, names: Mapping[str, str]) -> str:
    """Return what a run that is not complete shows, for those who cannot see it."""
    said = ""
    if unfinished.provisional:
        listed = ", ".join(names[one.key] for one in unfinished.provisional)
        said = f" Pale, provisional curves of a few runs: {listed}."
    return said + (" The run was stopped here." if unfinished.stopped else "")


def _head(one: Series, name: str, look: Look) -> Trace:
    return scatter(
        x=one.x[-1:],
        y=one.middle[-1:],
        name=name,
        uid=f"{one.key}-head",
        legendgroup=one.key,
        showlegend=False,
        mode="markers",
        opacity=PALE,
        meta="head",
        hoverinfo="skip",
        marker=style(one.key).marker(look, 9),
    )


def _end(one: Series, name: str, look: Look) -> Trace:
    return scatter(
        x=one.x[-1:],
        y=one.middle[-1:],
        name=name,
        uid=f"{one.key}-stopped",
        legendgroup=one.key,
        showlegend=False,
        mode="markers",
        hoverinfo="skip",
        marker={
            "color": style(one.key).colour(look),
            "symbol": "line-ns-open",
            "size": look.mark(14),
            "line": {"width": look.line_width},
        },
    )


def _pale_line_in_legend(look: Look) -> Trace:
    """Return one entry of the legend for all provisional curves; nothing is drawn."""
    return scatter(
        x=[None],
        y=[None],
        uid="provisional",
        name=PROVISIONAL,
        mode="lines",
        opacity=PALE,
        line={"color": NEUTRAL, "width": look.line_width * THIN},
        hoverinfo="skip",
    )
