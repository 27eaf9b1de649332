"""What is known at every stop of α, in one pass, against the data of single stops."""

from dataclasses import replace

import numpy as np
import pytest

from aelr_core.analysis.prior_facts import prior_facts
from aelr_core.analysis.what_if import MOST_NUMBERS, STOPS, at_alpha, at_every_stop
from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.problem import dataset_of

SPEC = ExperimentSpec(options={"dim": 30, "test_examples": 60}, examples=150, budget=4, seed=3)


def test_the_stops_are_those_of_a_slider() -> None:
    assert len(STOPS) == 81
    assert [f"{alpha:.2f}" for alpha in (STOPS[0], STOPS[1], STOPS[-1])] == [
        "-4.00",
        "-3.95",
        "0.00",
    ]
    assert all(alpha == float(f"{alpha:.2f}") for alpha in STOPS)


@pytest.mark.parametrize("family", ["ridge", "lasso"])
@pytest.mark.parametrize(
    "rest", [{}, {"options": {"dim": 3, "test_examples": 2, "scaled": True}, "norm_bound": 0.5}]
)
def test_one_pass_finds_what_the_data_of_each_stop_say(
    family: str, rest: dict[str, object]
) -> None:
    """With three attributes and two test rows, w* is drawn again at some stops."""
    spec = replace(SPEC, family=family, algorithms=(), **{"budget": 2, **rest})
    for found, alpha in list(zip(at_every_stop(spec), STOPS, strict=True))[::4]:
        one = at_alpha(spec, alpha)
        wanted = prior_facts(one, dataset_of(one))
        assert (found.alpha, found.d, found.B_known) == (alpha, wanted.d, True)
        np.testing.assert_allclose(found.M, wanted.M, rtol=1e-9)
        np.testing.assert_allclose(found.q, wanted.q, rtol=1e-9)
        assert (found.B, found.scale) == pytest.approx((wanted.B, wanted.scale), rel=1e-9)
        assert [a.sentence for a in found.assumptions] == [a.sentence for a in wanted.assumptions]


def test_too_many_numbers_are_left_alone() -> None:
    assert at_every_stop(replace(SPEC, examples=MOST_NUMBERS // 30)) == ()
