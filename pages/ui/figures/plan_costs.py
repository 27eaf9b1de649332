"""What every budget costs, and the cheapest of each algorithm."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from pages.ui.figures.frame import Picture, framed
from pages.ui.planner.plan import Plan
from pages.ui.theme import STYLES, Look

HEIGHT = 360
MOST_POINTS = 300
# The cheaper two-phased offer, and the other one.
TWO_PHASE_STARS = ("star", "star-open")


def plan_picture(made: Plan, *, look: Look) -> Picture:
    """Draw total cost against attributes per example, a star where each algorithm is cheapest.

    A two-phased offer is a star alone: its cost depends on the length of phase one as well.
    """
    known, uniform = made.of("known"), made.of("uniform")
    full, two_phase = made.of("online"), made.all_of("two_phase")
    traces = []
    for offer, costs in ((known, made.known), (uniform, made.uniform)):
        some = np.unique(np.geomspace(1, len(costs.budget), MOST_POINTS).round()).astype(int) - 1
        traces.append(
            go.Scatter(
                x=costs.budget[some], y=costs.cost[some], name=offer.name, uid=offer.role,
                mode="lines", line=STYLES[offer.role].line(look),
                hovertemplate="%{y:.4s}",
            )
        )  # fmt: skip
    ends = made.known.budget[[0, -1]]
    traces.append(
        go.Scatter(
            x=ends, y=[full.buys.cost] * 2, name=full.name, uid="online", mode="lines",
            line=STYLES["online"].line(look), hovertemplate="%{y:.4s}",
        )
    )  # fmt: skip
    traces += [
        go.Scatter(
            x=[offer.buys.budget], y=[offer.buys.cost], uid=f"{offer.name} best",
            name=offer.name if offer in two_phase else "cheapest",
            mode="markers", showlegend=offer in two_phase,
            marker={**STYLES[offer.role].marker(look, 14), "symbol": symbol},
            hovertemplate="%{y:.4s}",
        )
        for offer, symbol in zip(
            (known, uniform, *two_phase), ("star", "star", *TWO_PHASE_STARS), strict=False
        )
    ]  # fmt: skip
    figure = framed(
        traces,
        x="Attributes per example, k + 1",
        y="Total cost",
        height=HEIGHT,
        look=look,
    )
    best = made.cheapest
    return Picture(
        figure,
        f"Total cost for the wanted excess risk against attributes per example. The cheapest is "
        f"{best.name} with {best.buys.budget} attributes an example and a cost of "
        f"{best.buys.cost:.4g}; full information costs {full.buys.cost:.4g}.",
    )
