"""The tests of one volunteer as tiles: those that were run, and those under cover."""

from __future__ import annotations

import numpy as np

from aelr_core.checks import Floats, Ints
from pages.ui.figures.figure import Figure
from pages.ui.figures.frame import Picture, Trace, base_layout, scatter, see_through
from pages.ui.theme import GRID, Look

HEIGHT = 380
ACROSS = 10
# Kinds of tiles, which are also their places on the scale of colours.
COVERED, QUIET, FOUND, RUN_QUIET, RUN_FOUND = range(5)
WORDS = ("not run", "not run: negative", "not run: positive", "run: negative", "run: positive")
SIGNS = ("", "−", "+", "−", "+")
FULL = (FOUND, RUN_FOUND)  # in a full colour


def tests_picture(values: Floats, run: Ints, *, lifted: bool, look: Look) -> Picture:
    """Draw each test as a tile: run or not, positive or negative where that can be seen.

    Parameters
    ----------
    values : (d,) the results; not 0 is positive
    run : the tests that were run, from 0
    lifted : whether the results of the others are shown too
    """
    d = len(values)
    kinds = np.full(d, COVERED)
    if lifted:
        kinds[:] = np.where(values != 0, FOUND, QUIET)
    run = run[run < d]
    kinds[run] = np.where(values[run] != 0, RUN_FOUND, RUN_QUIET)
    shape = (-(-d // ACROSS), ACROSS)
    z = np.full(shape, np.nan)
    z.flat[:d] = kinds
    words = np.full(shape, "", dtype=object)
    words.flat[:d] = [f"test {n + 1}, {WORDS[kind]}" for n, kind in enumerate(kinds)]
    blue, dark = look.palette[0], look.palette[6]
    steps = (GRID, see_through(dark, 0.12), dark, see_through(blue, 0.35), blue)
    scale = [
        [edge, colour]
        for kind, colour in enumerate(steps)
        for edge in (kind / len(steps), (kind + 1) / len(steps))
    ]
    tiles = {
        "type": "heatmap",
        "z": z,
        "uid": "tests",
        "customdata": words,
        "xgap": 3,
        "ygap": 3,
        "hovertemplate": "%{customdata}<extra></extra>",
        "showscale": False,
        "colorscale": scale,
        "zmin": -0.5,
        "zmax": len(steps) - 0.5,
    }
    layout = base_layout(height=HEIGHT, look=look) | {
        "hovermode": "closest",
        "showlegend": False,
        "margin": {"l": 4, "r": 4, "t": 4, "b": 4},
        "xaxis": {"visible": False, "constrain": "domain"},
        "yaxis": {
            "visible": False,
            "autorange": "reversed",
            "scaleanchor": "x",
            "constrain": "domain",
        },
    }
    found = int((values[run] != 0).sum())
    return Picture(
        Figure([tiles, _signs(kinds, look)], layout),
        f"{d} tests of one volunteer as tiles. {len(run)} were run and {found} of them are "
        f"positive; {'all' if lifted else 'none'} of the others are shown.",
    )


def _signs(kinds: Ints, look: Look) -> Trace:
    """Return the signs on the tiles: no colour can be read on full and on pale tiles alike."""
    ink = [look.backgrounds[0] if kind in FULL else look.palette[4] for kind in kinds]
    return scatter(
        x=np.arange(len(kinds)) % ACROSS,
        y=np.arange(len(kinds)) // ACROSS,
        uid="signs",
        mode="text",
        text=[f"<b>{SIGNS[kind]}</b>" if SIGNS[kind] else "" for kind in kinds],
        textfont={"size": look.type_size + 4, "color": ink},
        hoverinfo="skip",
        marker={"color": look.palette[4]},
    )
