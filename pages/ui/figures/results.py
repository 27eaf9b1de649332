"""The page Results: claims by reading, a panel of the paper, and ours over the paper's errors."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.plots.frame import (
    Figure,
    Picture,
    Trace,
    axis,
    band,
    base_layout,
    framed,
    only_in_legend,
    scatter,
    see_through,
)
from aelr_core.plots.theme import NEUTRAL, Look, style
from aelr_core.results.paper import FAILS, HOLDS, OPEN, PanelCurve
from aelr_core.results.study import LOSS, TIE, WIN
from pages.ui.prose import in_chart

# Colour's place in the palette, and symbol, of what is good, open and bad for a claim or for ours.
GOOD, UNDECIDED, BAD = (1, "square"), (5, "diamond-open"), (8, "x")
MARKS = {HOLDS: GOOD, FAILS: BAD, OPEN: UNDECIDED}
SIZE = 10.5

# ---- The map of claims: a mark for every claim under every reading ----

GAP = 0.8  # the empty strip between two panels, in units of the distance of two claims
ROW, HEADER, FOOT, LEGEND = 28, 50, 28, 22  # pixels; the legend is above the names of panels


@dataclass(frozen=True)
class ClaimMark:
    """One claim under one reading.

    Attributes
    ----------
    key, panel : the claim's key, and its panel.
    reading : the key of the reading.
    status : the verdict.
    more : what a hover says.
    """

    key: str
    panel: str
    reading: str
    status: str
    more: str


def claims_map_picture(
    marks: Sequence[ClaimMark],
    readings: Mapping[str, str],
    *,
    panel: str = "",
    reading: str = "",
    look: Look,
) -> Picture:
    """Draw the claims along x, grouped by panel, and the readings along y.

    marks : every claim under every reading, claims in order.
    readings : their labels, by key.
    panel, reading : the claims to frame.
    """
    places = _claim_places(marks)
    rows = [key for key in readings if any(mark.reading == key for mark in marks)]
    # sixty marks side by side have no room to grow on a projector
    size = replace(look, projector=False).type_size / 12 * SIZE
    traces: list[Trace] = []
    for status, (colour, symbol) in MARKS.items():
        of_status = [mark for mark in marks if mark.status == status]
        paint = look.palette[colour]
        traces.append(
            scatter(
                mode="markers",
                name=status,
                uid=status,
                marker={
                    "symbol": symbol,
                    "color": paint,
                    "size": size * (0.85 if status == OPEN else 1.0),
                    "line": {"width": 1.5, "color": paint},
                },
                unselected={"marker": {"opacity": 1}},  # the frame shows what was clicked
                customdata=[[mark.key, mark.reading, mark.more] for mark in of_status],
                hovertemplate="%{customdata[2]}<extra></extra>",
                hoverlabel={"align": "left"},
                x=[places[mark.key] for mark in of_status],
                y=[rows.index(mark.reading) for mark in of_status],
            )
        )
    layout = _map_layout(marks, places, [in_chart(readings[key]) for key in rows], look)
    framed_ones = [places[mark.key] for mark in marks if mark.panel == panel]
    if framed_ones and reading in rows:
        at = rows.index(reading)
        ends = min(framed_ones) - 0.6, max(framed_ones) + 0.6
        layout["shapes"] = [_frame(ends, (at - 0.45, at + 0.45), look)]
    counts = ", ".join(
        f"{readings[key]}: {sum(m.status == HOLDS for m in marks if m.reading == key)}"
        for key in rows
    )
    return Picture(
        Figure(traces, layout),
        f"Map of {len(places)} claims under {len(rows)} readings of the paper's protocol. "
        f"Claims that hold, by what is tuned and how often: {counts or 'none'}.",
    )


def _claim_places(marks: Sequence[ClaimMark]) -> dict[str, float]:
    """Return where each claim is, with a strip between panels."""
    places: dict[str, float] = {}
    at, before = -1.0, None
    for mark in marks:
        if mark.key not in places:
            at += 1.0 if before in (None, mark.panel) else 1.0 + GAP
            places[mark.key], before = at, mark.panel
    return places


def _map_layout(
    marks: Sequence[ClaimMark],
    places: Mapping[str, float],
    readings: Sequence[str],
    look: Look,
) -> dict[str, object]:
    end = max(places.values(), default=0.0)
    drawn = ROW * max(len(readings), 1)
    hidden = dict.fromkeys(("showgrid", "showticklabels", "zeroline"), False)
    claims: dict[str, object] = {"range": [-0.7, end + 0.7], **hidden}
    rows: dict[str, object] = {"tickvals": list(range(len(readings))), "ticktext": readings}
    rows |= {"range": [len(readings) - 0.5, -0.5]}
    axes = (("Claims, by figure", claims), ("Tuned", rows))
    layout = base_layout(height=round(HEADER + FOOT + drawn), look=look) | {
        "hovermode": "closest",
        "clickmode": "event+select",
        "dragmode": False,
        "margin": {"l": 8, "r": 4, "t": HEADER, "b": 8},
        "annotations": _panel_names(marks, places, look),
    }
    for name, (title, more) in zip("xy", axes, strict=True):
        layout[f"{name}axis"] = axis(name, title, look) | more | {"fixedrange": True}
    legend = layout["legend"]
    assert isinstance(legend, dict)
    above = 1 + LEGEND / drawn
    return layout | {"legend": legend | {"y": above, "itemclick": False, "itemdoubleclick": False}}


def _panel_names(
    marks: Sequence[ClaimMark], places: Mapping[str, float], look: Look
) -> list[dict[str, object]]:
    """Return the panels' names, above the claims of each."""
    groups: dict[str, list[float]] = {}
    for mark in marks:
        groups.setdefault(mark.panel, []).append(places[mark.key])
    names: list[dict[str, object]] = []
    for panel, those in groups.items():
        at = (min(those) + max(those)) / 2
        where = {"x": at, "xref": "x", "y": 1, "yref": "paper", "yanchor": "bottom"}
        words = {"text": f"<b>{panel}</b>", "font": {"size": look.type_size, "color": look.muted}}
        names.append({"showarrow": False, **where, **words})
    return names


