"""How many attributes a budget needs in all, against full information."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from aelr_core.checks import Floats
from pages.ui.figures.frame import Picture, framed, mark_x
from pages.ui.theme import Mode, style


def budgets_picture(
    budgets: Floats,
    costs: Mapping[str, tuple[str, Floats]],
    *,
    full: tuple[str, str],
    chosen: int,
    best: tuple[str, int, float],
    mode: Mode,
) -> Picture:
    """Draw the attributes needed for the same bound, over those of full information.

    Parameters
    ----------
    budgets : (n,) array of k + 1
    costs : mapping from an algorithm's key to its words and its cost, shape (n,)
    full : key and words of the full-information algorithm, whose cost is 1
    chosen : the visitor's k + 1
    best : an algorithm's key, its cheapest k + 1, and the cost there
    mode : "light" or "dark"
    """
    curves = {**costs, full[0]: (full[1], np.ones_like(budgets))}
    traces = [
        go.Scatter(
            x=budgets, y=cost, name=words, uid=key, mode="lines",
            line=style(key).line(mode), hovertemplate="%{y:.3g}",
        )
        for key, (words, cost) in curves.items()
    ]  # fmt: skip
    key, budget, cost = best
    traces.append(
        go.Scatter(
            x=[budget], y=[cost], uid="best", mode="markers", hoverinfo="skip", name="cheapest",
            marker={"size": 11, "symbol": "star", "color": style(key).colour(mode)},
        )
    )  # fmt: skip
    figure = framed(traces, x="Attributes per example, k + 1", y="Cost (seeing all = 1)")
    mark_x(figure, chosen, "your k + 1")
    return Picture(
        figure,
        f"Attributes needed for the same bound, relative to full information, against the "
        f"attributes per example. Cheapest at k + 1 = {budget}, where it is {cost:.3g}.",
    )
