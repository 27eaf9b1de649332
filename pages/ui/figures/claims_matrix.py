"""Claims × readings as one picture: a mark for each claim under each reading of the protocol."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from aelr_core.results.paper import FAILS, HOLDS, OPEN
from pages.ui.figures.figure import Figure
from pages.ui.figures.frame import Picture, Trace, axis, base_layout, letters, scatter
from pages.ui.theme import NEUTRAL, Look

# Of a mark and of the empty strip between two panels, in units of the distance of two claims.
GAP = 0.8
ROW, HEADER, FOOT = 24, 50, 118  # pixels
NARROW_ROW = 17
LEGEND, TALL_LEGEND = 22, 46  # how far above the marks, which is also above an axis title
SIZE = 10.5
# Colour's place in the palette, and symbol, of each verdict.
MARKS = {HOLDS: (1, "square"), FAILS: (8, "x"), OPEN: (5, "diamond-open")}


@dataclass(frozen=True)
class ClaimMark:
    """One claim under one reading.

    Attributes
    ----------
    key, panel, short : the claim's key, its panel, and its words in short.
    reading : the label of the reading.
    status : the verdict.
    more : what a hover says.
    """

    key: str
    panel: str
    short: str
    reading: str
    status: str
    more: str


def claims_matrix_picture(
    marks: Sequence[ClaimMark], *, chosen: str | None = None, tall: bool = False, look: Look
) -> Picture:
    """Draw the claims along x, grouped by panel, and the readings along y; `tall` swaps them.

    marks : every claim under every reading, claims in order.
    chosen : the key of a claim to point out.
    """
    places = _places(marks)
    readings = list(dict.fromkeys(mark.reading for mark in marks))
    across, along = ("y", "x") if tall else ("x", "y")
    traces: list[Trace] = []
    for status, (colour, symbol) in MARKS.items():
        own = [mark for mark in marks if mark.status == status]
        paint = look.palette[colour]
        small = 0.85 if status == OPEN else 1.0
        traces.append(
            scatter(
                mode="markers",
                name=f"{status}: {len(own)}",
                uid=status,
                marker={
                    "symbol": symbol,
                    "color": paint,
                    "size": _small(tall, look).type_size / 12 * SIZE * small,
                    "line": {"width": 1.5, "color": paint},
                },
                customdata=[[mark.key, mark.more] for mark in own],
                hovertemplate="%{customdata[1]}<extra></extra>",
                hoverlabel={"align": "left"},
                **{
                    across: [places[mark.key] for mark in own],
                    along: [readings.index(mark.reading) for mark in own],
                },
            )
        )
    layout = _layout(marks, places, readings, tall, look)
    if chosen in places:
        layout["shapes"] = [_around(places[chosen], across)]
    counts = ", ".join(
        f"{reading} {sum(m.status == HOLDS for m in marks if m.reading == reading)}"
        for reading in readings
    )
    return Picture(
        Figure(traces, layout),
        f"Map of {len(places)} claims under {len(readings)} readings of the paper's protocol. "
        f"Claims that hold: {counts}.",
    )


def _places(marks: Sequence[ClaimMark]) -> dict[str, float]:
    """Return where each claim is, with a strip between panels."""
    places: dict[str, float] = {}
    at, before = -1.0, None
    for mark in marks:
        if mark.key not in places:
            at += 1.0 if before in (None, mark.panel) else 1.0 + GAP
            places[mark.key], before = at, mark.panel
    return places


def _small(tall: bool, look: Look) -> Look:
    """Return the look of marks and names: sixty side by side have no room to grow on a wall."""
    return look if tall else replace(look, projector=False)


def _layout(
    marks: Sequence[ClaimMark],
    places: dict[str, float],
    readings: list[str],
    tall: bool,
    look: Look,
) -> dict[str, object]:
    short = {mark.key: mark.short for mark in marks}
    panels = {mark.key: mark.panel for mark in marks}
    end = max(places.values(), default=0.0)
    claims = {
        "tickvals": [*places.values()],
        "ticktext": [short[key] for key in places],
        "range": [end + 0.7, -0.7] if tall else [-0.7, end + 0.7],
        "showgrid": False,
        "fixedrange": True,
        "zeroline": False,
    }
    columns = {
        "tickvals": list(range(len(readings))),
        "ticktext": readings,
        "fixedrange": True,
        "range": [-0.6, len(readings) - 0.4] if tall else [len(readings) - 0.4, -0.6],
    }
    height = HEADER + (NARROW_ROW * len(places) if tall else FOOT + ROW * len(readings))
    layout = base_layout(height=height, look=look) | {
        "hovermode": "closest",
        "clickmode": "event+select",
        "dragmode": False,
        "margin": {"l": 8, "r": 4, "t": HEADER, "b": 8},
        "annotations": _names(places, panels, tall, look),
    }
    drawn = max(height - HEADER - (0 if tall else FOOT), 1)
    if tall:
        layout["xaxis"] = axis("x", "Reading", look) | columns | {"side": "top"}
        layout["yaxis"] = axis("y", "Claim", look) | claims
    else:
        layout["xaxis"] = (
            axis("x", "Claim", look)
            | claims
            | {
                "tickangle": -90,
                "tickfont": letters(_small(tall, look)),
            }
        )
        layout["yaxis"] = axis("y", "Reading", look) | columns
    legend = layout["legend"]
    assert isinstance(legend, dict)
    layout["legend"] = legend | {
        "y": 1 + (TALL_LEGEND if tall else LEGEND) / drawn
    }  # above the panels' names
    return layout


def _names(
    places: dict[str, float], panels: dict[str, str], tall: bool, look: Look
) -> list[dict[str, object]]:
    """Return the panels' names, above the first claim of each, or beside it.

    In large type fourteen names side by side would run together: there, those of the figures.
    """
    first: dict[str, float] = {}
    for key, at in places.items():
        panel = panels[key]
        first.setdefault(panel.rstrip("abcd") if look.projector and not tall else panel, at)
    found: list[dict[str, object]] = []
    for panel, at in first.items():
        where: dict[str, object] = (
            {"x": 1, "xref": "paper", "xanchor": "right", "y": at, "yref": "y"}
            if tall
            else {"x": at, "xref": "x", "xanchor": "center", "y": 1, "yref": "paper"}
            | {"yanchor": "bottom"}
        )
        words = {"text": f"<b>{panel}</b>", "font": {"size": look.type_size, "color": look.muted}}
        found.append({"showarrow": False, **where, **words})
    return found


def _around(at: float, across: str) -> dict[str, object]:
    """Return a frame around a claim."""
    other = "y" if across == "x" else "x"
    return {
        "type": "rect",
        f"{across}0": at - 0.5,
        f"{across}1": at + 0.5,
        f"{across}ref": across,
        f"{other}0": 0,
        f"{other}1": 1,
        f"{other}ref": f"{other} domain",
        "line": {"width": 1.2, "color": NEUTRAL},
    }
