"""The theorems' bounds on the excess risk."""

from __future__ import annotations

from collections.abc import Mapping

import plotly.graph_objects as go

from aelr_core.checks import Floats
from pages.ui.figures.frame import Picture, framed, mark_x, mark_y
from pages.ui.theme import Mode, style


def bounds_picture(
    attributes: Floats,
    curves: Mapping[str, tuple[str, Floats]],
    *,
    chosen: float,
    trivial: float,
    mode: Mode,
) -> Picture:
    """Draw each bound against the attributes seen, with the visitor's own amount marked.

    Parameters
    ----------
    attributes : (n,) array
    curves : mapping from an algorithm's key to its words and its bound, shape (n,)
    chosen : m(k+1) of the settings
    trivial : the bound that holds without learning; above it a curve says nothing
    mode : "light" or "dark"
    """
    traces = [
        go.Scatter(
            x=attributes, y=bound, name=words, uid=key, mode="lines",
            line=style(key).line(mode), hovertemplate="%{y:.3s}",
        )
        for key, (words, bound) in curves.items()
    ]  # fmt: skip
    figure = framed(traces, x="Attributes seen in all, m(k + 1)", y="Bound on the excess risk")
    mark_x(figure, chosen, "your m(k + 1)")
    mark_y(figure, trivial, "without learning, 2B²")
    ends = sorted((float(bound[-1]), words) for words, bound in curves.values())
    order = ", ".join(words for _, words in ends)
    return Picture(
        figure,
        f"Upper bounds on the excess risk against attributes seen, from lowest to highest at the "
        f"right end: {order}.",
    )
