"""Which of the theorems' assumptions the data and the rules of an experiment meet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from aelr_core.checks import Floats
from aelr_core.experiments import ExperimentSpec
from aelr_core.sampling import sampling_distribution
from aelr_core.theory import Assumption
from aelr_core.theory.assumptions import all_drawn, enough_examples, labels_within, rows_in_ball

OWN_RULES = "the theorems' own rules"


def reports(
    spec: ExperimentSpec, M: Floats, *, radius: float, label: float, B: float, known: bool
) -> Iterator[Assumption]:
    """Yield the assumptions, the most important first.

    Parameters
    ----------
    spec : the experiment.
    M : (d,) the moments that are known to some algorithms.
    radius, label : the largest row norm and abs(y) of its data, in their own units.
    B : the norm bound in the unit ball; if it is not `known`, the largest abs(y) is used instead.
    """
    rows = rows_in_ball(radius, spec.family)
    yield rows if rows.holds else _mended(rows, "For the bounds all rows are divided by it.")
    labels = labels_within(label, B)
    yield (
        labels
        if known
        else replace(
            labels,
            holds=False,
            mended=True,
            sentence=f"|y| ≤ B: the largest |y|, {label:.4g}, stands for B until a run finds it.",
        )
    )
    yield own_rules(spec)
    if spec.family == "lasso":
        yield enough_examples(spec.examples, len(M))
    yield all_drawn(M, sampling_distribution(M, spec.family))


def own_rules(spec: ExperimentSpec) -> Assumption:
    """Report on how a run differs from the algorithms that the theorems are about.

    Another split does not count: the bounds then use its draws for x̃ as k.
    """
    mode = spec.mode
    unproved = [
        words
        for words, chosen in (
            ("moment-aware p", mode.p != "plain"),
            ("ε = 0", mode.epsilon == "zero"),
            ("a warm start", mode.warm_start),
            ("AdaGrad steps", spec.adagrad),
        )
        if chosen
    ]
    phrases = [part for part in (", ".join(unproved[:-1]), *unproved[-1:]) if part]
    sentence = (
        f"The theorems do not cover {' or '.join(phrases)}; the bounds shown are for the closest "
        "algorithms that they do cover."
        if unproved
        else "The rules are those of the theorems."
    )
    return Assumption(OWN_RULES, not unproved, len(unproved), 0.0, sentence, mended=True)


def _mended(report: Assumption, how: str) -> Assumption:
    return replace(report, mended=True, sentence=f"{report.sentence} {how}")
