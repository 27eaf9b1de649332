"""The engine computes the same as the textbook, on the same uniforms; see `engine_cases`."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from aelr_core.engine.budgeted import REFRESH
from aelr_core.engine.full import OnlineLasso, OnlineRidge
from aelr_core.engine.lasso import GAELR
from aelr_core.engine.ridge import GAERR
from aelr_core.engine.two_phase import TwoPhase
from aelr_core.exponentiated import w_of
from aelr_core.sampling import sampling_distribution, uniform
from aelr_core.textbook import gaelr, gaerr, online_lasso, online_ridge, two_phase
from tests.core.engine_cases import averages, cases, compare, make_case
from tests.core.engine_cases import most_lanes_are_compared as most_lanes_are_compared


def pick(values, n):
    """Return lane n's part of an array that is shared by all lanes or has one row per lane."""
    return values if values is None or values.ndim == 1 else values[n]


def some_q(case, kind):
    """(d,) or (L, d) sampling distributions."""
    M = np.mean(case.X**2, axis=0)
    if kind == "random":
        q = case.rng.random(case.d) ** 3 + 1e-3
    elif kind == "one per lane":
        q = case.rng.random((len(case.eta), case.d)) ** 3 + 1e-3
    elif kind == "optimal" and M.any():
        q = sampling_distribution(M, case.family)
    else:
        q = uniform(case.d)
    return q / q.sum(axis=-1, keepdims=True)


def some_moments(case, kind):
    """None for plain p, or (d,) or (L, d) moments, some of them zero although x is not."""
    if kind == "plain":
        return None
    if kind == "moments":
        return np.mean(case.X**2, axis=0)
    shape = case.d if kind == "with zeros" else (len(case.eta), case.d)
    return case.rng.random(shape) * (case.rng.random(shape) < 0.6)


def budgeted(case, q, M, adagrad, away, average="uniform"):
    """The engine and the textbook on the same case; `away`: whether they start away from 0."""
    given = {"k_x": case.k_x, "k_phi": case.k_phi}
    here = case.rng.normal(size=(len(case.eta), case.d)) * away
    ridge = case.family == "ridge"
    if ridge:
        here *= (case.B * case.rng.random(len(case.B)) / np.sqrt(case.d))[:, None] / 4
    learner = (GAERR if ridge else GAELR)(
        *(case.X, case.y, case.lanes()),
        q=q,
        M=M,
        w=here if ridge else w_of(here, case.B),
        adagrad=adagrad and ridge,
        average=average,
        **given,
    )

    def textbook(n, factor):
        steps = {"q": pick(q, n), "M": pick(M, n), "eta": case.eta[n] * factor, "B": case.B[n]}
        if ridge:
            start = gaerr.init(case.d, w=here[n], adagrad=adagrad, average=average)
            return gaerr.run(*case.lane(n), start=start, **steps, **given)
        start = gaelr.init(case.d, theta=here[n], average=average)
        return gaelr.run(*case.lane(n), start=start, **steps, **given)

    return learner, textbook


@settings(max_examples=80)
@given(
    case=cases,
    q=st.sampled_from(["uniform", "optimal", "random", "one per lane"]),
    p=st.sampled_from(["plain", "moments", "with zeros", "one per lane"]),
    adagrad=st.booleans(),
    away=st.booleans(),
    average=averages,
)
def test_gaerr_and_gaelr(case, q, p, adagrad, away, average):
    learner, textbook = budgeted(
        case, some_q(case, q), some_moments(case, p), adagrad, away, average
    )
    assume(compare(case, learner, textbook))


@pytest.mark.parametrize(
    ("family", "adagrad", "average"),
    [
        ("ridge", False, "uniform"),
        ("ridge", False, "linear"),
        ("ridge", True, "uniform"),
        ("lasso", False, "uniform"),
        ("lasso", False, "linear"),
    ],
)
def test_long_runs_past_every_block_and_refresh(family, adagrad, average):
    case = make_case(
        family, 12, kind="sparse", d=130, n=200, k_x=3, k_phi=2, L=2, longest=1300, log_step=-0.5
    )
    assert case.steps.max() > 2 * REFRESH
    learner, textbook = budgeted(
        *(case, some_q(case, "optimal"), some_moments(case, "moments"), adagrad),
        away=False,
        average=average,
    )
    assert compare(case, learner, textbook) == 2


@pytest.mark.parametrize("adagrad", [False, True])
@pytest.mark.parametrize("log_step", [6, 10, 14])
def test_ridge_steps_far_out_of_the_ball(log_step, adagrad):
    """After such a step only the direction of w is left; the average must not depend on ‖v‖."""
    case = make_case(
        "ridge", 5, kind="gaussian", d=9, n=20, k_x=3, k_phi=2, L=3, longest=60, log_step=log_step
    )
    learner, textbook = budgeted(case, uniform(9), None, adagrad, away=False)
    assert compare(case, learner, textbook) == 3


@settings(max_examples=40)
@given(
    case=cases,
    share=st.floats(0, 0.9),
    epsilon=st.sampled_from([0.0, 0.01, 1.0, np.inf]),
    warm_start=st.booleans(),
    moment_aware=st.booleans(),
    adagrad=st.booleans(),
    average=averages,
)
def test_two_phased(case, share, epsilon, warm_start, moment_aware, adagrad, average):
    m1 = (case.steps * share).astype(np.int64)
    given = {
        "family": case.family,
        "k_x": case.k_x,
        "k_phi": case.k_phi,
        "warm_start": warm_start,
        "moment_aware": moment_aware,
        "adagrad": adagrad and case.family == "ridge",
        "average": average,
    }
    factor_of_A = 0.3 / (1 + np.mean(case.X**2) * case.d)
    learner = TwoPhase(
        *(case.X, case.y, case.lanes()),
        m1=m1,
        epsilon=np.full(len(m1), epsilon),
        eta2=lambda A: case.eta * (0.1 + factor_of_A * A.sum(axis=-1)),
        **given,
    )

    def textbook(n, factor):
        eta = case.eta[n] * factor
        return two_phase.run(
            *case.lane(n),
            m1=int(m1[n]),
            epsilon=epsilon,
            eta1=eta,
            eta2=lambda A: float(eta * (0.1 + factor_of_A * A.sum())),
            B=case.B[n],
            **given,
        )

    assume(compare(case, learner, textbook))
    for n in range(len(m1)):
        np.testing.assert_allclose(learner.A[n], textbook(n, 1.0).phase_one.moments.A, rtol=1e-12)


@settings(max_examples=40)
@given(case=cases, adagrad=st.booleans())
def test_full_information(case, adagrad):
    lanes_of = OnlineRidge if case.family == "ridge" else OnlineLasso
    adagrad = adagrad and case.family == "ridge"
    learner = lanes_of(case.X, case.y, case.lanes(), adagrad=adagrad)

    def textbook(n, factor):
        X, y, order, _ = case.lane(n)
        given = {"eta": case.eta[n] * factor, "B": case.B[n]}
        if case.family == "ridge":
            start = online_ridge.init(case.d, adagrad=adagrad)
            return online_ridge.run(X, y, order, start=start, **given)
        return online_lasso.run(X, y, order, **given)

    assume(compare(case, learner, textbook))


def test_lasso_refuses_adagrad_steps():
    case = make_case(
        "lasso", 1, kind="gaussian", d=5, n=9, k_x=2, k_phi=1, L=2, longest=9, log_step=-1
    )
    with pytest.raises(ValueError, match="only ridge has AdaGrad steps"):
        GAELR(case.X, case.y, case.lanes(), q=uniform(5), k_x=2, k_phi=1, adagrad=True)
