"""The page Your data: the attributes that are drawn, or looked at, most often, by name."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aelr_core.checks import Floats
from aelr_core.plots.frame import Figure, Picture, framed, mark_x
from aelr_core.plots.theme import Look, style
from pages.ui.prose import in_chart, one_line

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
    return Picture(
        _bars(names, q, "Share of the draws, q, in %", "ddaerr", uniform, look),
        f"The {len(q)} attributes that are drawn most often, with their share of the draws in "
        f"percent. First: {_first(names, q)}. Uniform sampling gives each {100 * uniform:.3g}.",
    )


def looks_picture(
    names: Sequence[str], pi: Floats, *, uniform: float, algorithm: str, look: Look
) -> Picture:
    """Draw in how many rows a joint sample looks at some attributes, the most frequent on top.

    Parameters
    ----------
    names, look : as for `shopping_picture`
    pi : (n,) array of inclusion probabilities, falling
    uniform : (k + 1)/d, the same for all
    algorithm : the key whose colour the bars have
    """
    return Picture(
        _bars(names, pi, "Rows in which it is looked at, π, in %", algorithm, uniform, look),
        f"The {len(pi)} attributes that are looked at most often, with the share of rows in "
        f"percent. First: {_first(names, pi)}. Looking at all alike gives each "
        f"{100 * uniform:.3g}.",
    )


def _bars(
    names: Sequence[str], shares: Floats, x: str, algorithm: str, uniform: float, look: Look
) -> Figure:
    places = np.arange(len(shares))
    labels = [in_chart(name) for name in names]
    bars = {
        "type": "bar",
        "orientation": "h",
        "x": 100 * shares,
        "y": places,
        "uid": "q",
        "marker": {"color": style(algorithm).colour(look)},
        "customdata": labels,
        "hovertemplate": "%{customdata}: %{x:.3g} %<extra></extra>",
        "showlegend": False,
    }
    figure = framed(
        [bars],
        x=x,
        y="Attribute",
        log="",
        x_more={"rangemode": "tozero", "autorangeoptions": {"include": 120 * uniform}},
        y_more={
            "tickvals": places,
            "ticktext": labels,
            "range": [len(shares) - 0.4, -0.6],
            "showgrid": False,
        },
        height=FRAME + ROW * len(shares),
        look=look,
    )
    figure.layout.hovermode = "closest"
    figure.layout.bargap = 0.25
    mark_x(figure, 100 * uniform, "uniform", look=look)
    return figure


def _first(names: Sequence[str], shares: Floats) -> str:
    return ", ".join(
        f"{one_line(name, 40)} {share:.3g}"
        for name, share in zip(names[:SAID], 100 * shares, strict=False)
    )
