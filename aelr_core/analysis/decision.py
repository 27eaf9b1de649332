"""Whether choosing attributes pays on a table: measured there, at equal numbers of attributes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from aelr_core.algorithms import by_word
from aelr_core.experiments import Curve, Result, paired_difference
from aelr_core.experiments.summary import Difference

Verdict = Literal["worth it", "full rows", "as good", "no gain", "not decided", "nothing learnt"]
# The words of the algorithms that are compared: at random, chosen, and two that see whole rows.
COMPARED = ("uniform", "adaptive", "online", "offline")


@dataclass(frozen=True)
class Decision:
    """The errors of three ways to spend the same number of attributes, relative to predicting 0.

    Attributes
    ----------
    attributes : the number, of one run.
    uniform, chosen, full : mean relative test loss over runs: attributes at random, chosen by the
        adaptive algorithm, and whole rows, fewer of them.
    full_label : the better of the two algorithms that see whole rows.
    full_rows : how many whole rows the attributes pay for.
    runs : the number of runs.
    """

    attributes: int
    uniform: float
    chosen: float
    full: float
    full_label: str
    full_rows: int
    runs: int
    verdict: Verdict


def compared(family: str) -> tuple[str, ...]:
    """Return the keys of the algorithms that a decision needs."""
    return tuple(by_word(word, family).key for word in COMPARED)


def decide(result: Result) -> Decision | None:
    """Return what a run of the compared algorithms says; None if one of them is missing.

    A difference counts if its paired 95 % interval over runs does not contain 0. The intervals are
    about orders and draws; the rows are the same in every run. If whole rows win, it is not worth
    it, whatever uniform does; if they only seem to, they are as good.
    """
    keys = compared(result.spec.family)
    if not all(key in result.curves for key in keys):
        return None
    uniform, chosen, *whole = (result.curves[key] for key in keys)
    at = min(int(curve.attributes[-1]) for curve in (uniform, chosen, *whole))
    if at < max(int(curve.attributes[0]) for curve in (uniform, chosen, *whole)):
        return None
    full = min(whole, key=lambda curve: _error(curve, at))
    return Decision(
        attributes=at,
        uniform=_error(uniform, at),
        chosen=_error(chosen, at),
        full=_error(full, at),
        full_label=by_word("online" if full is whole[0] else "offline", result.spec.family).label,
        full_rows=at // result.d,
        runs=min(len(uniform.runs), len(chosen.runs), len(full.runs)),
        verdict=_verdict(uniform, chosen, full, at),
    )


def _verdict(uniform: Curve, chosen: Curve, full: Curve, at: int) -> Verdict:
    if min(_error(curve, at) for curve in (uniform, chosen, full)) >= 1:
        return "nothing learnt"
    if _is_larger(paired_difference(chosen, full, at)):
        return "full rows"
    against_uniform = paired_difference(chosen, uniform, at)
    if _is_larger(against_uniform):
        return "no gain"
    if against_uniform.high is None or against_uniform.high >= 0:
        return "not decided"
    return "worth it" if _error(chosen, at) <= _error(full, at) else "as good"


def _is_larger(difference: Difference) -> bool:
    return difference.low is not None and difference.low > 0


def _error(curve: Curve, attributes: int) -> float:
    return float(np.interp(attributes, curve.attributes, curve.mean))
