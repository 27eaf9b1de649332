"""Norms on the last axis, at every magnitude; the projection is the nearest point."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from aelr_core.norms import (
    half_norm,
    max_norm,
    one_norm,
    power_of_two_scaled,
    project_l2,
    two_norm,
)

NORMS = [half_norm, one_norm, two_norm, max_norm]
stacks = arrays(np.float64, array_shapes(min_dims=1, max_dims=3), elements=st.floats(-1e3, 1e3))
vectors = arrays(np.float64, st.integers(1, 8), elements=st.floats(-1e3, 1e3))


def plainly(norm, v):
    return {
        half_norm: lambda: np.sqrt(np.abs(v)).sum(-1) ** 2,
        one_norm: lambda: np.abs(v).sum(-1),
        two_norm: lambda: np.sqrt((v**2).sum(-1)),
        max_norm: lambda: np.abs(v).max(-1),
    }[norm]()


@pytest.mark.parametrize("norm", NORMS)
@given(v=stacks)
def test_the_textbook_formula_on_the_last_axis(norm, v):
    value = norm(v)
    assert np.shape(value) == v.shape[:-1]
    np.testing.assert_allclose(value, plainly(norm, v), rtol=1e-12, atol=1e-150)


@pytest.mark.parametrize("norm", NORMS)
def test_a_vector_gives_a_python_compatible_float(norm):
    assert isinstance(norm([1, 2]), float)


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("size", [1e-300, 1e-160, 1e160, 1e300])
def test_homogeneous_at_every_magnitude(norm, size):
    v = np.array([3.0, -1.0, 0.0, 0.25])
    np.testing.assert_allclose(norm(v * size), norm(v) * size, rtol=1e-13)


@given(v=vectors)
def test_norms_are_ordered(v):
    d = len(v)
    some = 1 + 1e-12
    assert max_norm(v) <= two_norm(v) * some
    assert two_norm(v) <= one_norm(v) * some
    assert one_norm(v) <= half_norm(v) * some
    assert half_norm(v) <= d * one_norm(v) * some


def test_the_zero_vector():
    for norm in NORMS:
        assert norm(np.zeros(3)) == 0
    np.testing.assert_array_equal(project_l2(np.zeros(3), 1), np.zeros(3))


def test_perfect_squares_are_exact():
    assert half_norm([1, 4, 9]) == 36
    assert half_norm([4e4, 1e-2 * 100]) == 201**2


@given(v=stacks)
def test_scaling_by_a_power_of_two_is_exact(v):
    unit, exponent = power_of_two_scaled(v)
    np.testing.assert_allclose(np.ldexp(unit, exponent[..., None]), v, rtol=0, atol=1e-300)
    largest = np.abs(unit).max(-1)
    assert np.all((largest == 0) | ((largest >= 0.25) & (largest < 1)))
    assert np.all(exponent % 2 == 0)


@given(v=vectors, B=st.floats(1e-3, 1e3))
def test_projection_is_the_nearest_point_of_the_ball(v, B):
    w = project_l2(v, B)
    if two_norm(v) <= B:
        np.testing.assert_array_equal(w, v)
    else:
        np.testing.assert_allclose(two_norm(w), B, rtol=1e-12)
        # the distance to a ball from outside is ‖v‖ − B, reached only by the nearest point
        np.testing.assert_allclose(two_norm(v - w), two_norm(v) - B, rtol=1e-9, atol=1e-9)


def test_projection_works_row_by_row_and_at_every_magnitude():
    V = np.array([[3.0, 4.0], [0.3, 0.4], [3e200, 4e200], [3e-200, 4e-200]])
    np.testing.assert_allclose(
        project_l2(V, 1.0), [[0.6, 0.8], [0.3, 0.4], [0.6, 0.8], [3e-200, 4e-200]], rtol=1e-15
    )
    np.testing.assert_allclose(project_l2([3e200, 4e200], 1e-200), [6e-201, 8e-201], rtol=1e-14)
