"""Where algorithms end: their last test errors as bars, the lowest first."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pages.ui.figures.frame import Picture, framed, mark_x
from pages.ui.figures.step import bar
from pages.ui.theme import Look, style

HEIGHT = 380
NO_BETTER = 1.0  # the error of predicting 0


def final_errors_picture(ends: Mapping[str, tuple[str, float]], *, look: Look) -> Picture:
    """Draw a bar for each algorithm, the lowest on top.

    Parameters
    ----------
    ends : the algorithm's words and its last error, by key
    """
    ranked = sorted(ends, key=lambda key: -np.nan_to_num(ends[key][1], nan=np.inf))
    traces = [
        bar(
            x=[ends[key][1] for key in ranked],
            y=[_two_lines(ends[key][0]) for key in ranked],
            uid="ends",
            orientation="h",
            marker={"color": [style(key).colour(look) for key in ranked]},
            text=[f"{ends[key][1]:.2f}" for key in ranked],
            textposition="inside",
            insidetextanchor="start",
            hovertemplate="%{y}: %{x:.3g}<extra></extra>",
            textfont={"size": look.type_size + 2, "color": look.backgrounds[0]},
        )
    ]
    largest = max([NO_BETTER, *(end for _, end in ends.values() if np.isfinite(end))])
    figure = framed(
        traces,
        x="Test error (predicting 0 = 1), lower is better",
        y="",
        x_log=False,
        y_log=False,
        x_more={"range": [0, 1.04 * largest]},
        y_more={"type": "category"},
        height=HEIGHT,
        look=look,
    )
    figure.update_layout(hovermode="closest", showlegend=False, bargap=0.35)
    mark_x(figure, NO_BETTER, "learnt nothing", log=False, left=True, top=True, look=look)
    said = "; ".join(f"{ends[key][0]}: {ends[key][1]:.2f}" for key in reversed(ranked))
    said = said.replace("nan", "unknown")
    return Picture(figure, f"Test errors of {len(ends)} learners at the end, lowest first: {said}.")


def _two_lines(words: str) -> str:
    """Return a name with its acronym on a second line: a phone is narrow.

    >>> _two_lines("Chosen by size (DDAERR)")
    'Chosen by size<br>(DDAERR)'
    """
    return words.replace(" (", "<br>(")
