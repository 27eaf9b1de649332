"""The explorer's numbers in words. No number is computed here, only said."""

from __future__ import annotations

from dataclasses import dataclass

from aelr_core.algorithms import ALGORITHMS, of_family
from pages.ui.conditions import light
from pages.ui.numerals import amount, saving, share
from pages.ui.overview import Overview

# What a label does not say by itself.
ROLE_WORDS = {
    "known": "known moments",
    "uniform": "uniform",
    "online": "sees all",
    "offline": "sees all",
}
SHORT = {"two_phase": "Two-Phased", "online": "Online", "offline": "Offline"}
# How much is to be gained by choosing attributes by their moments, by the size of ρ.
GAINS = (
    (0.9, "next to nothing"),
    (0.5, "a little"),
    (0.1, "much"),
    (0.0, "very much"),
)


@dataclass(frozen=True)
class Card:
    """One number of the top row."""

    label: str
    value: str
    help: str


@dataclass(frozen=True)
class Named:
    """An algorithm's key and its name on the screen."""

    key: str
    name: str


def name(key: str) -> str:
    """Return an algorithm's label, with its role in words.

    >>> name("ddaerr"), name("two_phase_ddaelr")
    ('DDAERR, known moments', 'Two-Phased DDAELR')
    """
    entry = ALGORITHMS[key]
    role = ROLE_WORDS.get(entry.role)
    return f"{entry.label}, {role}" if role else entry.label


def short(key: str) -> str:
    """Return an algorithm's label for where there is little room.

    >>> short("ddaerr"), short("two_phase_ddaelr"), short("online_ridge")
    ('DDAERR', 'Two-Phased', 'Online')
    """
    entry = ALGORITHMS[key]
    return SHORT.get(entry.role, entry.label)


def labels(family: str) -> dict[str, Named]:
    """Return the names of a family's algorithms by role."""
    return {ALGORITHMS[key].role: Named(key, name(key)) for key in of_family(family)}


def gain(rho: float) -> str:
    """Return how much there is to be gained, in words.

    >>> gain(1.0), gain(0.056)
    ('next to nothing', 'very much')
    """
    return next(words for least, words in GAINS if rho >= least)


def headline(look: Overview) -> str:
    """Return what the two ratios mean, in one line.

    The chosen family comes first.
    """
    gains = {"ridge": gain(look.rho_ridge), "lasso": gain(look.rho_lasso)}
    first, second = sorted(gains, key=lambda family: family != look.spec.family)
    if gains[first] == gains[second]:
        both = f"**{gains[first]}**, for {first} as for {second}"
    else:
        both = f"**{gains[first]}** for {first}, {gains[second]} for {second}"
    return f"Choosing attributes by their second moments gains {both}."


def cards(look: Overview) -> tuple[Card, ...]:
    """Return the top row. No formulas: the browser would load what sets them before any chart."""
    spec, H = look.spec, "‖M‖½" if look.spec.family == "ridge" else "‖M‖₁"
    kept = sum(one.holds for one in look.conditions)
    scaled = "" if look.scale == 1 else f", with the rows divided by s = {look.scale:.3g}"
    return (
        Card(
            "Ridge ratio, ρ_ridge",
            f"{look.rho_ridge:.3g}",
            f"There is {gain(look.rho_ridge)} to be gained. Improvement ratio ‖M‖½ / (d ‖M‖₁), "
            "between 1/d and 1: what remains of the second moment of a one-draw estimate of x "
            "when ridge regression draws by the moments instead of uniformly. The smaller, the "
            "more is gained.",
        ),
        Card(
            "Lasso ratio, ρ_lasso",
            f"{look.rho_lasso:.3g}",
            f"There is {gain(look.rho_lasso)} to be gained. Improvement ratio ‖M‖₁ / (d ‖M‖∞), "
            "between 1/d and 1: the same for lasso, where the worst attribute counts instead of "
            "the sum.",
        ),
        Card(
            "Predicted saving",
            saving(look.saving),
            f"Examples needed, over those that uniform sampling needs, by the bounds with equal "
            f"constants: ({H}/k + 1) / (d/k + 1), for data scaled into the unit ball. By the same "
            f"bounds the attributes needed are {share(look.against_full)} {_of(look.against_full)}"
            f"those of seeing everything. Learning itself may save more or less."
            f"{_where_nothing_is_to_be_gained(look)}",
        ),
        Card(
            "Best k, k\\*",
            f"{look.k_star}",
            f"With k + 1 = {look.k_star + 1} attributes an example fewest are needed in all, by "
            f"the bounds: k* is near √{H} = {look.H**0.5:.2g}. You have k = {look.k}.",
        ),
        Card(
            "Attributes, d", f"{look.d}", f"You see k + 1 = {spec.budget} of them in each example."
        ),
        Card(
            "Half norm, ‖M‖½",
            amount(look.half_norm, 3),
            f"(Σ√M_i)² of the second moments M{scaled}. In the ridge bounds it takes the place "
            f"of d = {look.d}; in the lasso bounds ‖M‖₁ does.",
        ),
        Card(
            f":{light(look.conditions)}[●] Assumptions",
            f"{kept} of {len(look.conditions)}",
            "What the theorems assume: " + " ".join(one.sentence for one in look.conditions),
        ),
    )


def _where_nothing_is_to_be_gained(look: Overview) -> str:
    """Explain a saving beside a ratio near 1: each has its own idea of uniform sampling."""
    nothing = GAINS[0][0]
    if look.rho < nothing or look.saving > nothing:
        return ""
    return (
        " That is a saving though the ratio says there is next to nothing to be gained: uniform "
        "sampling's bound takes every row to be as long as the longest one, this one takes the "
        "rows as they are."
    )


def _of(x: float) -> str:
    return "of " if x < 1 else ""


def sampling(look: Overview) -> str:
    """Return what to see in the picture of q."""
    if look.top_count == 1:
        top = "The most frequent attribute gets"
    else:
        top = f"The {look.top_count} most frequent of {look.d} attributes get"
    rule = {"ridge": "√M_i (equation 4)", "lasso": "M_i (Lemma 4.3)"}
    best = f"the best q is proportional to {rule[look.spec.family]}"
    return f"{top} {look.top_share:.0%} of the draws: {best}."


def ratios(look: Overview) -> str:
    """Return what to see in the picture of ρ."""
    where = "at your α" if look.spec.data == "synthetic" else "your data"
    return (
        f"ρ = 1: all attributes alike, nothing to gain; the lower, the more. The large marks are "
        f"{where}; the curves are for d = {look.d}."
    )
