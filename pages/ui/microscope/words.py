"""The sentences of the page `microscope`, and the paper's algorithm with the numbers of a step."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from aelr_core.algorithms import by_word
from aelr_core.analysis.one_step import JointFrame, PaperFrame, Scene
from aelr_core.analysis.repeated_step import KINDS, REPEATS, Repeats, average_size
from aelr_core.families import family_facts
from aelr_core.norms import one_norm, two_norm
from aelr_core.textbook import gaelr, gaerr
from aelr_core.textbook.walk import StepArguments
from pages.ui.microscope.lines import Line, in_a_list, numbers, short, some, sparse
from pages.ui.numerals import signed
from pages.ui.texts import text

SCHEME = {"known": "optimal q", "uniform": "uniform q"}
ONE_SAMPLE = {"joint": "joint sample (ours)", "adaptive": "adaptive joint sample (ours)"}
QUANTITIES = {"x": "x̃", "phi": "φ̃", "g": "g̃"}
VARIANCES = {"x": "E‖x̃ − x‖²", "phi": "Var φ̃", "g": "E‖g̃ − g‖²"}


def purpose(family: str) -> str:
    """Return which algorithm of the paper the page shows."""
    own = family_facts(family)
    uniform, known = (by_word(word, family).label for word in ("uniform", "known"))
    return (
        f"{own.algorithm} of the paper, {own.general}, one step at a time: it looks at a few "
        f"attributes of an example, estimates the gradient from them, and updates the predictor w. "
        f"With uniform q it is {uniform}, with the optimal q {known}."
    )


def draws(family: str) -> str:
    """Return the caption of the picture of draws."""
    own = family_facts(family)
    return text("microscope/draws", rule=f"{own.rule_source}: $q_i \\propto {own.rule_latex}$")


def sentence(frame: PaperFrame, given: StepArguments) -> str:
    """Return what happened in this step."""
    step = frame.step
    looked = f"looked at {frame.distinct} of {len(frame.x):,} attributes ({frame.spent} draws)"
    if step.p is None:
        inner = "knew that ⟨w, x⟩ = 0, since w = 0"
    else:
        inner = f"estimated φ = {signed(frame.phi)} by φ̃ = {signed(step.phi_tilde)}"
    if isinstance(step, gaerr.Step):
        end = (
            f"was projected back onto the ball ‖w‖₂ ≤ B = {signed(given['B'])}"
            if step.projected
            else f"stayed inside the ball ‖w‖₂ ≤ B = {signed(given['B'])}"
        )
    else:
        clipped = frame.clipped(given["eta"])
        end = "was updated by exponentiation"
        end += f", {clipped} coordinates clipped" if clipped else ""
    return f"Step {frame.t} {looked}, {inner}, and w {end}."


def progress(frame: PaperFrame | JointFrame) -> str:
    """Return what w predicts for this example before and after the step, and what w̄ predicts."""
    before, after, average = frame.predictions
    return (
        f"Before the step, w predicts {signed(before)} for y = {signed(frame.y)}, and after it "
        f"{signed(after)}; the average w̄ so far predicts {signed(average)}."
    )


def lines(frame: PaperFrame, place: Scene, scheme: str) -> str:
    """Return the algorithm's lines with the numbers of this step, as Markdown."""
    return in_a_list(listing(frame, place.given[scheme], place.names))


def listing(frame: PaperFrame, given: StepArguments, names: tuple[str, ...]) -> list[Line]:
    """Return the lines of Algorithm 1 (ridge) or 3 (lasso) for one step."""
    step, q = frame.step, np.asarray(given["q"])
    names = tuple(short(name) for name in names)
    ridge = isinstance(step, gaerr.Step)
    one = 0 if ridge else 1  # Algorithm 3 computes w first: its lines are one further down
    lines = [
        *([] if ridge else [_lasso_start(frame)]),
        Line(
            str(4 + one),
            r"pick $i_r$ with probability $q_{i_r}$, observe $x[i_r]$",
            f"i = {some(names[i] for i in step.i)}; x[i] = {numbers(step.x_i)}",
        ),
        Line(
            str(5 + one),
            r"$\tilde x_r \leftarrow x[i_r]\,e_{i_r}/q_{i_r}$",
            f"x[i]/q = {numbers(step.x_i / q[step.i])}",
        ),
        Line(
            str(7 + one),
            r"$\tilde x \leftarrow \frac1{k_x}\sum_r \tilde x_r$",
            f"x̃ = {sparse(step.x_tilde, step.i, names)}",
        ),
        _inner(frame, names, str(8 + one), ridge),
        Line(
            str(9 + one),
            r"$\tilde\varphi \leftarrow \frac1{k_\varphi}\sum_s \frac{w[j_s]}{p_{j_s}}x[j_s] - y$",
            f"φ̃ = {signed(step.phi_tilde, 4)}, true value ⟨w, x⟩ − y = {signed(frame.phi, 4)}",
        ),
        Line(
            str(10 + one),
            r"$\tilde g \leftarrow \tilde\varphi\,\tilde x$",
            f"g̃ = {sparse(step.g_tilde, step.i, names)}",
        ),
    ]
    if isinstance(step, gaerr.Step):
        return [*lines, *_projection(step, given)]
    return [*lines, *_exponentiation(frame, step, given, names)]


