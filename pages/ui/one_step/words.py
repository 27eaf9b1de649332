"""The sentences of the page `one_step`: its templates, filled with the numbers of a step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import floor, isfinite, log10, sqrt

from aelr_core.algorithms import Algorithm, algorithm
from aelr_core.analysis.one_step import JOINT, Frame, JointStep, PaperStep, Scatter, Scene, chances
from aelr_core.checks import Floats, Ints
from aelr_core.families import family_facts
from pages.ui.one_step.numbers import View
from pages.ui.prose import amount, filled, in_markdown, sections, signed, times

SCORES = {
    "ridge": r"\sqrt{M_i(\sigma^2 + V + A\,w_i^2)}",
    "lasso": r"\sqrt{M_i(u_i(\sigma^2 + V) + A\,w_i^2)}",
}
# Longer lists of numbers are cut.
MOST = 6
LONGEST_NAME = 24
# Of the largest of the numbers that are compared.
DIGITS = 4
# More digits than a rounded number has.
EXACT = 12
# Sizes that differ by less are about the same.
ALIKE = 0.05


def say(sentence: str, **fields: object) -> str:
    """Return a sentence of the page."""
    return filled(sections("one_step/sentences")[sentence], **fields)


def of_word(place: Scene, word: str) -> Algorithm:
    """Return the algorithm with this word."""
    return algorithm(place.keys[word])


def purpose(place: Scene) -> str:
    """Return what a step does."""
    return say("Purpose", K=place.U.shape[1], d=f"{place.d:,}", things=_things(place))


def summary(place: Scene, frame: Frame) -> str:
    """Return how much of the example the step saw, and what it did to its prediction."""
    before, after = frame.predictions
    largest = max(abs(before), abs(after), abs(frame.y))
    places = DIGITS - 1 - floor(log10(largest)) if largest > 0 else 0
    if (moved := abs(after - before)) > 0:
        places = max(places, 1 - floor(log10(moved)))  # even a small move can be seen
    return say(
        _outcome(frame),
        example=f"{place.numbers[frame.t - 1]:,}",
        distinct=frame.distinct,
        looks=len(frame.drawn[0]),
        d=f"{place.d:,}",
        things=_things(place),
        before=signed(round(before, places), EXACT),
        after=signed(round(after, places), EXACT),
        truth=signed(frame.y),
    )


def _outcome(frame: Frame) -> str:
    """Return the summary's name: what the step did, or why it did nothing."""
    if frame.learns:
        return "Summary"
    if not frame.known.any():
        return "Only zeros"
    return "No step yet" if frame.step.g_tilde.any() else "No error"


def _things(place: Scene) -> str:
    return "attributes" if place.image_shape is None else "pixels"


def images(frame: Frame) -> dict[str, tuple[str, Floats]]:
    """Return the vectors of a step as images: the truth and w before above what the step made."""
    step = frame.step
    return {
        "x": ("the example x", frame.x),
        "g": ("true gradient g", frame.g),
        "w": ("predictor w before", step.w),
        "known": (_known(frame), frame.known),
        "g_tilde": ("its estimate g̃", step.g_tilde),
        "w_next": ("w after", step.w_next),
    }


def titles(frame: Frame) -> dict[str, str]:
    """Return the titles of rows of bars, by the letter of what they are about."""
    templates = sections("one_step/bars")
    return {name: filled(title, known=_known(frame)) for name, title in templates.items()}


def _known(frame: Frame) -> str:
    return "what was seen of it" if isinstance(frame.step, JointStep) else "its estimate x̃"


def remarks(view: View, place: Scene, word: str) -> list[str]:
    """Return what to know about this run of a joint algorithm, a sentence or two each."""
    learns = of_word(place, word).learns_moments and not view.moving
    headings = ["One example"] * learns + ["Theory"] * (view.settings.mode == "theory")
    return [say(name) for name in headings if word in JOINT]


def origin(place: Scene, word: str) -> str:
    """Return whose algorithm the lines are."""
    facts, one = family_facts(place.family), of_word(place, word)
    name = f"Origin, {one.origin}"
    return say(name, name=one.name, algorithm=facts.algorithm, general=facts.general)


# ---- The algorithm with the numbers of a step ----


def lines(place: Scene, frame: Frame, word: str, *, formulas: bool = False) -> str:
    """Return what the step did, line by line, as Markdown, with or without its formulas."""
    names = [short(name) for name in place.names]
    joint = isinstance(frame.step, JointStep)
    parts = (_one_sample if joint else _two_samples)(place, frame, word, names)
    parts += _update(place, frame, word)
    texts = sections("one_step/lines")
    return "\n".join(
        f"{n}. {_indented(texts[name], fields, formulas)}"
        for n, (name, fields) in enumerate(parts, start=1)
    )


Part = tuple[str, dict[str, object]]


