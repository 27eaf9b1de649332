"""Searches from coarse to fine, at every prefix and for each phase: steps "each" and "scaled".

A target is one search: so many examples, and what phase one has chosen for as many. All targets of
an algorithm advance together, every candidate and fold a lane; all candidates of a target share
the orders and the uniforms of its folds.

1. Coarse: multipliers 3^-3 .. 3^5, and norm bounds 1/16, 1/4 and 1 times the centre where B is
   searched, on three of the ten folds. A best candidate at an edge continues beyond it.
2. The six best candidates, on the other seven folds.
3. Fine: the neighbours of the best, half a coarse step away, on all ten folds.

The candidate with the lowest loss on ten folds is chosen. Losses below a thousandth of the zero
predictor's are equal: where nearly all can be learnt, the lowest loss is that of the largest step
that happens not to fail on the folds, and it fails elsewhere. Of equals the one closest to the
theory's step and to the centre of the norm bounds counts. With a warm start phase one is searched
first, on its examples alone; then phase two, from its choice. The offline method's ball is searched
as in `search`. A prefix longer than nine folds takes their search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.checks import Floats
from aelr_core.datasets import Dataset
from aelr_core.experiments.curve import Setting, scaled
from aelr_core.experiments.fold_lanes import learn_outside_folds
from aelr_core.experiments.folds import Folds, effort_of, folds_of
from aelr_core.experiments.judge import held_out_loss
from aelr_core.experiments.problem import positions
from aelr_core.experiments.result import Search, Trial
from aelr_core.experiments.search import APART, B_APART, Grid, Tuning, as_search, reach, try_balls
from aelr_core.experiments.spec import ExperimentSpec

COARSE = tuple(float(s) for s in range(-3, 6))
COARSE_BOUNDS = (-4.0, -2.0, 0.0)
FEW_FOLDS, FINALISTS, MOST_WIDENINGS = 3, 6, 2
# The share of the zero predictor's loss below which losses are equal.
NEGLIGIBLE = 1e-3
# How many more step sizes, or norm bounds, are tried beyond an edge at a time.
BEYOND = (2, 1)
# Exponents of a fine candidate, relative to those of the best coarse one.
FINE, FINE_BOUNDS = (-0.5, 0.0, 0.5), (-1.0, 0.0, 1.0)
FINE_ALONE = (-0.5, -0.25, 0.0, 0.25, 0.5)

At = tuple[float, float]


@dataclass(eq=False)
class Target:
    """The search of one algorithm with so many examples.

    Attributes
    ----------
    key, examples : the algorithm, and how many examples each lane gets.
    steps, bounds : exponents of the coarse candidates so far, ascending.
    phase_one : the choice for phase one, if that has been searched.
    negligible : the loss below which losses are equal.
    losses : by candidate (s, b), the held-out loss on each fold it was tried on.
    """

    key: str
    examples: int
    steps: list[float]
    bounds: list[float]
    phase_one: Trial | None = None
    negligible: float = 0.0
    losses: dict[At, dict[int, float]] = field(default_factory=dict)

    def mean(self, at: At) -> float:
        """Return the mean loss of a candidate on the folds it was tried on."""
        return float(np.mean([*self.losses[at].values()]))

    def ranked(self, folds: int) -> list[At]:
        """Return the candidates tried on at least so many folds, best first.

        Of equals, such as candidates that never left a ball, the one closest to the centre counts.
        """
        tried = [at for at, losses in self.losses.items() if len(losses) >= folds]
        best = dict[float, At]()
        for at in sorted(tried, key=lambda at: (abs(at[1]), abs(at[0]))):
            best.setdefault(max(self.mean(at), self.negligible), at)
        return [best[loss] for loss in sorted(best)]

    def widen(self) -> list[At]:
        """Return new coarse candidates beyond the edge where the best one lies, if it does."""
        best = self.ranked(1)[0]
        for axis, values in ((0, self.steps), (1, self.bounds)):
            if len(values) == 1 or not self.at_edge(best, axis):
                continue
            apart = (values[1] - values[0]) * (-1 if best[axis] == values[0] else 1)
            new = [best[axis] + apart * n for n in range(1, BEYOND[axis] + 1)]
            values[:] = sorted([*values, *new])
            return [*(product(new, self.bounds) if axis == 0 else product(self.steps, new))]
        return []

    def at_edge(self, best: At, axis: int) -> bool:
        """Whether nothing beyond a candidate was tried, and it is better than the one before it."""
        line = sorted({at[axis] for at in self.losses})
        if len(line) == 1 or line[0] < best[axis] < line[-1]:
            return False
        inner = line[1] if best[axis] == line[0] else line[-2]
        neighbour = (inner, best[1]) if axis == 0 else (best[0], inner)
        return neighbour not in self.losses or self.mean(best) < self.mean(neighbour)

    def finer(self, folds: int) -> list[At]:
        """Return the neighbours of the best candidate that ran on all folds."""
        s, b = self.ranked(folds)[0]
        near = product(FINE_ALONE, (0.0,)) if len(self.bounds) == 1 else product(FINE, FINE_BOUNDS)
        return [at for ds, db in near if (at := (s + ds, b + db)) not in self.losses]


def examples_of(spec: ExperimentSpec, key: str, d: int) -> list[int]:
    """Return the numbers of examples for which an algorithm is searched."""
    at = [int(n) for n in positions(spec, key, d)]
    return at if spec.step == "each" else at[-1:]


def lanes_per_target(spec: ExperimentSpec) -> int:
    """Return about how many lanes the search with one number of examples takes."""
    folds = effort_of(spec).folds
    coarse, fine = len(COARSE), len(FINE_ALONE) - 1
    if spec.norm_bound == "cv":
        coarse, fine = coarse * len(COARSE_BOUNDS), len(FINE) * len(FINE_BOUNDS) - 1
    return FEW_FOLDS * coarse + (folds - FEW_FOLDS) * FINALISTS + folds * fine


def tune_prefixes(
    spec: ExperimentSpec, dataset: Dataset, key: str, B: float, times: float = 1.0
) -> Iterator[Tuning]:
    """Search the parameters of one algorithm at its prefixes; B is the centre of the norm bounds.

    The last update has the search of full m in `searches`, and all in `prefix_searches`.

    times : a factor on the step that phase one has chosen, before phase two is searched.
    """
    tuning = Tuning()
    folds = folds_of(spec, dataset, key, effort_of(spec))
    most = folds.orders.shape[1]
    examples = [min(n, most) for n in examples_of(spec, key, dataset.d)]
    if ALGORITHMS[key].takes_steps:
        found = list[Search]()
        for tuning.fraction in _tune_phases(spec, dataset, key, B, folds, examples, found, times):
            yield tuning
    else:
        found = []
        for n in examples:
            found.append(_ball(spec, dataset, key, B, replace(folds, orders=folds.orders[:, :n])))
            tuning.fraction = len(found) / (len(examples) + 1)
            yield tuning
    tuning.searches = {key: found[-1]}
    if spec.step == "each":
        tuning.prefix_searches = {key: tuple(found)}
    tuning.fraction, tuning.ended = 1.0, True
    yield tuning


def setting_of(spec: ExperimentSpec, search: Search) -> Setting:
    """Return the setting that a search has chosen."""
    first, chosen = search.phase_one, search.chosen
    if first is None:
        return scaled(spec, search.algorithm, chosen.B, chosen.multiplier)
    return scaled(spec, search.algorithm, chosen.B, chosen.multiplier, first.multiplier, first.B)


def _ball(spec: ExperimentSpec, dataset: Dataset, key: str, B: float, folds: Folds) -> Search:
    """Return the search of the offline method's ball."""
    grid = Grid(key, *reach(spec, key), None)
    while True:
        for _ in try_balls(spec, dataset, B, folds, grid):
            pass
        if (best := grid.settle()) is not None:
            return as_search(spec, grid, best, B, folds)


