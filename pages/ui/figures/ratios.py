"""The improvement ratios along the decay of the moments."""

from __future__ import annotations

import plotly.graph_objects as go

from aelr_core.checks import Floats
from pages.ui.figures.frame import Picture, framed
from pages.ui.theme import FAMILIES, Mode

WORDS = {"ridge": "ρ<sub>ridge</sub>", "lasso": "ρ<sub>lasso</sub>"}


def ratios_picture(
    alphas: Floats,
    curves: dict[str, Floats],
    *,
    alpha: float,
    here: dict[str, float],
    family: str,
    mode: Mode,
) -> Picture:
    """Draw ρ against α for both families, and where the visitor stands.

    Parameters
    ----------
    alphas : (n,) array
    curves : mapping from family to ρ at `alphas`, shape (n,)
    alpha, here : the visitor's α, and ρ there by family
    family : the chosen one, drawn thicker
    mode : "light" or "dark"
    """
    traces = []
    for name, rho in curves.items():
        look = FAMILIES[name]
        width = 3.0 if name == family else 1.8
        traces.append(
            go.Scatter(
                x=alphas, y=rho, name=WORDS[name], uid=name, mode="lines",
                legendgroup=name, line=look.line(mode, width), hovertemplate="%{y:.3g}",
            )
        )  # fmt: skip
    for name, rho_here in here.items():
        look = FAMILIES[name]
        traces.append(
            go.Scatter(
                x=[alpha], y=[rho_here], uid=f"{name} here", mode="markers",
                legendgroup=name, showlegend=False, hoverinfo="skip",
                marker=look.marker(mode),
            )
        )  # fmt: skip
    figure = framed(
        traces, x="Decay exponent of the moments, α", y="Improvement ratio, ρ", x_log=False
    )
    figure.update_yaxes(rangemode="normal")
    places = " and ".join(f"{rho:.3g} for {name}" for name, rho in here.items())
    return Picture(
        figure,
        f"Improvement ratio against the decay exponent: 1 at α = 0 and falling with α. "
        f"At α = {alpha:g} it is {places}.",
    )
