"""Columns before they are learnt from: what is in a file, and which are identifiers."""

import io
import string
from dataclasses import replace

import numpy as np
import pytest
import sklearn.datasets
from hypothesis import given
from hypothesis import strategies as st

from aelr_core.datasets import DatasetError, load_dataset
from aelr_core.datasets.bundled_data import COVERTYPE_FILE, MEASUREMENTS, read_asset
from aelr_core.datasets.csv import SAMPLE
from aelr_core.datasets.csv.columns import MOST_CLASSES, Numbers, Texts, identifier
from aelr_core.datasets.csv.peek import peek
from aelr_core.datasets.csv.read import join_names, split_names
from aelr_core.experiments import ExperimentSpec, model_of, run
from aelr_core.experiments.recipe import TABLE, command, estimator_program
from research.clinic import clinic
from tests.core_pandas.clinic import loaded, sample


def test_the_sample_is_the_one_that_is_made_here() -> None:
    assert SAMPLE.read_text(encoding="utf-8") == clinic()


def test_what_is_in_the_sample() -> None:
    found = peek(SAMPLE.read_bytes())
    assert found.rows == 300
    assert found.suggested_target == "ill"
    assert found.suggested_missing == "mean"
    assert "patient" not in found.targets  # 300 different texts
    ward = found.column("ward")
    assert (ward.numeric, ward.distinct, ward.positives) == (False, 3, ("A", "B", "C"))
    assert found.column("ill").positives == (None,)
    assert found.column("age").missing == 2


def test_memory_is_known_before_anything_is_loaded() -> None:
    found = peek(SAMPLE.read_bytes())
    data = sample()
    needed = 8 * 300 * data.d
    assert needed <= found.bytes_of_rows("ill", 20) <= 1.1 * needed
    # 300 different names count once they may become categories
    assert found.bytes_of_rows("ill", 300) > 9 * needed


def test_numbers_of_few_values_may_be_classes() -> None:
    found = peek(b"a,b,stars\n1,x,1\n2,y,2\n3,z,3\n4,x,2.5\n")
    assert found.column("stars").positives == (None, "1", "2", "2.5", "3")
    data = loaded(b"a,b,stars\n1,x,1\n2,y,2\n3,z,3\n4,x,2.5\n", "stars", positive="2.5")
    assert data.classes == ("other", "2.5")


def test_columns_of_the_same_name_are_no_target() -> None:
    found = peek(b"a,a,b\n1,2,3\n2,3,5\n")
    assert found.targets == ("a (2)", "b")


def test_a_file_without_a_target_is_refused_in_one_sentence() -> None:
    texts = "\n".join(f"name{i},1" for i in range(MOST_CLASSES + 1))
    with pytest.raises(DatasetError, match="No column can be the target"):
        peek(f"who,what\n{texts}\n".encode())


@given(st.binary(max_size=400) | st.text(string.printable, max_size=400).map(str.encode))
def test_any_file_is_read_or_refused_in_one_sentence(content: bytes) -> None:
    try:
        found = peek(content)
    except DatasetError as error:
        sentence = str(error)
        assert "\n" not in sentence
        assert sentence.endswith(".")
    else:
        assert found.suggested_target in found.targets


def test_a_constant_target_is_refused_and_not_replaced() -> None:
    """The name says that it is the target, so another column must not silently take its place."""
    rows = "".join(f"{n},{n * 7 % 5},1\n" for n in range(9))
    content = f"a,b,y\n{rows}".encode()
    found = peek(content)
    assert found.suggested_target == "y"
    assert found.column("y").positives == (None,)
    with pytest.raises(DatasetError, match=r"^The target 'y' has the same value in every row"):
        load_dataset("csv", file=content, target="y")
    varies = peek(f"y,b,class\n{rows}".encode())
    assert varies.suggested_target == "y"  # "class" never varies, "y" does


SHUFFLED = np.random.default_rng(0).permutation(50) * 7.0
GROWING = np.arange(50) * 3 + 1000.0