def _tune_phases(
    spec: ExperimentSpec,
    dataset: Dataset,
    key: str,
    B: float,
    folds: Folds,
    examples: list[int],
    found: list[Search],
    times: float,
) -> Iterator[float]:
    """Search phase one, if it learns, and then the algorithm itself; append to `found`."""
    first = ALGORITHMS[key].phase_one
    choices: list[Trial | None] = [None] * len(examples)
    share = 0.0
    if first is not None and spec.mode.warm_start:
        m1 = [spec.mode.m1(n) for n in examples]
        ones = {n: _target(spec, first.key, n) for n in m1 if n > 0}
        share = 0.1
        for fraction in _settle(spec, dataset, B, folds, [*ones.values()]):
            yield share * fraction
        choices = [_chosen(ones[n], B, folds, times) if n in ones else None for n in m1]
    targets = [_target(spec, key, n, one) for n, one in zip(examples, choices, strict=True)]
    for fraction in _settle(spec, dataset, B, folds, targets):
        yield share + (1 - share) * fraction
    found += [_as_search(target, B, folds) for target in targets]


def _target(spec: ExperimentSpec, key: str, n: int, phase_one: Trial | None = None) -> Target:
    bounds = COARSE_BOUNDS if spec.norm_bound == "cv" else (0.0,)
    return Target(key, n, [*COARSE], [*bounds], phase_one, NEGLIGIBLE)


