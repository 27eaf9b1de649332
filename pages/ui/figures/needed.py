"""Attributes needed for another algorithm's error, relative to what that one used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from pages.ui.figures.frame import Picture, axis, base_layout, log_axis, scatter
from pages.ui.plain_text import in_chart
from pages.ui.theme import NEUTRAL, Look, style

ROW, ROOM = 25, 90  # pixels
NEVER, APART = 2.8, 1.16  # the places of what is never reached, side by side
FIRST, LAST = 0.02, 5.5


@dataclass(frozen=True)
class Share:
    """One row's share of the attributes that the algorithm `key` used; None: never reached."""

    row: int
    key: str
    words: str
    fraction: float | None
    at_most: bool


def needed_picture(rows: Sequence[str], shares: Sequence[Share], *, look: Look) -> Picture:
    """Draw a row per panel with a mark for each reference; left of 1 fewer attributes are needed.

    Parameters
    ----------
    rows : names of the panels
    shares : at most one for each row and reference
    """
    traces, ends = [], []
    for number, key in enumerate(dict.fromkeys(one.key for one in shares)):
        own = [one for one in shares if one.key == key and one.row < len(rows)]
        x = [_place(one, number) for one in own]
        words = own[0].words if own else key
        traces.append(
            scatter(
                x=x, y=[str(one.row) for one in own], name=in_chart(words), uid=key, mode="markers",
                marker=style(key).marker(look, 4 * look.line_width),
                customdata=[_said(one) for one in own], hovertemplate="%{customdata}",
            )
        )  # fmt: skip
        reached = [one for one in own if one.fraction is not None]
        ends.append(f"{words}: reached on {len(reached)} of {len(own)} panels")
    shape = {
        "type": "line", "x0": 1, "x1": 1, "y0": 0, "y1": 1, "yref": "y domain",
        "line": {"color": NEUTRAL, "width": 1.2, "dash": "dot"},
    }  # fmt: skip
    places = [str(at) for at in range(len(rows))]
    ticks = [0.05, 0.1, 0.2, 0.5, 1, NEVER * APART**1.5]
    layout = base_layout(height=ROOM + ROW * max(len(rows), 1), look=look) | {
        "hovermode": "closest",
        "xaxis": axis("x", "Share of the other's attributes", look)
        | log_axis([])
        | {"range": [np.log10(FIRST), np.log10(LAST)], "tickvals": ticks}
        | {"ticktext": [*(f"{tick:g}" for tick in ticks[:-1]), "never"]},
        "yaxis": axis("y", "", look)
        | {"type": "category", "tickvals": places, "ticktext": [in_chart(name) for name in rows]}
        | {"categoryarray": places, "range": [len(rows) - 0.4, -0.6]},
        "shapes": [shape],
    }
    return Picture(
        go.Figure(traces, layout),
        f"Attributes needed for the error of another algorithm on {len(rows)} panels. "
        f"{'; '.join(ends) or 'No numbers'}.",
    )


def _place(one: Share, number: int) -> float:
    if one.fraction is None or not np.isfinite(one.fraction):
        return float(NEVER * APART**number)
    return float(np.clip(one.fraction, FIRST * 1.1, 2.0))


def _said(one: Share) -> str:
    if one.fraction is None:
        return "never reached"
    return f"{'at most ' if one.at_most else ''}{one.fraction:.2g}"