@pytest.mark.parametrize(
    ("name", "values", "found"),
    [
        ("patient", GROWING, True),
        ("patient", GROWING[::-1], True),
        ("patient", np.where(np.arange(50) == 9, np.nan, GROWING), True),
        ("patient", np.where(np.arange(50) == 9, GROWING[8], GROWING), True),
        ("patient", np.where(np.arange(50) == 40, GROWING[3], GROWING), True),
        ("patient_id", SHUFFLED, True),
        ("patient_id", np.append(SHUFFLED, SHUFFLED[0]), True),
        ("MRN", SHUFFLED, True),
        ("PatientID", SHUFFLED, True),
        ("patientId", SHUFFLED, True),
        ("Sample id", SHUFFLED[:3], True),
        ("column 1", SHUFFLED, True),
        ("Unnamed: 0", SHUFFLED, True),
        ("column 1", SHUFFLED + 0.5, False),
        ("column of mercury", SHUFFLED, False),
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


def test_shuffled_numbers_are_identifiers_and_crowded_ones_are_measurements() -> None:
    random = np.random.default_rng(0)

    def why(values: np.ndarray) -> str:
        return identifier("patient", Numbers(values.astype(float)))

    assert why(random.permutation(100))
    some = random.choice(10**8, size=1_000, replace=False)
    assert why(some)
    some[1] = some[0]
    assert why(some)
    assert not why(some[:99])
    assert not why(some + 0.5)
    assert not why(random.normal(3.4e6, 5e5, size=1_000).round())  # milligrams
    assert not why(np.exp(random.normal(11, 0.6, size=1_000)).round())  # incomes
    assert not why(random.integers(18, 95, size=1_000))  # ages
    assert not why(random.poisson(2, size=1_000))


def test_numbers_that_a_float_does_not_hold_are_identifiers() -> None:
    """Floats near 10¹⁸ are 128 apart."""
    large = np.random.default_rng(0).integers(10**18, 10**18 + 60, size=60)
    rows = "".join(f"{n},{n}{n},{float(n) * 1e6},{n % 7}\n" for n in large.tolist())
    found = peek(f"mine,longer,atoms,y\n{rows}".encode())
    assert found.identifiers("y", 20).keys() == {"mine", "longer"}
    some = "".join(f"{'' if n % 9 == 0 else n},{n % 5},{n % 7}\n" for n in large.tolist())
    assert peek(f"mine,a,y\n{some}".encode()).identifiers("y", 20).keys() == {"mine"}


@pytest.mark.parametrize("name", ["breast_cancer", "diabetes", "wine"])
def test_no_measurement_of_a_known_table_looks_like_an_identifier(name: str) -> None:
    table = getattr(sklearn.datasets, f"load_{name}")()
    for scale in (1, 100, 10_000):  # whole numbers too, as in a smaller unit
        for what, values in zip(table.feature_names, table.data.T, strict=True):
            assert identifier(what, Numbers((values * scale).round(3))) == ""
            assert identifier(what, Numbers((values * scale).round())) == ""


@pytest.mark.parametrize("rows", [300, 20_000])
def test_no_measurement_of_covertype_looks_like_an_identifier(rows: int) -> None:
    (numbers,) = read_asset(COVERTYPE_FILE, "num")
    some = np.random.default_rng(rows).choice(len(numbers), size=rows, replace=False)
    for what, values in zip(MEASUREMENTS, numbers[some].T, strict=True):
        assert identifier(what, Numbers(values.astype(float))) == ""


def test_which_texts_look_like_identifiers() -> None:
    texts = tuple(f"P{n}" for n in range(9))
    assert identifier("patient", Texts(np.arange(9), texts))
    assert identifier("patient", Texts(np.array([*range(9), -1, -1]), texts))
    assert not identifier("ward", Texts(np.array([*range(9), 0]), texts))
    many = tuple(f"P{n:03}" for n in range(40))
    assert identifier("patient", Texts(np.array([*range(40), 0]), many))


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
    with pytest.raises(DatasetError, match="leave out fewer"):
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
    all_columns = replace(spec, options=dict(spec.options) | {"leave_out": None})
    assert "--leave-out=''" in command(all_columns)  # else the command leaves out identifiers
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
