"""The four pictures of a result, as a notebook draws them."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import plotly.graph_objects as go
import pytest

import aelr_core as ac
from aelr_core import plots
from aelr_core.analysis.prior_facts import prior_facts
from aelr_core.experiments import Result

FOUR = (plots.learning_curves, plots.sampling, plots.ratios, plots.bounds)


@pytest.fixture(scope="module")
def result() -> Result:
    keys = ("aerr", "ddaerr", "two_phase_ddaerr", "jaerr")
    spec = ac.ExperimentSpec(
        "synthetic", {"dim": 20}, algorithms=keys, examples=200, runs=2, points=3, step="theory"
    )
    return ac.run(spec)


@pytest.mark.parametrize("draw", FOUR)
def test_plotly_takes_it_and_a_look_changes_it(draw: object, result: Result) -> None:
    light, dark = draw(result), draw(result, look=plots.Look("dark"))
    assert len(go.Figure(light.to_dict()).data) == len(light.data) > 2
    assert light.to_json() != dark.to_json()


def test_they_show_the_numbers_of_the_result(result: Result) -> None:
    here = prior_facts(result.spec, ac.load_dataset("synthetic", dim=20, examples=200), 1.0)
    curves, shares, ratios, bounds = (
        {trace.uid: trace for trace in draw(result).data} for draw in FOUR
    )
    for key, curve in result.curves.items():
        assert np.array_equal(curves[key].y, curve.relative_loss.mean(axis=0))
        if key in bounds:
            assert np.array_equal(bounds[f"{key}-measured"].x, curve.attributes)
            assert np.array_equal(bounds[f"{key}-measured"].y, curve.excess_risk.mean(axis=0))
    assert {"aerr", "ddaerr", "two_phase_ddaerr"} <= bounds.keys()
    q = result.curves["two_phase_ddaerr"].q
    assert np.nansum(shares["two_phase_ddaerr"].y) == pytest.approx(1)
    assert np.nanmax(shares["two_phase_ddaerr"].y) == q.max()
    assert shares["aerr"].y == pytest.approx(np.full(20, 1 / 20))
    assert ratios["ridge-here"].y == pytest.approx([here.rho_ridge], rel=0.2)


def test_a_table_has_to_be_passed_in(result: Result, tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    rows = np.random.default_rng(1).normal(size=(60, 4))
    np.savetxt(file, rows, delimiter=",", header="a,b,c,y", comments="")
    table = ac.load_dataset("csv", file=file, target="y")
    options = {"target": "y", "fingerprint": table.fingerprint}
    spec = ac.ExperimentSpec(
        "csv", options, budget=3, examples=40, runs=1, algorithms=("ddaerr",), step="theory"
    )
    run = ac.run(spec, dataset=table)
    assert plots.sampling(run, table).data
    with pytest.raises(ValueError, match="dataset must be the table"):
        plots.bounds(run)


def test_they_need_no_streamlit() -> None:
    code = "import sys, json, aelr_core.plots; print(json.dumps('streamlit' in sys.modules))"
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, check=True)
    assert json.loads(done.stdout) is False
