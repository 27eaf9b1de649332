"""Attributes needed for another algorithm's error, relative to what that one used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pages.ui.figures.figure import Figure
from pages.ui.figures.frame import Picture, axis, base_layout, log_axis, scatter
from pages.ui.plain_text import in_chart
from pages.ui.theme import GRID, NEUTRAL, Look, style

ROW, ROOM = 34, 100  # pixels
# The range of shares; beyond it a strip that is no share: what is never reached.
FIRST, MOST, LAST = 0.008, 2.0, 6.0
NEVER = 3.5
APART = 0.2  # rows between the marks of one row


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
    keys = list(dict.fromkeys(one.key for one in shares))
    for number, key in enumerate(keys):
        own = [one for one in shares if one.key == key and one.row < len(rows)]
        shift = (number - (len(keys) - 1) / 2) * APART
        words = own[0].words if own else key
        traces.append(
            scatter(
                x=[_place(one) for one in own],
                y=[one.row + shift for one in own],
                name=in_chart(words),
                uid=key,
                mode="markers+text",
                marker=style(key).marker(look, 8),
                text=["≤" if _at_most(one) else "" for one in own],
                textposition="middle left",
                textfont={"size": look.type_size, "color": style(key).colour(look)},
                customdata=[_said(one) for one in own],
                hovertemplate="%{customdata}",
            )
        )
        reached = [one for one in own if one.fraction is not None]
        ends.append(f"{words}: reached on {len(reached)} of {len(own)} panels")
    tall = {"y0": 0, "y1": 1, "yref": "y domain", "layer": "below"}
    shapes = [
        {"type": "line", "x0": 1, "x1": 1, "line": {"color": NEUTRAL, "width": 1.2, "dash": "dot"}},
        {"type": "rect", "x0": MOST, "x1": LAST, "fillcolor": GRID, "line": {"width": 0}},
    ]
    ticks = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, NEVER]
    layout = base_layout(height=ROOM + ROW * max(len(rows), 1), look=look) | {
        "hovermode": "closest",
        "xaxis": axis("x", "Share of the other's attributes", look)
        | log_axis([], look)
        | {"range": [np.log10(FIRST), np.log10(LAST)], "tickvals": ticks}
        | {"ticktext": [*(f"{tick:g}" for tick in ticks[:-1]), "never"]},
        "yaxis": axis("y", "Panel", look)
        | {"tickvals": list(range(len(rows))), "ticktext": [in_chart(name) for name in rows]}
        | {"range": [len(rows) - 0.4, -0.6]},
        "shapes": [shape | tall for shape in shapes],
    }
    return Picture(
        Figure(traces, layout),
        f"Attributes needed for the error of another algorithm on {len(rows)} panels. "
        f"{'; '.join(ends) or 'No numbers'}.",
    )


def _place(one: Share) -> float:
    if one.fraction is None or not np.isfinite(one.fraction):
        return NEVER
    return float(np.clip(one.fraction, FIRST * 1.1, MOST))


def _at_most(one: Share) -> bool:
    return one.at_most or (one.fraction is not None and one.fraction < FIRST * 1.1)


def _said(one: Share) -> str:
    if one.fraction is None:
        return "never reached"
    return f"{'at most ' if one.at_most else ''}{one.fraction:.2g}"
