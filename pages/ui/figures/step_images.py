"""One step on a picture: example, gradient and predictor as pixels, with their estimates."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from aelr_core.checks import Floats
from pages.ui.figures.frame import Picture
from pages.ui.theme import Look

ACROSS, GAP = 3, 0.04
HEIGHT = 430


def images_picture(
    panels: Mapping[str, tuple[str, Floats]],
    shape: tuple[int, int],
    *,
    look: Look,
) -> Picture:
    """Draw vectors as pictures, `ACROSS` in a row; one colour above 0, another one below.

    Parameters
    ----------
    panels : by key, words and values (d,); each has its own scale of colours
    shape : rows and columns of pixels
    """
    down = -(-len(panels) // ACROSS)
    traces, annotations = [], []
    layout: dict[str, object] = {
        "template": "none", "height": look.height(HEIGHT), "hovermode": "closest",
        "margin": {"l": 8, "r": 8, "t": 28, "b": 8},
    }  # fmt: skip
    scale = [[0.0, look.palette[2]], [0.5, look.backgrounds[1]], [1.0, look.palette[0]]]
    title = 26 / look.height(HEIGHT)
    for number, (key, (words, values)) in enumerate(panels.items()):
        n = "" if number == 0 else str(number + 1)
        column, row = number % ACROSS, number // ACROSS
        left, width = column * (1 + GAP) / ACROSS, (1 + GAP) / ACROSS - GAP
        top = 1 - row * (1 + title) / down
        low = top - (1 + title) / down + title
        most = float(np.abs(values).max()) or 1.0
        traces.append(
            go.Heatmap(
                z=np.asarray(values).reshape(shape), uid=key, name=words, xaxis=f"x{n}",
                yaxis=f"y{n}", zmin=-most, zmax=most, colorscale=scale, showscale=False,
                hovertemplate=f"row %{{y}}, column %{{x}}: {words} = %{{z:.3g}}<extra></extra>",
            )
        )  # fmt: skip
        layout[f"xaxis{n}"] = {
            "domain": [left, left + width], "anchor": f"y{n}", "visible": False,
            "constrain": "domain",
        }  # fmt: skip
        layout[f"yaxis{n}"] = {
            "domain": [max(low, 0.0), top], "anchor": f"x{n}", "scaleanchor": f"x{n}",
            "visible": False, "autorange": "reversed", "constrain": "domain",
            "constraintoward": "top",
        }  # fmt: skip
        annotations.append(
            {
                "x": left + width / 2, "y": top, "xref": "paper", "yref": "paper",
                "yanchor": "bottom", "text": words, "showarrow": False,
                "font": {"size": look.type_size},
            }
        )  # fmt: skip
    figure = go.Figure(traces, {**layout, "annotations": annotations})
    listed = ", ".join(words for words, _ in panels.values())
    return Picture(
        figure,
        f"Pictures of {shape[0]} by {shape[1]} pixels, blue above 0, orange below: {listed}.",
    )
