"""Choosing step sizes (and norm bounds) by cross-validation, on the training rows only.

One multiplier of the theory's step, or of a joint algorithm's automatic one, is chosen for each
algorithm and used at every prefix. There are seven candidates, each three times the one before,
centred on 1; a search whose best candidate is at an edge continues beyond it. A fine search tries
two more above, since the loss may have a second valley, and then six between the best candidate and
its neighbours. Candidates and folds are lanes of one learner. All candidates share the orders and
uniforms of the folds, so the comparison is fair. The offline method has no step size; its ball is
searched instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset
from aelr_core.experiments.curve import Setting, fixed, scaled
from aelr_core.experiments.fold_lanes import learn_outside_folds
from aelr_core.experiments.folds import EFFORTS, Folds, effort_of, folds_of
from aelr_core.experiments.judge import held_out_loss
from aelr_core.experiments.offline import (
    BALLS_ABOVE,
    BALLS_APART,
    BALLS_BELOW,
    is_ball_searched,
    losses_in_balls,
)
from aelr_core.experiments.result import Search, Trial
from aelr_core.experiments.spec import PHASE_BY_PHASE, ExperimentSpec

APART, AROUND = 3.0, 3  # multipliers 3**-3 .. 3**3
B_APART, B_AROUND = 2.0, 2  # norm bounds 2**-2 .. 2**2 times the automatic one
WIDEN, MOST_WIDENINGS = 2, 3
# What a fine search tries last: exponents of the multiplier, relative to the best one's.
AROUND_BEST = (-0.75, -0.5, -0.25, 0.25, 0.5, 0.75)

At = tuple[float, int]


@dataclass
class Grid:
    """The candidates of one algorithm: exponents (s, b) of multiplier and norm bound.

    Attributes
    ----------
    low, high : (2,) the smallest and the largest exponents so far.
    searched : (2,) which of the two exponents are searched at all.
    fine : whether multipliers between the best one and its neighbours are tried at the end.
    losses : for each (s, b) tried, the held-out losses, (orders,).
    """

    key: str
    low: Ints
    high: Ints
    phase_one: float | None
    fine: bool = False
    losses: dict[At, Floats] = field(default_factory=dict)
    closer: list[At] = field(default_factory=list)
    widened: int = 0
    at_edge: bool = False

    def __post_init__(self) -> None:
        self.searched = self.high > 0

    def new(self) -> list[At]:
        """Return the candidates that have not been tried yet."""
        grid: list[At] = [
            (s, b)
            for s in range(self.low[0], self.high[0] + 1)
            for b in range(self.low[1], self.high[1] + 1)
        ]
        return [at for at in grid + self.closer if at not in self.losses]

    def settle(self) -> At | None:
        """Return the best candidate, or None after adding new ones beyond an edge or around it."""
        best = min(self.losses, key=lambda at: _rank(at, self.losses))
        if self.closer:
            return best
        at_low, at_high = (best == self.low) & self.searched, (best == self.high) & self.searched
        self.at_edge = bool((at_low | at_high).any())
        if not self.at_edge or self.widened == MOST_WIDENINGS:
            if self.fine and self.searched[0]:
                self.closer = [(best[0] + by, best[1]) for by in AROUND_BEST]
                return None
            return best
        self.low, self.high = self.low - WIDEN * at_low, self.high + WIDEN * at_high
        self.widened += 1
        return None


@dataclass
class Tuning:
    """Progress of a search; `searches` holds it, by algorithm, when it has ended.

    elsewhere : processor seconds that another process took for it.
    """

    fraction: float = 0.0
    searches: dict[str, Search] = field(default_factory=dict)
    prefix_searches: dict[str, tuple[Search, ...]] = field(default_factory=dict)
    ended: bool = False
    elsewhere: float = 0.0


def is_key_searched(spec: ExperimentSpec, key: str) -> bool:
    """Return whether the step size or the norm bound of an algorithm with steps is searched."""
    return ALGORITHMS[key].takes_steps and (spec.is_step_searched(key) or spec.norm_bound == "cv")


def searched_keys(spec: ExperimentSpec) -> list[str]:
    """Return the algorithms whose settings are searched, including that of a learning phase one."""
    keys = [key for key in spec.algorithms if is_key_searched(spec, key)]
    if spec.mode.warm_start and spec.step_is_searched and spec.search not in PHASE_BY_PHASE:
        keys = [*phase_ones(keys).values(), *keys]
    if is_ball_searched(spec):
        keys += [key for key in spec.algorithms if _is_offline(key)]
    return list(dict.fromkeys(keys))


def _is_offline(key: str) -> bool:
    return not ALGORITHMS[key].takes_steps


def phase_ones(keys: Sequence[str]) -> dict[str, str]:
    """Return, for each two-phased algorithm among the keys, the algorithm of its phase one."""
    first = {key: ALGORITHMS[key].phase_one for key in keys}
    return {key: entry.key for key, entry in first.items() if entry is not None}


def lanes_of(spec: ExperimentSpec, key: str) -> int:
    """Return how many lanes the search of an algorithm with steps starts with."""
    effort, (low, high) = effort_of(spec), reach(spec, key)
    return int(np.prod(high - low + 1)) * effort.orders


def tune(
    spec: ExperimentSpec, dataset: Dataset, key: str, B: float, phase_one: float | None
) -> Iterator[Tuning]:
    """Search the multiplier and, if the spec says so, the norm bound around B, of an algorithm.

    For the offline method the norm bound is always searched, on a larger grid. `phase_one` is the
    multiplier of the algorithm that learns in the first phase of a two-phased one.
    """
    offline, effort = _is_offline(key), effort_of(spec)
    # folds are cheap for the offline method, which has only a few whole examples
    folds = folds_of(spec, dataset, key, EFFORTS["cv"] if offline else effort)
    attempt = try_balls if offline else _try
    grid, tuning = Grid(key, *reach(spec, key), phase_one, effort.fine), Tuning()
    best, rounds = None, 0
    while best is None:
        for fraction in attempt(spec, dataset, B, folds, grid):
            tuning.fraction = (rounds + fraction) / (rounds + 1)
            yield tuning
        rounds += 1
        best = grid.settle()
    tuning.searches[key] = as_search(spec, grid, best, B, folds)
    tuning.fraction, tuning.ended = 1.0, True
    yield tuning


def reach(spec: ExperimentSpec, key: str) -> tuple[Ints, Ints]:
    """Return the smallest and the largest exponents of multiplier and norm bound, (2,) each."""
    if _is_offline(key):
        return np.array([0, -BALLS_BELOW]), np.array([0, BALLS_ABOVE])
    steps = spec.is_step_searched(key)
    reach = AROUND if steps else 0, B_AROUND if spec.norm_bound == "cv" else 0
    above = effort_of(spec).above if steps else 0
    return -np.array(reach), np.array(reach) + np.array([above, 0])


def _try(
    spec: ExperimentSpec, dataset: Dataset, B: float, folds: Folds, grid: Grid
) -> Iterator[float]:
    """Run new candidates × orders as lanes and store the held-out losses in the grid."""
    orders, trials = len(folds.orders), grid.new()
    settings = [_setting(spec, grid, at, B) for at in trials for _ in range(orders)]
    which = np.tile(np.arange(orders), len(trials))
    steps = folds.orders.shape[1]
    learnt = yield from learn_outside_folds(spec, dataset, folds, grid.key, settings, which, steps)
    w_bar = learnt.reshape(len(trials), orders, -1)
    losses = np.empty((len(trials), orders))
    for number, fold in enumerate(folds.fold_of_order):
        rows = folds.held_out[fold]
        losses[:, number] = held_out_loss(
            w_bar[:, number], dataset.X_train[rows], dataset.y_train[rows]
        )
    grid.losses |= dict(zip(trials, losses, strict=True))


def try_balls(
    spec: ExperimentSpec, dataset: Dataset, B: float, folds: Folds, grid: Grid
) -> Iterator[float]:
    """Fit the offline method in all new balls and store the held-out losses in its grid."""
    new = grid.new()
    radii = B * BALLS_APART ** np.array([b for _, b in new])
    losses = np.empty((len(new), len(folds.orders)))
    for number, loss in enumerate(losses_in_balls(spec, dataset, radii, folds)):
        losses[:, number] = loss
        yield (number + 1) / len(folds.orders)
    grid.losses |= dict(zip(new, losses, strict=True))


def _setting(spec: ExperimentSpec, grid: Grid, at: At, B: float) -> Setting:
    B = B * B_APART ** at[1]
    if spec.is_step_searched(grid.key):
        return scaled(spec, grid.key, B, APART ** at[0], grid.phase_one)
    return fixed(spec, grid.key, B)


def as_search(spec: ExperimentSpec, grid: Grid, best: At, B: float, folds: Folds) -> Search:
    """Return the finished search of a grid whose best candidate is `best`."""
    trials = {at: _trial(spec, grid.key, at, B, loss) for at, loss in sorted(grid.losses.items())}
    return Search(
        algorithm=grid.key,
        folds=len(folds.held_out),
        repeats=len(folds.orders) // len(folds.held_out),
        examples=folds.orders.shape[1],
        trials=tuple(trials.values()),
        chosen=trials[best],
        at_edge=grid.at_edge,
    )


def _trial(spec: ExperimentSpec, key: str, at: At, B: float, loss: Floats) -> Trial:
    finite = bool(np.isfinite(loss).all())
    error = float(loss.std(ddof=1) / np.sqrt(len(loss))) if finite and len(loss) > 1 else 0.0
    if _is_offline(key):
        return Trial(1.0, float(B * BALLS_APART ** at[1]), float(loss.mean()), error)
    multiplier = APART ** at[0] if spec.is_step_searched(key) else spec.multiplier
    return Trial(float(multiplier), float(B * B_APART ** at[1]), float(loss.mean()), error)


def _rank(at: At, losses: dict[At, Floats]) -> tuple[float, float, At]:
    """Return the sorting key of a candidate: mean loss first, then closeness to the theory's."""
    return float(losses[at].mean()), abs(at[0]) + abs(at[1]), at
