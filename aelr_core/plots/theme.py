"""The styles of algorithms and families, and the look of pictures: light, dark, projected.

The two algorithms of a pair look the same in both families, so that a reader of the ridge curves
can read the lasso ones. Every colour comes with its own dash. The colours are distinct (ΔE in
OKLab) in normal, protan, deutan and tritan vision and have a contrast of at least 3 : 1 with the
backgrounds; ``tests/project`` measures it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from aelr_core.algorithms import algorithm

Theme = Literal["light", "dark"]

PALETTE: dict[Theme, tuple[str, ...]] = {
    "light": (
        "#1658B3",
        "#189A81",
        "#D66611",
        "#7C2760",
        "#20272F",
        "#8A6A00",
        "#6C7683",
        "#4A86E8",
        "#B3333B",
        "#5A7D1E",
        "#A8121E",
        "#AE72D8",
        "#902AFC",
    ),
    "dark": (
        "#3B86F7",
        "#1CD3B0",
        "#FE8F35",
        "#B965B3",
        "#E2ECF3",
        "#D9B948",
        "#98A3B3",
        "#8DB8FF",
        "#F0727A",
        "#A6CC62",
        "#F64260",
        "#AEA8FC",
        "#FCD200",
    ),
}
BACKGROUNDS: dict[Theme, tuple[str, str]] = {
    "light": ("#FFFFFF", "#F3F5F8"),
    "dark": ("#11151C", "#1B212B"),
}

# Captions, and words beside lines: a contrast of at least 4.5 : 1 with the backgrounds.
MUTED: dict[Theme, str] = {"light": "#5A6370", "dark": "#A9B3C1"}
# Words in the colour of what is chosen: on a dark ground that of buttons is too dark for words.
CHOSEN: dict[Theme, str] = {"light": "#1658B3", "dark": "#7FB2FF"}

# Lines that belong to no algorithm: visible on both backgrounds.
NEUTRAL = "rgba(128, 136, 148, 0.9)"
GRID = "rgba(128, 136, 148, 0.22)"

# Sizes of type and lines in pixels, without and with a projector, where pictures grow too.
TYPE, PROJECTED_TYPE = 12, 20
WIDTH, PROJECTED_WIDTH = 2.5, 4.5
PROJECTED_HEIGHT = 1.35
# The window for which all heights are made, in pixels, and how many times as large a window may
# be for its pictures to grow: 1.2 is 1680 x 1080, 1.6 is 2240 x 1440.
WINDOW = 1400, 900
ROOMS = (1.0, 1.2, 1.4, 1.6)
# Type grows half as fast as the window. The explorer's pictures take up half of its height, so
# they have to grow this much faster than the window to fill it.
TYPE_GROWS, PICTURES_GROW = 0.5, 1.4


@dataclass(frozen=True)
class Look:
    """How a picture looks: its theme, whether it is for a projector, and the window's size.

    room : one of `ROOMS`
    """

    theme: Theme
    projector: bool = False
    room: float = 1.0

    @property
    def palette(self) -> tuple[str, ...]:
        """The colours of the theme."""
        return PALETTE[self.theme]

    @property
    def backgrounds(self) -> tuple[str, str]:
        """The colour behind a page, and behind its sidebar."""
        return BACKGROUNDS[self.theme]

    @property
    def muted(self) -> str:
        """The colour of words beside lines."""
        return MUTED[self.theme]

    @property
    def growth(self) -> float:
        """How much larger than usual type, lines and marks are: a projector is read from afar."""
        return self.room if self.projector else 1 + TYPE_GROWS * (self.room - 1)

    @property
    def type_size(self) -> int:
        """The size of letters, in pixels."""
        return round((PROJECTED_TYPE if self.projector else TYPE) * self.growth)

    @property
    def line_width(self) -> float:
        """The width of a curve, in pixels."""
        return (PROJECTED_WIDTH if self.projector else WIDTH) * self.growth

    def mark(self, usual: float) -> float:
        """Return the size of a mark, in pixels: on a projector it grows as much as lines do.

        >>> Look("light").mark(5), Look("light", projector=True).mark(5)
        (5.0, 9.0)
        """
        return usual * self.line_width / WIDTH

    def height(self, usual: int) -> int:
        """Return the height of a picture, in pixels, from that in a window of the usual size.

        >>> Look("light").height(300), Look("dark", projector=True).height(300)
        (300, 405)
        >>> Look("light", room=1.6).height(300)
        552
        """
        if self.projector:
            return round(usual * PROJECTED_HEIGHT * self.room)
        return round(usual * (1 + PICTURES_GROW * (self.room - 1)))


@dataclass(frozen=True)
class Style:
    """How an algorithm is drawn: its place in the palette, its dash and its marker."""

    place: int
    dash: str
    symbol: str

    def colour(self, look: Look) -> str:
        """Return the colour."""
        return look.palette[self.place]

    def line(self, look: Look, thickness: float = 1.0) -> dict[str, object]:
        """Return Plotly's description of the line, `thickness` times the usual width."""
        return {
            "color": self.colour(look),
            "dash": self.dash,
            "width": look.line_width * thickness,
        }

    def marker(self, look: Look, size: float = 11) -> dict[str, object]:
        """Return Plotly's description of the marker."""
        return {"color": self.colour(look), "symbol": self.symbol, "size": look.mark(size)}


# An algorithm's `colour` is its place in this list. There are more than the registry uses, for
# the algorithms to come.
STYLES = (
    Style(0, "solid", "circle"),
    Style(1, "dash", "diamond"),
    Style(2, "dot", "square"),
    Style(3, "dashdot", "triangle-up"),
    Style(4, "longdash", "x"),
    Style(10, "longdashdot", "cross"),
    Style(11, "9px,2px", "star"),
    Style(12, "2px,6px", "hexagon"),
)
# The two families, where a picture compares them rather than algorithms.
FAMILY_STYLES: dict[str, Style] = {
    "ridge": Style(7, "solid", "circle"),
    "lasso": Style(5, "dash", "diamond"),
}


def style(key: str) -> Style:
    """Return the style of an algorithm by its key.

    >>> style("ddaerr") == style("ddaelr"), style("aerr").dash
    (True, 'dot')
    """
    return STYLES[algorithm(key).colour]
