"""Choosing step sizes (and norm bounds) by cross-validation, on the training rows only.

One multiplier of the theory's step is chosen for each algorithm, among seven that are three
times apart and centred on 1, and then used at every prefix; a search that ends at an edge goes
on beyond it. Candidates and folds are lanes of one learner. All candidates share the folds'
orders and uniforms, so they are compared like with like.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.checks import Floats
from aelr_core.datasets import Dataset
from aelr_core.engine.lanes import lanes
from aelr_core.experiments.batches import advance
from aelr_core.experiments.evaluation import held_out_loss
from aelr_core.experiments.folds import Folds, make_folds
from aelr_core.experiments.setting import Setting
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.learners import Step, full_information_examples, learner

APART, AROUND = 3.0, 3  # multipliers 3**-3 .. 3**3
B_APART, B_AROUND = 2.0, 2  # norm bounds 2**-2 .. 2**2 times the automatic one
WIDEN, MOST_WIDENINGS = 2, 3


@dataclass(frozen=True)
class Effort:
    """How much is spent on a search: folds, lanes a fold and candidate, examples at most."""

    folds: int
    repeats: int
    most_examples: int | None


# The loss of one budgeted run is noisy, and a few lanes more cost next to nothing.
EFFORTS = {"cv": Effort(10, 2, None), "quick": Effort(3, 4, 2_000)}


@dataclass(frozen=True)
class Trial:
    """One candidate: its held-out loss (over the zero predictor's), mean and standard error."""

    multiplier: float
    B: float
    loss: float
    standard_error: float


@dataclass(frozen=True)
class Search:
    """The table of an algorithm's search and what was chosen.

    Every trial ran `repeats` times on each of `folds` folds, with `examples` examples a run.
    """

    algorithm: str
    folds: int
    repeats: int
    examples: int
    trials: tuple[Trial, ...]
    chosen: Trial
    at_edge: bool


@dataclass
class Tuning:
    """A search under way; `result` is there when it has ended."""

    algorithm: str
    fraction: float = 0.0
    result: Search | None = None
    losses: dict[tuple[int, int], Floats] = field(default_factory=dict)

    @property
    def ended(self) -> bool:
        """Whether the search is over."""
        return self.result is not None


def is_searched(spec: ExperimentSpec) -> bool:
    """Return whether a spec asks for any search."""
    return spec.step in EFFORTS or spec.norm_bound == "cv"


def tune(
    spec: ExperimentSpec, dataset: Dataset, key: str, B: float, phase_one: float | None
) -> Iterator[Tuning]:
    """Search an algorithm's multiplier and, if the spec says so, its norm bound around B.

    phase_one is the multiplier of the uniform algorithm, for the first phase of a two-phased one.
    """
    effort = EFFORTS[spec.step if spec.step in EFFORTS else "cv"]
    folds = _folds(spec, dataset, key, effort)
    reach = AROUND if spec.step in EFFORTS else 0
    reach_B = B_AROUND if spec.norm_bound == "cv" else 0
    low, high = np.array([-reach, -reach_B]), np.array([reach, reach_B])
    searched = high > 0
    tuning = Tuning(key)
    for widened in range(MOST_WIDENINGS + 1):
        new = [
            (s, b)
            for s in range(low[0], high[0] + 1)
            for b in range(low[1], high[1] + 1)
            if (s, b) not in tuning.losses
        ]
        for fraction in _try(spec, dataset, key, B, phase_one, folds, new, tuning):
            tuning.fraction = (widened + fraction) / (widened + 1)
            yield tuning
        best = np.array(min(tuning.losses, key=lambda at: _rank(at, tuning.losses)))
        at_low, at_high = (best == low) & searched, (best == high) & searched
        if not (at_low | at_high).any():
            break
        if widened < MOST_WIDENINGS:
            low, high = low - WIDEN * at_low, high + WIDEN * at_high
    trials = {at: _trial(spec, at, B, loss) for at, loss in sorted(tuning.losses.items())}
    tuning.result = Search(
        algorithm=key,
        folds=len(folds.held_out),
        repeats=len(folds.orders) // len(folds.held_out),
        examples=folds.orders.shape[1],
        trials=tuple(trials.values()),
        chosen=trials[int(best[0]), int(best[1])],
        at_edge=bool((at_low | at_high).any()),
    )
    tuning.fraction = 1.0
    yield tuning


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
    spec: ExperimentSpec,
    dataset: Dataset,
    key: str,
    B: float,
    phase_one: float | None,
    folds: Folds,
    candidates: list[tuple[int, int]],
    tuning: Tuning,
) -> Iterator[float]:
    """Run candidates × orders as lanes and put the held-out losses, (orders,), into the table."""
    orders = len(folds.orders)
    s, b = np.repeat(np.array(candidates), orders, axis=0).T
    which = np.tile(np.arange(orders), len(candidates))
    learning = learner(
        key,
        dataset.X_train,
        dataset.y_train,
        lanes(
            eta=1.0,
            B=B * B_APART**b,
            order=folds.orders,
            order_of_lane=which,
            seed=spec.seed,
            run=folds.runs[which],
            steps=folds.orders.shape[1],
        ),
        budget=spec.budget,
        mode=spec.mode,
        M=dataset.known_moments if ALGORITHMS[key].role == "known" else None,
        step=_step(spec, s, phase_one),
        adaptive=spec.adaptive,
    )
    while learning.t < learning.steps:
        advance(learning, learning.steps, 64 if ALGORITHMS[key].budgeted else 8)
        yield learning.t / learning.steps
    w_bar = learning.w_bar().reshape(len(candidates), orders, -1)
    losses = np.empty((len(candidates), orders))
    for number, fold in enumerate(folds.fold_of_order):
        rows = folds.held_out[fold]
        losses[:, number] = held_out_loss(
            w_bar[:, number], dataset.X_train[rows], dataset.y_train[rows]
        )
    tuning.losses.update(zip(candidates, losses, strict=True))


def _step(spec: ExperimentSpec, s: Floats, phase_one: float | None) -> Step:
    if spec.step in EFFORTS:
        return Step(multiplier=APART**s, phase_one=phase_one)
    return fixed(spec, 1.0, phase_one).step()


def fixed(spec: ExperimentSpec, B: float, phase_one: float | None = None) -> Setting:
    """Return the setting of a spec whose step is not searched."""
    if spec.step == "theory":
        return Setting(B, multiplier=spec.multiplier, phase_one=phase_one)
    assert not isinstance(spec.step, str)
    return Setting(B, eta=spec.step)


def _rank(
    at: tuple[int, int], losses: dict[tuple[int, int], Floats]
) -> tuple[float, int, tuple[int, int]]:
    """Order candidates by their mean loss; among equals the one nearest to the theory's."""
    return float(losses[at].mean()), abs(at[0]) + abs(at[1]), at


def _trial(spec: ExperimentSpec, at: tuple[int, int], B: float, loss: Floats) -> Trial:
    finite = bool(np.isfinite(loss).all())
    error = float(loss.std(ddof=1) / np.sqrt(len(loss))) if finite and len(loss) > 1 else 0.0
    multiplier = APART ** at[0] if spec.step in EFFORTS else spec.multiplier
    return Trial(float(multiplier), float(B * B_APART ** at[1]), float(loss.mean()), error)
