"""What was learnt from a table, to take along: a linear model that predicts for other tables."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from aelr_core import checks
from aelr_core.checks import Floats
from aelr_core.datasets import Dataset
from aelr_core.datasets.dataset import TableEncoding
from aelr_core.experiments.curve import Curve
from aelr_core.experiments.problem import judge_of
from aelr_core.experiments.result import Result
from aelr_core.files import read_as

if TYPE_CHECKING:
    from aelr_core.datasets.csv.columns import Source

FORMAT = "aelr-model-1"
# How a stored model is used.
THREE_LINES = """\
import aelr_core as ac
model = ac.load_model("aelr-model.json")
print(model.predict("new-table.csv"))
"""


@dataclass(frozen=True, eq=False)
class TableModel:
    """A predictor, and all that is needed to use it on the columns of a file.

    Attributes
    ----------
    encoding : what is done to the columns.
    attributes : names of the d attributes.
    weights : (d,) for scaled attributes.
    made : how it was made, for the reader: algorithm, its form, family, budget, runs, attributes,
        error.
    """

    encoding: TableEncoding
    attributes: tuple[str, ...]
    weights: Floats
    made: dict[str, Any]

    def scores(self, table: Source) -> tuple[Floats, tuple[str, ...]]:
        """Return a number for each row of a CSV file or DataFrame, and what had to be replaced.

        In the units of the target; for two classes it is above 0 for the second.
        """
        from aelr_core.datasets.csv.loader import read_again

        X, notes = read_again(table, self.encoding)
        return self.encoding.middle + self.encoding.largest * (X @ self.weights), notes

    def predict(self, table: Source) -> NDArray[np.generic]:
        """Return a prediction for each row, (n,): a number, or the name of a class.

        table : a CSV file (a path, bytes or an open file) or a DataFrame. Columns are found by
            name; others are not looked at.
        """
        return self.encoding.labels(self.scores(table)[0])

    def to_dict(self) -> dict[str, Any]:
        """Return the model as plain data for JSON.

        `in_your_units` has intercept and weights for the numbers of the file, a category being 1
        or 0; a scaling by rows has none.
        """
        in_units = self.encoding.in_its_units(self.weights)
        units = in_units and {"intercept": in_units[0], "weights": in_units[1].tolist()}
        return {
            "format": FORMAT,
            "made": self.made,
            "attributes": [*self.attributes],
            "weights": self.weights.tolist(),
            **self.encoding.to_dict(),
            "in_your_units": units,
        }

    def to_json(self) -> str:
        """Return the model as JSON, which `load_model` reads."""
        return json.dumps(self.to_dict(), indent=1, allow_nan=False, ensure_ascii=False)


def model_of(result: Result, key: str, dataset: Dataset) -> TableModel | None:
    """Return what an algorithm has learnt from a table: the mean of its predictors over runs.

    None if the result has no weights, or the data set is not a table.
    """
    curve = result.curves[key]
    if curve.weights is None or dataset.encoding is None:
        return None
    w = curve.weights[-1]
    return TableModel(dataset.encoding, dataset.attributes, w, _made(result, curve, dataset, w))


def load_model(path: str | os.PathLike[str]) -> TableModel:
    """Return the model stored in a JSON file; raise ValueError if it is not one."""
    with read_as("a model saved by AELR Lab", path):
        given = json.loads(Path(path).read_text(encoding="utf-8"))
        if given["format"] != FORMAT:
            raise ValueError(f"its format is {given['format']!r}")
        encoding = TableEncoding.from_dict(given)
        weights = checks.array("weights", given["weights"], ndim=1)
        names = tuple(str(name) for name in given["attributes"])
        if weights.shape != encoding.subtract.shape or len(names) != len(weights):
            raise ValueError("one weight and one name for each attribute")
        return TableModel(encoding, names, weights, dict(given["made"]))


def _made(result: Result, curve: Curve, dataset: Dataset, w: Floats) -> dict[str, Any]:
    """Return how a model was made: averaged runs have together looked at more than one has."""
    spec = result.spec
    tested = {}
    if spec.data_sets == 1:  # otherwise every row is a training row of some of the runs
        loss = judge_of(dataset).measure(w[np.newaxis]).relative_loss
        tested["test_error"] = float(loss[0])
    return {
        "algorithm": curve.algorithm,
        "family": spec.family,
        "attributes_per_row": spec.budget,
        "length": spec.length,
        "guarded": spec.guarded,
        "runs_averaged": len(curve.runs),
        "splits": spec.data_sets,
        "attributes_of_each_run": int(curve.attributes[-1]),
        **tested,
        "test_error_is": "mean squared error on the test rows over that of predicting 0",
        "test_error_of_one_run": float(curve.mean[-1]),
        "versions": result.versions,
    }
