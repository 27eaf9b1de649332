"""The first look at a file before it is loaded, and the sample that ships with the app."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aelr_core.datasets import Dataset, DatasetError, load_dataset
from aelr_core.datasets.csv.clinic import FILE, clinic
from aelr_core.datasets.csv.peek import MOST_CLASSES, peek


def loaded(content: bytes, target: str, **options: object) -> Dataset:
    return load_dataset("csv", file=content, target=target, **options)


def sample(family: str = "ridge", **options: object) -> Dataset:
    return loaded(FILE.read_bytes(), "ill", missing="mean", family=family, **options)


def check_sentence(error: DatasetError) -> None:
    assert "\n" not in str(error)
    assert str(error).endswith(".")


def test_the_sample_is_the_one_that_is_made_here() -> None:
    assert FILE.read_text(encoding="utf-8") == clinic()


def test_what_is_in_the_sample() -> None:
    found = peek(FILE.read_bytes())
    assert found.rows == 300
    assert found.suggested_target == "ill"
    assert found.suggested_missing == "mean"
    assert "patient" not in found.targets  # 300 different texts
    ward = found.column("ward")
    assert (ward.numeric, ward.distinct, ward.positives) == (False, 3, ("A", "B", "C"))
    assert found.column("ill").positives == (None,)
    assert found.column("age").missing == 2


def test_memory_is_known_before_anything_is_loaded() -> None:
    found = peek(FILE.read_bytes())
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
        check_sentence(error)
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
