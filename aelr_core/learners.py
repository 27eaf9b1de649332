"""Makes the lanes of an algorithm, given its key, a mode and a budget.

Estimators and experiments use this module: they say which algorithm, on which rows, how many
examples per lane, and how the step size is found. This module checks the arguments; the
registry's entry makes the lanes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core.algorithms import (
    AUTOMATIC_STEP,
    THEORY_STEP,
    Algorithm,
    Learner,
    StepRule,
    Task,
    algorithm,
    check_rules,
)
from aelr_core.checks import Floats
from aelr_core.engine.lanes import Lanes
from aelr_core.letters import ONE_MOMENT_VECTOR, letter
from aelr_core.modes import Mode


def full_information_examples(m: int, budget: int, d: int) -> int:
    """Return n = max(1, floor(m (k+1) / d)): whole examples for the same number of attributes.

    >>> full_information_examples(20_000, 5, 500), full_information_examples(10, 5, 500)
    (200, 1)
    """
    return max(1, int(m) * int(budget) // int(d))


def learner(
    key: str,
    X: NDArray[np.generic],
    y: Floats,
    lanes: Lanes,
    *,
    budget: int,
    mode: Mode,
    M: Floats | None = None,
    step: StepRule | None = None,
    adagrad: bool = False,
    average: str = "uniform",
    length: str = "plain",
    guarded: bool = False,
    progressive: bool = False,
    B_one: Floats | None = None,
) -> Learner:
    """Return lanes of one algorithm, ready to advance.

    Parameters
    ----------
    key : of `ALGORITHMS`, not an offline one.
    X, y, lanes, budget, mode, M, adagrad, average, length, guarded, progressive, B_one : as for
        `Task`.
    step : as for `Task`; if None, the automatic step where there is one, else the theorem's.
    """
    entry = algorithm(key)
    if not entry.takes_steps:
        raise ValueError(f"key must name an algorithm that takes steps, but {key!r} does not.")
    check_rules([key], mode=mode, adagrad=adagrad)
    if step is None:
        step = AUTOMATIC_STEP if entry.automatic(mode) else THEORY_STEP
    _check_step(entry, step, mode)
    budget = letter("budget", budget)
    _check_rows(X, y, lanes)
    task = Task(
        X,
        y,
        lanes,
        budget,
        mode,
        _check_moments(M, X.shape[1]) if entry.knows_moments else None,
        step,
        adagrad,
        average=average,
        length=length,
        guarded=guarded,
        progressive=progressive,
        B_one=B_one,
    )
    return entry.lanes(task)


def _check_moments(M: Floats | None, d: int) -> Floats:
    if M is None:
        raise ValueError("M must be given: this algorithm knows the second moments.")
    M = ONE_MOMENT_VECTOR("M", M)
    if len(M) != d:
        raise ValueError(f"M must have one moment for each of the {d} attributes.")
    return M


def _check_step(entry: Algorithm, step: StepRule, mode: Mode) -> None:
    if step.factor is not None and not entry.automatic(mode):
        raise ValueError(f"step must not be a factor for {entry.label}: it has no automatic step.")
    if step.multiplier is not None and entry.step_size is None:
        raise ValueError(
            f"step must be a factor or an eta for {entry.label}: no theorem gives its step."
        )


def _check_rows(X: NDArray[np.generic], y: Floats, lanes: Lanes) -> None:
    if X.ndim != 2 or X.size == 0 or y.shape != (len(X),):
        raise ValueError(
            f"X must be (n, d) and y (n,), not empty, but they are {X.shape} and {y.shape}."
        )
    if not np.isfinite(y).all() or (X.dtype.kind == "f" and not np.isfinite(X).all()):
        raise ValueError("X and y must hold finite numbers only, but they hold NaN or infinity.")
    if lanes.order.max() >= len(X):
        raise ValueError(f"order must hold row numbers below {len(X)}, the rows of X.")
