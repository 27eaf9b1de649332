"""Which assumptions hold, with their figures; and the scaling that makes the first one hold."""

import numpy as np
import pytest

from aelr_core import moments, theory
from aelr_core.norms import project_l2
from aelr_core.theory.assumptions import all_drawn, enough_examples, labels_within, rows_in_ball


def test_ridge_data_outside_the_ball():
    norm = rows_in_ball(5.0, "ridge")
    assert (norm.name, norm.holds, norm.figure, norm.limit) == ("‖x‖₂ ≤ 1", False, 5.0, 1.0)
    assert norm.sentence == "‖x‖₂ ≤ 1 fails: the largest row norm is 5."
    assert rows_in_ball(1.0, "lasso").name == "‖x‖∞ ≤ 1"
    assert rows_in_ball(1.0, "lasso").holds


def test_labels_beyond_the_norm_bound():
    label = labels_within(2.0, 3.0)
    assert (label.name, label.holds, label.figure, label.limit) == ("|y| ≤ B", True, 2.0, 3.0)
    assert label.sentence == "|y| ≤ B holds: the largest |y| is 2 and B is 3."
    assert labels_within(2.0, 2.0).holds
    assert not labels_within(2.0, 1.9).holds


def test_enough_examples_for_the_lasso():
    for m, holds in [(1, False), (2, True)]:
        found = enough_examples(m, 3)
        assert (found.holds, found.figure, found.limit) == (holds, m, pytest.approx(np.log(6)))


def test_attributes_never_drawn():
    M = np.array([2.0, 1.0, 0.0])
    fine = all_drawn(M, np.array([0.9, 0.1, 0.0]))
    assert (fine.holds, fine.figure, fine.limit) == (True, 0, 0)  # attribute 3 is always 0
    assert "0 attributes" not in fine.sentence
    one = all_drawn(M, np.array([1.0, 0.0, 0.0]))
    assert (one.holds, one.figure) == (False, 1)
    assert one.sentence.endswith("fails: 1 attribute that is not always 0 is never drawn.")
    two = all_drawn(M, np.array([0.0, 0.0, 1.0]))
    assert (two.holds, two.figure) == (False, 2)
    assert two.sentence.endswith("fails: 2 attributes not always 0 are never drawn.")
    for assumption in (fine, one, two):
        assert type(assumption.holds) is bool
        assert type(assumption.figure) is float


# --- scaling into the ball -------------------------------------------------------------------


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_scaling_by_the_largest_row_norm_makes_the_first_assumption_hold(family):
    rng = np.random.default_rng(3)
    for size in (1e-200, 1.0, 1e200):
        data = rng.normal(size=(50, 7)) * size
        s = theory.largest_row_norm(data, family)
        inside, outside = (theory.largest_row_norm(data / s / c, family) for c in (1.0, 0.99))
        assert rows_in_ball(inside, family).holds
        assert not rows_in_ball(outside, family).holds


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
