"""Searches for step sizes and norm bounds, by cross-validation on the training rows only.

A candidate (s, b) is the multiplier :math:`3^s` of the theory's step, or of a joint algorithm's
automatic one, and the norm bound :math:`2^b` times the centre. Candidates, folds and numbers of
examples are lanes of one learner. All candidates of a grid share the orders and uniforms of its
folds, so the comparison is fair. A search goes on in rounds:

1. All candidates of the grid; beyond an edge where the best one lies, more of them.
2. If that was on some of the folds only: the best of them, on the others.
3. In a finer search: the neighbours of the best.

How many of each there are, an `Effort` says. The candidate with the lowest loss on all folds is
chosen; of equals the one closest to the theory's step and to the centre of the norm bounds.

With steps "quick", "cv" and "fine" an algorithm has one search, at full m, and a two-phased one
takes over the multiplier that the uniform algorithm has chosen for phase one. With "scaled" and
"each" phase one is searched first, on its examples alone; then phase two, from its choice; with
"each" at every prefix (one that is longer than all folds but one takes their search).

The offline method has no step size: only its ball is searched, on a larger grid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from aelr_core.algorithms import ALGORITHMS, full_information_examples
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset
from aelr_core.engine.lanes import lanes
from aelr_core.experiments.curve import Setting, fixed, scaled
from aelr_core.experiments.growth import advance, begin, bounds_of
from aelr_core.experiments.problem import held_out_loss, one_blas_thread, positions
from aelr_core.experiments.result import Search, Trial, Update
from aelr_core.experiments.spec import PHASE_BY_PHASE, SEARCHES, ExperimentSpec
from aelr_core.randomness import order

# Run numbers from here on belong to searches: no curve uses their orders and uniforms.
TUNING_RUNS = 1_000_000_000

APART, B_APART = 3.0, 2.0  # neighbours among multipliers, and among norm bounds
BALLS_APART = 2.0**0.5  # neighbours among the offline method's balls
USUAL = tuple(range(-3, 4))
# Losses below this share of the zero predictor's are equal in a search from coarse to fine: where
# nearly all can be learnt, the lowest loss is that of the largest step that happens not to fail on
# the folds, and it fails elsewhere.
NEGLIGIBLE = 1e-3
# The share of a search that phase one takes, where it has its own.
SHARE_OF_PHASE_ONE = 0.1

At = tuple[float, float]


# -- how much is tried ------------------------------------------------------------------------


@dataclass(frozen=True)
class Effort:
    """The effort of a search.

    Attributes
    ----------
    folds, repeats : number of folds, and of lanes per fold and candidate.
    most_examples : largest number of examples and rows used; None for all.
    steps, bounds : exponents of the first candidates, where steps and norm bounds are searched.
    beyond, widenings : how many more steps and bounds are tried beyond an edge, and how often.
    both : whether a grid is widened beyond both kinds of edges at once, or steps come first.
    few, finalists : number of orders on which candidates are tried first, None for all, and of
        candidates that are tried on the others.
    fine, fine_both : exponents of the last candidates relative to the best one's, where only steps
        are searched and where bounds are too.
    negligible : losses below it are equal.
    """

    folds: int
    repeats: int
    most_examples: int | None = None
    steps: tuple[float, ...] = USUAL
    bounds: tuple[float, ...] = (-2, -1, 0, 1, 2)
    beyond: tuple[int, int] = (2, 2)
    widenings: int = 3
    both: bool = True
    few: int | None = None
    finalists: int = 0
    fine: tuple[At, ...] = ()
    fine_both: tuple[At, ...] = ()
    negligible: float = 0.0

    @property
    def orders(self) -> int:
        """The number of orders of the rows, which is also the number of lanes per candidate."""
        return self.folds * self.repeats

    @property
    def first_lanes(self) -> int:
        """The number of lanes in the first round."""
        return len(self.steps) * len(self.bounds) * (self.few or self.orders)

    @property
    def rounds(self) -> int:
        """The number of rounds where nothing lies beyond an edge."""
        return 1 + (self.few is not None) + bool(self.fine)


_AROUND = tuple((by, 0.0) for by in (-0.75, -0.5, -0.25, 0.25, 0.5, 0.75))
_COARSE_TO_FINE = Effort(
    10,
    1,
    steps=tuple(range(-3, 6)),
    bounds=(-4, -2, 0),
    beyond=(2, 1),
    widenings=2,
    both=False,
    few=3,
    finalists=6,
    fine=tuple((by, 0.0) for by in (-0.5, -0.25, 0.0, 0.25, 0.5)),
    fine_both=tuple(product((-0.5, 0.0, 0.5), (-1.0, 0.0, 1.0))),
    negligible=NEGLIGIBLE,
)
# The loss of one budgeted run is noisy, and a few more lanes cost almost nothing.
EFFORTS = {
    "quick": Effort(3, 4, 2_000),
    "cv": Effort(10, 2),
    # the loss may have two valleys, the second far above the theory's step
    "fine": Effort(10, 2, steps=tuple(range(-3, 6)), fine=_AROUND, fine_both=_AROUND),
    "scaled": _COARSE_TO_FINE,
    "each": _COARSE_TO_FINE,
}


def effort_of(spec: ExperimentSpec, key: str) -> Effort:
    """Return the effort that a spec puts into the search of an algorithm."""
    usual = EFFORTS[spec.search if spec.step_is_searched else "cv"]
    if ALGORITHMS[key].takes_steps:
        searched = spec.is_step_searched(key), spec.norm_bound == "cv"
        steps, bounds = usual.steps if searched[0] else (0,), usual.bounds if searched[1] else (0,)
        effort = replace(usual, steps=steps, bounds=bounds)
        return effort if searched[0] else replace(effort, fine=(), fine_both=())
    # folds are cheap for the offline method, which has only a few whole examples
    repeats = usual.repeats if spec.search in PHASE_BY_PHASE else EFFORTS["cv"].repeats
    return Effort(10, repeats, steps=(0,), bounds=tuple(range(-12, 5)))


def is_ball_searched(spec: ExperimentSpec) -> bool:
    """Return whether the offline method searches for its own ball, as in the paper's protocol.

    It does not if B is given as a number, nor if step sizes come from a quick search.
    """
    thorough = spec.step in SEARCHES and spec.step != "quick"
    return spec.norm_bound == "cv" or (spec.norm_bound == "auto" and thorough)


def searched_keys(spec: ExperimentSpec) -> list[str]:
    """Return the algorithms whose settings are searched, including that of a learning phase one."""
    bound = spec.norm_bound == "cv"
    stepping = [key for key in spec.algorithms if ALGORITHMS[key].takes_steps]
    keys = [key for key in stepping if spec.is_step_searched(key) or bound]
    if spec.mode.warm_start and spec.step_is_searched and spec.search not in PHASE_BY_PHASE:
        keys = [*(first for key in keys if (first := phase_one_of(key)) is not None), *keys]
    if is_ball_searched(spec):
        keys += [key for key in spec.algorithms if key not in stepping]
    return list(dict.fromkeys(keys))


def phase_one_of(key: str) -> str | None:
    """Return the algorithm that learns in phase one of a two-phased one; None for others."""
    first = ALGORITHMS[key].phase_one
    return None if first is None else first.key


def examples_of(spec: ExperimentSpec, key: str, d: int) -> list[int]:
    """Return the numbers of examples for which an algorithm is searched."""
    at = [int(n) for n in positions(spec, key, d)]
    return at if spec.step == "each" else at[-1:]


# -- folds -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Folds:
    """Training rows split into folds, and orders of rows that leave one fold out.

    Attributes
    ----------
    held_out : one array of row numbers per fold.
    orders : (folds * repeats, n) row numbers: repeat r of fold f is row r * folds + f, and
        contains no row of fold f.
    runs : (folds * repeats,) the run numbers whose uniforms they use.
    """

    held_out: tuple[Ints, ...]
    orders: Ints
    runs: Ints

    @property
    def fold_of_order(self) -> Ints:
        """The fold that each order leaves out, (folds * repeats,)."""
        return np.arange(len(self.orders)) % len(self.held_out)


def folds_of(spec: ExperimentSpec, dataset: Dataset, key: str, effort: Effort) -> Folds:
    """Return the folds on which the candidates of an algorithm are tried."""
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


def make_folds(
    *, seed: int, rows: int, among: int, folds: int, repeats: int, examples: int
) -> Folds:
    """Split `among` of `rows` training rows at random into folds.

    Parameters
    ----------
    seed : the experiment's.
    rows : number of training rows; `among` of them, drawn at random, are used.
    folds, repeats : number of folds, and of orders for each fold.
    examples : how many examples an order should have. It may have fewer, since its fold is left
        out and no row is used twice while m does not exceed the rows.
    """
    taken = order(seed, TUNING_RUNS, rows, among)
    fold_of_row = np.full(rows, -1)
    fold_of_row[taken] = np.arange(among) * folds // among
    held_out = tuple(np.flatnonzero(fold_of_row == fold) for fold in range(folds))
    runs = TUNING_RUNS + 1 + np.arange(folds * repeats)
    orders = []
    for number, run in enumerate(runs):
        # indices into `taken`: a longer order starts another permutation, as in a run
        met = taken[order(seed, int(run), among, max(examples, among))]
        orders.append(met[fold_of_row[met] != number % folds])
    length = min(examples, *(len(o) for o in orders))
    return Folds(held_out, np.stack([o[:length] for o in orders]), runs)


# -- the candidates of one search --------------------------------------------------------------


class Grid:
    """The candidates of one search, and their losses.

    Attributes
    ----------
    effort : how much is tried.
    steps, bounds : exponents of the candidates so far, ascending, but for the last round's.
    losses : by candidate (s, b), the held-out loss on each order it was tried on.
    """

    def __init__(self, effort: Effort, orders: int) -> None:
        self.effort, self._orders = effort, orders
        self.steps, self.bounds = [*effort.steps], [*effort.bounds]
        self.losses: dict[At, dict[int, float]] = {}

    def rounds(self) -> Iterator[list[tuple[At, int]]]:
        """Yield candidates and orders to try; their losses must be there before the next round.

        There are always as many rounds, some of them empty: grids that are searched together do the
        same in the same round.
        """
        few = range(self.effort.few or self._orders)
        yield [*product(self.new(), few)]
        widening = True
        for _ in range(self.effort.widenings):
            widening = widening and self.widen()
            yield [*product(self.new(), few)]
        rest = range(len(few), self._orders)
        yield [*product(self.ranked(1)[: self.effort.finalists], rest)]
        yield [*product(self.finer(), range(self._orders))]

    def new(self) -> list[At]:
        """Return the candidates of the grid that have not been tried yet."""
        return [at for at in product(self.steps, self.bounds) if at not in self.losses]

    def mean(self, at: At) -> float:
        """Return the mean loss of a candidate on the orders it was tried on."""
        return float(np.mean([*self.losses[at].values()]))

    def ranked(self, orders: int) -> list[At]:
        """Return the candidates tried on at least so many orders, best first.

        Of equals, such as candidates that never left a ball, the one closest to the centre counts.
        """
        tried = [at for at, losses in self.losses.items() if len(losses) >= orders]
        best = dict[float, At]()
        for at in sorted(tried, key=lambda at: (abs(at[1]), abs(at[0]), at)):
            best.setdefault(max(self.mean(at), self.effort.negligible), at)
        return [best[loss] for loss in sorted(best)]

    def tried(self) -> list[At]:
        """Return the candidates that ran on all orders; from coarse to fine, one of all equals."""
        return self.ranked(self._orders) if self.effort.few else [*self.losses]

    @property
    def best(self) -> At:
        """The best candidate of those that ran on all orders."""
        return self.ranked(self._orders)[0]

    def widen(self) -> bool:
        """Add candidates beyond an edge where the best one lies; return whether it does."""
        best = self.ranked(1)[0]
        edges = [axis for axis in (0, 1) if self.at_edge(best, axis)]
        for axis in edges if self.effort.both else edges[:1]:
            values = (self.steps, self.bounds)[axis]
            apart = (values[1] - values[0]) * (-1 if best[axis] == values[0] else 1)
            values += [best[axis] + apart * n for n in range(1, self.effort.beyond[axis] + 1)]
            values.sort()
        return bool(edges)

    def at_edge(self, best: At, axis: int) -> bool:
        """Whether nothing beyond a candidate was tried, and it is better than the one before it."""
        line = sorted({at[axis] for at in self.losses})
        if len(line) == 1 or line[0] < best[axis] < line[-1]:
            return False
        inner = line[1] if best[axis] == line[0] else line[-2]
        neighbour = (inner, best[1]) if axis == 0 else (best[0], inner)
        return neighbour not in self.losses or self.mean(best) < self.mean(neighbour)

    def finer(self) -> list[At]:
        """Return the neighbours of the best candidate that ran on all orders."""
        near = self.effort.fine if len(self.bounds) == 1 else self.effort.fine_both
        s, b = self.best
        return [at for ds, db in near if (at := (s + ds, b + db)) not in self.losses]


# -- the search --------------------------------------------------------------------------------


@dataclass(eq=False)
class Target:
    """What a grid is about: an algorithm with so many examples.

    B : the centre of the norm bounds.
    phase_one : its choice for phase one, or the multiplier that the uniform algorithm chose.
    """

    key: str
    examples: int
    B: float
    grid: Grid
    phase_one: Trial | float | None = None

    def trial(self, spec: ExperimentSpec, at: At, losses: Iterable[float] = (0.0,)) -> Trial:
        """Return a candidate with its mean loss."""
        loss, steps = np.array([*losses]), ALGORITHMS[self.key].takes_steps
        error = 0.0
        if np.isfinite(loss).all() and len(loss) > 1:
            error = float(loss.std(ddof=1) / np.sqrt(len(loss)))
        number = APART ** at[0] if len(self.grid.steps) > 1 or not steps else spec.multiplier
        B = self.B * (B_APART if steps else BALLS_APART) ** at[1]
        return Trial(float(number), float(B), float(loss.mean()), error)

    def search(self, spec: ExperimentSpec, folds: Folds) -> Search:
        """Return the finished search."""
        grid, best = self.grid, self.grid.best
        trials = {at: self.trial(spec, at, grid.losses[at].values()) for at in sorted(grid.tried())}
        return Search(
            algorithm=self.key,
            folds=len(folds.held_out),
            repeats=len(folds.orders) // len(folds.held_out),
            examples=self.examples,
            trials=tuple(trials.values()),
            chosen=trials[best],
            at_edge=any(grid.at_edge(best, axis) for axis in (0, 1)),
            phase_one=self.phase_one if isinstance(self.phase_one, Trial) else None,
        )


def tune(
    spec: ExperimentSpec,
    dataset: Dataset,
    key: str,
    B: float,
    phase_one: float | None = None,
    times: float = 1.0,
) -> Iterator[Update]:
    """Search the multiplier and, if the spec says so, the norm bound around B, of an algorithm.

    The last update has the search of full m in `searches` or, with step = "each", those of all
    prefixes.

    phase_one : the multiplier of the algorithm that learns in the first phase of a two-phased one.
    times : a factor on the step that phase one has chosen in a search of its own, before phase two
        is searched.
    """
    effort, first = effort_of(spec, key), phase_one_of(key)
    folds = folds_of(spec, dataset, key, effort)
    examples = [min(n, folds.orders.shape[1]) for n in examples_of(spec, key, dataset.d)]

    def targets(key: str, at: Iterable[int]) -> list[Target]:
        return [Target(key, n, B, Grid(effort, len(folds.orders)), phase_one) for n in at]

    ones, share, update = dict[int, Trial](), 0.0, Update()
    if first is not None and spec.search in PHASE_BY_PHASE and spec.mode.warm_start:
        share = SHARE_OF_PHASE_ONE
        before = targets(first, sorted({m1 for n in examples if (m1 := spec.mode.m1(n)) > 0}))
        for fraction in _settle(spec, dataset, folds, before):
            update.fraction = share * fraction
            yield update
        for one in before:
            chosen = one.search(spec, folds).chosen
            ones[one.examples] = replace(chosen, multiplier=chosen.multiplier * times)
    main = targets(key, examples)
    for target in main:
        target.phase_one = ones.get(spec.mode.m1(target.examples), phase_one)
    for fraction in _settle(spec, dataset, folds, main):
        update.fraction = share + (1 - share) * fraction
        yield update
    update.searches = tuple(target.search(spec, folds) for target in main)
    update.fraction, update.ended = 1.0, True
    yield update


def setting_of(spec: ExperimentSpec, search: Search, phase_one: float | None = None) -> Setting:
    """Return the setting that a search has chosen.

    phase_one : the multiplier of the algorithm that learns in phase one, if that was searched.
    """
    first = phase_one if search.phase_one is None else search.phase_one
    return _setting(spec, search.algorithm, search.chosen, first)


def _setting(
    spec: ExperimentSpec, key: str, chosen: Trial, phase_one: Trial | float | None
) -> Setting:
    if not spec.is_step_searched(key):
        return fixed(spec, key, chosen.B)
    if isinstance(phase_one, Trial):
        return scaled(spec, key, chosen.B, chosen.multiplier, phase_one.multiplier, phase_one.B)
    return scaled(spec, key, chosen.B, chosen.multiplier, phase_one)


def _settle(
    spec: ExperimentSpec, dataset: Dataset, folds: Folds, targets: Sequence[Target]
) -> Iterator[float]:
    """Try candidates in all targets of an algorithm, round by round; yield the share done."""
    if not targets:  # a phase one without examples
        return
    attempt = _learn if ALGORITHMS[targets[0].key].takes_steps else _fit
    usual, done = targets[0].grid.effort.rounds, 0
    for together in zip(*(target.grid.rounds() for target in targets), strict=True):
        trials = [(t, at, n) for t, some in zip(targets, together, strict=True) for at, n in some]
        if not trials:
            continue
        for fraction in attempt(spec, dataset, folds, trials):
            yield (done + fraction) / max(done + 1, usual)
        done += 1


def _learn(
    spec: ExperimentSpec, dataset: Dataset, folds: Folds, trials: Sequence[tuple[Target, At, int]]
) -> Iterator[float]:
    """Run each candidate on an order, as lanes, and note its held-out loss.

    All lanes of an order share its uniforms.
    """
    key, which = trials[0][0].key, np.array([number for _, _, number in trials])
    settings = [_setting(spec, key, one.trial(spec, at), one.phase_one) for one, at, _ in trials]
    group = lanes(
        eta=1.0,  # the learner sets the step size
        B=bounds_of(settings),
        order=folds.orders,
        order_of_lane=which,
        seed=spec.seed,
        run=folds.runs[which],
        steps=np.array([target.examples for target, _, _ in trials]),
    )
    learning = begin(spec, dataset, key, group, settings)
    while learning.t < learning.steps:
        advance(learning, learning.steps, 64 if ALGORITHMS[key].budgeted else 8)
        yield learning.t / learning.steps
    w_bar = learning.w_bar()
    for number in np.unique(which).tolist():
        of_order = np.flatnonzero(which == number).tolist()
        _note(dataset, folds, [trials[lane] for lane in of_order], w_bar[of_order])


def _fit(
    spec: ExperimentSpec, dataset: Dataset, folds: Folds, trials: Sequence[tuple[Target, At, int]]
) -> Iterator[float]:
    """Fit the offline method in each ball to an order, and note its held-out loss."""
    from aelr_core.baselines.offline import minimisers, squeezed

    together = dict[tuple[Target, int], list[tuple[Target, At, int]]]()
    for trial in trials:
        together.setdefault((trial[0], trial[2]), []).append(trial)
    for done, ((target, number), balls) in enumerate(together.items(), 1):
        radii = target.B * BALLS_APART ** np.array([b for _, (_, b), _ in balls])
        rows = folds.orders[number, : target.examples]
        with one_blas_thread():
            W = minimisers(squeezed(dataset.X_train, dataset.y_train, rows), radii, spec.family)
        _note(dataset, folds, balls, W)
        yield done / len(together)


def _note(
    dataset: Dataset, folds: Folds, trials: Sequence[tuple[Target, At, int]], W: Floats
) -> None:
    """Note the losses of the predictors W that trials on one order have given."""
    number = trials[0][2]
    rows = folds.held_out[folds.fold_of_order[number]]
    losses = held_out_loss(W, dataset.X_train[rows], dataset.y_train[rows])
    for (target, at, _), loss in zip(trials, losses.tolist(), strict=True):
        target.grid.losses.setdefault(at, {})[number] = loss
