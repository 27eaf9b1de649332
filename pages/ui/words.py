"""The explorer's numbers in words. No number is computed here, only said."""

from __future__ import annotations

from dataclasses import dataclass

from aelr_core.algorithms import ALGORITHMS, of_family
from pages.ui.overview import Overview

# What a label does not say by itself.
ROLE_WORDS = {
    "known": "known moments",
    "uniform": "uniform",
    "online": "sees all",
    "offline": "sees all",
}
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


def labels(family: str) -> dict[str, Named]:
    """Return the names of a family's algorithms by role."""
    return {ALGORITHMS[key].role: Named(key, name(key)) for key in of_family(family)}


def share(x: float) -> str:
    """Return how much of something is needed, the way people say it.

    >>> share(0.0255), share(0.4), share(0.55), share(1.52)
    ('1/39', '1/2.5', '55%', '1.5 ×')
    """
    if x >= 1:
        return f"{x:.2g} ×"
    if x >= 0.5:
        return f"{x:.0%}"
    return f"1/{1 / x:.0f}" if x < 0.1 else f"1/{1 / x:.2g}"


def gain(rho: float) -> str:
    """Return how much there is to be gained, in words.

    >>> gain(1.0), gain(0.056)
    ('next to nothing', 'very much')
    """
    return next(words for least, words in GAINS if rho >= least)


def cards(look: Overview) -> tuple[Card, ...]:
    """Return the top row."""
    chosen, H = look.settings, "‖M‖½" if look.settings.family == "ridge" else "‖M‖₁"
    return (
        Card(
            "Ridge ratio, $\\rho_\\text{ridge}$",
            f"{look.rho_ridge:.3g}",
            "Improvement ratio ‖M‖½ / (d ‖M‖₁), between 1/d and 1: what remains of the second "
            "moment of a one-draw estimate of x when ridge regression draws by the moments "
            "instead of uniformly. The smaller, the more there is to be gained.",
        ),
        Card(
            "Lasso ratio, $\\rho_\\text{lasso}$",
            f"{look.rho_lasso:.3g}",
            "Improvement ratio ‖M‖₁ / (d ‖M‖∞), between 1/d and 1: the same for lasso, where "
            "the worst attribute counts instead of the sum.",
        ),
        Card(
            "Predicted saving",
            share(look.saving),
            f"Examples needed, over those that uniform sampling needs, by the bounds with equal "
            f"constants: ({H}/k + 1) / (d/k + 1), for data scaled into the unit ball. The bound "
            f"for uniform sampling allows for the worst data, so even equal moments save a "
            f"little here. Learning itself may save more or less.",
        ),
        Card(
            "Against all attributes",
            share(look.against_full),
            f"Attributes needed in all with k + 1 = {chosen.budget} an example, over those that "
            f"an algorithm needs which sees all d = {chosen.dim}, by the bounds: "
            f"(k + 1)(1 + {H}/k) / d.",
        ),
        Card(
            "Cheapest k + 1",
            f"{look.best_budget}",
            f"The budget that needs fewest attributes in all, by the bounds. The paper's k* is "
            f"one less, near √{H} = {look.H**0.5:.2g}.",
        ),
    )


def sentence(look: Overview) -> str:
    """Return what the top row means for the chosen family."""
    chosen = look.settings
    return (
        f"With k + 1 = **{chosen.budget}** of d = **{chosen.dim}** attributes per example, "
        f"choosing them by their second moments gains **{gain(look.rho)}** over choosing them "
        f"blindly: $\\rho_\\text{{{chosen.family}}}$ = {look.rho:.3g}. By the theorems it takes "
        f"**{share(look.saving)}** {_of(look.saving)}the examples of uniform sampling, and "
        f"**{share(look.against_full)}** {_of(look.against_full)}the attributes of seeing "
        f"everything."
    )


def _of(x: float) -> str:
    return "of " if x < 1 else ""


def sampling(look: Overview) -> str:
    """Return what to see in the picture of q."""
    if look.top_count == 1:
        top = "The most frequent attribute gets"
    else:
        top = f"The {look.top_count} most frequent of {look.settings.dim} attributes get"
    rule = {"ridge": "$\\sqrt{M_i}$ (equation 4)", "lasso": "$M_i$ (Lemma 4.3)"}
    return f"{top} {look.top_share:.0%} of the draws. Proportional to {rule[look.settings.family]}."


def ratios(look: Overview) -> str:
    """Return what to see in the picture of ρ."""
    return (
        f"The moments are $M_i \\propto i^\\alpha$, with d = {look.settings.dim}. At α = 0 all are "
        f"equal and ρ = 1; the faster they fall, the smaller is ρ. The marks are at your α."
    )


def bounds(look: Overview) -> str:
    """Return what to see in the picture of the bounds, and what they are about."""
    numbers = "3.5, 3.12" if look.settings.family == "ridge" else "4.6, 4.7"
    return (
        f"Theorems {numbers} and section {numbers[0]}: guarantees for the worst case, so real "
        f"errors are far smaller. Rows were divided by s = {look.scale:.3g} to lie in the unit "
        f"ball, and B = s‖w*‖ = {look.B:.3g}."
    )


def budgets(look: Overview) -> str:
    """Return what to see in the picture of budgets."""
    known = (
        f"known moments do, best at k + 1 = {look.best_budget}"
        if look.best_cost < 1
        else f"with d = {look.settings.dim} known moments do not either"
    )
    return (
        f"Attributes needed in all for the same bound. Uniform sampling never gets below 1; "
        f"{known}."
    )
