"""What algorithms estimate of their own error, among the learning curves: thin lines and bands."""

from __future__ import annotations

import numpy as np

from aelr_core.analysis.learning import Series
from pages.ui.figures.frame import Trace, band, scatter
from pages.ui.theme import NEUTRAL, Look, style

FAINT_BAND, THIN = 0.09, 0.4


def estimate_lines(one: Series, name: str, floor: float, look: Look) -> list[Trace]:
    """Return the band and the thin line of what an algorithm estimates of its own error."""
    own = style(one.key)
    traces = []
    if one.low is not None and one.high is not None:
        traces.append(
            band(
                one.x,
                np.maximum(one.low, floor),
                one.high,
                colour=own.colour(look),
                opacity=FAINT_BAND,
                uid=f"{one.key}-estimate-spread",
                group=one.key,
            )
        )
    traces.append(
        scatter(
            x=one.x,
            y=one.middle,
            uid=f"{one.key}-estimate",
            legendgroup=one.key,
            showlegend=False,
            name=f"{name}, own estimate",
            mode="lines",
            line={"color": own.colour(look), "width": look.line_width * THIN},
            hovertemplate="%{y:.3g}",
        )
    )
    return traces


def thin_line_in_legend(look: Look) -> Trace:
    """Return one entry of the legend for all estimates; nothing is drawn."""
    return scatter(
        x=[None],
        y=[None],
        uid="estimates",
        name="own estimate",
        mode="lines",
        line={"color": NEUTRAL, "width": look.line_width * THIN},
        hoverinfo="skip",
    )
