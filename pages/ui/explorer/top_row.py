"""The explorer's top: its title, the story, and the cards. No number is computed here."""

from __future__ import annotations

from aelr_core.analysis.prior_facts import PriorFacts
from aelr_core.datasets.entry import Entry
from aelr_core.families import family_facts
from pages.ui.numerals import Card, amount, fewer, gain

TITLE = "Learning from a few attributes"


def story(here: PriorFacts, entry: Entry, *, alike: bool = False) -> str:
    """Return what the page is about: the question, for the chosen data and budget, and its answer.

    alike : whether the attributes are so alike that choosing among them gains almost nothing.
    """
    # one line has room for no more at 1400 x 900
    who, things = "You see", "attributes per example"
    if entry.simulated:
        who, things = "You run", "tests per person"
    elif entry.image_shape is not None:
        things = "pixels per image"
    if here.budget == here.d:
        return f"{who} all {here.d} {things}: there is nothing to choose."
    answer = "Any: all are alike" if alike else "Those with large values"
    return f"{who} **{here.budget} of {here.d}** {things}. Which? {answer}."


def cards(here: PriorFacts) -> tuple[Card, ...]:
    """Return the top row, without formulas: the browser would load KaTeX before any chart."""
    H = family_facts(here.family).H
    kept = sum(one.holds for one in here.assumptions)
    norm, formula = {"ridge": ("Half norm", "(Σ√Mᵢ)²"), "lasso": ("Sum", "ΣMᵢ")}[here.family]
    scaled = "" if here.scale == 1 else f", with the rows divided by s = {here.scale:.3g}"
    return (
        Card(
            "Ridge ratio, ρ",
            f"{here.rho_ridge:.3g}",
            f"There is {gain(here.rho_ridge)} to gain. The improvement ratio ‖M‖½ / (d ‖M‖₁) lies "
            "between 1/d and 1, and lower is better. It is the share of the second moment of a "
            "one-draw estimate of x that is left when ridge regression draws by the moments "
            "instead of uniformly.",
        ),
        Card(
            "Lasso ratio, ρ",
            f"{here.rho_lasso:.3g}",
            f"There is {gain(here.rho_lasso)} to gain. The improvement ratio ‖M‖₁ / (d ‖M‖∞) lies "
            "between 1/d and 1, and lower is better. It is the same share for lasso, where the "
            "worst attribute counts instead of the sum over all.",
        ),
        Card(
            "Predicted saving (bounds)",
            fewer(here.saving),
            f"Examples needed, compared with uniform sampling on the same data, by the bounds with "
            f"equal constants: (ρd/k + 1) / (d/k + 1) at k = {here.budget - 1}, the "
            f"theorems' own split. Attributes, compared with full information, for data scaled "
            f"into the unit ball: {fewer(here.against_full)}. A run may save more or less.",
        ),
        Card(
            "Best k, k*",
            f"{here.k_star}",
            f"By the bounds, k + 1 = {here.k_star + 1} attributes per example minimise the total: "
            f"k* is near √{H} = {here.H**0.5:.2g}. You have k + 1 = {here.budget}.",
        ),
        Card("Attributes, d", f"{here.d}", f"You see k + 1 = {here.budget} of them per example."),
        Card(
            f"{norm}, {H}",
            amount(here.H, 3),
            f"The effective dimension H: {formula} of the second moments M{scaled}. In the bounds "
            f"of {here.family} it takes the place of d = {here.d}.",
        ),
        Card(
            "Assumptions",
            f"{kept} of {len(here.assumptions)}",
            "What the theorems assume: " + " ".join(one.sentence for one in here.assumptions),
            here.light,
        ),
    )
