"""One pass of an algorithm of the paper over training rows: one lane of the engine."""

from __future__ import annotations

from dataclasses import dataclass

from aelr_core.algorithms import THEORY_STEP, Algorithm, Learner, StepRule, learner
from aelr_core.baselines import tune_norm_bound
from aelr_core.checks import Floats, Ints
from aelr_core.engine.lanes import lanes
from aelr_core.engine.two_phase import TwoPhase
from aelr_core.modes import Mode

# How many training rows are read completely to find B.
ROWS_FOR_NORM_BOUND = 2_000


@dataclass(frozen=True)
class Pass:
    """What a pass returns.

    Attributes
    ----------
    w_bar : (d,) the predictor.
    q : (d,) the distribution that attributes were drawn from, in phase two if there are two.
    B : the norm bound, as given or as found.
    spent, distinct : draws, and different attributes per row, summed over rows.
    read_whole : attributes of the rows that were read completely to find B.
    """

    w_bar: Floats
    q: Floats
    B: float
    spent: int
    distinct: int
    read_whole: int


def one_pass(
    entry: Algorithm,
    X: Floats,
    y: Floats,
    rows: Ints,
    *,
    budget: int,
    mode: Mode,
    M: Floats | None,
    B: float | None,
    eta: float | None,
    seed: int,
) -> Pass:
    """Run an algorithm over the rows X (n, d), with labels y (n,), in the order `rows`.

    Parameters
    ----------
    entry, budget, mode, M : as for `aelr_core.algorithms.learner`.
    B : norm bound; None: the norm of the *offline* predictor, cross-validated on at most 2,000
        rows that are read completely.
    eta : step size in both phases; None: the theorem's.
    seed : the pass draws as run 0 of it.
    """
    read_whole = 0
    if B is None:
        B, table = tune_norm_bound(X, y, entry.family, seed=seed, max_rows=ROWS_FOR_NORM_BOUND)
        read_whole = table.examples * X.shape[1]
    # eta is a placeholder: `learner` replaces it according to `step`
    lane = lanes(eta=1.0, B=B, order=rows[None], seed=seed, run=[0])
    step = THEORY_STEP if eta is None else StepRule(eta=eta)
    learn = learner(entry.key, X, y, lane, budget=budget, mode=mode, M=M, step=step)
    learn.advance()
    spent, distinct = learn.attributes_seen
    return Pass(
        w_bar=learn.w_bar()[0],
        q=_probabilities(entry, learn, M),
        B=float(B),
        spent=int(spent[0]),
        distinct=int(distinct[0]),
        read_whole=read_whole,
    )


def _probabilities(entry: Algorithm, learn: Learner, M: Floats | None) -> Floats:
    """Return q, (d,): that of phase two after a two-phased run."""
    if isinstance(learn, TwoPhase):
        assert learn.q is not None  # the run is over
        q: Floats = learn.q[0]
        return q
    fixed = entry.fixed_q(learn.w_bar().shape[-1], M)
    assert fixed is not None  # one phase and a budget
    return fixed
