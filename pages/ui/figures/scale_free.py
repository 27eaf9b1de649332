"""What happens to ρ and to H when all data are multiplied by one number."""

from __future__ import annotations

from aelr_core.checks import Floats
from pages.ui.figures.frame import Picture, framed, mark_x, scatter
from pages.ui.figures.ratio_curves import WORDS
from pages.ui.theme import FAMILIES, Look

H_WORDS = {"ridge": "H = ‖M‖<sub>½</sub>", "lasso": "H = ‖M‖<sub>1</sub>"}
GREY = 6


def scale_free_picture(
    factors: Floats,
    rho: Floats,
    H: Floats,
    *,
    family: str,
    look: Look,
) -> Picture:
    """Draw ρ and H against the factor c of all rows.

    Parameters
    ----------
    factors, rho, H : (n,) arrays
    family : "ridge" or "lasso"
    look : theme, and type and lines for a wall
    """
    width = look.line_width
    grey = {"color": look.palette[GREY], "dash": "dot", "width": width}
    traces = [
        scatter(
            x=factors, y=values, name=name, uid=uid, mode="lines", line=line,
            hovertemplate="%{y:.3g}",
        )
        for uid, name, values, line in (
            ("rho", WORDS[family], rho, FAMILIES[family].line(look)),
            ("H", H_WORDS[family], H, grey),
        )
    ]  # fmt: skip
    figure = framed(traces, x="Factor of all rows, c", y="ρ and H", look=look)
    mark_x(figure, 1, "in the unit ball", look=look)
    return Picture(
        figure,
        f"The {family} ratio stays at {rho[0]:.3g} whatever number multiplies all rows, while H "
        f"grows with its square, from {H[0]:.3g} to {H[-1]:.3g}.",
    )
