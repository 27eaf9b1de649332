"""The page Bounds: what every budget costs for a target risk."""

from __future__ import annotations

import numpy as np

from aelr_core.analysis.plan import Plan
from aelr_core.plots.frame import Picture, framed, legend_beside, one_two_five, scatter
from aelr_core.plots.theme import Look, style
from pages.ui.prose import amount

PLAN_HEIGHT = 300
MOST_POINTS = 300


def plan_picture(made: Plan, *, look: Look) -> Picture:
    """Draw total cost against attributes per example, a star where each algorithm is cheapest.

    A two-phased algorithm is only a star: its cost also depends on the length of phase one; full
    rows are one at d.
    """
    traces = []
    for key, offer in made.best.items():
        buys, of_key, name = offer.buys, style(key), offer.algorithm.legend_name
        common = {"legendgroup": key, "hovertemplate": "%{y:.4s}"}
        if costs := offer.costs:
            n = len(costs.budget)
            some = np.unique(np.geomspace(1, max(n, 1), MOST_POINTS).round()).astype(int)[:n] - 1
            x, y = costs.budget[some], costs.cost[some]
            line = of_key.line(look)
            traces.append(scatter(x=x, y=y, uid=key, name=name, mode="lines", line=line, **common))
        traces.append(
            scatter(
                x=[buys.budget],
                y=[buys.cost],
                uid=f"{key} best",
                name=name if offer.costs is None else "cheapest",
                showlegend=offer.costs is None,
                mode="markers",
                marker={**of_key.marker(look, 14), "symbol": "star"},
                **common,
            )
        )
    figure = framed(
        traces,
        x="Attributes per example, k + 1",
        y="Total cost",
        x_more=one_two_five([trace["x"] for trace in traces], look),
        height=PLAN_HEIGHT,
        look=look,
    )
    legend_beside(figure)
    best = made.cheapest
    others = "; ".join(
        f"{one.algorithm.legend_name} {amount(one.buys.cost)} with {one.buys.budget}"
        for one in list(made.best.values())[1:]
    )
    return Picture(
        figure,
        f"Total cost for the target excess risk against attributes per example. The cheapest is "
        f"{best.algorithm.legend_name} with {best.buys.budget} attributes per example and a cost "
        f"of {amount(best.buys.cost)}; then {others}.",
    )
