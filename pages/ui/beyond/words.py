"""The toy and the theorems in words. No number is computed here."""

from __future__ import annotations

from collections.abc import Callable

from aelr_core.algorithms import algorithm
from aelr_core.analysis.joint import DIM, EXAMPLES, Drawn, JointBounds, JointSizes, Stage, Use
from aelr_core.checks import Ints
from pages.ui.beyond.numbers import Toy
from pages.ui.beyond.prose import unbroken
from pages.ui.numerals import amount, listed, signed, times
from pages.ui.settings import Settings
from pages.ui.texts import sections

CHAPTERS = {
    "pairs": "The idea in one picture",
    "study": "The study",
    "algorithm": "The algorithm",
    "theorems": "What is proved",
}
TABS = (
    "One panel",
    "What the mends gain",
    "Attributes needed",
    "What each idea gains",
    "Another norm bound",
)
THEOREMS = ("theorem1", "theorem2", "theorem3", "theorem4", "theorem5")
# The family that each is about.
FAMILIES = dict(zip(THEOREMS, ("ridge", "ridge", "ridge", "lasso", "lasso"), strict=True))
OURS, PAPERS = {"ridge": "jaerr", "lasso": "jaelr"}, {"ridge": "ddaerr", "lasso": "ddaelr"}
# As formulas: the letters of a font crowd the tilde and the bars.
SIZE = {"ridge": r"$E\|\tilde g\|^2$", "lasso": r"$\sum_i u_i\,E[\tilde g_i^2]$"}
POISSON = "Poisson design, budget in expectation"
# What the numbers of each theorem are about; those of Theorem 4 are about the paper's algorithm.
ABOUT = dict.fromkeys(THEOREMS, POISSON) | {"theorem4": "DDAELR: hard budget, constant step"}


def statement(name: str) -> dict[str, str]:
    """Return a theorem's title, statement, meaning, honest reading and proof."""
    return sections(f"beyond/{name}")


def two_samples(place: Stage, found: Drawn, n: int) -> str:
    """Return the caption of the paper's grid."""
    rows, columns = _attributes(found.rows), _attributes(found.columns)
    said = f"{_draws(place.k_x)} for x̃: {rows}. {_draws(place.k_phi)} for ⟨w, x⟩: {columns}. "
    return (said if n == 1 else "") + (
        "A pair (i, j) needs i in the first sample and j in the second; framed cells are "
        "self-pairs."
    )


def one_sample(place: Stage, found: Drawn, n: int) -> str:
    """Return the caption of our grid."""
    said = f"{place.K} different attributes: {_attributes(found.rows)}. " if n == 1 else ""
    return f"{said}Every pair of them can be used, and every self-pair is exact."


def uses(here: Toy, family: str) -> list[dict[str, str]]:
    """Return the table of what an example gives to either way, in expectation."""
    rows: tuple[tuple[str, Callable[[Use], float]], ...] = (
        ("Different attributes seen", lambda use: use.seen),
        (f"Pairs it can use, of {DIM * DIM}", lambda use: use.pairs),
        (f"Self-pairs among them, of {DIM}", lambda use: use.self_pairs),
        ("Mean square of the self-pairs' part alone", lambda use: use.diagonal),
        (f"Size of the gradient estimate, {SIZE[family]}", lambda use: use.size),
    )
    ours, papers = (algorithm(keys[family]).label for keys in (OURS, PAPERS))
    return [
        {
            "Per example, exactly": words,
            f"Two samples ({papers})": amount(of(here.two), 3),
            f"One sample ({ours})": amount(of(here.one), 3),
        }
        for words, of in rows
    ]


def verdict(two: Use, one: Use, family: str) -> str:
    """Return which way is less noisy on the toy, and by how much."""
    if 0 < one.size <= two.size:
        return (
            f"On this toy, one sample makes the gradient estimate **{times(two.size / one.size)} "
            f"smaller** in mean square, for the same {amount(one.seen)} attributes."
        )
    by = f", by a factor of {amount(one.size / two.size, 2)}" if two.size else ""
    return f"On this toy, one sample is **noisier{by}**. {_WHY_NOISIER[family]}"


_WHY_NOISIER = {
    "ridge": "It can happen where all attributes are about equally large; see Theorem 2.",
    "lasso": "Where all rows are alike, the paper's estimate of ⟨w, x⟩ hardly varies, and ours "
    "does; see Theorem 2.",
}


def about_toy(family: str, alpha: float) -> str:
    """Return what the toy is."""
    return unbroken(
        f"A toy that can be drawn: the paper's synthetic {family} data with d = {DIM} attributes "
        f"and α = {signed(alpha)}, the largest second moment first, at the predictor that "
        f"{algorithm(OURS[family]).label} has after {EXAMPLES} examples. What is chosen here is "
        "for this picture alone. Family, split, p and seed are the sidebar's, and the theorems "
        "below follow the sidebar in everything."
    )


