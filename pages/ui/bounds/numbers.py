"""The numbers of the page `bounds`, and the sentences that they are put into.

Caches belong to a session: what comes from a visitor's table goes when the visitor leaves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aelr_core.algorithms import ALGORITHMS, Algorithm, Bound, bound_rows, by_word, in_legend
from aelr_core.analysis import bounds as analysis
from aelr_core.analysis.bounds import AXES, Measured, Sweep, drawn, sweep, tightest
from aelr_core.analysis.learning import measured_saving
from aelr_core.analysis.plan import Plan, plan, read_prices, same_price
from aelr_core.analysis.prior_facts import OWN_RULES, PriorFacts
from aelr_core.checks import Floats
from aelr_core.experiments import Result
from aelr_core.families import family_facts
from aelr_core.plots.frame import Picture, legend_beside
from aelr_core.plots.risk import BoundLine, Gap, Mark, bounds_picture
from aelr_core.plots.theme import Look
from aelr_core.theory import ANY_M1_NOTE, LIKELY_NOTE
from aelr_core.theory.planner import order
from pages.ui import data
from pages.ui.bounds.controls import COLUMN, OWN
from pages.ui.cache import in_session, once
from pages.ui.prose import amount, fewer, filled, listed, nothing_to_gain, sections, text, times
from pages.ui.settings import Settings
from pages.ui.show import csv_table, markdown_table
from pages.ui.visitor_run import OnScreen, live

TEXTS = sections("bounds/page")
HEIGHT = 340
# The axes on which a run has a place: along the others it is another algorithm that runs.
MEASURED_ON = ("m", "k", "d")
YOURS = {"m": "your m", "k": "your kₓ", "d": "your d", "m1": "your m₁", "step": "the theorem's"}


@once(16)
def sweep_of(settings: Settings, B: float, axis: str) -> Sweep:
    """Return the bounds along an axis; B is the norm bound, which a run may have found."""
    return sweep(data.prior_facts(settings), axis)


def run_of(settings: Settings, now: OnScreen) -> Result | None:
    """Return the run on the screen if the bounds for the settings apply to it."""
    there = bool(now.result.curves) and analysis.same_bounds(now.spec, settings.spec())
    return now.result if there else None


def measured_of(settings: Settings, now: OnScreen, facts: PriorFacts) -> dict[str, Measured]:
    """Return what the run on the screen measured, as the explorer shows it."""

    def make() -> dict[str, Measured]:
        result = run_of(settings, now)
        return (
            {}
            if result is None
            else analysis.measured(result, facts, analysis.offline_loss(result))
        )

    kept = in_session("measured", 8)
    measured: dict[str, Measured] = kept.get((settings, facts.B, now.frame), make)
    return {key: one for key, one in measured.items() if settings.shows(key)}


# ---- The picture of the bounds ----


def theorem(bound: Bound) -> str:
    """Return where a bound is stated, in one or two words."""
    ours = "ours" if bound.origin == "this project" else bound.source
    return ours.partition(",")[0].partition(" with")[0]


def full_name(entry: Algorithm) -> str:
    """Return the plain name of an algorithm, with its acronym and its theorem."""
    return f"{entry.does} ({entry.short}, {theorem(drawn(entry)[0])})"


def lines_of(
    facts: PriorFacts, curves: Sweep, chosen: Sequence[str], *, versions: bool
) -> dict[str, BoundLine]:
    """Return the chosen algorithms' bounds, and all `versions` of them if they are wanted."""
    lines = {}
    for entry in in_legend(facts.family):
        if entry.word in chosen and entry.key in curves.curves:
            curve = curves.curves[entry.key]
            lines[entry.key] = BoundLine(full_name(entry), entry.key, curve)
    for row in bound_rows(facts.family, facts.mode) if versions else ():
        another = row.bound not in drawn(row.algorithm) or row.algorithm.two_phased
        if another and row.algorithm.key in lines and row.key in curves.curves:
            name, dash = f"{row.algorithm.does}: {row.bound.words}", row.bound.dash or "longdash"
            lines[row.key] = BoundLine(name, row.algorithm.key, curves.curves[row.key], dash)
    return lines


