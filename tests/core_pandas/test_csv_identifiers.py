"""Columns that say which row it is: found, reported, and left out on request."""

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aelr_core.datasets import DatasetError, load_dataset
from aelr_core.datasets.csv.attributes import identifier
from aelr_core.datasets.csv.columns import Numbers, Texts
from aelr_core.datasets.csv.layout import join_names, split_names
from aelr_core.datasets.csv.peek import peek
from aelr_core.experiments import ExperimentSpec, model_of, run
from aelr_core.experiments.recipe import TABLE, command, estimator_program

SHUFFLED = np.random.default_rng(0).permutation(50) * 7.0
GROWING = np.arange(50) * 3 + 1000.0


@pytest.mark.parametrize(
    ("name", "values", "found"),
    [
        ("patient", GROWING, True),
        ("patient", GROWING[::-1], True),
        ("patient", np.where(np.arange(50) == 9, np.nan, GROWING), True),
        ("patient_id", SHUFFLED, True),
        ("PatientID", SHUFFLED, True),
        ("patientId", SHUFFLED, True),
        ("Sample id", SHUFFLED[:3], True),
        ("weight in grams", SHUFFLED, False),
        ("acid", SHUFFLED, False),
        ("humidity", SHUFFLED, False),
        ("grows by chance", GROWING[:5], False),
        ("crp", GROWING + 0.5, False),
        ("patient_id", GROWING + 0.5, False),
        ("ward_id", np.arange(50) % 5.0, False),
        ("visit", np.sort(np.arange(50) // 2), False),
        ("empty", np.full(50, np.nan), False),
    ],
)
def test_which_numbers_look_like_identifiers(name: str, values: np.ndarray, found: bool) -> None:
    assert bool(identifier(name, Numbers(values.astype(float)))) == found


def test_which_texts_look_like_identifiers() -> None:
    texts = tuple(f"P{n}" for n in range(9))
    assert identifier("patient", Texts(np.arange(9), texts))
    assert identifier("patient", Texts(np.array([*range(9), -1, -1]), texts))
    assert not identifier("ward", Texts(np.array([*range(9), 0]), texts))


@given(st.lists(st.text(min_size=1).map(str.strip).filter(bool), min_size=1))
def test_any_names_are_joined_and_split_again(names: list[str]) -> None:
    assert [*split_names(join_names(names))] == names


def table(rows: int = 60) -> bytes:
    numbers = np.random.default_rng(1).normal(size=(rows, 2))
    lines = (f'{i},"{a:.3f}",{b:.3f},{a - b:.3f}' for i, (a, b) in enumerate(numbers, 1))
    return "\n".join(['"patient, id",crp,age,days', *lines, ""]).encode()


def test_the_loader_keeps_them_unless_it_is_told_to_leave_them_out() -> None:
    assert peek(table()).identifiers("days", 20).keys() == {"patient, id"}
    assert peek(table()).identifiers("patient, id", 20) == {}
    kept = load_dataset("csv", file=table(), target="days")
    assert kept.attributes == ("patient, id", "crp", "age")
    assert "identifier?" in kept.columns[0].detail
    without = load_dataset("csv", file=table(), target="days", leave_out='"patient, id"')
    assert without.attributes == ("crp", "age")
    assert without.columns[0].fate == "left out"
    for bad in ("x", "days", "patient, id", "a\rb"):
        with pytest.raises(DatasetError, match=r"^leave_out must .*\.$"):
            load_dataset("csv", file=table(), target="days", leave_out=bad)
    with pytest.raises(DatasetError, match="or leave out fewer"):
        load_dataset("csv", file=table(), target="days", leave_out='"patient, id",crp')


def test_program_command_and_model_have_the_same_columns(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = {"target": "days", "leave_out": join_names(["patient, id"])}
    data = load_dataset("csv", file=table(), **options)
    spec = ExperimentSpec(
        data="csv",
        options={**options, "fingerprint": data.fingerprint},  # type: ignore[arg-type]
        budget=2,
        examples=48,
        runs=1,
        points=1,
        algorithms=("adaptive_jaerr",),
    )
    assert """--leave-out='"patient, id"'""" in command(spec)
    monkeypatch.chdir(str(tmp_path))
    with open(TABLE, "wb") as file:
        file.write(table())
    exec(compile(estimator_program(spec), "program", "exec"), {})
    looks = capsys.readouterr().out.splitlines()[3:]
    assert sorted(line.split()[1] for line in looks) == ["age", "crp"]
    model = model_of(run(spec, dataset=data), "adaptive_jaerr", data)
    assert model is not None
    assert model.attributes == ("crp", "age")
    other = table().replace(b"\n1,", b"\n999999,")  # another id, the same prediction
    assert model.predict(io.BytesIO(other)) == pytest.approx(model.predict(io.BytesIO(table())))
