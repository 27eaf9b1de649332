"""Choosing step sizes (and norm bounds) by cross-validation, on the training rows only.

One multiplier of the theory's step is chosen for each algorithm, among seven that are three
times apart and centred on 1, and then used at every prefix; a search that ends at an edge goes
on beyond it. A fine one tries two more above, for there may be a second valley, and looks again
at six between the best and its neighbours. Candidates and folds are lanes of one learner, and so
may be those of several budgeted algorithms. All candidates share the folds' orders and uniforms,
so they are compared like with like. The offline method has no step; its ball is searched instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset
from aelr_core.engine.lanes import lanes
from aelr_core.experiments import balls
from aelr_core.experiments.curve import Setting, fixed
from aelr_core.experiments.folds import Folds, make_folds
from aelr_core.experiments.grid import At, Grid
from aelr_core.experiments.growth import advance, begin, bounds_of, steps_of
from aelr_core.experiments.judge import held_out_loss
from aelr_core.experiments.result import Search, Trial
from aelr_core.experiments.spec import ExperimentSpec, uniform_key
from aelr_core.learners import Step, full_information_examples

APART, AROUND = 3.0, 3  # multipliers 3**-3 .. 3**3
B_APART, B_AROUND = 2.0, 2  # norm bounds 2**-2 .. 2**2 times the automatic one


@dataclass(frozen=True)
class Effort:
    """How much is spent on a search: folds, lanes a fold and candidate, examples at most.

    fine : whether it looks again around the best candidate.
    above : how many multipliers more it tries above the usual ones.
    """

    folds: int
    repeats: int
    most_examples: int | None
    fine: bool = False
    above: int = 0

    @property
    def orders(self) -> int:
        """Orders of the rows in all, and so lanes a candidate."""
        return self.folds * self.repeats


# The loss of one budgeted run is noisy, and a few lanes more cost next to nothing.
EFFORTS = {
    "cv": Effort(10, 2, None),
    # the loss may have two valleys, and the second lie far above the theory's step
    "fine": Effort(10, 2, None, fine=True, above=2),
    "quick": Effort(3, 4, 2_000),
}


@dataclass
class Tuning:
    """Searches under way, of one algorithm or of several; `searches` holds those that ended."""

    fraction: float = 0.0
    searches: dict[str, Search] = field(default_factory=dict)
    ended: bool = False


def is_searched(spec: ExperimentSpec) -> bool:
    """Return whether a spec asks for any search of steps or of all algorithms' norm bounds."""
    return spec.step_is_searched or spec.norm_bound == "cv"


def searched_keys(spec: ExperimentSpec) -> list[str]:
    """Return whose settings are searched: the uniform algorithm's too, where phase one needs it."""
    if not is_searched(spec):
        return []
    keys = [key for key in spec.algorithms if ALGORITHMS[key].role != "offline"]
    roles = {ALGORITHMS[key].role for key in keys}
    if "two_phase" in roles and spec.mode.warm_start and spec.step_is_searched:
        keys = [uniform_key(spec.family), *keys]
    if balls.is_ball_searched(spec):
        keys += [key for key in spec.algorithms if _is_offline(key)]
    return list(dict.fromkeys(keys))


def _is_offline(key: str) -> bool:
    return ALGORITHMS[key].role == "offline"


def lanes_of(spec: ExperimentSpec) -> int:
    """Return how many lanes the search of a step begins with."""
    effort, (low, high) = _effort(spec), _reach(spec, uniform_key(spec.family))
    return int(np.prod(high - low + 1)) * effort.orders


