"""Runs JAERR or JAELR: one example after the other, each behind its own door."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeVar

from numpy.typing import ArrayLike

from aelr_core import checks
from aelr_core.checks import Floats
from aelr_core.designs.hard_budget import refuse_missing_moments, uniforms_per_step
from aelr_core.textbook import walk
from aelr_core.textbook.door import Door
from aelr_core.textbook.joint import Progress
from aelr_core.textbook.joint_rules import Arguments, Rules, joint_rules


@dataclass(frozen=True)
class State:
    """What the next step needs besides its predictor."""

    progress: Progress

    @property
    def w_bar(self) -> Floats:
        """The weighted average of w_1..w_t, (d,), lengthened if its length is measured."""
        return self.progress.returned

    @property
    def progressive_loss(self) -> float:
        """An unbiased estimate of the mean of L(a·w̄_t) − L(0) over the steps."""
        return self.progress.progressive_loss


Own = TypeVar("Own", bound=State)
Record = TypeVar("Record", covariant=True)


class TakesStep(Protocol[Own, Record]):
    """The step of a joint algorithm."""

    def __call__(
        self, state: Own, door: Door, y: float, u: ArrayLike, given: Rules
    ) -> tuple[Own, Record]:
        """Return the state after the step, and its record."""


def trace(
    step: TakesStep[Own, Record],
    init: Callable[[Rules], Own],
    family: str,
    X: ArrayLike,
    y: ArrayLike,
    order: ArrayLike,
    U: ArrayLike,
    given: Arguments,
) -> Iterator[tuple[Door, Own, Record]]:
    """Yield the door, the new state and the record of each step.

    Parameters
    ----------
    step, init : of the algorithm.
    family : "ridge" or "lasso".
    X, y : (n, d), (n,) training rows and labels.
    order : (m,) row numbers, in the order met.
    U : (m, `uniforms_per_step(K)`) uniforms, one row per step.
    given : K, B and what else `joint_rules` takes.
    """
    X, U = checks.array("X", X, ndim=2), checks.array("U", U, ndim=2)
    rules = joint_rules(X.shape[1], family, **given)
    width = uniforms_per_step(given["K"])
    if U.shape[1] != width:
        raise ValueError(f"U must have {width} uniforms per step, but it has {U.shape[1]}.")
    if rules.M is not None:
        refuse_missing_moments(X, rules.M)

    def one(state: Own, door: Door, label: float, u: Floats) -> tuple[Own, Record]:
        return step(state, door, label, u, rules)

    return walk.trace(one, init(rules), lambda _: init(rules), X, y, order, U)
