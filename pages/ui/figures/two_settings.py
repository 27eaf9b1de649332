"""How two settings distribute their draws, from the most drawn attribute to the least."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from aelr_core.checks import Floats
from pages.ui.figures.frame import Picture, framed, mark_y, scatter
from pages.ui.figures.one_two_five import one_two_five
from pages.ui.theme import Look, Style

SETTINGS = {"A": Style(8, "solid", "circle"), "B": Style(6, "dash", "square")}
MOST_POINTS = 500
SPREAD = 1e6
HEIGHT = 420


def two_settings_picture(shares: Mapping[str, tuple[str, Floats]], *, look: Look) -> Picture:
    """Draw q_i·d against the attribute's rank, one line per setting.

    Parameters
    ----------
    shares : words and q·d, (d,), falling, for "A" and "B"
    look : theme, and size of type and lines
    """
    traces = []
    most = max((float(share[0]) for _, share in shares.values() if len(share)), default=1.0)
    for letter, (words, share) in shares.items():
        d = len(share)
        at = np.unique(np.linspace(0, max(d - 1, 0), MOST_POINTS).round().astype(int))[:d]
        drawn = np.where(share > most / SPREAD, share, np.nan)[at]
        traces.append(
            scatter(
                x=100 * (at + 1) / max(d, 1),
                y=drawn,
                name=f"{letter}: {words}",
                uid=letter,
                mode="lines",
                line=SETTINGS[letter].line(look),
                hovertemplate="%{y:.3g} ×",
            )
        )
    figure = framed(
        traces,
        x="Attributes, the most drawn first (%)",
        y="Draws, uniform = 1",
        x_log=False,
        y_more=one_two_five([trace["y"] for trace in traces], look),
        height=HEIGHT,
        look=look,
    )
    mark_y(figure, 1, "uniform", look=look)
    ends = "; ".join(
        f"{letter}, {words}: {share[0]:.3g} times the uniform share for the most drawn attribute"
        for letter, (words, share) in shares.items()
        if len(share)
    )
    return Picture(figure, f"Draws of each attribute over the uniform share. {ends}.")