def tune(
    spec: ExperimentSpec, dataset: Dataset, keys: Sequence[str], B: float, phase_one: float | None
) -> Iterator[Tuning]:
    """Search the multiplier and, if the spec says so, the norm bound around B, of each algorithm.

    Several algorithms must be budgeted ones; they advance together. The offline method's norm
    bound is searched in any case, among more of them. phase_one is the multiplier
    of the uniform algorithm, for the first phase of a two-phased one; where the uniform one is
    among the keys, its search comes first and says so.
    """
    offline = _is_offline(keys[0])
    # a fold costs the offline method little, and it has but few whole examples
    folds = _folds(spec, dataset, keys[0], EFFORTS["cv"] if offline else _effort(spec))
    low, high = _reach(spec, keys[0])
    attempt = balls.try_balls if offline else _try
    fine = _effort(spec).fine
    grids = {key: Grid(key, low, high, phase_one, fine) for key in keys}
    uniform, tuning = uniform_key(spec.family), Tuning()
    waiting = list[str]()
    if uniform in grids and spec.step_is_searched:
        waiting = [key for key in keys if ALGORITHMS[key].role == "two_phase"]
    rounds = 0
    while not all(key in tuning.searches for key in keys):
        if uniform in tuning.searches:
            for key in waiting:
                grids[key].phase_one = tuning.searches[uniform].chosen.multiplier
            waiting = []
        trying = [g for k, g in grids.items() if k not in (*tuning.searches, *waiting)]
        for fraction in attempt(spec, dataset, B, folds, trying):
            tuning.fraction = (rounds + fraction) / (rounds + 1 + bool(waiting))
            yield tuning
        rounds += 1
        for grid in trying:
            if (best := grid.settle()) is not None:
                tuning.searches[grid.key] = _search(spec, grid, best, B, folds)
    tuning.fraction, tuning.ended = 1.0, True
    yield tuning


def _effort(spec: ExperimentSpec) -> Effort:
    return EFFORTS[str(spec.step) if spec.step_is_searched else "cv"]


def _reach(spec: ExperimentSpec, key: str) -> tuple[Ints, Ints]:
    """Return the least and the largest exponents of multiplier and norm bound, (2,) each."""
    if _is_offline(key):
        return np.array([0, -balls.BELOW]), np.array([0, balls.ABOVE])
    reach = AROUND if spec.step_is_searched else 0, B_AROUND if spec.norm_bound == "cv" else 0
    above = _effort(spec).above if spec.step_is_searched else 0
    return -np.array(reach), np.array(reach) + np.array([above, 0])


def _folds(spec: ExperimentSpec, dataset: Dataset, key: str, effort: Effort) -> Folds:
    among = min(dataset.m, effort.most_examples or dataset.m)
    m = min(spec.examples, effort.most_examples or spec.examples)
    if not ALGORITHMS[key].budgeted:
        m = full_information_examples(m, spec.budget, dataset.d)
    if among < 2:
        raise ValueError("step must be 'theory' or a number: there are too few rows to tune on.")
    return make_folds(
        seed=spec.seed,
        rows=dataset.m,
        among=among,
        folds=min(effort.folds, among),
        repeats=effort.repeats,
        examples=m,
    )


def _try(
    spec: ExperimentSpec, dataset: Dataset, B: float, folds: Folds, grids: list[Grid]
) -> Iterator[float]:
    """Run the grids' new candidates × orders as lanes and put the held-out losses into them."""
    orders = len(folds.orders)
    trials = [(grid, at) for grid in grids for at in grid.new()]
    settings = [_setting(spec, at, B, grid.phase_one) for grid, at in trials]
    each = [orders] * len(trials)
    which = np.tile(np.arange(orders), len(trials))
    keys = [grid.key for grid, _ in trials for _ in range(orders)]
    group = lanes(
        eta=1.0,
        B=bounds_of(settings, each),
        order=folds.orders,
        order_of_lane=which,
        seed=spec.seed,
        run=folds.runs[which],
        steps=folds.orders.shape[1],
    )
    learning = begin(spec, dataset, keys, group, steps_of(settings, each))
    while learning.t < learning.steps:
        advance(learning, learning.steps, 64 if ALGORITHMS[keys[0]].budgeted else 8)
        yield learning.t / learning.steps
    w_bar = learning.w_bar().reshape(len(trials), orders, -1)
    losses = np.empty((len(trials), orders))
    for number, fold in enumerate(folds.fold_of_order):
        rows = folds.held_out[fold]
        losses[:, number] = held_out_loss(
            w_bar[:, number], dataset.X_train[rows], dataset.y_train[rows]
        )
    for (grid, at), loss in zip(trials, losses, strict=True):
        grid.losses[at] = loss


def _setting(spec: ExperimentSpec, at: At, B: float, phase_one: float | None) -> Setting:
    B = B * B_APART ** at[1]
    if spec.step_is_searched:
        return Setting(B, Step(multiplier=APART ** at[0], phase_one=phase_one))
    return fixed(spec, B)


def _search(spec: ExperimentSpec, grid: Grid, best: At, B: float, folds: Folds) -> Search:
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
        return Trial(1.0, float(B * balls.APART ** at[1]), float(loss.mean()), error)
    multiplier = APART ** at[0] if spec.step_is_searched else spec.multiplier
    return Trial(float(multiplier), float(B * B_APART ** at[1]), float(loss.mean()), error)