def _frame(x: tuple[float, float], y: tuple[float, float], look: Look) -> dict[str, object]:
    ends = {"x0": x[0], "x1": x[1], "y0": y[0], "y1": y[1]}
    return {"type": "rect", **ends, "line": {"width": 2, "color": look.muted}}


# ---- The same for a finger: a row for every figure, with how many of its claims hold ----

CELL, CELL_ROW, CELL_HEADER = 42, 46, 64  # pixels
TINT = 0.25


def figures_map_picture(
    marks: Sequence[ClaimMark],
    readings: Mapping[str, str],
    *,
    panel: str = "",
    reading: str = "",
    look: Look,
) -> Picture:
    """Draw the panels along y, the readings along x, and in each place how many claims hold."""
    verdicts: dict[tuple[str, str], list[str]] = {}
    for mark in marks:
        verdicts.setdefault((mark.panel, mark.reading), []).append(mark.status)
    held = {place: each.count(HOLDS) for place, each in verdicts.items()}
    panels = [*dict.fromkeys(key for key, _ in verdicts)]
    columns = [key for key in readings if any(key == each for _, each in verdicts)]
    tallies = [f"{held[place]} of {len(each)}" for place, each in verdicts.items()]
    letters = {"size": look.type_size, "color": look.palette[4]}
    cells = scatter(
        mode="markers+text",
        uid="cells",
        x=[columns.index(each) for _, each in verdicts],
        y=[panels.index(key) for key, _ in verdicts],
        text=tallies,
        textfont=letters,
        marker={
            "symbol": "square",
            "size": CELL,
            "color": [_tint(each, look) for each in verdicts.values()],
            "line": {"width": 0},
        },
        unselected={"marker": {"opacity": 1}, "textfont": {"color": letters["color"]}},
        customdata=[list(each) for each in verdicts],
        hovertemplate="Figure %{customdata[0]}: %{text} hold<extra></extra>",
    )
    top = [in_chart(readings[key]) for key in columns]
    layout = base_layout(height=CELL_HEADER + CELL_ROW * len(panels), look=look) | {
        "hovermode": "closest",
        "clickmode": "event+select",
        "dragmode": False,
        "showlegend": False,
        "margin": {"l": 8, "r": 4, "t": CELL_HEADER, "b": 0},
        "xaxis": axis("x", "Claims that hold, by what is tuned", look)
        | {"tickvals": [*range(len(top))], "side": "top", "showgrid": False, "fixedrange": True}
        | {"ticktext": [re.sub(" (at|for) ", r"<br>\1 ", words) for words in top]}
        | {"range": [-0.5, len(top) - 0.5]},
        "yaxis": axis("y", "Figure", look)
        | {"tickvals": [*range(len(panels))], "ticktext": panels, "type": "linear"}
        | {"range": [len(panels) - 0.5, -0.5], "showgrid": False, "fixedrange": True},
    }
    if panel in panels and reading in columns:
        x, y = columns.index(reading), panels.index(panel)
        layout["shapes"] = [_frame((x - 0.48, x + 0.48), (y - 0.48, y + 0.48), look)]
    counted = ", ".join(f"{key} {held[key, columns[0]]}" for key in panels)
    return Picture(
        Figure([cells], layout),
        f"Table of {len(panels)} figures by {len(columns)} readings: how many of a figure's claims "
        f"hold. Under the first reading: {counted}.",
    )


