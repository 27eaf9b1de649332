"""Which algorithms an experiment leaves out by itself, and why, in a sentence for the reader."""

from __future__ import annotations

from collections.abc import Callable

from aelr_core.algorithms import ALGORITHMS, Algorithm, of_family, runnable
from aelr_core.experiments.spec import ExperimentSpec


def left_out(
    spec: ExperimentSpec, name: Callable[[Algorithm], str] = lambda entry: entry.label
) -> str:
    """Return which algorithms of the family cannot run by the rules of a spec, and why.

    "" if all can, or if the spec is about some of the others only: nobody misses the rest.

    name : what an algorithm is called.

    >>> left_out(ExperimentSpec(mode="theory"))  # type: ignore[arg-type]
    'Adaptive JAERR is left out in mode theory, since no theorem is about it.'
    >>> left_out(ExperimentSpec(adagrad=True))
    'JAERR and Adaptive JAERR are left out with AdaGrad, since they have no such steps.'
    >>> left_out(ExperimentSpec(adagrad=True, algorithms=("aerr",)))
    ''
    """
    if [*spec.algorithms] != runnable(spec.family, mode=spec.mode, adagrad=spec.adagrad):
        return ""
    missing = [
        entry
        for key in of_family(spec.family)
        if (entry := ALGORITHMS[key]).key not in spec.algorithms
    ]
    stepless = [entry for entry in missing if entry.lacks_steps(adagrad=spec.adagrad)]
    unproved = [entry for entry in missing if entry not in stepless]
    sentences = (
        _sentence(
            [name(entry) for entry in stepless],
            "with AdaGrad, since it has no such steps",
            "with AdaGrad, since they have no such steps",
        ),
        _sentence(
            [name(entry) for entry in unproved],
            "in mode theory, since no theorem is about it",
            "in mode theory, since no theorem is about them",
        ),
    )
    return " ".join(sentence for sentence in sentences if sentence)


def _sentence(names: list[str], of_one: str, of_several: str) -> str:
    if not names:
        return ""
    *others, last = names
    if not others:
        return f"{last} is left out {of_one}."
    return f"{', '.join(others)} and {last} are left out {of_several}."
