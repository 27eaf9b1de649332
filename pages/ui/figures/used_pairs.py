"""A grid of all pairs of attributes: those that one step learns from are filled."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats
from pages.ui.figures.figure import Figure
from pages.ui.figures.frame import Picture, axis, base_layout, letters
from pages.ui.theme import NEUTRAL, Look, style

HEIGHT = 370


def used_pairs_picture(
    used: Floats, weight: Floats, *, key: str, words: str, look: Look
) -> Picture:
    """Draw how often each pair (i, j) can be used; the self-pairs are framed.

    Parameters
    ----------
    used : (d, d) share of the examples that can use the pair
    weight : (d, d) the pair's mean weight
    key : the algorithm whose colour it has
    words : what the samples are, for readers who cannot see it
    """
    d = len(used)
    number = np.arange(1, d + 1)
    trace = {
        "type": "heatmap",
        "x": number,
        "y": number,
        "z": used,
        "customdata": weight,
        "uid": "pairs",
        "zmin": 0,
        "zmax": 1,
        "showscale": bool(((used > 0) & (used < 1)).any()),
        "colorbar": {
            "title": {"text": "Used by", "font": {"size": look.type_size}},
            "tickformat": ".0%",
            "thickness": 12,
            "outlinewidth": 0,
            "tickfont": letters(look),
        },
        "xgap": 1.5,
        "ygap": 1.5,
        "colorscale": [[0, look.backgrounds[1]], [1, style(key).colour(look)]],
        "hovertemplate": "pair (%{y}, %{x}): used by %{z:.0%}, mean weight %{customdata:.3g}"
        "<extra></extra>",
    }
    whole = {"showgrid": False, "tickvals": number, "range": [0.5, d + 0.5]}
    layout = base_layout(height=HEIGHT, look=look) | {
        "hovermode": "closest",
        "showlegend": False,
        "xaxis": axis("x", "j, for the prediction ⟨w, x⟩", look) | whole,
        "yaxis": axis("y", "i, for the example x", look) | whole | {"range": [d + 0.5, 0.5]},
        "shapes": [
            {
                "type": "rect",
                "x0": i - 0.47,
                "x1": i + 0.47,
                "y0": i - 0.47,
                "y1": i + 0.47,
                "line": {"color": NEUTRAL, "width": 0.6 * look.line_width},
            }
            for i in range(1, d + 1)
        ],
    }
    return Picture(Figure([trace], layout), _alt(used, words))


def _alt(used: Floats, words: str) -> str:
    d = len(used)
    own = np.diagonal(used)
    return (
        f"Grid of the {d} by {d} pairs of attributes: {words}. An example can use "
        f"{np.nansum(used):.3g} of {d * d} pairs, {np.nansum(own):.3g} of them on the diagonal."
    )
