"""Where two settings send their draws, from the favourite attribute to the last."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from aelr_core.checks import Floats
from pages.ui.figures.frame import Picture, framed, mark_y, scatter
from pages.ui.theme import Look, Style

STYLES = {"A": Style(8, "solid", "circle"), "B": Style(6, "dash", "square")}
MOST_POINTS = 500
SPREAD = 1e6
HEIGHT = 420


def two_settings_picture(shares: Mapping[str, tuple[str, Floats]], *, look: Look) -> Picture:
    """Draw q_i·d against the attribute's place, one line a setting.

    Parameters
    ----------
    shares : mapping from "A" and "B" to words and q·d, sorted downwards, shape (d,)
    look : theme, and type and lines for a wall
    """
    traces = []
    most = max(float(share[0]) for _, share in shares.values())
    for letter, (words, share) in shares.items():
        d = len(share)
        at = np.unique(np.linspace(0, d - 1, MOST_POINTS).round().astype(int))
        drawn = np.where(share > most / SPREAD, share, np.nan)[at]
        traces.append(
            scatter(
                x=100 * (at + 1) / d, y=drawn, name=f"{letter}: {words}", uid=letter, mode="lines",
                line=STYLES[letter].line(look), hovertemplate="%{y:.3g} ×",
            )
        )  # fmt: skip
    figure = framed(
        traces, x="Attributes, the favourites first (%)", y="Draws, uniform = 1", x_log=False,
        height=HEIGHT, look=look,
    )  # fmt: skip
    mark_y(figure, 1, "uniform", look=look)
    ends = "; ".join(
        f"{letter}, {words}: {share[0]:.3g} times the uniform share for the favourite"
        for letter, (words, share) in shares.items()
    )
    return Picture(figure, f"Draws of each attribute over the uniform share. {ends}.")