def _tint(statuses: Sequence[str], look: Look) -> str:
    """Return the colour of good if all hold, of bad if none does and one fails, else of open."""
    none = HOLDS not in statuses and FAILS in statuses
    colour, _ = GOOD if {*statuses} == {HOLDS} else BAD if none else UNDECIDED
    return see_through(look.palette[colour], TINT)


# ---- A panel of the paper: mean test error and one standard deviation against attributes seen ----

PANEL_HEIGHT = 310
BAND, FAINT_BAND = 0.16, 0.07
TOP, ROOM_ABOVE = 1.15, 0.03  # the highest end of the y-axis, and the room above the means


def panel_picture(lines: Sequence[PanelCurve], *, look: Look) -> Picture:
    """Draw the curves of a panel, each with a band of one standard deviation over runs.

    Where plain and AdaGrad steps are compared, an algorithm's two curves share colour, dash and
    place in the legend, and the one with AdaGrad has marks.
    """
    both = any(line.adagrad for line in lines)
    traces = [_panel_band(line, FAINT_BAND if both else BAND, look) for line in lines]
    traces += [_panel_curve(line, look) for line in lines]
    if both:
        traces.append(
            only_in_legend(
                "adagrad",
                "with marks: AdaGrad",
                mode="lines+markers",
                line={"color": NEUTRAL, "width": look.line_width},
                marker={"color": NEUTRAL, "size": look.mark(8)},
            )
        )
    figure = framed(
        traces,
        x="Attributes seen in total",
        y="Test error (1 = always guessing 0)",
        log="",
        x_more={"rangemode": "tozero"},
        y_more=_heights(lines),
        height=PANEL_HEIGHT,
        look=look,
    )
    return Picture(figure, _panel_alt(lines))


def _panel_curve(line: PanelCurve, look: Look) -> Trace:
    line_style, name = style(line.algorithm), ALGORITHMS[line.algorithm].legend_name
    most = float(np.nanmax(line.mean, initial=0.0))
    marked = {"mode": "lines+markers", "marker": line_style.marker(look, 6.5)}
    return scatter(
        x=line.attributes,
        y=line.mean,
        name=f"{name}, up to {most:.2g}, off the top" if most > TOP else name,
        uid=_panel_uid(line),
        legendgroup=line.algorithm,
        showlegend=not line.adagrad,
        line=line_style.line(look),
        hovertemplate=f"%{{y:.3g}}{' (AdaGrad)' if line.adagrad else ''}",
        **(marked if line.adagrad else {"mode": "lines"}),
    )


def _panel_band(line: PanelCurve, opacity: float, look: Look) -> Trace:
    return band(
        line.attributes,
        np.maximum(line.mean - line.sd, 0.0),
        line.mean + line.sd,
        colour=style(line.algorithm).colour(look),
        opacity=opacity,
        uid=f"{_panel_uid(line)} band",
        group=line.algorithm,
    )


def _panel_uid(line: PanelCurve) -> str:
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
    low = 0.0 if low < 0.15 else low - 0.03
    room = max(min(ROOM_ABOVE, 0.1 * high), min(spread, 0.25 * high))
    return {"range": [low, min(high + room, TOP)]}


def _panel_alt(lines: Sequence[PanelCurve]) -> str:
    ends = sorted(
        (
            float(line.mean[-1]),
            ALGORITHMS[line.algorithm].label + (" with AdaGrad" if line.adagrad else ""),
        )
        for line in lines
        if len(line.mean)
    )
    listed = ", ".join(f"{words} {value:.3g}" for value, words in ends)
    return (
        f"Mean test error against attributes seen, with one standard deviation over runs. At the "
        f"right end, from lowest to highest: {listed}."
    )


