"""The rare failures of plain JAERR, as README and the page Beyond tell them, computed again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aelr_core.checks import Floats
from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.stream import run
from aelr_core.study import RESULTS

ROOT = RESULTS.parents[2]
COMMAND = (
    "run --data synthetic --alpha -2 --dim 500 --budget 5 --examples 20000 --runs 10 --points 1 "
    "--seed 4711 --algorithms jaerr"
)
SPEC = ExperimentSpec(
    options=(("alpha", -2.0), ("dim", 500)), budget=5, examples=20_000, runs=10, points=1,
    seed=4711, algorithms=("jaerr",),
)  # fmt: skip


def told(place: str) -> str:
    """Return a text of the project in one line."""
    return " ".join((ROOT / place).read_text(encoding="utf-8").split())


def errors(spec: ExperimentSpec) -> Floats:
    """Return the error of every run of the only curve, relative to the zero predictor's."""
    (curve,) = run(spec).curves.values()
    found: Floats = curve.relative_loss[:, -1]
    return found


def spread(found: Floats) -> str:
    """Return mean and standard deviation, as the command prints them."""
    return f"{found.mean():.4f} ± {found.std(ddof=1):.4f}"


def test_known_moments_do_not_prevent_a_bad_run() -> None:
    plain, mended = errors(SPEC), errors(replace(SPEC, length="measured", guarded=True))
    readme, page = told("README.md"), told("pages/ui/texts/beyond/mends.md")
    assert COMMAND in readme
    assert f"prints {spread(plain)}" in readme
    assert f"the median run has {np.median(plain):.3f}, the worst {plain.max():.3f}" in readme
    assert f"it is {spread(mended)}, and the worst run has {mended.max():.3f}" in readme
    for number in (plain.mean(), np.median(plain), plain.max(), mended.mean()):
        assert f"{number:.3f}" in page
    for text in (readme, page):
        assert "one simulated data set" in text


@pytest.mark.long
def test_the_paper_s_algorithm_has_no_such_tail_there() -> None:
    found = errors(replace(SPEC, algorithms=("ddaerr",), step="fine"))
    assert f"has {spread(found)} there" in told("README.md")
    assert f"{found.mean():.3f}" in told("pages/ui/texts/beyond/mends.md")
