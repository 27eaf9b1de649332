"""Hours: a figure as somebody would add it. The recipe's test copies this file."""

from __future__ import annotations

from aelr_core.checks import Floats
from aelr_core.plots.frame import Picture, between, framed, positive, scatter
from aelr_core.plots.theme import Look, style


def hours_picture(examples: Floats, hours: Floats, *, look: Look) -> Picture:
    """Draw how long a run takes against its examples.

    Parameters
    ----------
    examples, hours : (n,) arrays
    look : theme, and size of type and lines
    """
    line = scatter(
        x=examples,
        y=positive(hours),
        name="DDAERR",
        uid="ddaerr",
        mode="lines",
        line=style("ddaerr").line(look),
    )
    figure = framed([line], x="Examples, m", y="Time of a run (hours)", look=look)
    return Picture(figure, f"Time of a run against its examples, in hours: {between(hours)}.")
