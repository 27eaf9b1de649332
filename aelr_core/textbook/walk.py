"""Runs any textbook algorithm: one example after the other, each behind its own door."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from aelr_core import checks
from aelr_core.checks import Floats
from aelr_core.textbook import arguments
from aelr_core.textbook.door import Door


class Averaged(Protocol):
    """A state that knows the average of its predictors."""

    @property
    def w_bar(self) -> Floats:
        """The average, (d,)."""


State = TypeVar("State")
Final = TypeVar("Final", covariant=True)
Record = TypeVar("Record")


@dataclass(frozen=True)
class Run(Generic[Final]):
    """The result of a run, and what it cost."""

    state: Final
    spent: int  # looks at attributes: m(k + 1) draws in the paper's algorithms
    distinct: int  # different attributes per example, summed

    @property
    def w_bar(self: Run[Averaged]) -> Floats:
        """The average predictor, (d,)."""
        return self.state.w_bar


def trace(
    step: Callable[[State, Door, float, Floats], tuple[State, Record]],
    start: State | None,
    init: Callable[[int], State],
    X: ArrayLike,
    y: ArrayLike,
    order: ArrayLike,
    U: ArrayLike | None,
) -> Iterator[tuple[Door, State, Record]]:
    """Yield the door, the new state and the record of each step.

    Parameters
    ----------
    step : takes a state, an example's door, its label and uniforms; returns a new state and a
        record.
    start, init : the first state, or the function that makes it from d.
    X, y : (n, d), (n,) training rows and labels.
    order : (m,) row numbers, in the order of the steps.
    U : (m, draws) uniforms, one row per step; None if a step draws nothing.
    """
    X, y = checks.examples(X, y)
    order = arguments.rows(order, len(X))
    U = np.empty((len(order), 0)) if U is None else arguments.uniforms(U, len(order))
    state = init(X.shape[1]) if start is None else start
    for row, u in zip(order, U, strict=True):
        door = Door(X[row])
        state, record = step(state, door, y[row], u)
        yield door, state, record


def total(steps: Iterable[tuple[Door, State, Record]]) -> Run[State]:
    """Return the last state of a `trace`, and the total cost of its steps."""
    spent = distinct = 0
    for door, after, _ in steps:
        state, spent, distinct = after, spent + door.spent, distinct + door.distinct
    return Run(state=state, spent=spent, distinct=distinct)
