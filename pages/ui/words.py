"""The explorer's numbers in words. No number is computed here, only said."""

from __future__ import annotations

from dataclasses import dataclass

from aelr_core.analysis.schemes import top_share
from aelr_core.analysis.standing import Standing
from pages.ui.numerals import amount, saving, share

# The most frequent attributes, as a share of all.
TOP = 0.1
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


def gain(rho: float) -> str:
    """Return how much there is to be gained, in words.

    >>> gain(1.0), gain(0.056)
    ('next to nothing', 'very much')
    """
    return next(words for least, words in GAINS if rho >= least)


def headline(here: Standing) -> str:
    """Return what the two ratios mean, in one line.

    The chosen family comes first.
    """
    gains = {"ridge": gain(here.rho_ridge), "lasso": gain(here.rho_lasso)}
    first, second = sorted(gains, key=lambda family: family != here.family)
    if gains[first] == gains[second]:
        both = f"**{gains[first]}**, for {first} as for {second}"
    else:
        both = f"**{gains[first]}** for {first}, {gains[second]} for {second}"
    return f"Choosing attributes by their second moments gains {both}."


def cards(here: Standing) -> tuple[Card, ...]:
    """Return the top row. No formulas: the browser would load what sets them before any chart."""
    H = "‖M‖½" if here.family == "ridge" else "‖M‖₁"
    kept = sum(one.holds for one in here.assumptions)
    scaled = "" if here.scale == 1 else f", with the rows divided by s = {here.scale:.3g}"
    return (
        Card(
            "Ridge ratio, ρ_ridge",
            f"{here.rho_ridge:.3g}",
            f"There is {gain(here.rho_ridge)} to be gained. Improvement ratio ‖M‖½ / (d ‖M‖₁), "
            "between 1/d and 1: what remains of the second moment of a one-draw estimate of x "
            "when ridge regression draws by the moments instead of uniformly. The smaller, the "
            "more is gained.",
        ),
        Card(
            "Lasso ratio, ρ_lasso",
            f"{here.rho_lasso:.3g}",
            f"There is {gain(here.rho_lasso)} to be gained. Improvement ratio ‖M‖₁ / (d ‖M‖∞), "
            "between 1/d and 1: the same for lasso, where the worst attribute counts instead of "
            "the sum.",
        ),
        Card(
            "Predicted saving",
            saving(here.saving),
            f"Examples needed, over those that uniform sampling needs, by the bounds with equal "
            f"constants: ({H}/k + 1) / (d/k + 1), for data scaled into the unit ball. By the same "
            f"bounds the attributes needed are {share(here.against_full)} {_of(here.against_full)}"
            f"those of seeing everything. Learning itself may save more or less."
            f"{_where_nothing_is_to_be_gained(here)}",
        ),
        Card(
            "Best k, k\\*",
            f"{here.k_star}",
            f"By the bounds, k + 1 = {here.k_star + 1} attributes per example minimise the total: "
            f"k* is near √{H} = {here.H**0.5:.2g}. You have k + 1 = {here.budget}.",
        ),
        Card(
            "Attributes, d", f"{here.d}", f"You see k + 1 = {here.budget} of them in each example."
        ),
        Card(
            "Half norm, ‖M‖½",
            amount(here.half_norm, 3),
            f"(Σ√M_i)² of the second moments M{scaled}. In the ridge bounds it takes the place "
            f"of d = {here.d}; in the lasso bounds ‖M‖₁ does.",
        ),
        Card(
            f":{here.light}[●] Assumptions",
            f"{kept} of {len(here.assumptions)}",
            "What the theorems assume: " + " ".join(one.sentence for one in here.assumptions),
        ),
    )


def _where_nothing_is_to_be_gained(here: Standing) -> str:
    """Explain a saving beside a ratio near 1: each has its own idea of uniform sampling."""
    nothing = GAINS[0][0]
    if here.rho < nothing or here.saving > nothing:
        return ""
    return (
        " That is a saving though the ratio says there is next to nothing to be gained: uniform "
        "sampling's bound takes every row to be as long as the longest one, this one takes the "
        "rows as they are."
    )


def _of(x: float) -> str:
    return "of " if x < 1 else ""


def sampling(here: Standing) -> str:
    """Return what to see in the picture of q."""
    n, drawn = top_share(here.q, TOP)
    top = (
        "The most frequent attribute gets"
        if n == 1
        else f"The {n} most frequent of {here.d} attributes get"
    )
    rule = {"ridge": "√M_i (equation 4)", "lasso": "M_i (Lemma 4.3)"}
    best = f"the best q is proportional to {rule[here.family]}"
    return f"{top} {drawn:.0%} of the draws: {best}."


def ratios(here: Standing) -> str:
    """Return what to see in the picture of ρ."""
    where = "at your α" if here.alpha is not None else "your data"
    return (
        f"ρ = 1: all attributes alike, nothing to gain; the lower, the more. The large marks are "
        f"{where}; the curves are for d = {here.d}."
    )