def _two_samples(place: Scene, frame: Frame, word: str, names: Sequence[str]) -> list[Part]:
    step, given, facts = frame.step, place.given[word], family_facts(place.family)
    assert isinstance(step, PaperStep)
    rule = rf"$q_i \propto {facts.rule_latex}$" if word == "known" else "$q_i = 1/d$"
    phi = {
        "looks_phi": given["k_phi"],
        "phi_tilde": signed(step.phi_tilde),
        "phi": signed(frame.phi),
        "seen_phi": _at(step.j, names, frame.x),
    }
    look = {
        "looks_x": given["k_x"],
        "rule": rule,
        "x_tilde": _at(step.i, names, frame.x, step.x_tilde),
    }
    return [
        ("Look twice", look),
        ("Predict nothing" if step.p is None else "Predict", phi),
        ("Multiply", {"g_tilde": _at(step.i, names, step.g_tilde)}),
    ]


def _one_sample(place: Scene, frame: Frame, word: str, names: Sequence[str]) -> list[Part]:
    step = frame.step
    assert isinstance(step, JointStep)
    S, (pi, _) = step.sample.S, chances(place, frame, word)["π"]
    look = {
        "looks": len(S),
        "rule": SCORES[place.family],
        "seen": _at(S, names, frame.x),
    }
    alike = of_word(place, word).learns_moments and pi.max() - pi.min() < 1e-9
    parts: list[Part] = [
        ("Look at random" if alike else "Look once", look),
        ("Pair", {"g_tilde": _at(S, names, step.g_tilde)}),
    ]
    if of_word(place, word).learns_moments:
        parts.append(("Learn", {"moments": _at(S, names, step.block.M)}))
    return parts


def _update(place: Scene, frame: Frame, word: str) -> list[Part]:
    step = frame.step
    rules = place.joint[word] if word in JOINT else place.given[word]
    eta = step.eta if isinstance(step, JointStep) else place.given[word]["eta"]
    if eta == 0:
        return [("Wait", {})]
    fields: dict[str, object] = {
        "eta": signed(eta),
        "B": signed(rules["B"]),
        "length": signed(frame.length),
        "ball": "inside the ball" if frame.outside is None else "outside the ball",
        "clipped": frame.clipped(eta),
    }
    return [(f"Update, {place.family}", fields)]


def _indented(template: str, fields: dict[str, object], formulas: bool) -> str:
    """Return the parts of a numbered item, each of which may be filled with any text."""
    parts = [part for part in template.split("\n\n") if formulas or not part.startswith("$")]
    items = (filled(part, **fields) for part in parts)
    return "  \n   ".join(items)


def _at(at: Ints, names: Sequence[str], *vectors: Floats) -> str:
    """Return the drawn coordinates, `at`, of some vectors, by name; and which were drawn again."""
    drawn = []
    for i, n in sorted(Counter(map(int, at)).items()):
        values = " → ".join(signed(vector[i]) for vector in vectors)
        again = f" (drawn {'twice' if n == 2 else f'{n} times'})" if n > 1 else ""
        drawn.append(f"{names[i]}: {values}{again}")
    more = f", … ({len(drawn)} in total)" if len(drawn) > MOST else ""
    return in_markdown(", ".join(drawn[:MOST]) + more)


def short(name: str) -> str:
    """Return an attribute's name for a list of them.

    >>> short("pixel 5,4"), short("x3")
    ('(5,4)', 'x3')
    """
    if name.startswith("pixel "):
        return f"({name.removeprefix('pixel ')})"
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


# ---- Pairs and repeats ----


def pairs(frame: Frame, used: Floats) -> str:
    """Return how many pairs a step can use."""
    i, j = frame.drawn
    joint = isinstance(frame.step, JointStep)
    diagonal = int(used.trace())
    return say(
        "One sample" if joint else "Two samples",
        rows=len(i),
        columns=len(j),
        n=f"{len(i) * len(j):,}",
        diagonal=diagonal or "none",
    )


def below_cloud(one: Scatter) -> str:
    """Return how far estimates are from the true gradient, each of them and their mean."""
    return say(
        "Cloud",
        distance=amount(sqrt(one.variance), 3),
        n=f"{len(one.along):,}",
        error=amount(one.error_of_mean, 3),
    )


def verdict(place: Scene, scatters: Mapping[str, Scatter]) -> str:
    """Return how much less, or more, the second algorithm scatters, here and over other rows."""
    (first, one), (second, other) = scatters.items()
    names = {"one": of_word(place, first).name, "other": of_word(place, second).name}
    parts = [_spread((names["one"], one.variance), (names["other"], other.variance))]
    if isfinite(one.size) and isfinite(other.size):
        sizes = {"one_size": amount(one.size, 3), "other_size": amount(other.size, 3)}
        parts.append(say("Over rows", n=one.rows, **sizes, **names))
    if second in JOINT:
        parts.append(say("Not always less" if of_word(place, second).knows_moments else "Known"))
    return " ".join(parts)


def _spread(one: tuple[str, float], other: tuple[str, float]) -> str:
    """Return how much more widely some estimates are spread than others, by E‖g̃ − g‖² of both."""
    (narrow, least), (wide, most) = sorted((one, other), key=lambda each: each[1])
    if most - least <= ALIKE * most:
        return say("Alike")
    if least == 0:
        return say("No spread", narrow=narrow)
    return say("Spread", narrow=narrow, wide=wide, times=times(sqrt(most / least)))
