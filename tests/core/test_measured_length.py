"""The measured length: never shorter, never outside the ball, 1 while nothing is known."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aelr_core.engine.joint.lasso import JAELR
from aelr_core.engine.joint.ridge import JAERR
from aelr_core.engine.lanes import lanes
from aelr_core.measured_length import LONGEST, SUMS, factor, terms

both = pytest.mark.parametrize("family", ["ridge", "lasso"])
ENGINE = {"ridge": JAERR, "lasso": JAELR}
NORM = {"ridge": 2, "lasso": 1}
seeds = st.integers(0, 2**32 - 1)


def sums_of(label, square, nu):
    """Return the sums after steps 1, 2, … with these estimates."""
    each = [terms(t + 1, *now) for t, now in enumerate(zip(nu, label, square, strict=True))]
    return np.sum(each, axis=0)


def some_estimates(rng, steps):
    """Return estimates of y⟨w̄, x⟩ and ⟨w̄, x⟩², and ν, at so many steps."""
    size = 10 ** rng.uniform(-3, 3, size=3)
    label = size[0] * (rng.normal(size=steps) + rng.uniform(-1, 3))
    square = size[1] * (rng.normal(size=steps) + rng.uniform(-1, 3))
    return label, square, size[2] * rng.random(steps)


@given(seed=seeds, steps=st.integers(2, 40))
def test_the_factor_is_the_formula(seed, steps):
    rng = np.random.default_rng(seed)
    label, square, nu = some_estimates(rng, steps)
    w, t = rng.normal(size=4), np.arange(1.0, steps + 1)
    n, delta, k = label / nu, square / nu**2, np.linalg.norm(w)
    N, D = np.average(n, weights=t), np.average(delta, weights=t)

    def error(z, mean):
        return np.sqrt(max(((t * z) ** 2).sum() - (t**2).sum() * mean**2, 0)) / t.sum()

    G, scale = N * k - D * k**2, max(D * k**2, 0)
    more = G - error(n * k - delta * k**2, G) - 0.1 * scale
    below = scale + error(delta, D) * k**2
    expected = min(1 + max(more, 0) / below, 4) if below > 0 else 1
    found = factor(sums_of(label, square, nu), w, 1e9, "ridge")
    assert found == pytest.approx(expected, rel=1e-6)


@both
@given(seed=seeds, steps=st.integers(0, 30), log_b=st.floats(-3, 3))
def test_never_shorter_and_never_outside_the_ball(family, seed, steps, log_b):
    rng = np.random.default_rng(seed)
    line = sums_of(*some_estimates(rng, steps)) if steps else np.zeros(SUMS)
    w = rng.normal(size=5)
    w *= 10**log_b / max(np.linalg.norm(w, NORM[family]), 1e-300) * rng.random()
    a = factor(line, w, 10**log_b, family)
    assert 1 <= a <= LONGEST
    assert np.linalg.norm(a * w, NORM[family]) <= 10**log_b * (1 + 1e-12)
    beyond = factor(line, 3 * w / rng.random(), 1e-9, family)
    assert beyond == 1  # rounding may leave w̄ a little outside: that is no reason to shorten it


def test_one_while_nothing_is_learnt():
    w = np.array([0.0, 0.5])
    assert factor(np.zeros(SUMS), np.zeros(2), 1.0, "ridge") == 1
    assert factor(np.zeros(SUMS), w, 1.0, "ridge") == 1
    one = terms(3, np.array(0.5), np.array(1.0), np.array(0.01))  # one term has no standard error
    assert factor(one, w, 9.0, "ridge") == 1
    assert not terms(3, np.array(0.0), np.array(1.0), np.array(1.0)).any()
    assert factor(np.full(SUMS, np.nan), w, 9.0, "ridge") == 1


def test_lanes_are_measured_one_by_one():
    rng = np.random.default_rng(0)
    lines = np.stack([sums_of(*some_estimates(rng, 20)) for _ in range(6)], axis=1)
    W, B = rng.normal(size=(6, 3)), rng.uniform(1, 9, size=6)
    alone = [factor(lines[:, i], W[i], B[i], "lasso") for i in range(6)]
    np.testing.assert_array_equal(factor(lines, W, B, "lasso"), alone)


def runs(family, length, y_of=lambda X: X @ np.r_[1.0, -1.0, np.zeros(18)]):
    """Return six short adaptive runs: too short for w̄ to be long enough."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(200, 20))
    order = np.stack([rng.permutation(200)[:150] for _ in range(6)])
    six = lanes(eta=1.0, B=9.0, order=order, seed=1, run=np.arange(6))
    learning = ENGINE[family](X, y_of(X), six, K=4, progressive=True, length=length, guarded=False)
    learning.advance()
    return X, learning


@both
def test_a_short_run_on_clean_data_gets_longer_and_better(family):
    X, measured = runs(family, "measured")
    _, plain = runs(family, "plain")
    W, V = measured.w_bar(), plain.w_bar()
    a = np.linalg.norm(W, axis=1) / np.linalg.norm(V, axis=1)
    np.testing.assert_allclose(W, a[:, None] * V, rtol=1e-12, atol=0)  # the path is the same
    assert (a >= 1 - 1e-12).all()
    assert a.max() > 1.01
    y = X @ np.r_[1.0, -1.0, np.zeros(18)]
    errors = [((X @ U.T - y[:, None]) ** 2).mean() for U in (W, V)]
    assert errors[0] < errors[1]


@both
def test_without_anything_to_learn_nothing_changes(family):
    _, measured = runs(family, "measured", lambda X: 0 * X[:, 0])
    assert not measured.w_bar().any()
    assert not measured.progressive_loss_sums.any()


def test_another_length_is_refused():
    one = lanes(eta=1.0, B=1.0, order=[[0, 1]], seed=1, run=[0])
    with pytest.raises(ValueError, match="length must be one of 'plain', 'measured'"):
        JAERR(np.eye(3), np.ones(3), one, K=2, length="long")
