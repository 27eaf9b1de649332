"""Our worst-case bound over the paper's, against the budget."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from aelr_core.checks import Floats, Ints
from pages.ui.figures.frame import Picture, framed, mark_x, mark_y, scatter
from pages.ui.theme import Look, style

HEIGHT = 300
DASHES = ("solid", "dot")


def bound_ratio_picture(
    k: Ints, ratios: Mapping[str, Floats], *, key: str, chosen: int, look: Look
) -> Picture:
    """Draw the ratio of the two bounds for every k; below 1 ours is the smaller one.

    Parameters
    ----------
    k : (P,) budgets minus one
    ratios : (P,) by words
    key : the algorithm whose bound it is
    chosen : the k of the sidebar
    """
    traces = [
        scatter(
            x=k,
            y=ratio,
            name=words,
            uid=f"ratio {n}",
            mode="lines",
            line=style(key).line(look, 1.0 - 0.4 * (n % 2)) | {"dash": DASHES[n % 2]},
            hovertemplate="%{y:.3f}",
        )
        for n, (words, ratio) in enumerate(ratios.items())
    ]
    drawn = np.concatenate([np.ones(1), *ratios.values()])
    drawn = drawn[np.isfinite(drawn)]
    low, high = float(drawn.min(initial=1.0)), float(drawn.max(initial=1.0))
    figure = framed(
        traces,
        x="Attributes per example minus one, k",
        y="Our bound / the paper's",
        y_log=False,
        y_more={"range": [low - 0.06, high + 0.06]},
        height=HEIGHT,
        look=look,
    )
    mark_y(figure, 1.0, "equal", log=False, look=look)
    mark_x(figure, chosen, "your k", look=look)
    here = "; ".join(
        f"{words}: {ratio[int(np.abs(k - chosen).argmin())]:.3g}"
        for words, ratio in ratios.items()
        if len(k) and np.isfinite(ratio).all()
    )
    return Picture(
        figure,
        f"Our bound divided by the paper's against the budget, between {low:.3g} and {high:.3g}. "
        f"At k = {chosen}: {here or 'no numbers'}.",
    )
