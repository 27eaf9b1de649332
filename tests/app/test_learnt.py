"""The fifth picture of the explorer: there when a run has ended, and in its files."""

import csv
import io

import numpy as np

from aelr_core.analysis.learning import learnt
from aelr_core.experiments import ExperimentSpec, run
from aelr_core.experiments.problem import dataset_of
from aelr_core.plots.theme import Look
from pages.ui.explorer import files
from pages.ui.explorer.below import learnt_picture
from tests.app.screen import SMALL, Figure, Open, finished, opened
from tests.experiments.specs import small

LIGHT = Look("light")
SPEC = small(12, runs=2)


def test_what_was_learnt_is_there_when_a_run_has_ended(open_app: Open, live_figure: Figure) -> None:
    app = open_app(**SMALL)
    opened(finished(app), "open_learnt", "open_downloads")
    drawn = live_figure(app, "learnt")
    assert "truth" in drawn["lines"]  # beside w*, which is known here
    labels = [button.label for button in app.get("download_button")]
    assert "Weights (CSV)" in labels


def test_every_weight_is_in_the_file() -> None:
    result = run(SPEC)
    names = [f"=x{n}" for n in range(12)]
    rows = [*csv.DictReader(io.StringIO(files.weights_of(result, names)))]
    kept = [curve.weights for curve in result.curves.values()]
    assert len(rows) == sum(w.size for w in kept if w is not None)
    own = [row for row in rows if row["algorithm"] == "aerr"][-12:]
    assert {row["attributes"] for row in own} == {"360"}
    assert own[0]["attribute"] == "'=x0"  # no formula
    w, sd = result.curves["aerr"].weights, result.curves["aerr"].weights_sd
    assert w is not None
    assert sd is not None
    np.testing.assert_allclose([float(row["weight_mean"]) for row in own], w[-1], rtol=1e-6)
    np.testing.assert_allclose([float(row["weight_sd"]) for row in own], sd[-1], rtol=1e-6)


def test_it_is_small_enough_to_send() -> None:
    spec = ExperimentSpec(data="digits-3v5", examples=40, runs=2, step="theory")
    result = run(spec)
    found = learnt(result)
    assert found is not None
    drawn = learnt_picture(found, dataset_of(spec), LIGHT)
    assert len(drawn.figure) < 150_000
