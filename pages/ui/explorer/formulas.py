"""The formulas behind the four pictures, with the current numbers."""

from __future__ import annotations

from aelr_core.algorithms import ALGORITHMS, by_word, in_legend
from aelr_core.analysis.prior_facts import PriorFacts
from aelr_core.experiments import ExperimentSpec, Result
from aelr_core.families import family_facts
from aelr_core.sampling import split
from aelr_core.theory import ANY_M1_NOTE, HARD_BUDGET_NOTE
from pages.ui.explorer.numbers import Numbers
from pages.ui.numerals import listed


def learning(result: Result) -> str:
    """Return how a point of a learning curve is computed."""
    spec = result.spec
    k_x, k_phi = split(spec.budget, spec.mode.split)
    update = {
        "ridge": "w \\leftarrow \\Pi_{\\|w\\|_2 \\le B}\\,(w - \\eta\\,\\tilde g)",
        "lasso": "z^\\pm \\leftarrow z^\\pm e^{\\mp\\eta\\tilde g},\\quad "
        "w = B\\,\\frac{z^+ - z^-}{\\|z^+\\|_1 + \\|z^-\\|_1}",
    }
    labels = [ALGORITHMS[key].label for key in spec.algorithms if ALGORITHMS[key].joint]
    return _text(
        "A point is the test loss of the averaged predictor, divided by that of predicting 0:",
        "\\frac{\\sum(\\langle \\bar w, x\\rangle - y)^2}{\\sum y^2},"
        f"\\qquad \\tfrac1n\\sum y^2 = {result.zero_loss:.4g}",
        f"Of the {spec.budget} draws per example, {k_x} estimate $x$ and {k_phi} the prediction; "
        + ("$B$ is searched:" if spec.norm_bound == "cv" else f"$B$ = {result.norm_bound:.4g}:"),
        f"\\tilde x = \\tfrac1{{{k_x}}}\\sum_{{r=1}}^{{{k_x}}} \\frac{{x_{{i_r}}}}{{q_{{i_r}}}} "
        f"e_{{i_r}},\\quad \\tilde\\varphi = \\tfrac1{{{k_phi}}}\\sum_{{s=1}}^{{{k_phi}}} "
        "\\frac{w_{j_s} x_{j_s}}{p_{j_s}} - y,\\quad \\tilde g = \\tilde\\varphi\\,\\tilde x",
        "",
        update[spec.family],
        "Budgeted algorithms pay for $k + 1$ attributes per example, full information for $d$.",
        "",
        *(_one_sample(labels, spec) if labels else ()),
    )


def _one_sample(labels: list[str], spec: ExperimentSpec) -> tuple[str, ...]:
    """Return how ours estimate the gradient, and that theirs is another budget in theory."""
    hard = spec.mode.design == "hard"
    budget = f"{spec.budget} different attributes" + ("" if hard else " in expectation")
    return (
        f"{listed(labels)} (ours, not the paper's) look at one sample $S$ of {budget}; every "
        "pair in it counts, and $\\pi$ is the probability of being seen:",
        "\\tilde g_i = x_i\\Big(\\sum_{j \\in S,\\, j \\ne i} \\frac{w_j x_j}{\\pi_{ij}} + "
        "\\frac{w_i x_i - y}{\\pi_i}\\Big),\\quad i \\in S",
    )


def sampling(here: PriorFacts, *, ours: bool = False) -> str:
    """Return how q is computed, and π if ours are shown."""
    m, m1 = here.m, here.m1
    own = family_facts(here.family)
    epsilon = (
        "\\varepsilon = 0"
        if here.mode.epsilon == "zero"
        else ("\\varepsilon = \\frac{d\\log(2d/\\delta)}{(k+1)\\,m_1}")
    )
    return _text(
        f"Uniform: $q_i = 1/d = {1 / here.d:.3g}$. With known moments, the best q is",
        f"{own.q_latex},\\qquad {own.least_latex} = {here.H:.4g}",
        f"Two-phased: $m_1 = {m1:,}$ of $m = {m:,}$ examples estimate the moments by $A$, then",
        f"{own.phase_two_latex},\\qquad {epsilon}",
        *(_joint(here) if ours else ()),
    )


