"""The formulas behind the four pictures, with the current numbers: texts/explorer/formulas.md."""

from __future__ import annotations

from aelr_core.algorithms import ALGORITHMS, by_word, in_legend
from aelr_core.analysis.bounds import drawn
from aelr_core.analysis.prior_facts import PriorFacts
from aelr_core.experiments import Result
from aelr_core.families import family_facts
from aelr_core.sampling import split
from aelr_core.theory import ANY_M1_NOTE, HARD_BUDGET_NOTE
from pages.ui.explorer.pictures import Numbers
from pages.ui.prose import fill, listed, sections

SAID = sections("explorer/formulas")


def learning(result: Result) -> str:
    """Return how a point of a learning curve is computed."""
    spec = result.spec
    k_x, k_phi = split(spec.budget, spec.mode.split)
    searched = spec.norm_bound == "cv"
    text = fill(
        SAID["Learning"],
        zero_loss=f"{result.zero_loss:.4g}",
        budget=spec.budget,
        k_x=k_x,
        k_phi=k_phi,
        B="$B$ is searched" if searched else f"$B$ = {result.norm_bound:.4g}",
        update=SAID[f"Step, {spec.family}"],
    )
    labels = [ALGORITHMS[key].label for key in spec.algorithms if ALGORITHMS[key].joint]
    if not labels:
        return text
    expected = "" if spec.mode.design == "hard" else " in expectation"
    ours = fill(SAID["One sample"], ours=listed(labels), budget=spec.budget, expected=expected)
    return f"{text}\n\n{ours}"


def sampling(facts: PriorFacts, *, ours: bool = False) -> str:
    """Return how q is computed, and π if ours are shown."""
    family = family_facts(facts.family)
    text = fill(
        SAID["Draws"],
        uniform=f"{1 / facts.d:.3g}",
        q=family.q_latex,
        least=family.least_latex,
        H=f"{facts.H:.4g}",
        m1=f"{facts.m1:,}",
        m=f"{facts.m:,}",
        phase_two=family.phase_two_latex,
        epsilon=SAID[f"Margin, {facts.mode.epsilon}"],
    )
    if not ours:
        return text
    pi = fill(
        SAID[f"Ours, {facts.mode.design}"],
        budget=facts.budget,
        k=facts.budget - 1,
        p={"ridge": "w_i^2/\\|w\\|_2^2", "lasso": "|w_i|/\\|w\\|_1"}[facts.family],
        noise={"ridge": "\\sigma^2 + V", "lasso": "u_i(\\sigma^2 + V)"}[facts.family],
    )
    return f"{text}\n\n{pi}"


def ratios(facts: PriorFacts) -> str:
    """Return the two improvement ratios."""
    return fill(
        SAID["Ratios"],
        d=facts.d,
        rho_ridge=f"{facts.rho_ridge:.4g}",
        rho_lasso=f"{facts.rho_lasso:.4g}",
        least=f"{1 / facts.d:.3g}",
    )


def bounds(numbers: Numbers) -> str:
    """Return the bounds of the family, at the visitor's own number of examples."""
    facts, promise = numbers.facts, numbers.promises
    n = max(1, facts.m * facts.budget // facts.d)
    stated = []
    for entry in in_legend(facts.family):
        if entry.bounds_in(facts.mode) and not entry.two_phased:
            one, value = drawn(entry)[0], promise.at_chosen[entry.key]
            whole = "" if entry.budgeted else f", about $m(k+1)/d$ = {n} examples instead of $m$"
            equal = "=" if entry.budgeted else "\\approx"
            stated.append(f"{entry.name_in(facts.mode)} ({one.source}){whole}:")
            stated.append(f"$$\n{one.formula} {equal} {value:.4g}\n$$")
    unproved = numbers.ours and not by_word("joint", facts.family).bounds_in(facts.mode)
    return fill(
        SAID["Bounds"],
        B=f"{facts.B:.4g}",
        letter=family_facts(facts.family).H_latex,
        H=f"{facts.H:.4g}",
        k=facts.k,
        m=f"{facts.m:,}",
        d=facts.d,
        bounds="\n\n".join(stated),
        sure=f"{1 - facts.delta:g}",
        any_m1=ANY_M1_NOTE,
        ours=HARD_BUDGET_NOTE if unproved else "",
    )
