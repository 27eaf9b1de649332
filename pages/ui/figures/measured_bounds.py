"""Measured excess risk under the bounds that promise it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from aelr_core.analysis.measured import Measured
from pages.ui.figures.frame import Picture, framed
from pages.ui.theme import Look, style

HEIGHT = 400


def measured_picture(found: Mapping[str, tuple[str, Measured]], *, look: Look) -> Picture:
    """Draw for each algorithm its bound as a thin line and what was measured as a thick one.

    Parameters
    ----------
    found : words and measurements by an algorithm's key
    look : theme, and type and lines for a wall
    """
    traces = []
    for key, (words, one) in found.items():
        own = style(key)
        above = one.mean > 0
        traces += [
            go.Scatter(
                x=one.attributes, y=one.bound, uid=f"{key} bound", mode="lines",
                name=f"{words}: bound", legendgroup=key, showlegend=False,
                line=own.line(look, 0.5), hovertemplate="bound %{y:.3s}",
            ),
            go.Scatter(
                x=one.attributes, y=np.where(above, one.mean, np.nan), uid=key,
                mode="lines+markers", name=words, legendgroup=key,
                line=own.line(look), marker=own.marker(look, 8),
                error_y={
                    "type": "data", "symmetric": False, "thickness": 1,
                    "array": one.high - one.mean,
                    "arrayminus": np.minimum(one.mean - one.low, 0.999 * np.abs(one.mean)),
                },
                hovertemplate="measured %{y:.3s}",
            ),
        ]  # fmt: skip
    figure = framed(
        traces,
        x="Attributes seen in total",
        y="Excess risk",
        height=HEIGHT,
        look=look,
    )
    shares = "; ".join(
        f"{words}: {one.share:.2g} of its bound"
        for words, one in found.values()
        if len(one.bound) and one.bound[-1] > 0
    )
    return Picture(
        figure,
        f"Measured excess risk (thick, with markers) far below the bounds (thin) of the same "
        f"colour, against attributes seen. At the end, {shares}.",
    )
