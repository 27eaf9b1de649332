"""Runs a textbook algorithm, one example after the other; each counts what is seen of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, NotRequired, Protocol, TypedDict, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from aelr_core import checks
from aelr_core.checks import Floats, Ints
from aelr_core.letters import (
    COUNT,
    ONE_MOMENT_VECTOR,
    ONE_VECTOR,
    POSITIVE,
    UNIFORMS,
    adds_up_to_one,
)


class Example:
    """The attribute values of one example, which can be seen only by looking.

    Parameters
    ----------
    x : (d,) array
        The example.

    Attributes
    ----------
    d : number of attributes.
    spent : draws spent; looking at the same attribute again counts again.

    Examples
    --------
    >>> example = Example([0.5, 0.0, 2.0])
    >>> example.look([2, 0, 2])
    array([2. , 0.5, 2. ])
    >>> example.spent, example.distinct
    (3, 2)
    """

    def __init__(self, x: ArrayLike) -> None:
        self._x = ONE_VECTOR("x", x)
        self._seen = np.zeros(len(self._x), dtype=bool)
        self.d = len(self._x)
        self.spent = 0

    @property
    def distinct(self) -> int:
        """How many different attributes were looked at."""
        return int(self._seen.sum())

    def look(self, attributes: ArrayLike) -> Floats:
        """Return the values at these attributes, one draw each, in the same order."""
        at: Ints = np.asarray(attributes)
        if at.ndim != 1 or at.dtype.kind not in "iu" or (at < 0).any() or (at >= self.d).any():
            raise ValueError(
                f"attributes must be a list of whole numbers from 0 to {self.d - 1}, "
                f"but it is {attributes!r}."
            )
        self.spent += len(at)
        self._seen[at] = True
        return self._x[at]

    def look_all(self) -> Floats:
        """Return the whole example: full information, d draws."""
        return self.look(np.arange(self.d))

    def forgo(self, draws: int) -> None:
        """Spend draws without looking: there was nothing to learn from them."""
        self.spent += checks.integer("draws", draws, at_least=0)


# ---- Checks of arguments that the algorithms share ----


class StepArguments(TypedDict):
    """The arguments of every step of a budgeted run, apart from its example and its uniforms."""

    q: ArrayLike  # (d,) sampling distribution of the i's
    k_x: int  # draws for x_tilde
    k_phi: int  # draws for phi_tilde
    eta: float  # step size
    B: float  # norm bound
    M: NotRequired[ArrayLike | None]  # (d,) moments for the moment-aware p, None for plain p


def of_step(
    example: Example,
    state: Floats,
    *,
    u: ArrayLike,
    q: ArrayLike,
    k_x: int,
    k_phi: int,
    eta: float,
    B: float,
    M: ArrayLike | None,
) -> tuple[Floats, Floats, Floats | None]:
    """Check the arguments of a budgeted step; return u (k_x + k_phi,), q (d,), M (d,) or None."""
    d = example.d
    shaped("state", state, (d,))
    k_x = COUNT("k_x", k_x)
    k_phi = COUNT("k_phi", k_phi)
    POSITIVE("eta", eta)
    POSITIVE("B", B)
    u = shaped("u", UNIFORMS("u", u), (k_x + k_phi,))
    q = adds_up_to_one(shaped("q", ONE_MOMENT_VECTOR("q", q), (d,)))
    if M is not None:
        M = shaped("M", ONE_MOMENT_VECTOR("M", M), (d,))
    return u, q, M


def shaped(name: str, given: Floats, shape: tuple[int, ...]) -> Floats:
    """Return the array if it has this shape."""
    if given.shape != shape:
        raise ValueError(f"{name} must have shape {shape}, but its shape is {given.shape}.")
    return given


def rows(order: ArrayLike, n: int) -> Ints:
    """Return `order` as row numbers of a training set of n rows, shape (m,)."""
    given: Ints = np.asarray(order)
    if given.ndim != 1 or given.size == 0 or given.dtype.kind not in "iu":
        raise ValueError(f"order must be a list of row numbers, at least one, but it is {order!r}.")
    if given.min() < 0 or given.max() >= n:
        raise ValueError(f"order must hold whole numbers from 0 to {n - 1} only.")
    return given


def uniforms(U: ArrayLike, m: int) -> Floats:
    """Return `U` as one row of uniforms for each of m steps, shape (m, k + 1)."""
    given = checks.array("U", U, ndim=2)
    if len(given) != m:
        raise ValueError(f"U must have one row for each of {m} steps, but it has {len(given)}.")
    return given


# ---- Runs any textbook algorithm: one example after the other ----


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
    step: Callable[[State, Example, float, Floats], tuple[State, Record]],
    start: State | None,
    init: Callable[[int], State],
    X: ArrayLike,
    y: ArrayLike,
    order: ArrayLike,
    U: ArrayLike | None,
) -> Iterator[tuple[Example, State, Record]]:
    """Yield the example, the new state and the record of each step.

    Parameters
    ----------
    step : takes a state, an example, its label and uniforms; returns a new state and a
        record.
    start, init : the first state, or the function that makes it from d.
    X, y : (n, d), (n,) training rows and labels.
    order : (m,) row numbers, in the order of the steps.
    U : (m, draws) uniforms, one row per step; None if a step draws nothing.
    """
    X, y = checks.examples(X, y)
    order = rows(order, len(X))
    U = np.empty((len(order), 0)) if U is None else uniforms(U, len(order))
    state = init(X.shape[1]) if start is None else start
    for row, u in zip(order, U, strict=True):
        example = Example(X[row])
        state, record = step(state, example, y[row], u)
        yield example, state, record


def total(steps: Iterable[tuple[Example, State, Record]]) -> Run[State]:
    """Return the last state of a `trace`, and the total cost of its steps."""
    spent = distinct = 0
    for example, after, _ in steps:
        state, spent, distinct = after, spent + example.spent, distinct + example.distinct
    return Run(state=state, spent=spent, distinct=distinct)
