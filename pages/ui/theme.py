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
        "#1658B3", "#189A81", "#D66611", "#7C2760", "#20272F",
        "#8A6A00", "#6C7683", "#4A86E8", "#B3333B", "#5A7D1E",
        "#A8121E", "#AE72D8", "#902AFC",
    ),
    "dark": (
        "#3B86F7", "#1CD3B0", "#FE8F35", "#B965B3", "#E2ECF3",
        "#D9B948", "#98A3B3", "#8DB8FF", "#F0727A", "#A6CC62",
        "#F64260", "#AEA8FC", "#FCD200",
    ),
}  # fmt: skip
BACKGROUNDS: dict[Theme, tuple[str, str]] = {
    "light": ("#FFFFFF", "#F3F5F8"),
    "dark": ("#11151C", "#1B212B"),
}

# Lines that belong to no algorithm: readable on both backgrounds.
NEUTRAL = "rgba(128, 136, 148, 0.9)"
GRID = "rgba(128, 136, 148, 0.22)"

# Sizes of type and lines in pixels, without and with a projector, where pictures grow too.
TYPE, PROJECTED_TYPE = 12, 20
WIDTH, PROJECTED_WIDTH = 2.5, 4.5
PROJECTED_HEIGHT = 1.35


@dataclass(frozen=True)
class Look:
    """How a picture looks: its theme, and whether it is for a projector."""

    theme: Theme
    projector: bool = False

    @property
    def palette(self) -> tuple[str, ...]:
        """The colours of the theme."""
        return PALETTE[self.theme]

    @property
    def backgrounds(self) -> tuple[str, str]:
        """The colour behind a page, and behind its sidebar."""
        return BACKGROUNDS[self.theme]

    @property
    def type_size(self) -> int:
        """The size of letters, in pixels."""
        return PROJECTED_TYPE if self.projector else TYPE

    @property
    def line_width(self) -> float:
        """The width of a curve, in pixels."""
        return PROJECTED_WIDTH if self.projector else WIDTH

    def height(self, usual: int) -> int:
        """Return the height of a picture, in pixels, from that without a projector.

        >>> Look("light").height(300), Look("dark", projector=True).height(300)
        (300, 405)
        """
        return round(usual * PROJECTED_HEIGHT) if self.projector else usual


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
        return {"color": self.colour(look), "symbol": self.symbol, "size": size}


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
FAMILIES: dict[str, Style] = {
    "ridge": Style(7, "solid", "circle"),
    "lasso": Style(5, "dash", "diamond"),
}


def style(key: str) -> Style:
    """Return the style of an algorithm by its key.

    >>> style("ddaerr") == style("ddaelr"), style("aerr").dash
    (True, 'dot')
    """
    return STYLES[algorithm(key).colour]
