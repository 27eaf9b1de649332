"""Which algorithms an experiment leaves out by itself, and why, in a sentence for the reader."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from aelr_core.algorithms import ALGORITHMS, Algorithm, of_family, runnable
from aelr_core.experiments.spec import ExperimentSpec


def left_out(
    spec: ExperimentSpec, name: Callable[[Algorithm], str] = lambda entry: entry.label
) -> str:
    """Return which algorithms of the family cannot run by the rules of a spec, and why.

    "" if all can, or if the spec is about some of the others only: nobody misses the rest.

    name : what an algorithm is called.

    >>> left_out(ExperimentSpec(mode="theory"))  # type: ignore[arg-type]
    'Adaptive JAERR is left out: mode theory needs a theorem.'
    >>> left_out(ExperimentSpec(adagrad=True))
    'JAERR and Adaptive JAERR are left out: they have no AdaGrad steps.'
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
    sentences = []
    if stepless:
        have = "it has" if len(stepless) == 1 else "they have"
        sentences.append(f"{_left_out(stepless, name)}: {have} no AdaGrad steps.")
    if unproved:
        sentences.append(f"{_left_out(unproved, name)}: mode theory needs a theorem.")
    return " ".join(sentences)


def _left_out(entries: Sequence[Algorithm], name: Callable[[Algorithm], str]) -> str:
    *others, last = (name(entry) for entry in entries)
    return f"{', '.join(others)} and {last} are left out" if others else f"{last} is left out"
