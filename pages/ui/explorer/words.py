"""The explorer's sentences: what is known before a run, its progress, and its results.

No number is computed here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aelr_core.algorithms import ALGORITHMS, by_word
from aelr_core.analysis.bounds import Measured, bound_misleads, like_for_like, tightest
from aelr_core.analysis.draws import top_share
from aelr_core.analysis.learning import View
from aelr_core.analysis.prior_facts import OWN_RULES, PriorFacts
from aelr_core.experiments import Curve, ExperimentSpec, Result
from aelr_core.experiments.result import left_out
from aelr_core.families import family_facts
from pages.ui.numerals import amount, gain, listed, times, typeset
from pages.ui.plain_text import LONGEST_SENTENCE, in_chart, in_markdown

# The most drawn attributes, as a share of all.
TOP = 0.1
# More differences than these have no room in the corner of a picture.
MOST_NAMED = 2
# Before this share is done, the time left cannot be estimated.
SOON = 0.05
# The badges of curves that do not belong to the current settings: a visitor's, and those shipped.
CHANGED = "settings changed since this run"
OTHERS = "example run of other settings"
# What becomes of a run when a setting is changed meanwhile.
GOES_ON = ". This run goes on with the settings it began with"
STOPPED = "The curves end where the run was stopped. Press Run for the whole run."
# What the sampling picture shows: of the paper's algorithms alone, and of ours too.
PROBABILITY, SHARE_OF_LOOKS = "Probability of a draw, q<sub>i</sub>", "Share of the looks"
UNITS = {"relative_loss": "error", "error_rate": "error rate", "excess_risk": "excess risk"}


def sampling(here: PriorFacts, *, ours: bool = False) -> str:
    """Return what to see in the picture of q, and of π if ours are in it."""
    n, drawn = top_share(here.q, TOP)
    top = (
        "The most drawn attribute gets"
        if n == 1
        else f"The {n} most drawn of {here.d} attributes get"
    )
    own = family_facts(here.family)
    best = f"the best q is proportional to ${own.rule_latex}$ ({own.rule_source})"
    if ours:
        best = f"$q \\propto {own.rule_latex}$ ({own.rule_source})"
    return f"{top} {drawn:.0%} of the draws: {best}.{_sums(here) if ours else ''}"


def _sums(here: PriorFacts) -> str:
    """Say that q and π do not add up to the same."""
    K, total = here.budget, f"k + 1 = {here.budget}"
    if here.mode.design == "poisson":  # as long as w = 0, nothing is spent on the prediction
        total = f"{amount(float(here.pi.sum()), 3)} at the start, later at most {total}"
    return f" q adds up to 1, our π to {total}; the chart shows π/{K}."


def ratios(here: PriorFacts) -> str:
    """Return what to see in the picture of ρ, the chosen family first."""
    where = "your α" if here.alpha is not None else "your data"
    gains = {"ridge": gain(here.rho_ridge), "lasso": gain(here.rho_lasso)}
    first, second = sorted(gains, key=lambda family: family != here.family)
    both = f"**{gains[first]}** for {first}, {gains[second]} for {second}"
    if gains[first] == gains[second]:
        both = f"**{gains[first]}** for {first} and {second}"
    return (
        f"Choosing attributes by size (the mean of their squares, Mᵢ) gains {both}. "
        f"Lower is better; ρ = 1: nothing to gain. Large marks: {where}."
    )


def progressive(there: bool) -> str:
    """Return what the thin lines are, or why there are none."""
    if there:
        return (
            "Thin lines: progressive loss, the error that ours estimate on the way, at no extra "
            "attribute, with a band of one SD over runs; unbiased but noisy, it can go below 0."
        )
    return "Ours estimate their error on the way only as a test error, with the hard budget."


def without(spec: ExperimentSpec) -> str:
    """Say which algorithms cannot run by the rules of a run; "" if all can."""
    return left_out(spec, lambda entry: entry.short)


def example_badge(result: Result, family: str) -> str:
    """Return the badge of the example run; it names its family where another one is chosen."""
    own = result.spec.family
    return "example run" if own == family else f"example run: {own}"


def target_words(target: float, view: View, family: str) -> str:
    """Return the name of the target's line."""
    if view.target is not None:
        return f"target {target:.3g}"
    return f"{by_word('uniform', family).label}'s end, {target:.3g}"


