"""The sentences of the page `microscope` about a joint step and its repeats."""

from __future__ import annotations

from aelr_core.algorithms import algorithm
from aelr_core.analysis.one_step import JointFrame, Scene, is_uniform
from aelr_core.analysis.repeated_step import KINDS, TWO_SAMPLES, Scatter
from pages.ui.microscope.numbers import Comparison, View
from pages.ui.numerals import amount, signed, times
from pages.ui.texts import sections, text

SCORES = {
    "ridge": r"\sqrt{M_i(\sigma^2 + V + A\,w_i^2)}",
    "lasso": r"\sqrt{M_i(u_i(\sigma^2 + V) + A\,w_i^2)}",
}
SAMPLES = {"two": "two samples", "one": "one sample"}
# Sizes that differ by less are about the same.
ALIKE = 0.05
# The sizes of g̃ that are compared.
SIZES = {"square": "E‖g̃‖²", "variance": "E‖g̃ − g‖²", "largest": "largest E[g̃ᵢ²]"}


def label(place: Scene, word: str) -> str:
    """Return the name of the algorithm with this word, as the registry spells it."""
    return algorithm(place.keys[word]).label


def column(place: Scene, word: str) -> str:
    """Return its name over a column or a picture, where nothing else says whose it is."""
    return algorithm(place.keys[word]).own_label


def purpose(place: Scene, word: str) -> str:
    """Return which algorithm the page shows, and whose it is."""
    own = algorithm(place.keys[word])
    return text(
        "microscope/joint_purpose",
        label=own.label,
        origin=own.origin,
        knows=own.knows,
        two=label(place, TWO_SAMPLES),
        K=place.joint[word]["K"],
    )


def remarks(view: View, place: Scene, word: str) -> list[str]:
    """Return what to know about this run of the algorithm, a sentence or two each."""
    said, learns = sections("microscope/joint"), algorithm(place.keys[word]).learns_moments
    found = [said["One example"]] if learns and not view.moving else []
    return [*found, said["Theory"]] if view.settings.mode == "theory" else found


def design(place: Scene, word: str, frame: JointFrame) -> str:
    """Return the caption of the picture of π; all are alike before anything is learnt."""
    learns, said = algorithm(place.keys[word]).learns_moments, sections("microscope/joint_design")
    follows = said["Nothing learnt" if learns and is_uniform(frame) else "Learnt"]
    filled = said["Sample"].replace("{n}", f"{len(frame.step.x)}")
    return f"{filled} {follows.replace('{scores}', SCORES[place.family])}"


def sentence(frame: JointFrame, place: Scene) -> str:
    """Return what happened in this step."""
    step, n = frame.step, len(frame.step.x)
    looked = f"looked at {n} different attributes of {len(frame.x):,}"
    both = f"{n} self-pairs and {n * (n - 1)} pairs (i, j)"
    pairs = both if step.w.any() else f"the {n} self-pairs alone, as w = 0"
    pairs = f"estimated the gradient from {pairs}"
    if step.eta == 0:
        return f"Step {frame.t} {looked} and learnt nothing yet: only zeros were seen before it."
    if place.family == "ridge":
        where = "stayed inside" if frame.outside is None else "was projected back onto"
        end = f"{where} the ball ‖w‖₂ ≤ B = {signed(place.given[TWO_SAMPLES]['B'])}"
    else:
        clipped = frame.clipped(step.eta)
        end = "was updated by exponentiation" + (
            f", {clipped} coordinates clipped" if clipped else ""
        )
    return f"Step {frame.t} {looked}, {pairs}, and w {end}."


def table(found: Comparison, place: Scene, word: str) -> list[dict[str, str | float | None]]:
    """Return the sizes of g̃, exact and measured, one row per size; None where none is known."""
    sides = {column(place, TWO_SAMPLES): found.two, column(place, word): found.one}
    best = "measured" if found.one.exact is None else "exact"
    rows: list[dict[str, str | float | None]] = []
    for size, meaning in SIZES.items():
        row: dict[str, str | float | None] = {"Size": meaning}
        for name, one in sides.items():
            for kind in KINDS:
                sizes = one.sizes(kind)
                row[f"{name}, {kind}"] = None if sizes is None else sizes[size]
        two, one_sample = (one.sizes(best) for one in sides.values())
        if two is not None and one_sample is not None and one_sample[size] > 0:
            row["Ratio"] = two[size] / one_sample[size]
        rows.append(row)
    return rows


def verdict(found: Comparison, place: Scene, word: str) -> str:
    """Return how much less, or more, one sample scatters, here and over other rows."""
    two, one, over = column(place, TWO_SAMPLES), column(place, word), found.over_rows
    said = [
        f"On this example and at this w, E‖g̃‖² is {amount(found.two.size, 3)} with the two "
        f"samples of {two} and {amount(found.one.size, 3)} with the one sample of {one} "
        f"({_how(found.one.exact is not None)}): {_compared(found.two.size, found.one.size)}",
        f"Around the true gradient they scatter by E‖g̃ − g‖² = {amount(found.two.variance, 3)} and "
        f"{amount(found.one.variance, 3)}: {_compared(found.two.variance, found.one.variance)}",
        f"Over {over.rows} training rows, at the same w, E‖g̃‖² is {amount(over.two, 3)} against "
        f"{amount(over.one, 3)} ({_how(over.exact)}): {_compared(over.two, over.one)}",
    ]
    if not algorithm(place.keys[word]).knows_moments:
        said.append(sections("microscope/joint")["Known"])
    return " ".join(said)


def below_cloud(one: Scatter) -> str:
    """Return the caption of a cloud."""
    exact = "" if one.exact is None else f" (exact: {amount(one.size, 3)})"
    return f"The mean of ‖g̃‖² is **{amount(one.measured, 3)}**{exact}."


def _how(exact: bool) -> str:
    return "exact" if exact else "the second is measured"


def _compared(two: float, one: float) -> str:
    if abs(two - one) <= ALIKE * max(two, one):
        return "**about the same**."
    if one < two:
        return f"**{times(two / one)} smaller**." if one > 0 else "**nothing is left**."
    more = f"{times(one / two)} larger" if two > 0 else "larger"
    return f"**{more} with one sample**."
