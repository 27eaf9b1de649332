"""All refusals have the same form: one sentence, the argument's name, what is allowed."""

import numpy as np
import pytest

from aelr_core import checks


def refused(call, *words):
    with pytest.raises(ValueError) as caught:
        call()
    text = str(caught.value)
    assert text.endswith(".")
    assert ". " not in text
    assert "\n" not in text
    for word in words:
        assert word in text


def test_number_accepts_the_range_and_returns_a_float():
    assert checks.number("B", np.int64(2), above=0) == 2.0
    assert type(checks.number("B", np.float32(2), above=0)) is float
    assert checks.number("delta", 1, at_most=1) == 1.0
    assert checks.number("a", np.array(3.0)) == 3.0


def test_integer():
    assert checks.integer("k", np.int32(3), at_least=1) == 3
    assert type(checks.integer("k", np.uint8(3))) is int
    for value in (True, 2.0, "2", None, 0, np.nan):
        refused(lambda value=value: checks.integer("k", value, at_least=1), "k", "whole number")
    refused(lambda: checks.integer("k", 9, at_least=1, at_most=4), "from 1 to 4")
    assert checks.integer("seed", np.uint64(2**64 - 1)) == 2**64 - 1
    for value in (2**64, -(10**400), 10**5000):
        refused(lambda value=value: checks.integer("k", value), "k", "number of at most 64 bits")


@pytest.mark.parametrize("allowed", [("ridge", "lasso"), {"ridge": 1, "lasso": 2}])
def test_choice(allowed):
    assert checks.choice("family", "ridge", allowed) == "ridge"
    for value in ("elastic", None, [1], np.ones(2)):
        refused(
            lambda value=value: checks.choice("family", value, allowed),
            "family must be one of 'ridge', 'lasso'",
        )


def test_array_returns_float64_without_copying_it():
    X = np.ones((2, 3))
    assert checks.array("X", X, ndim=2) is X
    assert checks.array("X", [[True, 2]], ndim=2).dtype == np.float64
    assert checks.array("M", np.ones((2, 3, 4)), ndim=None).shape == (2, 3, 4)


def test_numbers_takes_any_shape():
    assert checks.numbers("m", 3).shape == ()
    assert checks.numbers("m", [[1, 2]]).shape == (1, 2)
    assert checks.numbers("epsilon", np.inf, at_least=0, infinity=True) == np.inf
    assert checks.numbers("d", [1.0, 2.0], whole=True).sum() == 3


def test_examples():
    X, y = checks.examples([[1, 2], [3, 4]], [1, 0])
    assert X.shape == (2, 2)
    assert y.dtype == np.float64
    refused(lambda: checks.examples([[1, 2]], [1, 0]), "y must hold one label per row of X")
    refused(lambda: checks.examples([1, 2], [1, 0]), "X must have 2 axes")