def points(measured: Mapping[str, Measured], curves: Sweep) -> dict[str, tuple[Floats, Floats]]:
    """Return the places on the axis and the risks that a run measured, by algorithm.

    Full information sees fewer examples than m, so that its risk has no place on other axes.
    """
    if curves.axis == "m":
        return {key: (one.examples, one.mean) for key, one in measured.items()}
    place = curves.x[:1] * 0 + curves.chosen
    return {
        key: (place, one.mean[-1:])
        for key, one in measured.items()
        if curves.axis in MEASURED_ON and ALGORITHMS[key].budgeted
    }


def picture(
    facts: PriorFacts,
    curves: Sweep,
    lines: Mapping[str, BoundLine],
    measured: Mapping[str, Measured],
    *,
    versions: bool,
    look: Look,
) -> Picture:
    """Return the bounds, the risks that were measured, and how far one of them is below."""
    places = points({key: one for key, one in measured.items() if key in lines}, curves)
    gap = None
    key = next((key for key in (tightest(measured), *places) if key in places), None)
    if key is not None and measured[key].share > 0:
        (x, risk), one = places[key], measured[key]
        rises = bool(lines[key].y[-1] > lines[key].y[0])
        ends = float(x[-1]), float(risk[-1]), float(one.bound[-1])
        gap = Gap(*ends, f"{times(1 / one.share)} lower", rises)
    marks = [Mark(curves.chosen, YOURS[curves.axis], top=gap is not None)]
    if curves.enough is not None:
        marks.append(Mark(curves.enough, "long enough", 1))
    made = bounds_picture(
        curves.x,
        lines,
        x_title=AXES[curves.axis],
        marks=marks,
        gap=gap,
        worst=curves.worst if versions else None,
        trivial=facts.trivial,
        target=target_of(facts),
        measured=places or None,
        look=look,
        height=HEIGHT,
    )
    legend_beside(made.figure)
    return made


def target_of(facts: PriorFacts) -> float:
    """Return the excess risk that the planner buys for."""
    return float(OWN.value("target")) / 100 * facts.trivial


def title(lines: Mapping[str, BoundLine], measured: Mapping[str, Measured], axis: str) -> str:
    """Return the takeaway of the picture: how far the risk is below its bound, if measured."""
    key = tightest({key: one for key, one in measured.items() if key in lines})
    if key is None or axis not in MEASURED_ON:
        return TEXTS["Promised"]
    return filled(TEXTS["Lower"], times=times(1 / measured[key].share))


def caption(
    facts: PriorFacts,
    curves: Sweep,
    lines: Mapping[str, BoundLine],
    measured: Mapping[str, Measured],
    result: Result | None,
    chosen: Sequence[str],
) -> str:
    """Return what to see in the picture: how far the risks are below, and the axis."""
    below = {key: one for key, one in measured.items() if key in lines and one.share > 0}
    here = {"H": max(1, round(facts.H)), "m": f"{facts.m:,}", "k": facts.k}
    here |= {"budget": facts.budget, "split": facts.mode.split, "d": f"{facts.d:,}"}
    parts = []
    if curves.axis in MEASURED_ON:
        first = tightest(below)
        ordered = sorted(below.items(), key=lambda pair: pair[0] != first)
        gaps = [
            f"{ALGORITHMS[key].does} {times(1 / one.share)}"
            + ("" if ALGORITHMS[key].budgeted else f" (after {one.examples[-1]:,.0f})")
            for key, one in ordered
        ]
        if gaps and result is not None:
            m = max(one.examples[-1] for one in below.values())
            parts.append(filled(TEXTS["Measured"], m=f"{m:,.0f}", gaps=listed(gaps)))
            parts.append("" if analysis.exact(result) else TEXTS["Offline"])
            parts.append("" if of_the_theorems(facts) else TEXTS["Other rules"])
            if result.zero_loss < facts.trivial:
                parts.append(TEXTS["Loose"])
                here |= {"trivial": amount(facts.trivial), "zero": amount(result.zero_loss / 2, 2)}
        elif result is None and not live():
            parts.append(TEXTS["No run"])
    if curves.enough is not None:
        here |= still(facts, curves.enough, curves)
    parts.append(TEXTS[curves.axis])
    if curves.axis == "step" and "two-phased" in chosen:
        parts.append(TEXTS["Fixed step"])
    if "online" in chosen:
        parts.append(TEXTS["Full rows"])
    return filled(" ".join(parts), **here)


