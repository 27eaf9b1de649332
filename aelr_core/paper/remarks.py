"""Remarks on odd curves in a panel that no claim of the paper is about, found by rule.

Every panel is searched for curves that look odd, and the numbers in a remark are computed from the
runs. Only the likely reasons are written by hand, in ``reasons.md``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.experiments import Curve
from aelr_core.paper.data_sets import does_not_carry_over, unlike_the_first
from aelr_core.paper.panels import ADAGRAD, UNEVEN, WIDE
from aelr_core.paper.reasons import REASONS
from aelr_core.paper.verdicts import END, HOLDS, Claim, Comparison, decide, margin
from aelr_core.paper.wording import inside

# Where most runs end below this share of the zero predictor's loss, the others have failed.
FOUND = 0.01
UNEXPLAINED = "We have no explanation."


@dataclass(frozen=True)
class Remark:
    """Something odd in a panel.

    Attributes
    ----------
    key : the panel's key, the curve's name and a word, separated by full stops.
    panel : the panel it is about.
    says : what is odd, with the numbers of the results.
    reason : the likely reason, or that we have no explanation.
    """

    key: str
    panel: str
    says: str
    reason: str


def remarks(panel: str, curves: Mapping[str, Curve], B: float, d: int) -> tuple[Remark, ...]:
    """Return the remarks on a panel's curves, which are named as in `panels.names`.

    Where a panel draws AdaGrad's curves and those of another panel, only AdaGrad's count.

    B, d : the norm bound of the panel's offline curve, and the number of attributes of its data.
    """
    drawn = {name: c for name, c in curves.items() if not name.startswith((WIDE, UNEVEN))}
    adagrad = {name: c for name, c in drawn.items() if name.startswith(ADAGRAD)}
    own = adagrad or drawn
    near = margin(drawn)

    def label(name: str) -> str:
        return inside(_label(name, own[name]))

    found = (
        *_worse(own, near),
        *_above(own),
        *does_not_carry_over(own, near, label),
        *unlike_the_first(own, near, label),
        *_later(own),
        *_behind(own),
    )
    return tuple(
        Remark(f"{panel}.{key}", panel, says, _reason(f"{panel}.{key}", own[name], B, d))
        for key, name, says in found
    )


def _worse(curves: Mapping[str, Curve], near: float) -> Iterator[tuple[str, str, str]]:
    """Yield the curves that end higher than they begin, by more than the margin."""
    for name, curve in curves.items():
        if curve.mean[-1] <= curve.mean[0] + near:
            continue
        ends = curve.relative_loss[:, -1]
        level = FOUND if np.median(ends) <= FOUND else 1.0
        above = int((ends > level).sum())
        of = f"{FOUND:g}" if level == FOUND else "the zero predictor's loss"
        yield (
            f"{name}.worse",
            name,
            f"{_label(name, curve)} gets worse with more examples: its mean goes from "
            f"{_loss(curve.mean[0])} at {curve.attributes[0]:,} attributes to "
            f"{_loss(curve.mean[-1])} at {curve.attributes[-1]:,}. There {above} of {len(ends)} "
            f"runs are above {of}, the worst at {_loss(ends.max())}, the median at "
            f"{_loss(np.median(ends))}.",
        )


def _above(curves: Mapping[str, Curve]) -> Iterator[tuple[str, str, str]]:
    """Yield the curves that begin above the zero predictor."""
    for name, curve in curves.items():
        if curve.mean[0] <= 1.0:
            continue
        first = curve.relative_loss[:, 0]
        yield (
            f"{name}.above",
            name,
            f"{_label(name, curve)} begins at {_loss(curve.mean[0])}, above the zero predictor, "
            f"as {int((first > 1).sum())} of {len(first)} runs do.",
        )


def _later(curves: Mapping[str, Curve]) -> Iterator[tuple[str, str, str]]:
    """Yield the curves on one data set that are above the zero predictor in between only.

    One that begins or ends there has a remark of its own.
    """
    for name, curve in curves.items():
        at = int(curve.mean.argmax())
        ends = max(curve.mean[0], curve.mean[-1])
        if curve.data_sets is not None or not ends <= 1.0 < curve.mean[at]:
            continue
        loss = curve.relative_loss[:, at]
        yield (
            f"{name}.later",
            name,
            f"The mean of {_label(name, curve)} rises to {_loss(curve.mean[at])} at "
            f"{curve.attributes[at]:,} attributes, above the zero predictor, as "
            f"{int((loss > 1).sum())} of {len(loss)} runs do, the worst to {_loss(loss.max())}; "
            f"the median of all runs is {_loss(np.median(loss))}.",
        )


def _behind(curves: Mapping[str, Curve]) -> Iterator[tuple[str, str, str]]:
    """Yield an offline curve that ends behind others, judged by the paired interval."""
    for name, curve in curves.items():
        if name.removeprefix(ADAGRAD) != "offline" or curve.mean[-1] < FOUND:
            continue
        ahead = [
            other
            for other in curves
            if decide(
                Claim("", "", "", (Comparison("better", other, name, END),)), {"": curves}
            ).status
            == HOLDS
        ]
        if ahead:
            others = " and ".join(
                f"{inside(_label(other, curves[other]))} ({curves[other].mean[-1]:.3f})"
                for other in ahead
            )
            yield (
                f"{name}.behind",
                name,
                f"{_label(name, curve)} ends at {curve.mean[-1]:.3f}, behind {others}.",
            )


def _reason(key: str, curve: Curve, B: float, d: int) -> str:
    setting = curve.setting
    facts: dict[str, float] = {
        "B": B,
        "d": d,
        "fewest": int(curve.examples[0]),
        "most": int(curve.examples[-1]),
        "step": setting.number if setting else 1.0,
        "phase_one": setting.phase_one if setting else 1.0,
    }
    return REASONS.get(key, UNEXPLAINED).format(**facts)


def _label(name: str, curve: Curve) -> str:
    label = ALGORITHMS[curve.algorithm].label
    return f"{label} with AdaGrad" if name.startswith(ADAGRAD) else label


def _loss(number: float) -> str:
    """Return a loss with two significant digits.

    >>> _loss(0.26823), _loss(0.000123), _loss(9.1231), _loss(1.0622)
    ('0.27', '0.00012', '9.1', '1.06')
    """
    return f"{number:.2f}" if 1 <= number < 2 else f"{number:.2g}"
