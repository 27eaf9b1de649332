"""What draws have found: how often each attribute was drawn, and how often it was not 0."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Ints
from pages.ui.figures.frame import Picture, framed
from pages.ui.figures.step import bar
from pages.ui.theme import NEUTRAL, Look, style

HEIGHT = 380


def found_picture(drawn: Ints, found: Ints, *, key: str, look: Look) -> Picture:
    """Draw a bar per test: positive results in the algorithm's colour, negative ones in grey.

    Parameters
    ----------
    drawn, found : (d,) how often each test was run, and how often it was positive
    key : of the algorithm that draws so
    """
    at = np.arange(1, len(drawn) + 1)
    traces = [
        bar(
            x=at,
            y=values,
            name=words,
            uid=words,
            marker={"color": colour},
            hovertemplate=f"test %{{x}}: %{{y}} {words}<extra></extra>",
        )
        for words, values, colour in (
            ("positive", found, style(key).colour(look)),
            ("negative", drawn - found, NEUTRAL),
        )
    ]
    figure = framed(
        traces, x="Test number", y="Times run", x_log=False, y_log=False, height=HEIGHT, look=look
    )
    figure.update_layout(hovermode="closest", barmode="stack", bargap=0.1)
    return Picture(
        figure,
        f"How often each of {len(at)} tests was run: {drawn.sum():,} times in total, of which "
        f"{found.sum():,} were positive, nearly all of them among the first tests.",
    )