def _joint(here: PriorFacts) -> tuple[str, str]:
    """Return how π of JAERR or JAELR is computed: words and a formula."""
    if here.mode.design == "poisson":
        p = {"ridge": "w_i^2/\\|w\\|_2^2", "lasso": "|w_i|/\\|w\\|_1"}[here.family]
        return (
            "Ours, in the theory's mode: each attribute is seen by itself, with probability",
            f"\\pi_i = \\min\\big(1,\\; {here.budget - 1}\\,q_i + {p}\\big)",
        )
    noise = {"ridge": "\\sigma^2 + V", "lasso": "u_i(\\sigma^2 + V)"}[here.family]
    return (
        "Ours: one sample of $k + 1$ different attributes. The probabilities of being seen add up "
        f"to $k + 1 = {here.budget}$, start proportional to $\\sqrt{{M_i}}$ and then follow $w$:",
        f"\\pi_i \\propto \\sqrt{{M_i\\,({noise} + A\\,w_i^2)}}",
    )


def ratios(here: PriorFacts) -> str:
    """Return the two improvement ratios."""
    return _text(
        "Both depend on the data alone, and do not change with their scale:",
        "\\rho_\\text{ridge} = \\frac{\\|M\\|_{1/2}}{d\\,\\|M\\|_1} = "
        f"\\frac{{\\left(\\sum_i\\sqrt{{M_i}}\\right)^2}}{{{here.d}\\,\\sum_i M_i}} = "
        f"{here.rho_ridge:.4g}",
        "",
        "\\rho_\\text{lasso} = \\frac{\\|M\\|_1}{d\\,\\|M\\|_\\infty} = "
        f"\\frac{{\\sum_i M_i}}{{{here.d}\\,\\max_i M_i}} = {here.rho_lasso:.4g}",
        f"Equal moments give 1, a single attribute that matters gives $1/d$ = {1 / here.d:.3g}.",
    )


def bounds(numbers: Numbers) -> str:
    """Return the bounds of the family, at the visitor's own number of examples."""
    here, promise = numbers.here, numbers.promises
    n = max(1, here.m * here.budget // here.d)
    parts = [
        f"$B = {here.B:.4g}$, ${family_facts(here.family).H_latex} = {here.H:.4g}$, "
        f"$k = {here.k}$ draws for $\\tilde x$, $m = {here.m:,}$, $d = {here.d}$.",
        "",
    ]
    for entry in in_legend(here.family):
        if (proved := entry.bounds_in(here.mode)) and not entry.two_phased:
            stated, value = proved[0], promise.at_chosen[entry.key]
            whole = "" if entry.budgeted else f", about $m(k+1)/d$ = {n} examples instead of $m$"
            equal = "=" if entry.budgeted else "\\approx"
            parts += [f"{entry.name_in(here.mode)} ({stated.source}){whole}:"]
            parts += [f"{stated.formula} {equal} {value:.4g}"]
    parts += [
        "The two-phased curve is the smaller of its two bounds; the likely one holds with "
        f"probability $1 - \\delta = {1 - here.delta:g}$ over phase one. {ANY_M1_NOTE}",
        "",
        HARD_BUDGET_NOTE
        if numbers.ours and not by_word("joint", here.family).bounds_in(here.mode)
        else "",
    ]
    return _text(*parts)


def _text(*parts: str) -> str:
    """Return alternating words and formulas as Markdown."""
    said = []
    for number, part in enumerate(parts):
        if part:
            said.append(part if number % 2 == 0 else f"$$\n{part}\n$$")
    return "\n\n".join(said)