def theorem_numbers(
    name: str, bounds: JointBounds, sizes: JointSizes | None, settings: Settings
) -> str:
    """Return what a theorem says about the sidebar's experiment, in one paragraph."""
    said = {
        "theorem1": lambda: _worst_case(bounds, settings.family),
        "theorem2": lambda: _sizes(sizes) if sizes else "",
        "theorem3": lambda: _risk(bounds, settings),
        "theorem4": lambda: _constant(bounds),
        "theorem5": lambda: f"{_worst_case(bounds, settings.family)} {_risk(bounds, settings)}",
    }[name]()
    return unbroken(f"**Your settings** ({ABOUT[name]}). {said}")


def other_family(name: str) -> str:
    """Return what stands in the place of numbers for the other family."""
    return f"Choose {FAMILIES[name]} in the sidebar to see its numbers for your settings."


def _worst_case(found: JointBounds, family: str) -> str:
    ratio = found.G2 / found.papers
    better = "smaller" if ratio < 1 else "larger"
    share = amount(found.H / found.k, 3)
    made_of = {
        "ridge": f"H/k = {share}",
        "lasso": rf"$\|M\|_1/k$ = {share} and $\|M\|_\infty$ = {amount(found.always, 3)}",
    }
    return (
        f"G² is at most {amount(found.G2, 3)}, the paper's {amount(found.papers, 3)}: ours is "
        f"{_by(ratio)} {better}. Here {made_of[family]}. With the best b, "
        f"{found.best_b:.2f}, it is {amount(found.best, 3)}."
    )


def _sizes(found: JointSizes) -> str:
    return (
        f"At a good predictor, {SIZE['ridge']} is {amount(found.paper, 3)} for DDAERR, exactly. "
        f"Theorem 2 allows {amount(found.limit, 3)}; the joint sample has "
        f"{amount(found.joint, 3)}, {_against(found.joint, found.paper)}, and "
        f"{amount(found.own, 3)} with the probabilities that JAERR would choose. "
        f"{_worst_row(found.worst)}"
    )


def _against(ours: float, theirs: float) -> str:
    """Return how a size compares with another, in words.

    >>> _against(2.0, 10.0), _against(10.0, 2.0), _against(0.0, 2.0)
    ('5 times less', '5 times more', 'exactly nothing')
    """
    if ours == 0:
        return "exactly nothing"
    if theirs == 0:
        return "where DDAERR has none"
    return f"{times(theirs / ours)} less" if ours <= theirs else f"{times(ours / theirs)} more"


def _worst_row(worst: float) -> str:
    if worst <= 1:
        return "It is smaller on every single one of the rows used."
    return f"On the worst row it is {times(worst)} larger than DDAERR's."


def _risk(found: JointBounds, settings: Settings) -> str:
    ratio = found.bound / found.paper_bound
    better = "smaller" if ratio < 1 else "larger"
    return (
        f"With m = {settings.examples:,} the excess risk is at most {amount(found.bound, 3)}, by "
        f"the paper's G² {amount(found.paper_bound, 3)}: ours is {_by(ratio)} {better}. As "
        f"printed, the paper's bound is {amount(found.printed_bound, 3)}. {_worth(found)}"
    )


def _worth(found: JointBounds) -> str:
    """Return whether the bound says anything: every predictor in the ball has a risk."""
    trivial = f"every predictor in the ball has at most {amount(found.trivial, 3)}"
    if found.bound < found.trivial:
        return f"Without learning anything, {trivial}."
    return f"None of them says anything at this m: {trivial}, without learning."


def _constant(found: JointBounds) -> str:
    return (
        f"DDAELR's bound is {amount(found.printed_bound, 3)} as printed and "
        f"{amount(found.paper_bound, 3)} with the sharper constant."
    )


def ratio_caption(found: JointBounds, family: str) -> str:
    """Return what to see in the picture of both bounds."""
    rule = (
        f"For ridge ours is better where $H/k < 4 - 5M_F$: here H = {amount(found.H, 3)}."
        if family == "ridge"
        else rf"Here $\|M\|_1$ = {amount(found.H, 3)} and $\|M\|_\infty$ = "
        f"{amount(found.always, 3)}."
    )
    return unbroken(
        f"{POISSON}; the paper's bound with the same start and, for lasso, the same constant. "
        f"{rule} Bounds are for the worst data; measured errors differ far more."
    )


def _by(ratio: float) -> str:
    change = abs(ratio - 1)
    return f"{100 * change:.2g}%" if change >= 0.0005 else "not noticeably"


def _draws(n: int) -> str:
    return f"{n} draw{'s' if n > 1 else ''}"


def _attributes(found: Ints) -> str:
    return listed([str(int(i) + 1) for i in found]) or "none"
