"""The evidence for reasons: the stored results, and short runs where these are not enough."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

import numpy as np

from aelr_core.algorithms import StepRule, step_size
from aelr_core.experiments import run
from aelr_core.experiments.growth import Batch, grow
from aelr_core.experiments.judge import judge_of
from aelr_core.experiments.problem import dataset_of
from aelr_core.norms import two_norm
from aelr_core.paper import HOLDS, OPEN, PANELS, Finding
from aelr_core.randomness import order, uniforms
from aelr_core.sampling import uniform
from aelr_core.textbook import gaerr
from tests.paper.results import board, facts, loss, stored_curves

# A mark in a reason, and a check that the marked statement is true.
Mark = tuple[str, Callable[[], bool]]


def found(key: str) -> tuple[Finding, ...]:
    return next(v.findings for v in board().verdicts if v.claim.key == key)


def gap(key: str, pair: str) -> np.ndarray:
    return facts()[key].gap[pair].values


# -- what has to be run again ------------------------------------------------------------------


@lru_cache
def projected(key: str) -> float:
    """Return the share of AERR's first thousand steps that leave the ball."""
    result = board().panels[key].result
    data, chosen = dataset_of(result.spec), result.searches["aerr"].chosen
    eta = chosen.multiplier * float(
        step_size("aerr", d=data.d, m=result.spec.examples, k=4, B=chosen.B, M=data.known_moments)
    )
    steps = gaerr.trace(
        data.X_train, data.y_train, order(1, 0, data.m, 1_000), uniforms(1, 0, 0, 1_000, 5),
        q=uniform(data.d), k_x=3, k_phi=2, eta=eta, B=chosen.B,
    )  # fmt: skip
    return float(np.mean([step.projected for *_, step in steps if (step.v != step.w).any()]))


def with_the_theorys_step(role: str) -> float:
    """Return a mean of five runs on the first prefix of figure 3, with the step for its length."""
    result = board().panels["3"].result
    key = {"known": "ddaerr", "online": "online_ridge"}[role]
    few = int(result.curves["ddaerr"].examples[0])
    spec = replace(result.spec, algorithms=(key,), examples=few, points=1, runs=5)
    multiplier = result.searches[key].chosen.multiplier
    return float(run(replace(spec, step="theory", multiplier=multiplier)).curves[key].mean[0])


def with_a_smaller_first_step() -> np.ndarray:
    """Return the last losses of ten two-phased runs of figure 2a with phase one's step over √10."""
    result, key = board().panels["2a"].result, "two_phase_ddaelr"
    spec, data = replace(result.spec, points=1), dataset_of(result.spec)
    usual = result.curves[key].setting
    assert usual is not None
    assert usual.step.phase_one is not None
    first = usual.phase_one / 10**0.5
    smaller = replace(usual, step=replace(usual.step, phase_one=first))
    *_, last = grow(spec, data, judge_of(data), Batch(key, 0, 10, (smaller,)))
    return last.piece.measured.relative_loss[:, -1]


def in_a_smaller_ball(key: str) -> float:
    """Return the first loss of offline lasso with a sixteenth of its ball."""
    result = board().panels[key].result
    B = result.bound_of("offline_lasso") / 16
    spec = replace(result.spec, algorithms=("offline_lasso",), runs=20, norm_bound=B)
    return float(run(spec).curves["offline_lasso"].mean[0])


# -- what the statements mean ------------------------------------------------------------------


def at_the_end(key: str) -> bool:
    """Return whether the second comparison, that at the end, holds."""
    return found(key)[1].test.at == "end" and found(key)[1].status == HOLDS


def near_its_end(finding: Finding) -> bool:
    return finding.status == OPEN and finding.low < finding.most < finding.high


def as_small_at_first(key: str) -> bool:
    """Return whether the change of a gap is not decided, and no curve had learnt much at first."""
    first = [loss(key)[name].few for name in ("uniform", "two_phase", "known")]
    return found(f"{key}.converges")[0].status == OPEN and min(first) > 0.85


def misses_most(key: str) -> bool:
    return facts()[key].unsampled > 0.8 * facts()[key].d and PANELS[key].spec.mode.epsilon == "zero"


def spoilt_by_few(key: str) -> bool:
    """Return whether, without the runs above the zero predictor, the first mean would be better."""
    first = stored_curves()[key]["two_phase"].relative_loss[:, 0]
    return bool(first.mean() > loss(key)["uniform"].few > first[first <= 1].mean())


def distances(key: str, name: str) -> float:
    ends = stored_curves()[key][name].relative_loss[:, -1]
    return float(np.abs(ends - np.median(ends)).mean())


def radius_is_right(key: str) -> bool:
    w_star = dataset_of(PANELS[key].spec).w_star
    assert w_star is not None
    return abs(board().panels[key].result.norm_bound - float(two_norm(w_star))) < 1e-9


def one_run_stands_out() -> bool:
    """Return whether exactly one run of figure 6 is bad, at the place where the share is high."""
    curve, share = stored_curves()["6"]["two_phase"], facts()["6"].share
    at = int(curve.relative_loss.max(axis=0).argmax())
    alone = int((curve.relative_loss[:, at] > 1.5).sum()) == 1
    others = np.delete(share.values, at)
    where = bool(curve.attributes[at] == share.later_at)
    return alone and where and float(others.max()) < share.few + 0.02


def medians_differ_little() -> bool:
    plain, adagrad = (stored_curves()["7"][f"{kind}two_phase"] for kind in ("", "adagrad "))
    a, b = (np.median(c.relative_loss, axis=0) for c in (plain, adagrad))
    return bool(np.abs(a - b).max() < facts()["7"].margin)


def chosen_loss(key: str, algorithm: str) -> float:
    return board().panels[key].result.searches[algorithm].chosen.loss


def all_alike(key: str) -> bool:
    X = dataset_of(PANELS[key].spec).X_train
    return bool((X[0] == X).all())


@lru_cache
def begins(panel: str, key: str, times_smaller: float) -> float:
    """Return the mean loss of all runs in an algorithm's first prefix, with smaller steps."""
    result = board().panels[panel].result
    data, usual = dataset_of(result.spec), result.curves[key].setting
    assert usual is not None
    assert usual.number_is == "multiplier"
    # the step of full m, divided: the theory's for a tenth of m is √10 times larger
    by = times_smaller * 10**0.5
    step = StepRule(multiplier=usual.number / by, phase_one=usual.phase_one / by)
    smaller = replace(usual, step=step)
    few = int(result.curves[key].examples[0])
    spec = replace(result.spec, examples=few, points=1, step="theory")
    *_, last = grow(spec, data, judge_of(data), Batch(key, 0, spec.runs, (smaller,)))
    return float(last.piece.measured.relative_loss.mean())


@lru_cache
def with_the_other_valley() -> np.ndarray:
    """Return DDAERR minus AERR, (10,), over 20 runs of figure 1b with DDAERR's other step."""
    result, runs = board().panels["1b"].result, 20
    data, usual = dataset_of(result.spec), result.curves["ddaerr"].setting
    assert usual is not None
    other = replace(usual, step=StepRule(multiplier=facts()["1b"].other["known"].multiplier))
    *_, last = grow(result.spec, data, judge_of(data), Batch("ddaerr", 0, runs, (other,)))
    aerr = result.curves["aerr"].relative_loss[:runs]
    return (last.piece.measured.relative_loss - aerr).mean(axis=0)
