"""What the joint sample gains, and where it loses: simulated data, the paper's steps tuned."""

import numpy as np
import pytest

from aelr_core import randomness
from aelr_core.algorithms import StepRule, learner
from aelr_core.datasets import load_dataset
from aelr_core.engine.joint.lasso import JAELR
from aelr_core.engine.joint.ridge import JAERR
from aelr_core.engine.lanes import lanes
from aelr_core.modes import EXPERIMENTS

RUNS, EXAMPLES, BUDGET = 20, 2000, 5
MULTIPLIERS = 3.0 ** np.arange(-3, 5)  # of the theorem's step


def data(family, alpha, dim):
    return load_dataset(
        "synthetic",
        alpha=alpha,
        dim=dim,
        examples=EXAMPLES,
        test_examples=1000,
        family=family,
        seed=77,
    )


def some_lanes(problem, sizes=1):
    """Lanes of `RUNS` runs for each of some step sizes, the runs together."""
    orders = np.stack([randomness.order(3, r, EXAMPLES, EXAMPLES) for r in range(RUNS)])
    run = np.tile(np.arange(RUNS), sizes)
    given = {"eta": 1.0, "B": problem.norm_bound, "order": orders, "order_of_lane": run}
    return lanes(seed=3, run=run, **given)


def errors(problem, w_bar):
    """Test loss over the zero predictor's, per lane."""
    X, y = problem.X_test.astype(float), problem.y_test
    return ((w_bar @ X.T - y) ** 2).mean(axis=1) / (y**2).mean()


def tuned(key, problem):
    """The mean error of a paper's algorithm at its best step, chosen on the test error."""
    some = some_lanes(problem, len(MULTIPLIERS))
    step = StepRule(multiplier=np.repeat(MULTIPLIERS, RUNS), phase_one=np.repeat(MULTIPLIERS, RUNS))
    X, y, M = problem.X_train, problem.y_train, problem.known_moments
    learnt = learner(key, X, y, some, budget=BUDGET, mode=EXPERIMENTS, M=M, step=step)
    learnt.advance()
    return errors(problem, learnt.w_bar()).reshape(-1, RUNS).mean(axis=1).min()


def untuned(engine, problem, M):
    learnt = engine(
        problem.X_train, problem.y_train, some_lanes(problem), K=BUDGET, M=M, progressive=True
    )
    learnt.advance()
    spent, distinct = learnt.attributes_seen
    assert (spent == distinct).all()
    assert (spent == BUDGET * EXAMPLES).all()
    return errors(problem, learnt.w_bar())


def test_it_needs_far_less_where_moments_decay_quickly():
    problem = data("ridge", -2.0, 500)
    joint = untuned(JAERR, problem, problem.known_moments).mean()
    assert joint < 0.75 * tuned("ddaerr", problem)
    assert untuned(JAERR, problem, None).mean() < tuned("two_phase_ddaerr", problem)


def test_a_known_loss_aligned_attributes():
    """Lasso at α = 0: x is 1 everywhere, and DDAELR's inner product has no variance."""
    problem = data("lasso", 0.0, 100)
    theirs = tuned("ddaelr", problem)
    ours = untuned(JAELR, problem, problem.known_moments).mean()
    assert theirs < ours < 0.1


@pytest.mark.parametrize("M", ["known", "learnt"])
def test_the_progressive_loss_follows_the_true_one(M):
    """The mean over runs of the estimates of L(w̄) − L(0) in the second half; 5 standard errors."""
    problem = data("ridge", -2.0, 100)
    moments = problem.known_moments if M == "known" else None
    X, y = problem.X_train.astype(float), problem.y_train
    learner = JAERR(X, y, some_lanes(problem), K=BUDGET, M=moments, progressive=True)
    learner.advance(EXAMPLES // 2)
    before = learner.progressive_loss_sums
    true = []
    while learner.t < EXAMPLES:
        w_bar = learner.w_bar()
        true.append(((w_bar @ X.T - y) ** 2 - y**2).mean(axis=1) / 2)
        learner.advance(50)
    estimates = (learner.progressive_loss_sums - before) / (EXAMPLES // 2)
    difference = estimates - np.mean(true, axis=0)
    assert abs(difference.mean()) < 5 * difference.std(ddof=1) / np.sqrt(RUNS)
    assert np.mean(true) < 0
