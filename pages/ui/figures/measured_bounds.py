"""Measured excess risk, and the bounds on it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from aelr_core.analysis.bounds import Measured
from pages.ui.figures.frame import Picture, framed, positive, scatter
from pages.ui.theme import Look, style

HEIGHT = 400


def measured_picture(found: Mapping[str, tuple[str, Measured]], *, look: Look) -> Picture:
    """Draw for each algorithm its bound as a thin line and the measured risk as a thick one.

    Parameters
    ----------
    found : words and measurements, by the algorithm's key
    look : theme, and size of type and lines
    """
    traces = []
    for key, (words, one) in found.items():
        own = style(key)
        traces += [
            scatter(
                x=one.attributes,
                y=positive(one.bound),
                uid=f"{key} bound",
                mode="lines",
                name=f"{words}: bound",
                legendgroup=key,
                showlegend=False,
                line=own.line(look, 0.5),
                hovertemplate="bound %{y:.3s}",
            ),
            scatter(
                x=one.attributes,
                y=positive(one.mean),
                uid=key,
                mode="lines+markers",
                name=words,
                legendgroup=key,
                line=own.line(look),
                marker=own.marker(look, 8),
                error_y={
                    "type": "data",
                    "symmetric": False,
                    "thickness": 1,
                    "array": one.high - one.mean,
                    "arrayminus": np.minimum(one.mean - one.low, 0.999 * np.abs(one.mean)),
                },
                hovertemplate="measured %{y:.3s}",
            ),
        ]
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
        f"Measured excess risk (thick, with markers) and its bounds (thin, in the same colour) "
        f"against attributes seen. At the end, {shares}.",
    )
