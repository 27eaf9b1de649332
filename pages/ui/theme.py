"""One colour and one dash for each of the five roles of an algorithm, in light and in dark.

A family's five algorithms have five roles, and a role looks the same in both families, so that
whoever has learnt to read the ridge curves can read the lasso ones. Colour is never alone: a
dash goes with it. The colours stay apart (ΔE in OKLab) in normal, protan, deutan and tritan
vision and have a contrast of at least 3 : 1 with the backgrounds; ``tests/project`` measures it.

Figures do not name these colours: they use Streamlit's stand-ins ``#000001`` to ``#000010``,
which the browser replaces by the palette of the theme in use (``chartCategoricalColors`` in
``.streamlit/config.toml``, the same ten as here). So one figure serves both themes, also when a
visitor switches between them without a rerun. `paint` does the same for figures outside the app.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from aelr_core.algorithms import algorithm

Mode = Literal["light", "dark"]

PALETTE: dict[Mode, tuple[str, ...]] = {
    "light": (
        "#1658B3", "#189A81", "#D66611", "#7C2760", "#20272F",
        "#8A6A00", "#6C7683", "#4A86E8", "#B3333B", "#5A7D1E",
    ),
    "dark": (
        "#3B86F7", "#1CD3B0", "#FE8F35", "#B965B3", "#E2ECF3",
        "#D9B948", "#98A3B3", "#8DB8FF", "#F0727A", "#A6CC62",
    ),
}  # fmt: skip
BACKGROUNDS: dict[Mode, tuple[str, str]] = {
    "light": ("#FFFFFF", "#F3F5F8"),
    "dark": ("#11151C", "#1B212B"),
}
STAND_INS = tuple(f"#0000{n:02}" for n in range(1, 11))

# Lines that belong to no algorithm: readable on both backgrounds, so they need no stand-in.
NEUTRAL = "rgba(128, 136, 148, 0.9)"
GRID = "rgba(128, 136, 148, 0.22)"


@dataclass(frozen=True)
class Style:
    """How a role is drawn: its place in the palette, its dash and its marker."""

    place: int
    dash: str
    symbol: str

    @property
    def colour(self) -> str:
        """The stand-in for the theme's colour."""
        return STAND_INS[self.place]

    def line(self, width: float = 2.5) -> dict[str, object]:
        """Return Plotly's description of the line."""
        return {"color": self.colour, "dash": self.dash, "width": width}


# By the role of the registry.
STYLES: dict[str, Style] = {
    "known": Style(0, "solid", "circle"),
    "two_phase": Style(1, "dash", "diamond"),
    "uniform": Style(2, "dot", "square"),
    "online": Style(3, "dashdot", "triangle-up"),
    "offline": Style(4, "longdash", "x"),
}
# The two families, where a picture compares them rather than algorithms.
FAMILIES: dict[str, Style] = {
    "ridge": Style(7, "solid", "circle"),
    "lasso": Style(5, "dash", "diamond"),
}


def style(key: str) -> Style:
    """Return the style of an algorithm by its key.

    >>> style("ddaerr") == style("ddaelr"), style("aerr").dash
    (True, 'dot')
    """
    return STYLES[algorithm(key).role]


def paint(text: str, mode: Mode) -> str:
    """Replace the stand-ins in a figure's JSON by the colours of `mode`, as the browser does.

    >>> paint('{"color": "#000002"}', "dark")
    '{"color": "#1CD3B0"}'
    """
    for stand_in, colour in zip(STAND_INS, PALETTE[mode], strict=True):
        text = text.replace(stand_in, colour)
    return text
