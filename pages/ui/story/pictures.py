"""The pictures of the scenes, each from the value of its control, with the caption below it."""

from __future__ import annotations

from aelr_core.algorithms import ALGORITHMS, by_word
from aelr_core.analysis.learning import View, legend_order, series_of, until
from aelr_core.analysis.what_if import CURVE_ALPHAS, by_alpha, power_law
from aelr_core.datasets import DATASETS, bundled, facts_of
from aelr_core.families import family_facts
from pages.ui.example_run import example_run
from pages.ui.figures.attempts import attempts_picture
from pages.ui.figures.distributions import AT_THE_END, distributions_picture
from pages.ui.figures.final_errors import final_errors_picture
from pages.ui.figures.found import found_picture
from pages.ui.figures.frame import Picture, legend_beside
from pages.ui.figures.learning import learning_picture
from pages.ui.figures.ratios import Landmark, ratios_picture
from pages.ui.figures.step import against_picture
from pages.ui.figures.tests_of_one import tests_picture
from pages.ui.story import captions, clinic
from pages.ui.story.clinic import CLINIC, once
from pages.ui.theme import Look

HEIGHT = 430
FAMILY = CLINIC.family
UNIFORM, KNOWN, TWO_PHASED, JOINT, ADAPTIVE = (
    by_word(word, FAMILY).key for word in ("uniform", "known", "two-phased", "joint", "adaptive")
)
# The learners of the race; offline and online learners see every test.
RACERS = (UNIFORM, KNOWN, TWO_PHASED, JOINT, ADAPTIVE)
# The tests whose estimates are drawn: the others of this volunteer are negative.
SHOWN = 15

Drawn = tuple[Picture, str]


def problem(volunteer: int, lifted: bool, look: Look) -> Drawn:
    """Draw a volunteer's tests as tiles."""
    values, run = once(clinic.volunteer, volunteer)
    picture = tests_picture(values, run, lifted=lifted, look=look)
    return picture, captions.problem(values, run, lifted=lifted)


def blind(volunteers: int, look: Look) -> Drawn:
    """Draw what uniform draws find."""
    drawn, found = once(clinic.tally, volunteers)
    return found_picture(drawn, found, key=UNIFORM, look=look), captions.blind(drawn, found)


def average(times: int, look: Look) -> Drawn:
    """Draw the results of a volunteer, and the mean of many estimates of them."""
    x, mean = once(clinic.estimated, times)
    names = [f"test {n}" for n in range(1, SHOWN + 1)]
    bars = [("true result", x[:SHOWN]), (captions.mean_of(times), mean[:SHOWN])]
    picture = against_picture(
        bars, names, x="Test number", y="Result", key=UNIFORM, look=look, height=HEIGHT
    )
    return picture, captions.average(x, mean, times)


def cloud(lean: float, look: Look) -> Drawn:
    """Draw the attempts to estimate two scores as a cloud."""
    estimates, truth, left = once(clinic.cloud, lean)
    picture = attempts_picture(
        estimates,
        truth,
        reach=clinic.REACH,
        x=captions.SCORES[0],
        y=captions.SCORES[1],
        key=KNOWN if lean else UNIFORM,
        look=look,
    )
    return picture, captions.cloud(left, lean)


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
        here={FAMILY: rho},
        family=FAMILY,
        look=look,
        height=HEIGHT,
    )
    return picture, captions.ratio(alpha, rho, CLINIC.d)


def unknown(met: int, look: Look) -> Drawn:
    """Draw how the adaptive algorithm shares its looks after some volunteers."""
    film = once(clinic.film)
    at = [int(n) for n in film.examples].index(met)
    looks = {
        UNIFORM: ("Blind", film.adaptive[0]),
        JOINT: ("If everything were known", film.known[0]),
        ADAPTIVE + AT_THE_END: (ALGORITHMS[ADAPTIVE].legend_name, film.adaptive[at]),
    }
    picture = distributions_picture(
        {key: (name, pi / CLINIC.budget) for key, (name, pi) in looks.items()},
        film.M,
        x="Tests, the most often positive first",
        y="Share of the looks",
        x_log=True,
        look=look,
        height=HEIGHT,
    )
    legend_beside(picture.figure)
    return picture, captions.unknown(met, float(film.adaptive[at][0] / film.adaptive[at][-1]))


def race(thousands: int, look: Look) -> Drawn:
    """Draw the learning curves as far as so many thousand tests."""
    paid = thousands * clinic.THOUSAND
    result, view = example_run(), View()
    curves = [one for one in legend_order(result.curves) if one.algorithm in RACERS]
    drawn = [series_of(one, view) for one in curves]
    # A two-phased curve begins where its phase one has ended: before that there is none.
    lines = [until(one, paid) for one in drawn if one.x[0] <= paid]
    picture = learning_picture(
        lines,
        {key: ALGORITHMS[key].legend_name for key in RACERS},
        view,
        ends_at=result.spec.examples * result.spec.budget,
        x="Tests paid for",
        look=look,
        height=HEIGHT,
    )
    legend_beside(picture.figure)
    return picture, captions.race({one.key: float(one.middle[-1]) for one in lines}, paid)


def not_worth_it(alpha: float, look: Look) -> Drawn:
    """Draw where short runs end."""
    ends = once(clinic.ends, alpha)
    named = {key: (ALGORITHMS[key].legend_name, end) for key, end in ends.items()}
    return final_errors_picture(named, look=look), captions.not_worth_it(ends)