def symbol(quantity: str, place: Scene, attribute: int) -> str:
    """Return what the histogram shows: φ, or one attribute of the vectors x and g."""
    if quantity == "phi":
        return "φ = ⟨w, x⟩ − y"
    return f"{quantity}[{place.names[attribute]}]"


def table(found: Mapping[str, Mapping[str, Repeats]]) -> list[dict[str, str | float]]:
    """Return exact and measured variances, one row per quantity."""
    return [
        {
            "Variance": meaning,
            **{
                column(scheme, kind): getattr(repeats[quantity], kind)
                for scheme, repeats in found.items()
                for kind in KINDS
            },
        }
        for quantity, meaning in VARIANCES.items()
    ]


def column(scheme: str, kind: str) -> str:
    """Return the title of a column of the table."""
    return f"{SCHEME[scheme]}, {kind}"


def verdict(place: Scene, found: Mapping[str, Mapping[str, Repeats]]) -> str:
    """Return which q has less variance on this example, and on average over the data."""
    here = {scheme: repeats["x"].exact for scheme, repeats in found.items()}
    over = {scheme: average_size(place, scheme) for scheme in found}
    better = "less" if here["known"] < here["uniform"] else "more"
    own = family_facts(place.family)
    return (
        f"On this example x̃ has {better} variance with the optimal q than with the uniform one "
        f"({here['known']:.3g} against {here['uniform']:.3g}). The optimal q is optimal on "
        f"average: over all the data {own.size} is {over['known']:.3g} against "
        f"{over['uniform']:.3g} ({own.estimates})."
    )


def converged(quantity: str) -> str:
    """Return the caption of the picture of convergence."""
    return (
        f"A single {QUANTITIES[quantity]} is far off, but the mean of {REPEATS:,} is close: the "
        f"estimates are unbiased. Dashed: √(variance/n), from the exact variance."
    )


def _lasso_start(frame: PaperFrame) -> Line:
    return Line(
        "3",
        r"$w \leftarrow (z^+ - z^-)\,B/(\|z^+\|_1 + \|z^-\|_1)$",
        f"‖w‖₁ = {signed(float(one_norm(frame.step.w)), 4)}",
    )


def _inner(frame: PaperFrame, names: tuple[str, ...], number: str, ridge: bool) -> Line:
    step = frame.step
    p = r"w_j^2/\|w\|_2^2" if ridge else r"|w_j|/\|w\|_1"
    rule = rf"choose $j_s$ with probability $p_j$ ($= {p}$ in the paper), observe $x[j_s]$"
    if step.p is None:
        return Line(number, rule, "w = 0, so there is no p and ⟨w, x⟩ = 0; the draws still count")
    gave = (
        f"j = {some(names[j] for j in step.j)}; x[j] = {numbers(step.x_j)}; "
        f"p[j] = {numbers(step.p[step.j])}"
    )
    return Line(number, rule, gave)


def _projection(step: gaerr.Step, given: StepArguments) -> list[Line]:
    return [
        Line(
            "11",
            r"$v \leftarrow w - \eta\,\tilde g$",
            f"η = {signed(given['eta'])}, ‖v‖₂ = {signed(float(two_norm(step.v)), 4)}",
        ),
        Line(
            "12",
            r"$w_{t+1} \leftarrow v\,B/\max(\|v\|_2, B)$",
            f"B = {signed(given['B'], 4)}, v times {signed(step.scale, 4)}"
            + ("" if step.projected else ": inside the ball"),
        ),
    ]


def _exponentiation(
    frame: PaperFrame, step: gaelr.Step, given: StepArguments, names: tuple[str, ...]
) -> list[Line]:
    before = frame.before
    assert isinstance(before, gaelr.State)
    moved = np.unique(step.i)
    with np.errstate(over="ignore"):
        plus, minus = np.exp(step.theta_next), np.exp(-step.theta_next)
    return [
        Line(
            "13",
            r"$\bar g[i] \leftarrow \mathrm{clip}(\tilde g[i], 1/\eta)$",
            f"1/η = {signed(1 / given['eta'], 4)}; ḡ = {sparse(step.g_clipped, step.i, names)}",
        ),
        Line(
            "14",
            r"$z^+[i] \leftarrow z^+[i]\,e^{-\eta\bar g[i]}$",
            f"z⁺ = {sparse(before.z_plus, moved, names)} → {numbers(plus[moved])}",
        ),
        Line(
            "15",
            r"$z^-[i] \leftarrow z^-[i]\,e^{+\eta\bar g[i]}$",
            f"z⁻ = {sparse(before.z_minus, moved, names)} → {numbers(minus[moved])}",
        ),
    ]
