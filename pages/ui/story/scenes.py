"""The scenes: one idea each, with its control, its picture and the caption below, and a way on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from aelr_core.algorithms import ALGORITHMS
from aelr_core.analysis.learning import View, legend_order, series_of, until
from aelr_core.analysis.what_if import CURVE_ALPHAS, by_alpha, power_law
from aelr_core.datasets import DATASETS, bundled, facts_of
from aelr_core.datasets.entry import Kind
from aelr_core.families import family_facts
from aelr_core.letters import DECAY
from aelr_core.plots.draws import AT_THE_END, distributions_picture
from aelr_core.plots.frame import Picture, legend_beside
from aelr_core.plots.learning import learning_picture
from aelr_core.plots.rho import Landmark, ratios_picture
from aelr_core.plots.theme import Look
from pages.ui.figures.story import (
    attempts_picture,
    averages_picture,
    final_errors_picture,
    found_picture,
    found_rings,
    tests_picture,
)
from pages.ui.prose import signed
from pages.ui.settings import Setting
from pages.ui.stored_runs import example_run
from pages.ui.story import clinic
from pages.ui.story.clinic import (
    ADAPTIVE,
    CLINIC,
    FILMED,
    JOINT,
    KNOWN,
    OFFLINE,
    ONLINE,
    THOUSAND,
    TWO_PHASED,
    UNIFORM,
    VOLUNTEERS,
    once,
)

HEIGHT = 410
UNEQUAL = "How unequal the tests are, α"
FAMILY = CLINIC.family
FIVE = CLINIC.budget
RACERS = (UNIFORM, KNOWN, TWO_PHASED, JOINT, ADAPTIVE)  # they see five tests per volunteer
REPEATS = (1, 10, 100, 1_000, 10_000)
ABOVE = 1.05  # a share is above the best one if it is larger by this factor
MET = (0, 10, 30, 100, 300, FILMED)
PAID = CLINIC.examples * FIVE // THOUSAND
STEEPEST = float(DECAY.keywords["at_least"])

Drawn = tuple[Picture, str]


def problem(picked: tuple[int, ...], volunteer: int, look: Look) -> Drawn:
    """Draw a volunteer's tests as tiles to pick from, and what the picked ones find."""
    values = once(clinic.volunteer, volunteer)
    chosen = [number - 1 for number in picked[:FIVE]]
    whole = len(chosen) == FIVE
    expected = once(clinic.finds, tuple(chosen))
    names = {key: ALGORITHMS[key].does if key else "Your five" for key in expected}
    score = {key: (names[key], expected[key]) for key in expected if key or whole}
    picture = tests_picture(values, chosen, score, lifted=whole, look=look)
    if not whole:
        more = "more" if len(chosen) else "tiles"
        return picture, f"Pick {FIVE - len(chosen)} {more}. Bars: positive results per volunteer."
    mine, best = expected[""], expected[KNOWN]
    if mine > best:
        won = f"**You beat both: {mine:.2f} against {best:.2f}.**"
        return picture, f"{won} But only these five would ever be seen."
    result = f"{int((values[chosen] != 0).sum())} of 5 positive here; on average **{mine:.2f}**"
    return picture, f"{result}, and {best:.2f} if chosen by size."


def blind(volunteers: int, look: Look) -> Drawn:
    """Draw what uniform draws find."""
    drawn, positive = once(clinic.tally, volunteers)
    picture = found_picture(drawn, positive, key=UNIFORM, look=look)
    return picture, f"{int(drawn.sum()):,} tests run, **{int(positive.sum()):,} positive**."


def average(times: int, look: Look) -> Drawn:
    """Draw the mean of the estimates so far, for the positive tests of volunteer 1."""
    tests, means = once(clinic.averages, REPEATS[-1])
    names = [f"test {n + 1}" for n in tests]
    picture = averages_picture(
        means[:times].T, names, truth=1.0, most=float(means.max()), key=UNIFORM, look=look
    )
    now = ", ".join(f"{mean:.2f}" for mean in means[times - 1])
    what = "The first estimate" if times == 1 else f"The mean of {times:,} estimates"
    return picture, f"{what}: **{now}**. The truth: {', '.join('1' for _ in tests)}."


