"""The rare failures of plain JAERR, which its guarded form with the measured length prevents."""

from __future__ import annotations

from dataclasses import replace

from aelr_core.checks import Floats
from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.stream import run

# python -m aelr_core run --data synthetic --alpha -2 --dim 500 --budget 5 --examples 20000
#     --runs 10 --points 1 --seed 4711 --algorithms jaerr
SPEC = ExperimentSpec(
    options=(("alpha", -2.0), ("dim", 500)),
    budget=5,
    examples=20_000,
    runs=10,
    points=1,
    seed=4711,
    algorithms=("jaerr",),
)


def errors(spec: ExperimentSpec) -> Floats:
    """Return the error of every run of the only curve, relative to the zero predictor's."""
    (curve,) = run(spec).curves.values()
    last: Floats = curve.relative_loss[:, -1]
    return last


def test_the_guarded_form_prevents_the_worst_runs() -> None:
    plain, guarded = errors(SPEC), errors(replace(SPEC, length="measured", guarded=True))
    assert guarded.mean() < plain.mean()
    assert guarded.max() < 0.5 * plain.max()
