"""The theorems' bounds on the excess risk, and what was measured."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from aelr_core.checks import Floats
from pages.ui.figures.frame import HEIGHT, Picture, framed, mark_x, mark_y, scatter
from pages.ui.theme import Look, style


def bounds_picture(
    attributes: Floats,
    curves: Mapping[str, tuple[str, Floats]],
    *,
    measured: Mapping[str, tuple[Floats, Floats]] | None = None,
    chosen: float,
    trivial: float,
    look: Look,
    height: int = HEIGHT,
) -> Picture:
    """Draw each bound against the attributes seen, with the visitor's own amount marked.

    Parameters
    ----------
    attributes : (n,) array
    curves : mapping from an algorithm's key to its words and its bound, shape (n,)
    measured : mapping from an algorithm's key to attributes and excess risk of a run
    chosen : m(k+1) of the settings
    trivial : the bound that holds without learning; above it a curve says nothing
    look : theme, and type and lines for a wall
    """
    traces = [
        scatter(
            x=attributes, y=bound, name=words, uid=key, legendgroup=key, mode="lines",
            line=style(key).line(look), hovertemplate="%{y:.3s}",
        )
        for key, (words, bound) in curves.items()
    ]  # fmt: skip
    for key, (x, y) in (measured or {}).items():
        traces.append(
            scatter(
                x=x, y=np.where(y > 0, y, np.nan), uid=f"{key}-measured", mode="markers",
                legendgroup=key, showlegend=False, name=f"{curves[key][0]}, measured",
                marker=style(key).marker(look, 7 if look.projector else 4.5),
                hovertemplate="measured %{y:.3g}",
            )
        )  # fmt: skip
    figure = framed(
        traces,
        x="Attributes seen in all, m(k + 1)",
        y="Excess risk",
        x_more={"uirevision": "bounds"},
        y_more={"uirevision": "bounds"},
        height=height,
        look=look,
    )
    mark_x(figure, chosen, "your m(k + 1)", look=look)
    mark_y(figure, trivial, "without learning, 2B²", look=look)
    ends = sorted((float(bound[-1]), words) for words, bound in curves.values())
    order = ", ".join(words for _, words in ends)
    dots = " Points below them are what a run measured." if measured else ""
    return Picture(
        figure,
        f"Upper bounds on the excess risk against attributes seen, from lowest to highest at the "
        f"right end: {order}.{dots}",
    )
