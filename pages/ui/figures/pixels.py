"""How often each pixel of a picture is looked at, as a picture."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from aelr_core.checks import Floats
from pages.ui.figures.frame import HEIGHT, Picture, base_layout
from pages.ui.theme import Look

GAP = 0.03


def pixels_picture(
    distributions: Mapping[str, tuple[str, Floats]],
    shape: tuple[int, int],
    *,
    look: Look,
    height: int = HEIGHT,
) -> Picture:
    """Draw each q as an image beside the others, all on one scale of colours.

    Parameters
    ----------
    distributions : mapping from an algorithm's key to its words and its q, shape (d,)
    shape : rows and columns of pixels, d = rows x columns
    look : theme, and type and lines for a wall
    """
    traces, annotations = [], []
    layout = base_layout(height=height, look=look) | {
        "hovermode": "closest",
        "margin": {"l": 8, "r": 8, "t": 32 if look.projector else 24, "b": 8},
        "coloraxis": {
            "colorscale": [[0, look.backgrounds[1]], [1, look.palette[0]]],
            "cmin": 0,
            "cmax": max(float(q.max()) for _, q in distributions.values()),
            "colorbar": {"title": {"text": "q<sub>i</sub>"}, "thickness": 10, "nticks": 4},
        },
    }
    each = (1 + GAP) / len(distributions)
    for number, (key, (words, q)) in enumerate(distributions.items(), start=1):
        n = "" if number == 1 else str(number)
        left = (number - 1) * each
        traces.append(
            {
                "type": "heatmap", "z": np.asarray(q).reshape(shape), "uid": key, "name": words,
                "xaxis": f"x{n}", "yaxis": f"y{n}", "coloraxis": "coloraxis",
                "hovertemplate": f"row %{{y}}, column %{{x}}: q = %{{z:.3g}}<extra>{words}</extra>",
            }
        )  # fmt: skip
        layout[f"xaxis{n}"] = {
            "domain": [left, left + each - GAP], "anchor": f"y{n}", "visible": False,
            "constrain": "domain",
        }  # fmt: skip
        layout[f"yaxis{n}"] = {
            "anchor": f"x{n}", "scaleanchor": f"x{n}", "visible": False, "autorange": "reversed",
            "constrain": "domain",
        }  # fmt: skip
        annotations.append(
            {
                "x": left + (each - GAP) / 2, "y": 1.01, "xref": "paper", "yref": "paper",
                "xanchor": "center", "yanchor": "bottom", "text": words, "showarrow": False,
                "font": {"size": look.type_size},
            }
        )  # fmt: skip
    figure = go.Figure(traces, layout | {"annotations": annotations})
    listed = "; ".join(f"{words}: at most {q.max():.3g}" for words, q in distributions.values())
    return Picture(
        figure,
        f"Probability of drawing each of {shape[0]} by {shape[1]} pixels, as pictures. {listed}.",
    )
