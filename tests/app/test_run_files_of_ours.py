"""The files of a run say which algorithms are ours, and what they estimated themselves."""

import csv
import io
import json

import pytest

from aelr_core.experiments import run
from pages.ui.explorer import files
from tests.experiments.specs import small


def test_origin_and_estimates_are_in_the_files() -> None:
    result = run(small(algorithms=("aerr", "jaerr"), step="auto"))
    paper, ours = (
        [
            row
            for row in csv.DictReader(io.StringIO(files.csv_of(result)))
            if row["algorithm"] == key
        ]
        for key in ("aerr", "jaerr")
    )
    assert (paper[-1]["origin"], paper[-1]["progressive_loss_mean"]) == ("the paper", "")
    estimated = result.curves["jaerr"].progressive
    assert estimated is not None
    assert ours[-1]["origin"] == "this project"
    assert float(ours[-1]["progressive_loss_mean"]) == pytest.approx(estimated[:, -1].mean())
    assert float(ours[-1]["progressive_loss_sd"]) == pytest.approx(estimated[:, -1].std(ddof=1))
    plain = json.loads(files.json_of(result))["curves"]
    assert plain["jaerr"]["progressive_of_runs"] == estimated.tolist()
    assert "progressive_of_runs" not in plain["aerr"]