def what_was_run(result: Result) -> str:
    """Return what was run, in one line."""
    spec = result.spec
    runs = "1 run" if spec.runs == 1 else f"{spec.runs} runs"
    return (
        f"{in_markdown(typeset(result.label))}, {spec.family}, k + 1 = {spec.budget}, "
        f"m = {spec.examples:,}, {runs}, seed {spec.seed}"
    )


def how_it_was_made(result: Result, *, shipped: bool) -> str:
    """Return what was run, in how much time, and whether it was stopped."""
    made = "ships with the app" if shipped else f"computed in {result.seconds:.1f} s"
    state = "" if result.complete else " Stopped early: the curves so far are kept."
    return f"{what_was_run(result)}: {made}.{state}"


def computed_badge(result: Result, *, same: bool) -> str:
    """Return the badge of a run that was computed here.

    same : whether its numbers are those of the example, which looked the same before the run
    """
    # longer words would push the menus beside it into a row of their own
    return f"ran in {amount(result.seconds, 2)} s{', same as example' if same else ''}"


def example(result: Result) -> str:
    """Return what the example is, where a link asks for something else that was not run yet."""
    return f"{what_was_run(result)}, computed in advance: press Run for your settings."


def changed(result: Result, changes: Sequence[str], *, live: bool) -> str:
    """Return which curves are shown, and how the current settings differ from them."""
    early = "" if result.complete else ", stopped early"
    shown = "" if live else f"The curves show {what_was_run(result)}{early}. "
    now = in_markdown(listed(changes, most=3))  # they may name columns of a visitor's table
    return f"{shown}You now have {now}: press Run to update the curves."


def of_others(differences: Sequence[str], *, live: bool) -> str:
    """Return what curves are that do not belong to the settings, in the corner of their picture.

    differences : how their experiment differs from the settings'

    >>> of_others(["α = −2 instead of −1"], live=False)
    'Run with α = −2. Press Run for your settings'
    """
    # they may name columns of a visitor's table
    said = in_chart(_other_run(differences), LONGEST_SENTENCE)
    return said if live else f"{said}. Press Run for your settings"


def learnt_by_others(differences: Sequence[str]) -> str:
    """Return whose predictors are shown, above their picture; `differences` as for `of_others`."""
    return in_markdown(f"{_other_run(differences)}, not with your settings.", LONGEST_SENTENCE)


def _other_run(differences: Sequence[str]) -> str:
    own = [each.partition(" instead of ")[0] for each in differences]
    return f"Run with {listed(own) if len(own) <= MOST_NAMED else 'other settings'}"


def link_to(result: Result, *, live: bool) -> str:
    """Return what a shared link opens."""
    what = "the curves shown" if result.complete else "the whole run, computed again"
    return f"This link opens {'the current run' if live else what}, with the same seed:"


def unsampled(here: PriorFacts, curve: Curve, *, ours: bool = False) -> str:
    """Return how many attributes a two-phased run never draws, and what that means.

    Attributes that are 0 in every row are no loss. Two lines have room for no more.
    """
    assert curve.unsampled is not None
    assert curve.q is not None
    never, empty = float(curve.unsampled.mean()), int((here.M == 0).sum())
    name, of = ALGORITHMS[curve.algorithm].short, f"{never:.0f} of {len(curve.q):,} attributes"
    said = f"A run of {name} never draws {of}"
    if len(curve.unsampled) > 1:  # q is a mean over runs: most attributes are drawn in some of them
        said += " on average"
    if round(never) <= empty:
        said += ", which are 0 in every row: nothing is lost."
    elif empty:
        said += f": {empty:,} are 0 in every row; of the others, phase one saw only 0 (biased)."
    else:
        said += ": phase one saw only 0 there (ε = 0: biased)."
    return f"{said}{_sums(here)}" if ours else said