def still(facts: PriorFacts, enough: float, curves: Sweep) -> dict[str, str]:
    """Return how many times the bound with known moments learnt ones have from enough m₁ on."""
    learnt, known = (curves.curves[by_word(w, facts.family).key] for w in ("two-phased", "known"))
    at = min(int(curves.x.searchsorted(enough)), len(curves.x) - 1)
    over = [times(float(learnt[here] / known[here])) for here in (at, -1)]
    return {"still": over[0], "at_last": over[1]}


def of_the_theorems(facts: PriorFacts) -> bool:
    """Return whether a run follows the theorems' own rules."""
    return all(one.holds for one in facts.assumptions if one.name == OWN_RULES)


def assumptions(facts: PriorFacts) -> str:
    """Return how many of the theorems' assumptions hold, and what is done about the others."""
    n, held = len(facts.assumptions), sum(one.holds for one in facts.assumptions)
    data = [one for one in facts.assumptions if not one.holds and one.name != OWN_RULES]
    mended = sum(one.corrected for one in data)
    counts = {f"of {n} hold": held, "corrected for": mended, "broken": len(data) - mended}
    parts = [f"{count} {words}" for words, count in counts.items() if count]
    parts += [] if of_the_theorems(facts) else [TEXTS["Not covered"]]
    return f"Assumptions: {', '.join(parts)}"


def assumption_lines(facts: PriorFacts) -> str:
    """Return a sentence about every assumption."""
    return "\n\n".join(
        f"{_sign(one.holds, one.corrected)} {one.sentence}" for one in facts.assumptions
    )


def _sign(holds: bool, corrected: bool) -> str:
    return ":green[✓]" if holds else ":orange[!]" if corrected else ":red[✗]"


def formulas(settings: Settings, facts: PriorFacts) -> str:
    """Return every bound at the settings with its formula, and what is wrong with two of them."""
    H = family_facts(facts.family)
    place = filled(
        TEXTS["Numbers"],
        scaled=f"Rows were divided by s = {facts.scale:.3g} to lie in the unit ball. "
        if facts.scale > 1
        else "",
        guess="" if facts.B_known else " (the largest |y|, until a run finds B)",
        **{name: f"{getattr(facts, name):,}" for name in ("d", "k", "budget", "m", "m1")},
        H_name=H.H,
        **{name: f"{getattr(facts, name):.3g}" for name in ("H", "B")},
        delta=f"{facts.delta:g}",
        trivial=amount(facts.trivial),
    )
    at = analysis.values(facts)
    rows = [
        [
            f"{row.algorithm.does} ({row.algorithm.short})",
            row.bound.words,
            amount(at[row.key]),
            f"${in_letters(row.bound.formula)}$",
            row.bound.source,
        ]
        for row in bound_rows(facts.family, facts.mode)
        if settings.shows(row.algorithm.key)
    ]
    bounds = markdown_table(["Algorithm", "Version", "Bound", "Formula", "Source"], rows)
    notes = text(
        "bounds/notes",
        likely=LIKELY_NOTE,
        any_m1=ANY_M1_NOTE,
        saving=fewer(facts.saving),
        k=facts.budget - 1,
    )
    return "\n\n".join([place, bounds, notes])


def in_letters(formula: str) -> str:
    """Return a bound's formula with kₓ for the draws of x̃, and no bars: a table has its own.

    The sidebar's k is one less than the budget; these draws depend on the split, too.
    """
    return formula.replace("k", "{k_x}").replace(r"\|", r"\Vert ")


