"""Student's t: closed forms, the density's integral, the normal limit."""

from math import gamma, inf, pi, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aelr_core.student import half_width, quantile, within


@given(st.floats(0.01, 0.995))
def test_one_and_two_degrees_have_closed_forms(confidence: float) -> None:
    assert quantile(confidence, 1) == pytest.approx(np.tan(pi * confidence / 2), rel=1e-9)
    c = confidence
    assert quantile(c, 2) == pytest.approx(c * sqrt(2 / (1 - c * c)), rel=1e-9)


@given(st.integers(1, 150), st.floats(0.05, 8))
def test_it_is_the_integral_of_the_density(freedom: int, t: float) -> None:
    x = np.linspace(-t, t, 20_001)
    constant = gamma((freedom + 1) / 2) / (sqrt(freedom * pi) * gamma(freedom / 2))
    density = constant * (1 + x * x / freedom) ** (-(freedom + 1) / 2)
    assert within(t, freedom) == pytest.approx(np.trapezoid(density, x), abs=1e-6)


@pytest.mark.parametrize(
    ("freedom", "t"), [(1, 12.706), (4, 2.776), (9, 2.262), (19, 2.093), (99, 1.984)]
)
def test_printed_tables(freedom: int, t: float) -> None:
    assert quantile(0.95, freedom) == pytest.approx(t, abs=6e-4)


def test_many_degrees_are_the_normal_distribution() -> None:
    assert quantile(0.95, 9_999) == pytest.approx(1.95996, abs=1e-3)


def test_wrong_values_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^confidence must be"):
        quantile(1.0, 3)
    with pytest.raises(ValueError, match=r"^freedom must be"):
        quantile(0.9, 0)


def test_the_interval_of_a_mean() -> None:
    # s = 1 and n = 3
    assert half_width(np.array([1.0, 2.0, 3.0]), 0.95) == pytest.approx(4.303 / sqrt(3), abs=1e-3)
    assert half_width(np.array([1.0]), 0.95) == half_width(np.array([]), 0.95) == inf
