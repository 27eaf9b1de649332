"""The size of x̃ under each scheme: from the formula, and simulated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pages.ui.figures.distributions import SCHEMES
from pages.ui.figures.frame import Picture, framed, scatter
from pages.ui.theme import NEUTRAL, Look

INK = 4


@dataclass(frozen=True)
class Size:
    """One scheme: its key among `SCHEMES`, short words, the exact value, the simulated one."""

    key: str
    words: str
    exact: float
    simulated: float
    error: float


def second_moments_picture(sizes: Sequence[Size], *, look: Look) -> Picture:
    """Draw E‖x̃‖², one line per scheme: a bar for the exact value, a dot for the simulated one."""
    words = [size.words for size in sizes]
    exact = scatter(
        x=[size.exact for size in sizes],
        y=words,
        name="exact",
        uid="exact",
        mode="markers",
        showlegend=False,
        hovertemplate="exact %{x:.4g}<extra></extra>",
        marker={
            "symbol": "line-ns",
            "size": 26,
            "line": {"width": 4, "color": [SCHEMES[size.key].colour(look) for size in sizes]},
        },
    )
    # in the legend without a colour: every scheme has its own
    named = scatter(
        x=[None],
        y=[None],
        name="exact (Lemma 3.2)",
        uid="exact-named",
        mode="markers",
        marker={"symbol": "line-ns", "size": look.mark(12), "line": {"width": 4, "color": NEUTRAL}},
        hoverinfo="skip",
    )
    simulated = scatter(
        x=[size.simulated for size in sizes],
        y=words,
        uid="simulated",
        mode="markers",
        name="simulated, ± 2 standard errors",
        hovertemplate="simulated %{x:.4g}<extra></extra>",
        error_x={
            "type": "data",
            "array": [2 * size.error for size in sizes],
            "color": look.palette[INK],
            "thickness": 1.5,
            "width": 5,
        },
        marker={"symbol": "circle", "size": look.mark(8), "color": look.palette[INK]},
    )
    figure = framed(
        [exact, named, simulated],
        x="Second moment, E‖x̃‖²",
        y="Scheme",
        y_log=False,
        y_more={"autorange": "reversed", "type": "category"},
        height=300,
        look=look,
    )
    figure.layout.hovermode = "closest"
    said = "; ".join(f"{s.words}: {s.exact:.3g}, simulated {s.simulated:.3g}" for s in sizes)
    return Picture(figure, f"Second moment of the estimate of x under each scheme. {said}.")
