"""Vectors of pixels as images, side by side."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from aelr_core.checks import Floats
from pages.ui.figures.figure import Figure
from pages.ui.figures.frame import HEIGHT, Picture, Trace, base_layout, between, letters
from pages.ui.theme import TYPE, Look

GAP = 0.03
TITLE, LINE = 26, 18  # pixels above an image, and for each further line of its words
STEP_HEIGHT, STEP_ACROSS = 430, 3
MOST_ACROSS = 4
Named = Mapping[str, tuple[str, Floats]]


def pixels_picture(
    distributions: Named, shape: tuple[int, int], *, look: Look, height: int = HEIGHT
) -> Picture:
    """Draw each sampling distribution as an image, all on one scale of colours.

    Parameters
    ----------
    distributions : words and q, (d,), by key
    shape : rows and columns of pixels, d = rows × columns
    look, height : theme and type; height in pixels
    """
    most = max((float(np.nanmax(q, initial=0.0)) for _, q in distributions.values()), default=0.0)
    figure = tiles(
        distributions,
        shape,
        across=in_a_row(len(distributions)),
        symbol="q",
        look=look,
        height=height,
        each={"coloraxis": "coloraxis"},
    )
    figure.layout.coloraxis = coloured(most, "q<sub>i</sub>", look)
    ends = "; ".join(f"{words}: {between(q)}" for words, q in distributions.values())
    return Picture(
        figure,
        f"Probability of drawing each of {shape[0]} by {shape[1]} pixels, as images. {ends}.",
    )


def step_images_picture(vectors: Named, shape: tuple[int, int], *, look: Look) -> Picture:
    """Draw the vectors of a step as images, each on its own scale: one colour above 0, one below.

    Parameters
    ----------
    vectors : words and values, (d,), by key
    shape : rows and columns of pixels
    look : theme and type
    """
    scale = [[0.0, look.palette[2]], [0.5, look.backgrounds[1]], [1.0, look.palette[0]]]
    figure = tiles(
        vectors,
        shape,
        across=STEP_ACROSS,
        symbol="",
        look=look,
        height=STEP_HEIGHT,
        each={"colorscale": scale, "showscale": False, "zmid": 0},
    )
    ends = "; ".join(f"{words}: {between(values)}" for words, values in vectors.values())
    return Picture(
        figure,
        f"Images of {shape[0]} by {shape[1]} pixels, blue above 0, orange below. {ends}.",
    )


def in_a_row(images: int) -> int:
    """Return how many images stand in a row: all, or half of them where they would be too small.

    >>> in_a_row(0), in_a_row(4), in_a_row(5), in_a_row(6)
    (1, 4, 3, 3)
    """
    return max(images, 1) if images <= MOST_ACROSS else -(-images // 2)


def coloured(most: float, title: str, look: Look) -> dict[str, object]:
    """Return a scale of colours for probabilities up to `most`."""
    return {
        "colorscale": [[0, look.backgrounds[1]], [1, look.palette[0]]],
        "cmin": 0,
        "cmax": most or 1.0,
        "colorbar": {
            "title": {"text": title},
            "thickness": 10,
            "nticks": 4,
            "tickfont": letters(look),
        },
    }


def tiles(
    vectors: Named,
    shape: tuple[int, int],
    *,
    across: int,
    symbol: str,
    look: Look,
    height: int,
    each: Trace,
    more_below: int = 0,
    lines: int = 1,
) -> Figure:
    """Return images in rows of `across`, each with its words above it, on up to `lines` lines.

    `more_below` leaves pixels free below them.
    """
    large = look.type_size / TYPE
    above = (TITLE + (lines - 1) * LINE) * large
    title = above / look.height(height)
    down = max(-(-len(vectors) // across), 1)
    width, pitch = (1 + GAP) / across, (1 + title) / down
    traces, annotations = [], []
    layout = base_layout(height=height, look=look) | {
        "hovermode": "closest",
        "margin": {"l": 8, "r": 8, "t": above, "b": 8 + more_below},
    }
    for number, (key, (words, values)) in enumerate(vectors.items()):
        n = "" if number == 0 else str(number + 1)
        left, top = number % across * width, 1 - number // across * pitch
        # on a phone the images are small: what is left free must not part the rows
        toward = "bottom" if number // across < down - 1 else "top"
        traces.append(
            {
                "type": "heatmap",
                "z": np.asarray(values, dtype=float).reshape(shape),
                "uid": key,
                "name": words,
                "xaxis": f"x{n}",
                "yaxis": f"y{n}",
                "hovertemplate": f"row %{{y}}, column %{{x}}: {symbol or words} = %{{z:.3g}}"
                f"<extra>{words if symbol else ''}</extra>",
                **each,
            }
        )
        layout[f"xaxis{n}"] = {
            "domain": [left, left + width - GAP],
            "anchor": f"y{n}",
            "visible": False,
            "constrain": "domain",
        }
        layout[f"yaxis{n}"] = {
            "domain": [max(top - pitch + title, 0.0), top],
            "anchor": f"x{n}",
            "scaleanchor": f"x{n}",
            "visible": False,
            "autorange": "reversed",
            "constrain": "domain",
            "constraintoward": toward,
        }
        annotations.append(
            {
                "x": left + (width - GAP) / 2,
                "y": 1,
                "xref": "paper",
                "yref": f"y{n} domain",
                "xanchor": "center",
                "yanchor": "bottom",
                "text": words,
                "showarrow": False,
                "font": {"size": look.type_size},
            }
        )
    return Figure(traces, layout | {"annotations": annotations})
