"""A picture that changes: its frames, a slider that chooses one and a button that plays them.

The browser has all frames: nothing is asked of the server.
"""

from __future__ import annotations

from collections.abc import Sequence

from aelr_core.checks import Ints
from pages.ui.figures.figure import Figure
from pages.ui.figures.frame import Trace
from pages.ui.theme import NEUTRAL, Look

# Pixels below the picture: of the slider and, below it, the buttons.
SLIDER, BUTTONS = 78, 46
LARGE, SMALL_TYPE = 16, 14  # more with type that is larger
BELOW = SLIDER + BUTTONS + LARGE
FRAME_MS = 500


def film(
    figure: Figure,
    stops: Ints,
    frames: Sequence[Sequence[Trace]],
    *,
    unit: str,
    look: Look,
    lower: int = 0,
) -> None:
    """Add frames to a figure that shows the last of them, with a slider and a button below it.

    Parameters
    ----------
    stops : (S,) after how many of them each frame is
    frames : for each frame its traces, in the order of the figure's
    unit : what is counted: "examples" or "attributes"
    lower : pixels between the picture and the slider
    """
    names = [f"{n:,}" for n in stops]
    figure.frames = [
        {"name": name, "traces": [*range(len(data))], "data": [*data]}
        for name, data in zip(names, frames, strict=False)
    ]
    font = {"size": look.type_size}
    slider = SLIDER + (LARGE if look.type_size > SMALL_TYPE else 0)
    quiet = {"bgcolor": look.backgrounds[1], "bordercolor": NEUTRAL}
    figure.layout.updatemenus = [
        {
            "type": "buttons",
            "direction": "left",
            "showactive": False,
            "x": 0,
            "xanchor": "left",
            "y": 0,
            "yanchor": "top",
            "pad": {"t": lower + slider},
            **quiet,
            # Plotly lights a button up in a pale blue, on which only this colour can be read
            "font": {"size": look.type_size, "color": look.palette[0]},
            "buttons": [
                {"label": "Play", "method": "animate", "args": [None, _pace(FRAME_MS)]},
                {"label": "Pause", "method": "animate", "args": [[None], _pace(0)]},
            ],
        }
    ]
    figure.layout.sliders = [
        {
            "active": max(len(names) - 1, 0),
            "x": 0,
            "len": 1,
            "y": 0,
            "yanchor": "top",
            "font": font,
            "pad": {"t": lower, "l": 14, "r": 14},
            **quiet,
            "activebgcolor": look.palette[0],
            "tickcolor": NEUTRAL,
            "borderwidth": 1,
            "ticklen": 4,
            "currentvalue": {"prefix": "After ", "suffix": f" {unit}", "font": font, "offset": 8},
            "steps": [
                {"label": name, "method": "animate", "args": [[name], _pace(0)]} for name in names
            ],
        }
    ]


def _pace(ms: int) -> dict[str, object]:
    return {
        "frame": {"duration": ms, "redraw": True},
        "transition": {"duration": 0},
        "mode": "immediate",
        "fromcurrent": True,
    }
