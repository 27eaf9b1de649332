"""ρ of both families against the decay exponent, for several numbers of attributes."""

from __future__ import annotations

from collections.abc import Mapping

from aelr_core.checks import Floats
from pages.ui.figures.frame import Picture, framed, mark_x, scatter
from pages.ui.theme import FAMILIES, Look

WORDS = {"ridge": "ρ<sub>ridge</sub>", "lasso": "ρ<sub>lasso</sub>"}
# Colour and marker say the family, the dash says d.
DASHES = ("solid", "dash", "dot")
MARKERS_SHOWN = 9


def ratio_curves_picture(
    alphas: Floats,
    curves: Mapping[tuple[str, int], Floats],
    *,
    here: float | None,
    look: Look,
) -> Picture:
    """Draw ρ against α, a line for each family and each d.

    Parameters
    ----------
    alphas : (n,) array
    curves : mapping from (family, d) to ρ at `alphas`, shape (n,); at most three different d
    here : the α to mark, if any
    look : theme, and type and lines for a wall
    """
    dims = sorted({d for _, d in curves})
    traces = []
    for (family, d), rho in curves.items():
        style = FAMILIES[family]
        line = style.line(look) | {"dash": DASHES[dims.index(d)]}
        traces.append(
            scatter(
                x=alphas, y=rho, name=f"{WORDS[family]}, d = {d:,}", uid=f"{family} {d}",
                mode="lines+markers", line=line, hovertemplate="%{y:.3g}",
                marker=style.marker(look, 7) | {"maxdisplayed": MARKERS_SHOWN},
            )
        )  # fmt: skip
    figure = framed(
        traces, x="Decay exponent of the moments, α", y="Improvement ratio, ρ", x_log=False,
        height=380, look=look,
    )  # fmt: skip
    if here is not None:
        mark_x(figure, here, "the sidebar's α", log=False, look=look)
    ends = ", ".join(
        f"{rho[0]:.2g} for {family} with d = {d}" for (family, d), rho in curves.items()
    )
    return Picture(
        figure,
        f"Improvement ratio against the decay exponent: 1 at α = 0, and the smaller the lower α "
        f"and the larger d. At α = {alphas[0]:g} it is {ends}.",
    )