# ---- The planner ----


def plan_of(facts: PriorFacts) -> tuple[Plan | None, str]:
    """Return the plan that the planner's widgets ask for, or a sentence that says why not."""
    asked = OWN.values()
    try:
        prices = (
            read_prices(asked["price_column"], facts.d)
            if asked["prices"] == COLUMN
            else same_price(asked["attribute_price"], facts.d)
        )
        if not prices.any() and not asked["example_price"]:
            raise ValueError(TEXTS["All free"])
        wanted = order(
            tau=target_of(facts),
            B=facts.B,
            family=facts.family,
            M=facts.M,
            example_price=asked["example_price"],
            attribute_prices=prices,
        )
        return plan(wanted, delta=facts.delta), ""
    except ValueError as error:
        return None, str(error)


def cheapest(made: Plan) -> str:
    """Return the cheapest offer, in one sentence."""
    best = made.cheapest
    return filled(
        TEXTS["Cheapest"],
        tau=amount(made.wanted.tau, 3),
        name=best.algorithm.does,
        budget=f"{best.buys.budget:,}",
        m=f"{best.buys.m:,}",
        cost=amount(best.buys.cost),
    )


def table(made: Plan, result: Result | None) -> str:
    """Return the best offer of every algorithm, and what the run measured, as a table."""
    uniform = by_word("uniform", made.wanted.family).key
    rows = []
    for key, offer in made.best.items():
        buys, entry = offer.buys, offer.algorithm
        first = f", m₁ = {buys.m1:,}" if buys.m1 else ""
        saving = measured_saving(result, entry.word) if result and key != uniform else None
        cost = made.best[uniform].buys.cost
        rows.append(
            [
                f"{entry.does} ({entry.short})",
                "–" if saving is None else fewer(saving.share),
                cheaper(buys.cost / cost) if min(buys.cost, cost) > 0 and key != uniform else "–",
                amount(buys.cost),
                f"{buys.budget:,}",
                f"{buys.m:,}{first}",
            ]
        )
    here = "Measured" + (f" (k + 1 = {result.spec.budget})" if result else "")
    by_bounds = ("By the bounds (cheapest k + 1)", "Cost", "k + 1", "Examples")
    return markdown_table(["Algorithm", here, *by_bounds], rows)


def cheaper(x: float) -> str:
    """Return how a cost compares with another, if the share x of it suffices.

    >>> cheaper(0.25), cheaper(1.0), cheaper(1.5)
    ('4× cheaper', 'the same', '1.5× dearer')
    """
    said = fewer(x).replace("none", "the same")
    return said.replace("fewer", "cheaper").replace("more", "dearer")


def compared(result: Result | None, rho: float) -> str:
    """Return what the columns of the table compare."""
    by = "Compared without a run" if result is None else "Compared by a run"
    chance = TEXTS["By chance"] if result is not None and nothing_to_gain(rho) else ""
    return filled(TEXTS["Compared"], measured=TEXTS[by], chance=chance)


def as_csv(made: Plan) -> str:
    """Return every offer for a spreadsheet, with the planner's inputs in the last columns."""
    ordered = {
        "Target excess risk": made.wanted.tau,
        "Norm bound B": made.wanted.B,
        "Price of an example": made.wanted.example_price,
        "Mean price of an attribute": float(made.wanted.attribute_prices.mean()),
        "Attributes d": made.wanted.d,
    }
    rows: list[dict[str, str | float]] = [
        {
            "Algorithm": f"{offer.algorithm.name}: {offer.bound.words}",
            "Source": offer.bound.source,
            "Attributes per example": offer.buys.budget,
            "Examples": offer.buys.m,
            "Examples of phase one": offer.buys.m1,
            "Attributes in total": offer.buys.attributes,
            "Total cost": offer.buys.cost,
            "Bound": offer.buys.bound,
            **ordered,
        }
        for offer in made.offers
    ]
    return csv_table([*rows[0]], [[*row.values()] for row in rows])
