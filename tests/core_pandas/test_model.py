"""A model of a table: the same predictions again, in three lines, and refusals in one sentence."""

import io
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from aelr_core.datasets import Dataset, DatasetError, load_dataset
from aelr_core.datasets.scaling import SCALINGS
from aelr_core.experiments import ExperimentSpec, Result, TableModel, load_model, model_of, run
from aelr_core.experiments.model import THREE_LINES

ROOT = Path(__file__).parents[2]
ROWS = [
    (
        f"{20 + n * 7 % 50}",
        ["A", "B", "C"][n % 3],
        f"{n * 3 % 11}.5",
        "yes" if n % 4 else "no",
        f"{n}",
    )
    for n in range(60)
]
SHORT = {"budget": 2, "examples": 60, "runs": 3, "points": 2, "step": "theory"}
NAMES = "age,ward,dose,ill,cost"
TEXT = "\n".join([NAMES, *(",".join(row) for row in ROWS)]) + "\n"


def learnt(target: str, **options: object) -> tuple[Dataset, Result, TableModel]:
    data = load_dataset("csv", file=TEXT.encode(), target=target, **options)
    own = {name: value for name, value in options.items() if name != "family"}
    known = {**own, "fingerprint": data.fingerprint, "target": target}
    key = "aerr" if data.family == "ridge" else "aelr"
    spec = ExperimentSpec(data="csv", options=known, family=data.family, algorithms=(key,), **SHORT)
    result = run(spec, dataset=data)
    model = model_of(result, spec.algorithms[0], data)
    assert model is not None
    return data, result, model


@pytest.mark.parametrize("family", ["ridge", "lasso"])
@pytest.mark.parametrize("scaling", SCALINGS)
def test_the_rows_are_scaled_as_they_were(scaling: str, family: str) -> None:
    data, _, model = learnt("cost", scaling=scaling, family=family)
    scores, notes = model.scores(TEXT.encode())
    assert notes == ()
    assert data.encoding is not None
    X, y = np.vstack([data.X_train, data.X_test]), np.append(data.y_train, data.y_test)
    order = (y * data.encoding.largest + data.encoding.middle).round().astype(int)  # cost = row
    wanted = data.encoding.middle + data.encoding.largest * X @ model.weights
    np.testing.assert_allclose(scores[order], wanted, rtol=1e-9)


def test_weights_in_the_units_of_the_file_are_enough() -> None:
    _, _, model = learnt("cost")
    plain = model.to_dict()
    assert plain["attributes"] == ["age", "ward=A", "ward=B", "ward=C", "dose", "ill=no", "ill=yes"]
    own = plain["in_your_units"]
    age, ward, dose, ill, _ = ROWS[7]
    x = [float(age), *(ward == one for one in "ABC"), float(dose), ill == "no", ill == "yes"]
    scores, _ = model.scores(TEXT.encode())
    assert own["intercept"] + np.dot(own["weights"], x) == pytest.approx(scores[7])
    assert learnt("cost", scaling="l2")[2].to_dict()["in_your_units"] is None


def test_three_lines_of_python_predict(tmp_path: Path) -> None:
    _, result, model = learnt("ill")
    (tmp_path / "aelr-model.json").write_text(model.to_json(), encoding="utf-8")
    (tmp_path / "new-table.csv").write_text(TEXT, encoding="utf-8")
    lines = [line for line in THREE_LINES.splitlines() if line]
    assert len(lines) == 3
    assert THREE_LINES in (ROOT / "docs/command-line.md").read_text(encoding="utf-8")
    printed = subprocess.check_output(
        [sys.executable, "-c", THREE_LINES], cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, text=True
    )
    wanted = model.predict(TEXT.encode())
    assert printed.strip() == str(wanted)
    assert {*wanted} <= {"no", "yes"}
    again = load_model(tmp_path / "aelr-model.json")
    assert again.to_json() == model.to_json()
    assert again.made["runs_averaged"] == 3
    assert again.made["test_error_of_one_run"] == result.curves["aerr"].mean[-1]


def test_a_data_frame_is_as_good_as_a_file() -> None:
    _, _, model = learnt("ill")
    table = pd.read_csv(io.StringIO(TEXT))
    other = table.assign(
        age=table.age.astype("Int64"), ward=table.ward.astype("category"), x=[[1]] * len(table)
    )
    other = other[[*other.columns[::-1]]].drop(columns="ill")  # another order, no target
    np.testing.assert_array_equal(model.predict(other), model.predict(TEXT.encode()))
    scores, notes = model.scores(other.assign(ward="Z", age=None))
    assert np.isfinite(scores).all()
    assert len(notes) == 2
    with pytest.raises(DatasetError, match=r"but 'age' is not among its columns\.$"):
        model.predict(other.drop(columns="age"))


def test_values_that_were_never_seen() -> None:
    _, _, model = learnt("cost")
    few = b"dose;ward;ill;age\n1,5;Z;yes;\n"  # another order, no target, one row
    scores, notes = model.scores(few)
    assert scores.shape == (1,)
    assert len(notes) == 2
    assert "'age'" in notes[0]
    assert "'ward'" in notes[1]
    assert np.isfinite(scores).all()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            b"age,ward\n1,A\n",
            r"^The table must have .*'dose' and 1 more are not among its columns\.$",
        ),
        (b"age,ward,dose,ill\nold,A,1,no\n", r"^Column 'age' must hold numbers, .*\.$"),
        (b"age,ward,dose,ill\n", r"no rows"),
        (b"", r"^The file is empty"),
    ],
)
def test_a_table_that_does_not_fit_is_refused(content: bytes, sentence: str) -> None:
    _, _, model = learnt("cost")
    with pytest.raises(DatasetError, match=sentence):
        model.predict(content)


def test_other_files_are_no_model(tmp_path: Path) -> None:
    _, _, model = learnt("cost")
    whole = model.to_dict()
    wrong = {"weights": [1], "divide_by": [0] * 7, "scaling": "x", "columns": [], "classes": ["a"]}
    changed = [json.dumps({**whole, name: value}) for name, value in wrong.items()]
    for broken in ("", "{}", '{"format": "x"}', *changed):
        (tmp_path / "m.json").write_text(broken, encoding="utf-8")
        with pytest.raises(ValueError, match=r"m\.json is not a model saved by AELR Lab\.$"):
            load_model(tmp_path / "m.json")


def test_bundled_data_are_no_table() -> None:
    spec = ExperimentSpec(data="wine", examples=40, runs=1, points=1, step="theory")
    assert model_of(run(spec), "aerr", load_dataset("wine", family="ridge")) is None
