"""The microscope's numbers in words."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from aelr_core.moments import x_tilde_second_moment
from pages.ui.microscope.listing import listing, said
from pages.ui.microscope.options import QUANTITY_WORDS, SCHEME_WORDS
from pages.ui.microscope.repeats import KINDS, QUANTITIES, Repeats
from pages.ui.microscope.scene import Frame, Scene
from pages.ui.plain_text import in_markdown

PURPOSE = {
    "ridge": "Algorithm 1 of the paper, GAERR, one step at a time: it looks at a few attributes of "
    "an example, makes up an estimate of the gradient from them, and moves the predictor w "
    "(AERR with uniform q, DDAERR with the optimal one).",
    "lasso": "Algorithm 3 of the paper, GAELR, one step at a time: it looks at a few attributes of "
    "an example, makes up an estimate of the gradient from them, and moves the predictor w "
    "(AELR with uniform q, DDAELR with the optimal one).",
}
DRAWS = {
    "ridge": "A rare attribute that is drawn counts for more: its value is divided by its q "
    "(equation 4: $q_i \\propto \\sqrt{M_i}$). Marks are as large as an attribute is drawn often.",
    "lasso": "A rare attribute that is drawn counts for more: its value is divided by its q "
    "(Lemma 4.3: $q_i \\propto M_i$). Marks are as large as an attribute is drawn often.",
}
X = (
    "The estimate x̃ is 0 but for the attributes that were drawn, and far too large there: right "
    "only on average."
)
G = "So is g̃ = φ̃ x̃: a poor copy of the gradient, but without bias. That is all a step needs."
W = {
    "ridge": "Only the drawn coordinates move (line 11); where w would leave the ball all of them "
    "shrink (line 12).",
    "lasso": "Only the drawn coordinates of z move, by a factor (lines 14 and 15); the division "
    "by ‖z⁺‖₁ + ‖z⁻‖₁ then changes all of w a little (line 3).",
}
LEMMAS = {"ridge": "Lemmas 3.2 to 3.4", "lasso": "Lemmas 4.2 to 4.5"}


def progress(frame: Frame) -> str:
    """Return how well w predicts this example now, and what the average would."""
    before, after = float(frame.step.w @ frame.x), float(frame.step.w_next @ frame.x)
    return (
        f"Before it, w predicts {said(before)} for y = {said(frame.y)}; after it, {said(after)}; "
        f"the average w̄ so far, {said(float(frame.w_bar @ frame.x))}."
    )


def lines(frame: Frame, place: Scene, scheme: str) -> str:
    """Return the algorithm's lines with the numbers of this step, as Markdown."""
    found = listing(frame, place.given[scheme], place.names)
    return "\n".join(
        f"- **{line.number}** {line.text}  \n  {in_markdown(line.gave)}" for line in found
    )


def symbol(quantity: str, place: Scene, attribute: int) -> str:
    """Return what a histogram is of.

    x̃ and g̃ are vectors: one attribute of them is shown.
    """
    if quantity == "phi":
        return "φ = ⟨w, x⟩ − y"
    return f"{quantity}[{place.names[attribute]}]"


def table(found: Mapping[str, Mapping[str, Repeats]]) -> list[dict[str, str | float]]:
    """Return exact and measured variances, a row for each quantity."""
    meaning = {"x": "E‖x̃ − x‖²", "phi": "Var φ̃", "g": "E‖g̃ − g‖²"}
    return [
        {
            "Variance": meaning[quantity],
            **{
                f"{SCHEME_WORDS[scheme]}, {kind}": getattr(repeats[quantity], kind)
                for scheme, repeats in found.items()
                for kind in KINDS
            },
        }
        for quantity in QUANTITIES
    ]


def verdict(place: Scene, found: Mapping[str, Mapping[str, Repeats]]) -> str:
    """Return which q is better for this example, and which on average over the data."""
    here = {scheme: repeats["x"].exact for scheme, repeats in found.items()}
    over = {
        scheme: float(
            x_tilde_second_moment(place.M, np.asarray(given["q"]), given["k_x"])
            if place.family == "ridge"
            else _largest(place, scheme)
        )
        for scheme, given in place.given.items()
    }
    better = "has less" if here["known"] < here["uniform"] else "has more"
    what = "E‖x̃‖²" if place.family == "ridge" else "the largest Mᵢ/qᵢ"
    return (
        f"On this example the optimal q {better} variance of x̃ than the uniform one "
        f"({here['known']:.3g} against {here['uniform']:.3g}). It is optimal on average: over all "
        f"the data {what} is {over['known']:.3g} against {over['uniform']:.3g} "
        f"({LEMMAS[place.family]})."
    )


def converged(quantity: str, n: int) -> str:
    """Return what to see where estimates converge."""
    return (
        f"One {QUANTITY_WORDS[quantity]} is far off, the mean of {n:,} is near: the estimates are "
        f"unbiased. Dashed: √(variance/n), from the exact variance."
    )


def _largest(place: Scene, scheme: str) -> float:
    q = np.asarray(place.given[scheme]["q"])
    some = place.M > 0
    return float((place.M[some] / q[some]).max())
