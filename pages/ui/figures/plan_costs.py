"""The cost of every budget, and the cheapest one of each algorithm."""

from __future__ import annotations

import numpy as np

from aelr_core.analysis.plan import Plan
from pages.ui.figures.frame import Picture, framed, scatter
from pages.ui.figures.one_two_five import one_two_five
from pages.ui.theme import Look, style

HEIGHT = 360
MOST_POINTS = 300
# The cheaper two-phased offer, and the other one.
TWO_PHASE_STARS = ("star", "star-open")


def plan_picture(made: Plan, *, look: Look) -> Picture:
    """Draw total cost against attributes per example, a star where each algorithm is cheapest.

    A two-phased offer is only a star: its cost also depends on the length of phase one.
    """
    known, uniform, full, two_phased = made.known, made.uniform, made.full, made.two_phased
    traces = []
    for offer, costs in ((known, made.known_costs), (uniform, made.uniform_costs)):
        n = len(costs.budget)
        some = np.unique(np.geomspace(1, max(n, 1), MOST_POINTS).round()).astype(int)[:n] - 1
        traces.append(
            scatter(
                x=costs.budget[some],
                y=costs.cost[some],
                name=offer.name,
                uid=offer.algorithm.key,
                mode="lines",
                line=style(offer.algorithm.key).line(look),
                hovertemplate="%{y:.4s}",
            )
        )
    ends = [*made.known_costs.budget[:1], *made.known_costs.budget[-1:]]
    traces.append(
        scatter(
            x=ends,
            y=[full.buys.cost] * len(ends),
            name=full.name,
            uid=full.algorithm.key,
            mode="lines",
            line=style(full.algorithm.key).line(look),
            hovertemplate="%{y:.4s}",
        )
    )
    traces += [
        scatter(
            x=[offer.buys.budget],
            y=[offer.buys.cost],
            uid=f"{offer.name} best",
            name=offer.name if offer in two_phased else "cheapest",
            mode="markers",
            showlegend=offer in two_phased,
            marker={**style(offer.algorithm.key).marker(look, 14), "symbol": symbol},
            hovertemplate="%{y:.4s}",
        )
        for offer, symbol in zip(
            (known, uniform, *two_phased), ("star", "star", *TWO_PHASE_STARS), strict=False
        )
    ]
    figure = framed(
        traces,
        x="Attributes per example, k + 1",
        y="Total cost",
        x_more=one_two_five([trace["x"] for trace in traces], look),
        height=HEIGHT,
        look=look,
    )
    best = made.cheapest
    return Picture(
        figure,
        f"Total cost for the wanted excess risk against attributes per example. The cheapest is "
        f"{best.name} with {best.buys.budget} attributes per example and a cost of "
        f"{best.buys.cost:.4g}; full information costs {full.buys.cost:.4g}.",
    )
