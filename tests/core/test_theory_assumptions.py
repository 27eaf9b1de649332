"""Which assumptions hold, with their figures; and the scaling that makes the first one hold."""

import numpy as np
import pytest

from aelr_core import moments, theory
from aelr_core.moments import second_moments
from aelr_core.norms import project_l2

X = np.array([[3.0, 4.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.5, 0.0]])
Y = np.array([1.0, -2.0, 0.5])


def report(*args, **options):
    return {a.name: a for a in theory.assumptions(*args, **options)}


def test_ridge_data_outside_the_ball():
    found = report(X, Y, 3.0, "ridge")
    assert list(found) == ["‖x‖₂ ≤ 1", "|y| ≤ B"]
    norm, label = found.values()
    assert (norm.holds, norm.figure, norm.limit) == (False, 5.0, 1.0)
    assert norm.sentence == "‖x‖₂ ≤ 1 fails: the largest row norm is 5."
    assert (label.holds, label.figure, label.limit) == (True, 2.0, 3.0)
    assert label.sentence == "|y| ≤ B holds: the largest |y| is 2 and B is 3."


def test_labels_beyond_the_norm_bound():
    assert not report(X, Y, 1.9, "ridge")["|y| ≤ B"].holds
    assert report(X, Y, 2.0, "ridge")["|y| ≤ B"].holds


def test_lasso_asks_for_the_largest_entry():
    found = report(X / 4, Y, 3.0, "lasso")
    assert found["‖x‖_∞ ≤ 1"].holds
    assert not report(X / 3.9, Y, 3.0, "lasso")["‖x‖_∞ ≤ 1"].holds
    assert not report(X / 4, Y, 3.0, "ridge")["‖x‖₂ ≤ 1"].holds


def test_enough_examples_for_the_lasso():
    least = np.log(6)
    for m, holds in [(1, False), (2, True)]:
        found = report(X, Y, 3.0, "lasso", m=m)["m ≥ log 2d"]
        assert (found.holds, found.figure, found.limit) == (holds, m, pytest.approx(least))
    assert "m ≥ log 2d" not in report(X, Y, 3.0, "ridge", m=1)


def test_a_small_enough_step_for_the_lasso():
    q, k, B = [0.5, 0.5, 0.0], 2, 3.0
    M = second_moments(X)
    limit = 1 / (2 * np.sqrt(4 * B**2 * (max(M[:2] / 0.5) / k + 1)))
    for eta, holds in [(limit * 0.999, True), (limit * 1.001, False)]:
        found = report(X, Y, B, "lasso", eta=eta, k=k, q=q)["η ≤ 1/(2G)"]
        assert (found.holds, found.figure) == (holds, eta)
        assert found.limit == pytest.approx(limit)
    assert "η ≤ 1/(2G)" not in report(X, Y, B, "ridge", eta=1.0, k=k, q=q)
    assert "η ≤ 1/(2G)" not in report(X, Y, B, "lasso", eta=1.0, k=k)
    assert "η ≤ 1/(2G)" not in report(X, Y, B, "lasso", eta=1.0, q=q)


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_attributes_never_drawn(family):
    name = "q_i > 0 where M_i > 0"
    fine = report(X, Y, 3.0, family, q=[0.9, 0.1, 0.0])[name]
    assert (fine.holds, fine.figure, fine.limit) == (True, 0, 0)  # attribute 3 is always 0
    assert "0 attributes" not in fine.sentence
    one = report(X, Y, 3.0, family, q=[1.0, 0.0, 0.0])[name]
    assert (one.holds, one.figure) == (False, 1)
    assert one.sentence.endswith("fails: 1 attribute that is not always 0 is never drawn.")
    two = report(X, Y, 3.0, family, q=[0.0, 0.0, 1.0])[name]
    assert (two.holds, two.figure) == (False, 2)
    assert two.sentence.endswith("fails: 2 attributes not always 0 are never drawn.")


def test_an_attribute_never_drawn_leaves_no_step_small_enough():
    found = report(X, Y, 3.0, "lasso", eta=1e-9, k=1, q=[1.0, 0.0, 0.0])["η ≤ 1/(2G)"]
    assert (found.holds, found.limit) == (False, 0)


def test_everything_that_applies_and_plain_types():
    found = theory.assumptions(X, Y, 3.0, "lasso", eta=0.1, k=1, m=9, q=[0.5, 0.25, 0.25])
    assert len(found) == 5
    for assumption in found:
        assert type(assumption.holds) is bool
        assert type(assumption.figure) is float
        assert type(assumption.limit) is float
        assert assumption.sentence.startswith(assumption.name)
        assert assumption.sentence.endswith(".")
    with pytest.raises(AttributeError):
        found[0].holds = True


# --- scaling into the ball -------------------------------------------------------------------


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_scaling_by_the_largest_row_norm_makes_the_first_assumption_hold(family):
    rng = np.random.default_rng(3)
    for size in (1e-200, 1.0, 1e200):
        data = rng.normal(size=(50, 7)) * size
        s = theory.largest_row_norm(data, family)
        scaled = report(data / s, np.zeros(50), 1.0, family)
        assert next(iter(scaled.values())).holds
        assert not next(iter(report(data / (0.99 * s), np.zeros(50), 1.0, family).values())).holds


def test_the_scale_does_not_depend_on_the_blocks(monkeypatch):
    data = np.random.default_rng(0).normal(size=(31, 5))
    whole = theory.largest_row_norm(data, "ridge")
    monkeypatch.setattr(moments, "BLOCK_NUMBERS", 7)
    assert theory.largest_row_norm(data, "ridge") == whole
    assert whole == pytest.approx(np.linalg.norm(data, axis=1).max())


def test_a_ridge_step_on_scaled_data_is_the_converted_step_on_the_data():
    rng = np.random.default_rng(1)
    data, labels, B = rng.normal(size=(20, 4)), rng.normal(size=20), 0.7
    s, step = theory.largest_row_norm(data, "ridge"), 0.3
    eta = theory.step_in_data_units(step, s=s, family="ridge")
    w, scaled = np.zeros(4), np.zeros(4)
    for x, y in zip(data, labels, strict=True):
        w = project_l2(w - eta * (w @ x - y) * x, B)
        scaled = project_l2(scaled - step * (scaled @ x / s - y) * x / s, B * s)
        np.testing.assert_allclose(scaled, s * w, rtol=1e-12, atol=1e-14)


def test_a_lasso_step_on_scaled_data_is_the_converted_step_on_the_data():
    rng = np.random.default_rng(2)
    data, labels, B = rng.normal(size=(20, 4)), rng.normal(size=20) * 5, 0.7
    s, step = theory.largest_row_norm(data, "lasso"), 0.3
    eta = theory.step_in_data_units(step, s=s, family="lasso")

    def predictor(theta, B):
        return B * np.sinh(theta) / np.cosh(theta).sum()

    def clipped(g, eta):
        return np.clip(g, -1 / eta, 1 / eta)

    theta, scaled = np.zeros(4), np.zeros(4)
    for x, y in zip(data, labels, strict=True):
        w, w_scaled = predictor(theta, B), predictor(scaled, B * s)
        np.testing.assert_allclose(w_scaled, s * w, rtol=1e-10, atol=1e-14)
        theta = theta - eta * clipped((w @ x - y) * x, eta)
        scaled = scaled - step * clipped((w_scaled @ x / s - y) * x / s, step)
