"""The attributes that are drawn most often, by name."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aelr_core.checks import Floats
from pages.ui.figures.frame import Picture, framed, mark_x
from pages.ui.plain_text import in_chart, one_line
from pages.ui.theme import Look, style

ROW, FRAME = 21, 62  # pixels: of a bar, and around all of them
SAID = 3


def shopping_picture(
    names: Sequence[str],
    q: Floats,
    *,
    uniform: float,
    look: Look,
) -> Picture:
    """Draw how often each of some attributes is drawn, the most frequent on top.

    Parameters
    ----------
    names : words of a visitor's file, anything; they are drawn as plain text
    q : (n,) array, falling
    uniform : the share that each of the d attributes gets from uniform sampling
    look : theme, and size of type and lines
    """
    places = np.arange(len(q))
    labels = [in_chart(name) for name in names]
    bars = {
        "type": "bar", "orientation": "h", "x": 100 * q, "y": places, "uid": "q",
        "marker": {"color": style("ddaerr").colour(look)}, "customdata": labels,
        "hovertemplate": "%{customdata}: %{x:.3g} %<extra></extra>", "showlegend": False,
    }  # fmt: skip
    figure = framed(
        [bars],
        x="Share of the draws, q, in %",
        y="Attribute",
        x_log=False,
        y_log=False,
        x_more={"rangemode": "tozero", "autorangeoptions": {"include": 120 * uniform}},
        y_more={
            "tickvals": places,
            "ticktext": labels,
            "range": [len(q) - 0.4, -0.6],
            "showgrid": False,
        },
        height=FRAME + ROW * len(q),
        look=look,
    )
    figure.layout.hovermode = "closest"
    figure.layout.bargap = 0.25
    mark_x(figure, 100 * uniform, "uniform", log=False, look=look)
    listed = ", ".join(
        f"{one_line(name, 40)} {share:.3g}"
        for name, share in zip(names[:SAID], 100 * q, strict=False)
    )
    return Picture(
        figure,
        f"The {len(q)} attributes that are drawn most often, with their share of the draws in "
        f"percent. First: {listed}. Uniform sampling gives each {100 * uniform:.3g}.",
    )
