"""The explorer's words: the numbers on top, captions, badges, and how two experiments differ.

No number is computed here.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import fields

from aelr_core.algorithms import ALGORITHMS, by_word, runnable
from aelr_core.analysis.bounds import Measured, Promises, tightest
from aelr_core.analysis.draws import top_share
from aelr_core.analysis.learning import (
    Saving,
    View,
    legend_order,
    measured_saving,
    progressive_series,
)
from aelr_core.analysis.prior_facts import PriorFacts
from aelr_core.datasets import DATASETS
from aelr_core.datasets.entry import Entry
from aelr_core.experiments import Curve, ExperimentSpec, Result, attributes_to_reach
from aelr_core.experiments.fields import FIELDS
from aelr_core.experiments.result import left_out
from aelr_core.experiments.spec import PLAIN_FORM
from aelr_core.modes import MODES, Mode
from aelr_core.plots.theme import Look
from pages.ui.prose import (
    LONGEST_SENTENCE,
    Card,
    fewer,
    filled,
    in_chart,
    in_markdown,
    listed,
    nothing_to_gain,
    percent,
    sections,
    signed,
    times,
    typeset,
)
from pages.ui.visitor_run import OnScreen

SAID = sections("explorer/captions")
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
UNITS = {"relative_loss": "error", "error_rate": "error rate", "excess_risk": "excess risk"}


# ---- The top: one sentence and three numbers ----


def title(facts: PriorFacts, look: Look) -> str:
    """Return the title; a projector has no room for the sentence of `story` beside the curves."""
    return filled(SAID["Projected" if look.projector else "Title"], budget=facts.budget, d=facts.d)


def story(facts: PriorFacts, entry: Entry, saving: Saving | None) -> str:
    """Return what the page is about, for the chosen data and budget, and what a run found."""
    things = "pixels of each image" if entry.image_shape else "attributes of each example"
    if facts.budget == facts.d:
        return filled(SAID["Everything"], d=facts.d, things=things)
    if nothing_to_gain(facts.rho):
        answer = "Alike"
    elif saving is None:
        answer = "Before a run"
    elif not fewer(saving.share).endswith("fewer"):
        answer = "Loses"
    else:
        end = "Ends worse" if saving.ends_worse else "Gains at first"
        answer = end if saving.ends_above else "Gains"
    return filled(SAID["Story"], budget=facts.budget, d=facts.d, things=things, answer=SAID[answer])


def cards(facts: PriorFacts, saving: Saving | None, *, live: bool = False) -> tuple[Card, ...]:
    """Return the three numbers, without formulas: the browser would load KaTeX before any chart.

    saving : what choosing by size saved in a run of these settings, if there is one
    live : whether one is being run
    """
    often = "running" if live else "no run yet" if saving is None else _often(saving)
    small = f"the bounds say {fewer(facts.saving)}"
    if saving is not None and nothing_to_gain(facts.rho) and not live:
        often, small = "none", "differences are tuning and chance"
    ratios = {"Noise left, ridge ρ": facts.rho_ridge, "Noise left, lasso ρ": facts.rho_lasso}
    help_on_saving = filled(SAID["Saving"], k=facts.budget - 1)
    return (
        *(Card(name, f"{rho:.3g}", SAID[name]) for name, rho in ratios.items()),
        Card("Measured saving over Uniform", f"{often}, :small[{small}]", help_on_saving),
    )


def _often(saving: Saving, least: str = "at least ") -> str:
    return f"{least if saving.at_most and saving.share < 1 else ''}{fewer(saving.share)}"


# ---- Captions ----


def about_curves(
    result: Result,
    view: View,
    *,
    shown: Container[str] | None = None,
    other: bool = False,
    rho: float | None = None,
    ours: bool = True,
) -> str:
    """Return the caption of the learning curves: who needs how many attributes.

    Whatever needs fewer than choosing by size is named here, or at the end of its curve; so are
    all that see whole rows, without a verdict: some who see less may need even fewer.

    shown : the keys of the curves that are drawn; None: all
    other : whether the run had other settings than the current ones, which it says nothing about
    rho : of the run's data, if it is known: near 1 a difference comes from chance and step sizes
    ours : whether ours were wanted, so that they are missed where they cannot run
    """
    if other:
        return SAID["No pair"]
    if view.target is not None:
        parts = [_to_target(result, view)]
    else:
        parts = [_saved(result, view, rho, shown)]
    parts.append(left_out(result.spec, lambda entry: entry.does) if ours else "")
    if view.progressive and any(ALGORITHMS[key].joint for key in result.curves):
        there = any(progressive_series(curve, view) for curve in result.curves.values())
        parts.append(SAID["Progressive" if there else "No progressive"])
    return " ".join(part for part in parts if part)


def behind_names(result: Result, view: View, rho: float | None = None) -> dict[str, str]:
    """Return what stands behind a curve's name, by key: how many times fewer attributes it needs.

    Nothing stands there if it needs as many as uniform sampling, or never gets as low, or if there
    is nothing to gain.
    """
    if view.target is not None or (rho is not None and nothing_to_gain(rho)):
        return {}
    said = {one.key: _often(one, "≥ ") for one in _savings(result, view).values() if one.reached}
    return {key: many.removesuffix(" fewer") for key, many in said.items() if many != "none"}


def _savings(result: Result, view: View) -> dict[str, Saving]:
    """Return what each algorithm saved over uniform sampling, by its word."""
    entries = [ALGORITHMS[key] for key in result.curves]
    found = {
        one.word: measured_saving(result, one.word, view.value)
        for one in entries
        if one.word != "uniform"
    }
    return {word: saving for word, saving in found.items() if saving is not None}


def _saved(result: Result, view: View, rho: float | None, shown: Container[str] | None) -> str:
    savings = _savings(result, view)
    known = savings.pop("known", None)
    sentence, best = SAID["No pair"], 1.0
    if rho is not None and nothing_to_gain(rho):
        sentence = filled(SAID["By chance"], rho=f"{rho:.2g}")
    elif known is not None:
        none = fewer(known.share) == "none"
        heading, whose = "Equal" if none else "Saved", "its own" if known.its_own else "Uniform's"
        said = {"error": f"{known.error:.3g}", "whose": whose, "often": _often(known)}
        sentence = filled(SAID[heading], **said)
        if known.ends_above and known.share < 1:
            sentence += f" {SAID['Ends above']}"
        best = min(best, known.share)
    ranked = sorted(savings.values(), key=lambda one: one.share)
    budgeted = [one for one in ranked if ALGORITHMS[one.key].budgeted]
    rows = [one for one in ranked if one not in budgeted]
    parts = [sentence]
    ahead = [one for one in budgeted if one.share < best and one.reached]
    if hidden := [one for one in ahead if shown is not None and one.key not in shown]:
        parts.append(filled(SAID["Fewer"], names=_named(hidden)))
    parts.append(filled(SAID["Whole rows here" if rows else "Whole rows"], names=_named(rows)))
    return " ".join(parts)


def _named(savings: Sequence[Saving]) -> str:
    """Return algorithms with their savings; "fewer" is understood where none needs more."""
    names = [ALGORITHMS[one.key].does.removeprefix("Full rows ") for one in savings]
    often = [
        _often(one, "≥ ").replace("none", "as many") if one.reached else "never so low"
        for one in savings
    ]
    phrases = [f"{name} {many}" for name, many in zip(names, often, strict=True)]
    few = not any(phrase.endswith(" more") for phrase in phrases)
    return ", ".join(one.removesuffix(" fewer") if few else one for one in phrases)


def _to_target(result: Result, view: View) -> str:
    """Return the attributes that each algorithm needs for the chosen error, the cheapest first."""
    value, target = UNITS[view.value], f"{view.target:.3g}"
    reaches = [
        (ALGORITHMS[curve.algorithm].does, attributes_to_reach(curve, view.target or 0, view.value))
        for curve in legend_order(result.curves)
    ]
    there = sorted(
        (reach.attributes or 0, name, reach) for name, reach in reaches if reach.attributes
    )
    never = [name for name, reach in reaches if reach.attributes is None]
    if not there:
        return filled(SAID["Target missed"], value=value, target=target)
    names = ", ".join(f"{name} {str(reach).replace('at most', '≤')}" for _, name, reach in there)
    text = filled(SAID["Target"], value=value, target=target, names=names)
    verb = "reaches" if len(never) == 1 else "reach"
    return text + (f" {filled(SAID['Never'], names=listed(never), verb=verb)}" if never else "")


def about_sampling(facts: PriorFacts, curves: Mapping[str, Curve]) -> str:
    """Return the caption: what to see, and what a two-phased run of `curves` never draws."""
    n, drawn = top_share(facts.q, TOP)
    parts = [filled(SAID["Draws"], n=n, d=f"{facts.d:,}", share=f"{drawn:.0%}")]
    phased = curves.get(by_word("two-phased", facts.family).key)
    unsampled = None if phased is None else phased.unsampled
    if unsampled is not None and unsampled.any():
        # an attribute that is always 0 need not be drawn
        never = round(float(unsampled.mean())) - int((facts.M == 0).sum())
        if never > 0:
            parts.append(filled(SAID["Never drawn"], never=f"{never:,}"))
    return " ".join(parts)


def about_ratios(facts: PriorFacts) -> str:
    """Return what to see in the picture of ρ, the chosen family first."""
    shares = {"ridge": percent(facts.rho_ridge), "lasso": percent(facts.rho_lasso)}
    first, second = sorted(shares, key=lambda family: family != facts.family)
    both = f"**{shares[first]}** of the noise for {first}, {shares[second]} for {second}"
    return filled(SAID["Ratios"], shares=both)


def about_bounds(
    facts: PriorFacts, promises: Promises, risks: Mapping[str, Measured], *, exact: bool
) -> str:
    """Return what the bounds say, and how they compare with a run and with the number on top.

    risks : by algorithm; {} without a run of these settings
    exact : whether the best predictor, and with it the risk, is known
    """
    key = tightest(risks)
    heading = "Bounds" if not risks else "Bounds unknown" if key is None or not exact else ""
    drawn, above = fewer(promises.saving), fewer(facts.saving)
    return filled(
        SAID[heading or "Bounds measured"] + (f" {SAID['Bounds above']}" if drawn != above else ""),
        name="" if key is None else ALGORITHMS[key].does,
        times="" if key is None else times(1 / risks[key].share),
        drawn=drawn,
        above=above,
        kx=facts.k,
        k=facts.budget - 1,
    )


# ---- Badges, and the progress of a run ----


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
    sentence = in_chart(other_run(differences), LONGEST_SENTENCE)
    return sentence if live else f"{sentence}. Press Run for your settings"


def other_run(differences: Sequence[str]) -> str:
    """Return with what settings a run was; `differences` as for `of_others`."""
    phrases = [each.partition(" instead of ")[0] for each in differences]
    return f"Run with {listed(phrases) if len(phrases) <= MOST_NAMED else 'other settings'}"


def link_to(result: Result, *, live: bool) -> str:
    """Return what a shared link opens."""
    what = "the curves shown" if result.complete else "the whole run, computed again"
    return f"This link opens {'the current run' if live else what}, with the same seed:"


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
    text = f". Pale: provisional, {'1 run' if runs == 1 else f'{runs} runs'} with the theory's step"
    return f"{text}, while step sizes are tuned" if waiting else text


# ---- What differs between two experiments ----


def differences(now: ExperimentSpec, before: ExperimentSpec) -> tuple[str, ...]:
    """Return how `now` differs from `before`, one phrase each, the most important first.

    Each names what `now` has, so that it can follow "run with" and "you have".

    >>> differences(ExperimentSpec(budget=7, seed=3), ExperimentSpec())
    ('k + 1 = 7 instead of 5', 'seed = 3 instead of 0')
    """
    return tuple(_phrases(now, before))


def _phrases(now: ExperimentSpec, before: ExperimentSpec) -> Iterator[str]:
    if now.data != before.data:
        yield f"{DATASETS[now.data].label} instead of {DATASETS[before.data].label}"
    else:
        old, new = dict(before.options), dict(now.options)
        for name in new:
            if name == "fingerprint":
                if new[name] != old[name]:
                    yield "a different table"
            else:
                yield from _phrase(DATASETS[now.data].option(name).called, new[name], old[name])
    if now.family != before.family:
        yield f"{now.family} instead of {before.family}"
    for field in fields(ExperimentSpec):
        name = field.name
        if name in ("data", "options", "family", "mode"):
            continue
        if name in PLAIN_FORM and now.mode.design != before.mode.design:
            continue  # the rules of the theory include it
        if name == "algorithms":
            if now.family == before.family and _choice(now) != _choice(before):
                yield "other algorithms: " + ", ".join(ALGORITHMS[k].label for k in now.algorithms)
            continue
        yield from _phrase(FIELDS[name].called, getattr(now, name), getattr(before, name))
    yield from _rules(now.mode, before.mode)


def _choice(spec: ExperimentSpec) -> tuple[str, ...]:
    """Return the chosen algorithms; () for all that can run by the rules of the spec."""
    able = runnable(spec.family, mode=spec.mode, adagrad=spec.adagrad)
    return () if spec.algorithms == tuple(able) else spec.algorithms


def _rules(now: Mode, before: Mode) -> Iterator[str]:
    if now == before:
        return
    names = {mode: name for name, mode in MODES.items()}
    if now in names and before in names:
        yield f"the rules of the {names[now]} instead of the {names[before]}"
        return
    for field in fields(Mode):
        called = field.metadata.get("symbol", field.name)
        yield from _phrase(called, getattr(now, field.name), getattr(before, field.name))


def _phrase(called: str, now: object, before: object) -> Iterator[str]:
    if now != before:
        if isinstance(now, bool):
            yield called if now else f"no {called}"
        elif now is None:
            yield f"the usual {called} instead of {_value(before)}"
        else:
            yield f"{called} = {_value(now)} instead of {_value(before)}"


def _value(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    if value is None:
        return "the usual one"
    return signed(value, 6) if isinstance(value, float) else str(value).replace("_", "-")


def description(pin: OnScreen, shown: ExperimentSpec) -> str:
    """Return how a pinned run differs from the one shown."""
    ended = "" if pin.result.complete else ", stopped early"
    return (listed(differences(pin.spec, shown), most=3) or "the same settings") + ended
