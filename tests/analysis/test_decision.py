"""The decision: measured errors at equal numbers of attributes, and what is said of them."""

from dataclasses import replace

import numpy as np
import pytest

from aelr_core.analysis.decision import Verdict, compared, decide
from aelr_core.experiments import Result, run
from tests.experiments.specs import small

KEYS = compared("ridge")


@pytest.fixture(scope="module")
def result() -> Result:
    """Curves whose errors the tests replace; offline is a copy, since it needs scikit-learn."""
    keys = [key for key in KEYS if key != "offline_ridge"]
    spec = small(
        12, budget=4, examples=90, points=3, runs=4, algorithms=tuple(keys), weights="none"
    )
    found = run(spec)
    offline = replace(found.curves["online_ridge"], algorithm="offline_ridge")
    return replace(found, curves={**found.curves, "offline_ridge": offline})


def with_errors(result: Result, uniform: float, chosen: float, full: float) -> Result:
    """Return the result with these errors at every point, and a small spread over runs."""
    noise = np.array([0.01, -0.01, 0.005, -0.005])[:, None]
    by = dict(zip(KEYS, (uniform, chosen, full, full + 1.0), strict=True))
    turned = {key: np.roll(noise, n) for n, key in enumerate(KEYS)}
    curves = {
        key: replace(curve, relative_loss=np.full((4, 3), by[key]) + turned[key])
        for key, curve in result.curves.items()
    }
    return replace(result, curves=curves)


@pytest.mark.parametrize(
    ("uniform", "chosen", "full", "verdict"),
    [
        (0.62, 0.48, 0.55, "worth it"),
        (0.62, 0.48, 0.30, "full rows"),
        (0.62, 0.48, 0.478, "as good"),
        (0.40, 0.48, 0.60, "no gain"),
        (0.48, 0.48, 0.60, "not decided"),
        (1.20, 1.10, 1.30, "nothing learnt"),
        (1.20, 1.10, 0.90, "full rows"),
    ],
)
def test_every_verdict(
    result: Result, uniform: float, chosen: float, full: float, verdict: Verdict
) -> None:
    found = decide(with_errors(result, uniform, chosen, full))
    assert found is not None
    assert found.verdict == verdict
    assert (found.uniform, found.chosen) == (pytest.approx(uniform), pytest.approx(chosen))
    assert (found.full, found.full_label) == (pytest.approx(full), "Online ridge")
    assert (found.attributes, found.full_rows, found.runs) == (360, 30, 4)


def test_it_needs_all_that_is_compared(result: Result) -> None:
    for key in KEYS:
        left = {name: curve for name, curve in result.curves.items() if name != key}
        assert decide(replace(result, curves=left)) is None


def test_one_run_decides_nothing(result: Result) -> None:
    found = with_errors(result, 0.62, 0.48, 0.55)
    one = {
        key: replace(curve, runs=curve.runs[:1], relative_loss=curve.relative_loss[:1])
        for key, curve in found.curves.items()
    }
    decided = decide(replace(found, curves=one))
    assert decided is not None
    assert decided.verdict == "not decided"
