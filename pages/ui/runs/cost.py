"""The cost of a run, before it is queued: one that costs too much is refused, with a way out.

The command line has no limit, so the refusal comes with the command for the same run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from aelr_core.datasets import Dataset
from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.cost import estimated_seconds
from aelr_core.experiments.problem import attributes_of
from aelr_core.experiments.recipe import command

TOO_LARGE = (
    "This run would take about {about}, more than the {most:.0f} s allowed here: {reduce}, or run "
    "it on the command line, which has no limit."
)
# What can be reduced, and the smallest value worth suggesting.
_NUMBERS = {"runs": 1, "examples": 100, "points": 2, "budget": 2}


class TooLargeError(ValueError):
    """A run costs too much; the message is a sentence for the visitor.

    Attributes
    ----------
    command : runs it without a limit.
    """

    def __init__(self, sentence: str, command: str) -> None:
        super().__init__(sentence)
        self.command = command


def check(spec: ExperimentSpec, dataset: Dataset | None, most: float) -> None:
    """Refuse a spec that would take more than `most` seconds.

    Raises
    ------
    TooLargeError
        With what to reduce, and the command that has no limit.
    """
    d = attributes_of(spec, dataset)
    seconds = estimated_seconds(spec, d)
    if seconds > most:
        options = [*_enough(spec, d, most)]
        reduce = ", or ".join(options) or "reduce budget, examples and runs"
        sentence = TOO_LARGE.format(about=_duration(seconds), most=most, reduce=reduce)
        raise TooLargeError(sentence, command(spec))


def _enough(spec: ExperimentSpec, d: int, most: float) -> Iterator[str]:
    """Yield each change that alone would be enough."""
    one_pass = spec.curve == "anytime"  # otherwise a reading of the paper's protocol says the step
    quick = replace(spec, step="quick") if one_pass and spec.step in ("cv", "fine") else None
    if quick is not None and estimated_seconds(quick, d) <= most:
        yield "set the step size to quick"
    for name, least in (_NUMBERS | {"examples": max(100, spec.points)}).items():
        low, high = least - 1, int(getattr(spec, name))
        while high - low > 1:  # low is affordable, or below the least; high is not
            middle = (low + high) // 2
            changed = replace(spec, **{name: middle})  # type: ignore[arg-type]
            low, high = (middle, high) if estimated_seconds(changed, d) <= most else (low, middle)
        if low >= least:
            yield f"reduce {name} to {_rounded_down(low):,}"


def _rounded_down(number: int) -> int:
    """Return a number rounded down to two digits.

    >>> _rounded_down(13_777), _rounded_down(7)
    (13000, 7)
    """
    unit: int = 10 ** max(0, len(str(number)) - 2)
    return number // unit * unit


def _duration(seconds: float) -> str:
    """Return a duration in words.

    >>> _duration(50), _duration(1_300), _duration(20_000)
    ('50 s', '22 minutes', '6 hours')
    """
    if seconds < 120:
        return f"{seconds:.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} minutes" if minutes < 120 else f"{minutes / 60:.0f} hours"
