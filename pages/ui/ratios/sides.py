"""The settings A and B of the page `ratios`: what may be chosen, and the moments it means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from aelr_core.checks import Floats
from aelr_core.datasets.options import FAMILY, Option
from pages.ui.ratios import profiles
from pages.ui.ratios.bundled import bundled
from pages.ui.ratios.compare import Moments, filling_the_ball

SIDES = ("a", "b")
SIDEBAR, UPLOAD = "sidebar", "upload"
# Moments by a rule or by hand; the words are for the screen.
PROFILES = {
    "power": "Power law, M_i = i^α",
    "exponential": "Exponential, M_i = r^(i−1)",
    "blocks": "Block-sparse",
    "pasted": "Pasted by hand",
}
EXAMPLE_TEXT = "9, 4, 4, 1, 1, 1, 0.25, 0.25"


@dataclass(frozen=True)
class Side:
    """One of the two settings: plain values, a key of caches."""

    source: str = "power"
    alpha: float = -2.0
    ratio: float = 0.98
    strong: int = 50
    weak: float = 0.0
    dim: int = 500
    text: str = EXAMPLE_TEXT
    family: str = "ridge"
    budget: int = 5


DEFAULTS = {"a": Side(source=SIDEBAR), "b": Side(alpha=-1.0)}


def sources() -> dict[str, str]:
    """Return every source of moments by its key, with its words."""
    data = {name: entry.label for name, entry in bundled().items()}
    return {SIDEBAR: "The sidebar's data", **PROFILES, **data, UPLOAD: "Your uploaded table"}


def options(side: str) -> dict[str, Option]:
    """Return the table of one side's settings; names have the side's letter in front."""
    usual = DEFAULTS[side]
    named = (
        Option(
            "source", "Second moments", "choice", usual.source, choices=tuple(sources()),
            help="A data set, a rule, or numbers pasted by hand.",
        ),
        Option(
            "alpha", "Decay, α", "number", usual.alpha, at_least=-4, at_most=0,
            help="0: all moments alike; the lower, the faster they fall.",
        ),
        Option(
            "ratio", "Ratio of neighbours, r", "number", usual.ratio, at_least=0.5, at_most=1,
            help="Each moment is r times the one before it.",
        ),
        Option(
            "strong", "Strong attributes", "integer", usual.strong, at_least=1, at_most=10_000,
            help="How many attributes have a second moment of 1.",
        ),
        Option(
            "weak", "Moment of the others", "number", usual.weak, at_least=0, at_most=1,
            help="The second moment of all other attributes.",
        ),
        Option(
            "dim", "Attributes, d", "integer", usual.dim, at_least=2, at_most=10_000,
            help="The number of attributes.",
        ),
        Option(
            "text", "Second moments", "text", usual.text,
            help="Numbers of at least 0, with spaces, commas or line breaks between them.",
        ),
        FAMILY,
        Option(
            "budget", "Attributes per example, k + 1", "integer", usual.budget,
            at_least=2, at_most=10_000,
            help="How many attributes of each training example may be looked at: from 2 to d.",
        ),
    )  # fmt: skip
    return {f"{side}_{option.name}": _renamed(option, side) for option in named}


def profile(side: Side) -> Floats:
    """Return the moments of a rule, (d,), at any scale; a bad list raises one sentence."""
    makers: Mapping[str, Callable[[], Floats]] = {
        "power": lambda: profiles.power_law(side.alpha, side.dim),
        "exponential": lambda: profiles.exponential(side.ratio, side.dim),
        "blocks": lambda: profiles.block_sparse(side.strong, side.weak, side.dim),
        "pasted": lambda: profiles.pasted(side.text),
    }
    return makers[side.source]()


def moments_of(side: Side) -> Moments:
    """Return the moments of a rule or a bundled data set, inside the family's ball.

    The sidebar's data and an upload are the caller's: they are not known here.
    """
    if side.source in PROFILES:
        M = filling_the_ball(profile(side), side.family)
        return Moments(_profile_label(side, len(M)), M, of_data=False)
    data = bundled()[side.source]
    return Moments(data.label, data.moments(side.family), of_data=True)


def _profile_label(side: Side, d: int) -> str:
    words = {
        "power": f"Power law, α = {side.alpha:g}".replace("-", "−"),
        "exponential": f"Exponential, r = {side.ratio:g}",
        "blocks": f"{min(side.strong, d)} strong of {d}, the others {side.weak:g}",
        "pasted": f"{d} pasted moments",
    }
    return words[side.source]


def _renamed(option: Option, side: str) -> Option:
    return replace(option, name=f"{side}_{option.name}")