def cloud(lean: float, look: Look) -> Drawn:
    """Draw the attempts to estimate two scores as a cloud."""
    estimates, truth, left = once(clinic.cloud, lean)
    picture = attempts_picture(
        estimates,
        truth,
        reach=clinic.REACH,
        x="Estimated score for illness A",
        y="Estimated score for illness B",
        key=KNOWN if lean else UNIFORM,
        look=look,
    )
    least = ", the least there can be" if lean == 0.5 else ""
    why = "" if lean else " (a lattice: each + counts 20)"
    return picture, f"Noise: **{left:.0%}** of that of uniform draws{least}{why}."


def ratio(alpha: float, look: Look) -> Drawn:
    """Draw ρ against α, and that of data sets."""
    rho = float(family_facts(FAMILY).rho(power_law(alpha, CLINIC.d)))
    landmarks = [
        Landmark(DATASETS[name].short, {FAMILY: facts_of(name).rho_ridge}) for name in bundled()
    ]
    picture = ratios_picture(
        CURVE_ALPHAS,
        {FAMILY: once(by_alpha, CLINIC.d, FAMILY)},
        landmarks=tuple(sorted(landmarks, key=lambda one: -one.rho[FAMILY])),
        alpha=alpha,
        ratios={FAMILY: rho},
        family=FAMILY,
        look=look,
        height=HEIGHT,
    )
    picture.figure.update_layout(
        showlegend=False,
        xaxis_title_text=UNEQUAL,
        yaxis_tickvals=[0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1],
        yaxis_tickformat="~g",  # 0.1, not 10⁻¹
    )
    less = f"about {1 / rho:.2g}× less noise" if rho < 1 else "no less noise"
    caption = f"α = {signed(alpha)}, d = {CLINIC.d}: **ρ = {rho:.3g}**, {less} with the same tests."
    return picture, caption


def unknown(met: int, look: Look) -> Drawn:
    """Draw how the adaptive algorithm shares its looks after some volunteers."""
    film = once(clinic.film)
    best, now = film.known[0] / FIVE, film.adaptive[[*film.examples].index(met)] / FIVE
    shares = {
        UNIFORM: (ALGORITHMS[UNIFORM].does, film.adaptive[0] / FIVE),
        JOINT: ("Best, were all sizes known", best),
        ADAPTIVE + AT_THE_END: (ALGORITHMS[ADAPTIVE].does, now),
    }
    picture = distributions_picture(
        shares,
        film.M,
        x="Tests, commonest first",
        y="Share of the looks",
        x_log=True,
        look=look,
        height=HEIGHT,
    )
    picture.figure.update_layout(xaxis_tickformat="~g", yaxis_tickformat="~%")
    legend_beside(picture.figure)
    clear = clinic.outstanding(now)
    if not len(clear):
        return picture, f"After {met:,} volunteers: no test stands out yet."
    found_rings(picture.figure, clear + 1, now[clear], key=ADAPTIVE, look=look)
    looks, above = (
        f"{now[clear].sum():.0%} of the looks",
        int((now[clear] > ABOVE * best[clear]).sum()),
    )
    if len(clear) == 1:
        where = "above" if above else "below"
        return picture, f"**1 test** stands out (ringed), with {looks}, {where} the line."
    tests = f"**{len(clear)} tests** stand out (ringed), with {looks}"
    return picture, f"{tests}; {above} clearly above the line."


def race(thousands: int, look: Look) -> Drawn:
    """Draw the learning curves as far as so many thousand tests."""
    paid = thousands * THOUSAND
    result, view = example_run(), View()
    curves = [one for one in legend_order(result.curves) if one.algorithm in RACERS]
    drawn = [series_of(one, view) for one in curves]
    # A two-phased curve begins where its phase one has ended: before that there is none.
    lines = [until(one, paid) for one in drawn if one.x[0] <= paid]
    picture = learning_picture(
        lines,
        {key: ALGORITHMS[key].does for key in RACERS},
        view,
        ends_at=result.spec.examples * result.spec.budget,
        x="Tests paid for",
        look=look,
        height=HEIGHT,
    )
    legend_beside(picture.figure)
    ranked = sorted(lines, key=lambda one: float(one.middle[-1]))
    ends = [f"{ALGORITHMS[one.key].does} **{one.middle[-1]:.2f}**" for one in ranked]
    return picture, f"After {paid:,} tests: lowest {ends[0]}, highest {ends[-1]}."


