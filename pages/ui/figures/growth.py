"""How time or memory grows with a size, on logarithmic axes: `make bench-plot`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aelr_core.checks import Floats
from pages.ui.figures.frame import Picture, framed, positive, scatter
from pages.ui.plain_text import in_chart
from pages.ui.theme import Look

HEIGHT = 300
# By the order of the lines: a place in the palette, and a dash.
LOOKS = ((0, "solid"), (4, "dash"), (2, "dot"), (1, "dashdot"))


@dataclass(frozen=True)
class Growth:
    """Numbers that grow with a size: about size^exponent."""

    name: str
    sizes: Floats
    numbers: Floats
    exponent: float


def growth_picture(lines: Sequence[Growth], *, size: str, number: str, look: Look) -> Picture:
    """Draw a line for each, with the exponent that was fitted to it in its name.

    Parameters
    ----------
    lines : at most four
    size, number : titles of the axes
    """
    traces = [
        scatter(
            x=one.sizes, y=positive(one.numbers), uid=str(n), mode="lines+markers",
            name=f"{in_chart(one.name)} {one.exponent:.2f}",
            line={"color": look.palette[colour], "dash": dash, "width": look.line_width},
            marker={"color": look.palette[colour], "size": 3 * look.line_width},
            hovertemplate="%{y:.3g}",
        )
        for n, (one, (colour, dash)) in enumerate(zip(lines, LOOKS, strict=False))
    ]  # fmt: skip
    said = "; ".join(f"{one.name}: exponent {one.exponent:.2f}" for one in lines)
    return Picture(
        framed(traces, x=size, y=number, height=HEIGHT, look=look),
        f"{number} against {size} on logarithmic axes, {len(lines)} lines with the exponents "
        f"fitted to them. {said or 'No numbers'}.".replace("nan", "unknown"),
    )
