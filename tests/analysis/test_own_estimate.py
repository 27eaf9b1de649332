"""The error of a joint algorithm by its own estimate."""

from dataclasses import replace

import numpy as np
import pytest

from aelr_core.analysis.your_table import own_estimate
from aelr_core.experiments import run
from tests.experiments.specs import small

RESULT = run(small(algorithms=("aerr", "adaptive_jaerr"), examples=40, curve="anytime", points=4))


def test_only_ours_have_one() -> None:
    assert own_estimate(RESULT.curves["aerr"]) is None
    own = own_estimate(RESULT.curves["adaptive_jaerr"])
    assert own is not None
    assert own.shape == (len(RESULT.curves["adaptive_jaerr"].runs),)


def test_it_is_the_mean_over_the_examples_of_the_last_half() -> None:
    curve = replace(
        RESULT.curves["adaptive_jaerr"],
        examples=np.array([10, 40, 50, 80]),
        progressive=np.array([[9.0, 9.0, 1.0, 2.0], [9.0, 9.0, 4.0, 0.0]]),
    )
    own = own_estimate(curve)
    assert own == pytest.approx([(10 * 1 + 30 * 2) / 40, (10 * 4 + 0) / 40])


def test_what_comes_after_the_first_pass_does_not_count() -> None:
    nan = np.nan
    curve = replace(
        RESULT.curves["adaptive_jaerr"],
        examples=np.array([10, 40, 50, 80]),
        progressive=np.array([[3.0, 1.0, nan, nan], [5.0, 2.0, nan, nan]]),
    )
    assert own_estimate(curve) == pytest.approx([1.0, 2.0])
    assert own_estimate(replace(curve, progressive=np.full((2, 4), nan))) is None
