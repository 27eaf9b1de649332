"""The explorer's top row: what the two ratios mean, and the cards. No number is computed here."""

from __future__ import annotations

from aelr_core.analysis.standing import Standing
from aelr_core.families import family_facts
from pages.ui.numerals import GAINS, Card, amount, gain, saving, share


def headline(here: Standing) -> str:
    """Return what the two ratios mean, in one line.

    The chosen family comes first.
    """
    gains = {"ridge": gain(here.rho_ridge), "lasso": gain(here.rho_lasso)}
    first, second = sorted(gains, key=lambda family: family != here.family)
    if gains[first] == gains[second]:
        both = f"**{gains[first]}** for both {first} and {second}"
    else:
        both = f"**{gains[first]}** for {first}, {gains[second]} for {second}"
    return f"Choosing attributes by their second moments gains {both}."


def cards(here: Standing) -> tuple[Card, ...]:
    """Return the top row, without formulas: the browser would load KaTeX before any chart."""
    H = family_facts(here.family).H
    kept = sum(one.holds for one in here.assumptions)
    norm, formula = {"ridge": ("Half norm", "(Σ√Mᵢ)²"), "lasso": ("Sum", "ΣMᵢ")}[here.family]
    scaled = "" if here.scale == 1 else f", with the rows divided by s = {here.scale:.3g}"
    return (
        Card(
            "Ridge ratio, ρ_ridge",
            f"{here.rho_ridge:.3g}",
            f"There is {gain(here.rho_ridge)} to gain. The improvement ratio ‖M‖½ / (d ‖M‖₁) lies "
            "between 1/d and 1, and lower is better. It is the share of the second moment of a "
            "one-draw estimate of x that is left when ridge regression draws by the moments "
            "instead of uniformly.",
        ),
        Card(
            "Lasso ratio, ρ_lasso",
            f"{here.rho_lasso:.3g}",
            f"There is {gain(here.rho_lasso)} to gain. The improvement ratio ‖M‖₁ / (d ‖M‖∞) lies "
            "between 1/d and 1, and lower is better. It is the same share for lasso, where the "
            "worst attribute counts instead of the sum over all.",
        ),
        Card(
            "Predicted saving",
            saving(here.saving),
            f"Examples needed, as a share of those that uniform sampling needs, by the bounds with "
            f"equal constants: ({H}/k + 1) / (d/k + 1) at k = {here.budget - 1}, the "
            f"theorems' own split, for data scaled into the unit ball. By the same bounds, the "
            f"attributes needed are {share(here.against_full)} "
            f"{_of(here.against_full)}those with full information. A run may save more or less."
            f"{_where_nothing_is_to_be_gained(here)}",
        ),
        Card(
            "Best k, k\\*",
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
            f":{here.light}[●] Assumptions",
            f"{kept} of {len(here.assumptions)}",
            "What the theorems assume: " + " ".join(one.sentence for one in here.assumptions),
        ),
    )


def _where_nothing_is_to_be_gained(here: Standing) -> str:
    """Explain a saving where the ratio is near 1: they compare with different bounds."""
    nothing = GAINS[0][0]
    if here.rho < nothing or here.saving > nothing:
        return ""
    return (
        f" The bounds promise a saving although the ratio says that there is {gain(here.rho)} to "
        "gain: the bound of uniform sampling treats every row as if it were as long as the "
        "longest one, while this bound uses the actual rows."
    )


def _of(x: float) -> str:
    return "of " if x < 1 else ""