def bounds_before(here: PriorFacts, *, measured: bool = False, ours: bool = False) -> str:
    """Return what the bounds are about, while nothing measured can be compared with them."""
    proofs = [by_word(word, here.family).bounds[0].source for word in ("known", "two-phased")]
    theorems = " and ".join(source.removeprefix("Theorem ") for source in proofs)
    b = f"B = {here.B:.3g}" + ("" if here.B_known else " (the largest |y| until a run finds B)")
    nearest = "" if _proved(here) else " They are for the closest proven algorithms."
    then = "Points: measured." if measured else "A run adds the measured risk."
    if ours:  # two lines have room for no more
        nearest = "" if _proved(here) else " (closest proven algorithms)"
        then = then.replace("measured ", "")
        about = f"Theorems {theorems}{nearest}, worst case, k = {here.k} draws for x̃, {b}."
        return f"{about} {then}{_of_ours(here)}"
    return f"Theorems {theorems}, worst case, k = {here.k} draws for x̃, {b}.{nearest} {then}"


def bounds_after(
    here: PriorFacts, found: Mapping[str, Measured], exact: bool, *, ours: bool = False
) -> str:
    """Return how the bounds compare with what was measured."""
    key = tightest(found)
    if key is None:
        return bounds_before(here, measured=True, ours=ours)
    # two lines have room for no more
    points, bound = "Points: measured. ", "worst-case bound"
    if not exact:
        points, bound = "Points: measured against the offline predictor. ", "bound"
    closest = "" if _proved(here) else "for the closest proven algorithm, "
    yet, about = "", f" ({closest}k = {here.k} draws for x̃)"
    where = f"At {found[key].attributes[-1]:,.0f} attributes"
    if ours:
        where = "At the end"
        points = points.replace("measured against", "against")
        bound, about = "bound", about.replace("(for the ", "(")
        if yet := _misleading(found):
            points, about = "", ""
    return (
        f"{points}{where}, {ALGORITHMS[key].short}'s "
        f"{bound}{about} is {times(1 / found[key].share)} the "
        f"{'risk' if ours else 'measured risk'}.{_of_ours(here) if ours else ''}"
        f"{yet}"
    )


def _misleading(found: Mapping[str, Measured]) -> str:
    """Say where our lower bound has the higher risk; "" if it has not."""
    pair = bound_misleads(found)
    if pair is None:
        return ""
    ours, papers = (f"{found[key].mean[-1]:.3g}" for key in pair)
    return f" Yet measured: {ours} and {papers}."


def _of_ours(here: PriorFacts) -> str:
    """Say which of our algorithms have a bound; the page Bounds says why."""
    joint = by_word("joint", here.family)
    if not joint.bounds_in(here.mode):
        return " Ours: a bound in mode theory only."
    known = by_word("known", here.family)
    alike = {"ridge": "from w = 0 too", "lasso": "with our constant"}[here.family]
    ours, papers = (amount(like_for_like(here, one.key)) for one in (joint, known))
    return f" {joint.label}, budget in expectation: {ours}; {known.label} {alike}: {papers}."


def progress(fraction: float, seconds_left: float | None, position: int) -> str:
    """Return the progress of a run."""
    if position:
        return f"Waiting: number {position} in the queue"
    if seconds_left is None or fraction < SOON:
        return "Starting"
    return f"{fraction:.0%} done, about {max(1, round(seconds_left))} s left"


def what_is_done(result: Result | None, preview: Mapping[str, Curve]) -> str:
    """Return what the curves are that do not grow yet, and why: step sizes are tuned first."""
    if result is None or not (result.curves or preview):
        return ". The curves shown are those of the previous run"
    if not preview:
        return ""
    searched = [key for key in result.spec.algorithms if result.spec.is_step_searched(key)]
    waiting = searched and not any(key in result.curves for key in searched)
    runs = max(len(curve.runs) for curve in preview.values())
    said = f". Pale: provisional, {'1 run' if runs == 1 else f'{runs} runs'} with the theory's step"
    return f"{said}, while step sizes are tuned" if waiting else said


def _proved(here: PriorFacts) -> bool:
    return next(one.holds for one in here.assumptions if one.name == OWN_RULES)
