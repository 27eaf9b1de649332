"""What a panel shows that no claim of the paper is about, seen in the results by rule.

A curve that should not look like this is looked for in every panel, and what is said about it
is computed from its runs. Only likely reasons are written by hand, after a look at them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.experiments import Curve
from aelr_core.paper.panels import ADAPTIVE, UNEVEN, WIDE
from aelr_core.paper.verdicts import margin

# Of the zero predictor's loss: a run that ends above it has not found what the others have.
FOUND = 0.01
UNEXPLAINED = "Why is not explained."

# By the key of the remark, with fields for the numbers of the results. What was tried apart is
# said as such, and tried again by tests.
REASONS: dict[str, str] = {
    "2a.two_phase.worse": "At α = 0 all examples are alike, so that even very large steps do no "
    "harm to AELR. Phase one takes over its factor, {phase_one:.0f} times the theory's step, but "
    "has a tenth of the examples, for which the theory's step is √10 times larger, and that is "
    "too large. Tried apart: with a first step √10 times smaller, each of ten runs ends below "
    "0.000001.",
    **dict.fromkeys(
        ("2b.offline.poor", "2c.offline.poor"),
        "Its ball, ‖w‖₁ ≤ {B:.3g}, was cross-validated for the {most:,} whole examples it gets at "
        "full m, and is too large for the {fewest:,} of the first prefix.",
    ),
}


@dataclass(frozen=True)
class Remark:
    """Something to see in a panel.

    Attributes
    ----------
    key : the panel's key, the curve's name and a word, with full stops between.
    panel : the panel it is about.
    says : what is seen, in the numbers of the results.
    reason : the likely reason, or that it is not explained.
    """

    key: str
    panel: str
    says: str
    reason: str


def remarks(panel: str, curves: Mapping[str, Curve], B: float) -> tuple[Remark, ...]:
    """Return what is odd about a panel's curves, which are named as `panels.names` does.

    B : the norm bound of the panel's offline curve.
    """
    drawn = {name: c for name, c in curves.items() if not name.startswith((WIDE, UNEVEN))}
    found = (*_worse(drawn), *_poor(drawn))
    return tuple(
        Remark(f"{panel}.{key}", panel, says, _reason(f"{panel}.{key}", drawn[name], B))
        for key, name, says in found
    )


def _worse(curves: Mapping[str, Curve]) -> Iterator[tuple[str, str, str]]:
    """Yield the curves that end above their beginning by more than the margin."""
    for name, curve in curves.items():
        if curve.mean[-1] <= curve.mean[0] + margin(curves):
            continue
        ends = curve.relative_loss[:, -1]
        above = int((ends > FOUND).sum())
        yield (
            f"{name}.worse",
            name,
            f"{_label(name, curve)} gets worse with more examples: its mean goes from "
            f"{_loss(curve.mean[0])} at {curve.attributes[0]:,} attributes to "
            f"{_loss(curve.mean[-1])} at {curve.attributes[-1]:,}. There {above} of {len(ends)} "
            f"runs are above {FOUND:g}, the worst at {_loss(ends.max())}, the median at "
            f"{_loss(np.median(ends))}.",
        )


def _poor(curves: Mapping[str, Curve]) -> Iterator[tuple[str, str, str]]:
    """Yield offline curves that begin above the zero predictor, or end as the worst of all."""
    for name, curve in curves.items():
        if name.removeprefix(ADAPTIVE) != "offline":
            continue
        said = []
        if curve.mean[0] > 1.0:
            said.append(f"begins at {_loss(curve.mean[0])}, above the zero predictor")
        if all(curve.mean[-1] > c.mean[-1] for other, c in curves.items() if other != name):
            said.append(f"ends as the worst of all, at {_loss(curve.mean[-1])}")
        if said:
            yield f"{name}.poor", name, f"{_label(name, curve)} {', and '.join(said)}."


def _reason(key: str, curve: Curve, B: float) -> str:
    facts: dict[str, float] = {
        "B": B,
        "fewest": int(curve.examples[0]),
        "most": int(curve.examples[-1]),
        "phase_one": (curve.setting.phase_one if curve.setting else None) or 1.0,
    }
    return REASONS.get(key, UNEXPLAINED).format(**facts)


def _label(name: str, curve: Curve) -> str:
    label = ALGORITHMS[curve.algorithm].label
    return f"{label} with AdaGrad" if name.startswith(ADAPTIVE) else label


def _loss(number: float) -> str:
    """Return a loss in two digits that count.

    >>> _loss(0.26823), _loss(0.000123), _loss(9.1231), _loss(1.0622)
    ('0.27', '0.00012', '9.1', '1.06')
    """
    return f"{number:.2f}" if 1 <= number < 2 else f"{number:.2g}"
