"""How the split of the budget between x̃ and φ̃ changes the size of the gradient estimate."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from aelr_core.checks import Floats, Ints
from pages.ui.figures.frame import Picture, framed, mark_x, positive, scatter
from pages.ui.theme import Look, Style

CASES = {
    "start": Style(6, "dot", "square"),
    "plain": Style(5, "dash", "diamond"),
    "moment_aware": Style(0, "solid", "circle"),
}
MARKERS_SHOWN = 20
FEW = 12
Y_WORDS = {
    "ridge": "Mean size of the gradient estimate, E‖g̃‖²",
    "lasso": "Largest size of an entry, E[g̃<sub>i</sub>²]",
}


def split_picture(
    k_x: Ints,
    sizes: Mapping[str, tuple[str, Floats]],
    *,
    marks: Mapping[str, int],
    family: str,
    look: Look,
) -> Picture:
    """Draw the size of g̃ against the draws for x̃, one line per case.

    Parameters
    ----------
    k_x : (K,) array
    sizes : words and the size, (K,), by a key of `CASES`
    marks : words for special splits, with their k_x
    family : "ridge" or "lasso"
    look : theme, and size of type and lines
    """
    traces = [
        scatter(
            x=k_x,
            y=positive(size),
            name=words,
            uid=key,
            mode="lines+markers",
            line=CASES[key].line(look),
            marker=CASES[key].marker(look, 7) | {"maxdisplayed": MARKERS_SHOWN},
            hovertemplate="%{y:.4g}",
        )
        for key, (words, size) in sizes.items()
    ]
    # Room on the right for the label of the last mark; whole numbers at the ticks.
    first, last = (int(k_x[0]), int(k_x[-1])) if len(k_x) else (0, 1)
    x_more: dict[str, object] = {"range": [first - 0.04 * last, last + 0.22 * (last - first) + 0.2]}
    if last <= FEW:
        x_more["tickvals"] = k_x
    figure = framed(
        traces,
        x="Draws for x̃, k<sub>x</sub>; the others are for φ̃",
        y=Y_WORDS[family],
        x_log=False,
        height=360,
        x_more=x_more,
        look=look,
    )
    for words, at in marks.items():
        mark_x(figure, at, words, log=False, look=look)
    best = "; ".join(
        f"{words}: least at {k_x[int(np.nanargmin(size))]} draws for x̃"
        for words, size in sizes.values()
        if np.isfinite(size).any()
    )
    return Picture(figure, f"Size of the gradient estimate against the split of draws. {best}.")