def not_worth_it(alpha: float, look: Look) -> Drawn:
    """Draw where the learners end, those that see whole rows among them."""
    result = once(clinic.whole_run, alpha)
    ends = {key: float(curve.mean[-1]) for key, curve in result.curves.items()}
    named = {key: (ALGORITHMS[key].does, ends[key]) for key in (*RACERS, ONLINE, OFFLINE)}
    best, five = (min(keys, key=ends.__getitem__) for keys in (ends, RACERS))
    caption = f"Lowest: **{ALGORITHMS[best].does}**, {ends[best]:.3f}."
    if best != five:
        caption += f" With five tests each: **{ALGORITHMS[five].does}**, {ends[five]:.3f}."
    if ends[KNOWN] > ends[UNIFORM]:
        caption += " Here Chosen by size ends above Uniform, by no more than chance."
    return final_errors_picture(named, look=look), caption


@dataclass(frozen=True)
class Scene:
    """One screen of the story.

    Attributes
    ----------
    key : the name of its text, and in links.
    title : its idea in a few words.
    rows : its controls; their values are the arguments of `draw`, before the look.
    draw : makes the picture and its caption.
    picks : the control that a click on the picture changes, if there is one.
    """

    key: str
    title: str
    rows: tuple[Setting, ...]
    draw: Callable[..., Drawn]
    picks: str = ""


def _steps(name: str, label: str, start: int, choices: tuple[int, ...]) -> Setting:
    words = {n: f"{n:,}" for n in choices}
    return Setting(name, label, "choice", start, choices=choices, words=words)


def _slider(
    name: str, label: str, start: float, ends: tuple[float, float], step: float | None = None
) -> Setting:
    kind: Kind = "integer" if isinstance(start, int) else "number"
    low, high = ends
    return Setting(name, label, kind, start, at_least=low, at_most=high, widget="slider", step=step)


SCENES: tuple[Scene, ...] = (
    Scene(
        "problem",
        "Five tests of a hundred",
        (
            Setting(
                "picks",
                "Your five tests",
                "several",
                (),
                choices=tuple(range(1, CLINIC.d + 1)),
                most=FIVE,
                widget="menu",
            ),
            _slider("volunteer", "Volunteer", 1, (1, VOLUNTEERS)),
        ),
        problem,
        picks="picks",
    ),
    Scene(
        "blind",
        "Draw lots?",
        (_slider("group", "Volunteers", 300, (20, 2_000), 20),),
        blind,
    ),
    Scene(
        "average",
        "Right on average",
        (_steps("repeats", "Estimates averaged", 100, REPEATS),),
        average,
    ),
    Scene(
        "cloud",
        "Choose by size",
        # Further up the noise lies in a few estimates far outside the picture.
        (_slider("lean", "Lean towards tests that are often positive, s", 0.0, (0, 0.7), 0.05),),
        cloud,
    ),
    Scene(
        "ratio",
        "One number: ρ",
        (_slider("decay", UNEQUAL, CLINIC.alpha, (STEEPEST, 0), 0.05),),
        ratio,
    ),
    Scene(
        "unknown",
        "Nothing known",
        (_steps("met", "Volunteers so far", 300, MET),),
        unknown,
    ),
    Scene(
        "race",
        "The race",
        (_slider("thousands", "Tests paid for, in thousands", PAID // 2, (PAID // 25, PAID), 2),),
        race,
    ),
    Scene(
        "worth",
        "When not to",
        (_slider("unequal", UNEQUAL, 0.0, (-3.0, 0), 0.25),),
        not_worth_it,
    ),
)