def _settle(
    spec: ExperimentSpec, dataset: Dataset, B: float, folds: Folds, targets: list[Target]
) -> Iterator[float]:
    """Try candidates from coarse to fine in all targets of an algorithm; yield what is done."""
    every = range(len(folds.held_out))
    few, rest = every[:FEW_FOLDS], every[FEW_FOLDS:]
    new = [(t, at) for t in targets for at in product(t.steps, t.bounds)]
    for widening in range(MOST_WIDENINGS + 1):
        if not new:
            break
        for fraction in _try(spec, dataset, B, folds, [(*one, f) for one in new for f in few]):
            yield 0.4 * fraction if widening == 0 else 0.4
        new = [(t, at) for t in targets for at in t.widen()] if widening < MOST_WIDENINGS else []
    best = [(t, at) for t in targets for at in t.ranked(1)[:FINALISTS]]
    for fraction in _try(spec, dataset, B, folds, [(*one, f) for one in best for f in rest]):
        yield 0.4 + 0.2 * fraction
    near = [(t, at) for t in targets for at in t.finer(len(every))]
    for fraction in _try(spec, dataset, B, folds, [(*one, f) for one in near for f in every]):
        yield 0.6 + 0.4 * fraction


def _try(
    spec: ExperimentSpec,
    dataset: Dataset,
    B: float,
    folds: Folds,
    trials: Sequence[tuple[Target, At, int]],
) -> Iterator[float]:
    """Run each candidate of a target on a fold, as lanes, and note its held-out loss."""
    if not trials:
        return
    which = np.array([fold for _, _, fold in trials])
    settings = [_setting(spec, target, at, B) for target, at, _ in trials]
    key, steps = trials[0][0].key, np.array([target.examples for target, _, _ in trials])
    W = yield from learn_outside_folds(spec, dataset, folds, key, settings, which, steps)
    for fold in np.unique(which).tolist():
        own, rows = np.flatnonzero(which == fold), folds.held_out[fold]
        losses = held_out_loss(W[own], dataset.X_train[rows], dataset.y_train[rows])
        for lane, loss in zip(own.tolist(), losses.tolist(), strict=True):
            target, at, _ = trials[lane]
            target.losses.setdefault(at, {})[fold] = loss


def _setting(spec: ExperimentSpec, target: Target, at: At, B: float) -> Setting:
    trial = _trial(at, B, np.zeros(1))
    return setting_of(spec, Search(target.key, 1, 1, 1, (trial,), trial, False, target.phase_one))


def _trial(at: At, B: float, loss: Floats) -> Trial:
    finite = bool(np.isfinite(loss).all())
    error = float(loss.std(ddof=1) / np.sqrt(len(loss))) if finite and len(loss) > 1 else 0.0
    return Trial(APART ** at[0], B * B_APART ** at[1], float(loss.mean()), error)


def _trials(target: Target, B: float, folds: Folds) -> dict[At, Trial]:
    """Return the candidates that ran on all folds, best first."""
    return {
        at: _trial(at, B, np.array([*target.losses[at].values()]))
        for at in target.ranked(len(folds.held_out))
    }


def _chosen(target: Target, B: float, folds: Folds, times: float) -> Trial:
    best = next(iter(_trials(target, B, folds).values()))
    return replace(best, multiplier=best.multiplier * times)


def _as_search(target: Target, B: float, folds: Folds) -> Search:
    trials = _trials(target, B, folds)
    best, chosen = next(iter(trials.items()))
    return Search(
        algorithm=target.key,
        folds=len(folds.held_out),
        repeats=1,
        examples=target.examples,
        trials=tuple(trials[at] for at in sorted(trials)),
        chosen=chosen,
        at_edge=any(target.at_edge(best, axis) for axis in (0, 1)),
        phase_one=target.phase_one,
    )