# ---- The study: our error over the other's, a row for each panel and a mark for each size ----

NAMES = {
    WIN: (GOOD, "ours lower"),
    TIE: (UNDECIDED, "no clear difference"),
    LOSS: (BAD, "ours higher"),
}
STUDY_ROW, AROUND = 25, 96  # pixels
# The least and the most that is drawn in place; the ticks; rows between the marks of one row.
LEAST, MOST = 0.25, 4.0
TICKS = (0.25, 0.5, 1, 2, 4)
APART = 0.2
TINY = 1e-9  # an error may be exactly 0


@dataclass(frozen=True)
class Ratio:
    """Our error over the other's at one size: its row and place there, verdict, and hover."""

    row: int
    place: int
    ratio: float
    verdict: str
    more: str


def study_picture(rows: Sequence[str], ratios: Sequence[Ratio], *, look: Look) -> Picture:
    """Draw a row per panel; left of 1 our error is lower. The larger the mark, the more examples.

    rows : names of the panels.
    """
    shown = [one for one in ratios if one.row < len(rows) and not np.isnan(one.ratio)]
    furthest = {
        one.row: one for one in sorted(shown, key=lambda one: abs(np.log(one.ratio + TINY)))
    }
    traces = []
    for verdict, ((colour, symbol), words) in NAMES.items():
        marks = [one for one in shown if one.verdict == verdict]
        paint = look.palette[colour]
        traces.append(
            scatter(
                x=[float(np.clip(one.ratio, LEAST, MOST)) for one in marks],
                y=[one.row + (one.place - 1) * APART for one in marks],
                name=f"{words}: {len(marks)}",
                uid=verdict,
                mode="markers+text",
                marker={
                    "symbol": symbol,
                    "color": paint,
                    "size": [look.mark(5.5 + 1.5 * min(one.place, 3)) for one in marks],
                    "line": {"width": 1.2, "color": paint},
                },
                text=[_beyond(one.ratio) if one is furthest[one.row] else "" for one in marks],
                textposition=[
                    "middle left" if one.ratio > MOST else "middle right" for one in marks
                ],
                textfont={"size": look.type_size, "color": look.muted},
                customdata=[one.more for one in marks],
                hovertemplate="%{customdata}<extra></extra>",
                hoverlabel={"align": "left"},
            )
        )
    ends = np.log10([LEAST, MOST]) + np.array([-0.06, 0.06])
    layout = base_layout(height=AROUND + STUDY_ROW * max(len(rows), 1), look=look) | {
        "hovermode": "closest",
        "xaxis": axis("x", "Our error over theirs (left of 1: ours is lower)", look)
        | {"type": "log", "range": ends.tolist(), "fixedrange": True}
        | {"tickvals": [*TICKS], "ticktext": [f"{tick:g}" for tick in TICKS]},
        "yaxis": axis("y", "Data", look)
        | {"tickvals": list(range(len(rows))), "ticktext": [in_chart(name) for name in rows]}
        | {"range": [len(rows) - 0.4, -0.6], "fixedrange": True},
        "shapes": [
            {"type": "line", "x0": 1, "x1": 1, "y0": 0, "y1": 1, "yref": "y domain"}
            | {"line": {"color": NEUTRAL, "width": 1.2, "dash": "dot"}, "layer": "below"}
        ],
    }
    counts = ", ".join(
        f"{words} {sum(one.verdict == verdict for one in shown)}"
        for verdict, (_, words) in NAMES.items()
    )
    return Picture(
        Figure(traces, layout),
        f"Our mean error over the other's, a row for each of {len(rows)} data sets and a mark for "
        f"each size. Comparisons of {len(shown)}: {counts}.",
    )


def _beyond(ratio: float) -> str:
    """Return the ratio with an arrow where its mark stands at an edge.

    >>> _beyond(1.2), _beyond(146.4), _beyond(0.2), _beyond(1e-7)
    ('', '146 →', '← 0.2', '← 0.00')
    """
    if LEAST <= ratio <= MOST:
        return ""
    return f"{ratio:.3g} →" if ratio > MOST else f"← {ratio:.3g}" if ratio >= 0.01 else "← 0.00"
