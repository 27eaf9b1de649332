"""Tables as people write them: separators, encodings, categories, targets, missing values."""

import io
from pathlib import Path

import numpy as np
import pytest

from aelr_core.analysis.prior_facts import rho_report
from aelr_core.datasets import ColumnFate, Dataset, load_dataset

PLAIN = (
    "age,height,smoker,ill\n30,1.80,no,0\n41,1.62,yes,1\n55,1.75,no,1\n62,1.71,yes,0\n28,1.9,no,0\n"
)


def load(file: object, target: str = "y", **options: object) -> Dataset:
    return load_dataset("csv", file=file, target=target, **options)


def rows_of(data: Dataset) -> np.ndarray:
    """All rows with their targets, sorted: the split undone."""
    both = np.column_stack(
        [np.concatenate([data.X_train, data.X_test]), np.concatenate([data.y_train, data.y_test])]
    )
    return both[np.lexsort(both.T[::-1])]


def raw(file: object, target: str = "y", **options: object) -> Dataset:
    return load(file, target, scaling="none", family="lasso", **options)


def fate(data: Dataset, name: str) -> ColumnFate:
    return next(column for column in data.columns if column.name == name)


def test_a_plain_table():
    data = raw(PLAIN.encode(), "ill")
    assert data.attributes == ("age", "height", "smoker=no", "smoker=yes")
    np.testing.assert_array_equal(
        rows_of(data),
        [
            [28, 1.9, 1, 0, -1],
            [30, 1.8, 1, 0, -1],
            [41, 1.62, 0, 1, 1],
            [55, 1.75, 1, 0, 1],
            [62, 1.71, 0, 1, -1],
        ],
    )
    assert data.targets_are_classes
    assert data.classes == ("0", "1")
    assert [(c.name, c.kind, c.fate) for c in data.columns] == [
        ("age", "number", "kept"),
        ("height", "number", "kept"),
        ("smoker", "category", "one-hot encoded"),
        ("ill", "category", "target"),
    ]
    assert len(data.X_test) == 1
    assert rho_report(data)["d"] == 4
    assert all(step.endswith(".") for step in data.steps)


def test_default_scaling_is_the_paper_s():
    data = load(PLAIN.encode(), "ill", family="lasso")
    X = np.concatenate([data.X_train, data.X_test])
    np.testing.assert_allclose(X.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_array_equal(np.abs(X).max(axis=0), 1)
    ridge = load(PLAIN.encode(), "ill")
    assert ridge.radius <= 1
    assert ridge.rho_ridge == pytest.approx(data.rho_ridge)


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"]
)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_separators_encodings_and_line_ends(separator, encoding, newline):
    text = PLAIN.replace("height", "größe").replace(",", separator).replace("\n", newline)
    data = raw(text.encode(encoding), "ill")
    assert data.attributes == ("age", "größe", "smoker=no", "smoker=yes")
    np.testing.assert_array_equal(rows_of(data), rows_of(raw(PLAIN.encode(), "ill")))


def test_bytes_that_are_no_cp1252_are_latin_1():
    data = raw("caf\xe9,\x81,y\n1,2,3\n4,5,6\n7,8,10\n".encode("latin-1"))
    assert data.attributes == ("café", "\x81")


@pytest.mark.parametrize("separator", [";", "\t", "|"])
def test_decimal_commas(separator):
    text = "a;b;c;y\n1,5;-2,25e1;1.234,5;3\n,5;7;12.345.678,5;4\n2;1;9;6\n".replace(";", separator)
    data = raw(text.encode())
    np.testing.assert_allclose(
        rows_of(data)[:, :3], [[0.5, 7, 12345678.5], [1.5, -22.5, 1234.5], [2, 1, 9]]
    )
    assert "decimal commas" in data.steps[0]


def test_dates_are_no_numbers():
    data = raw(
        b"day;b;c;y\n01.02.2020;1,5;1;1\n02.02.2020;2,5;2;2\n03.02.2020;0;1;4\n", max_categories=2
    )
    assert data.attributes == ("b", "c")
    assert fate(data, "day") == ColumnFate(
        "day", "text", "left out", "3 different texts, more than 2, such as '01.02.2020'"
    )


def test_quotation_marks_hide_separators_and_line_ends():
    data = raw(b'"a, with comma","b\nb",y\n"x, y",1,1\n"z ""q""",2,2\n"x, y",3,4\n')
    assert data.attributes == ("a, with comma=x, y", 'a, with comma=z "q"', "b\nb")


def test_excel_s_own_first_line_blank_lines_and_trailing_separators():
    expected = rows_of(raw(b"a;b;y\n1;2;3\n4;5;6\n7;8;10\n"))
    for text in (
        b"sep=;\na;b;y\n1;2;3\n4;5;6\n7;8;10\n",
        b"\n\n  \na;b;y\n\n1;2;3\n4;5;6\n\n7;8;10\n\n",
        b"a;b;y\n1;2;3;\n4;5;6;\n7;8;10;\n",
        b"a;b;y;\n1;2;3;\n4;5;6;\n7;8;10;\n",
        b" a ; b ; y \n 1 ; 2 ; 3 \n 4 ; 5 ; 6 \n 7 ; 8 ; 10 \n",
    ):
        np.testing.assert_array_equal(rows_of(raw(text)), expected)


def test_row_numbers_without_a_name_are_left_out():
    data = raw(b",a,b,y\n0,5,2,3\n1,4,5,6\n2,7,8,10\n")
    assert data.attributes == ("a", "b")
    assert data.columns[0] == ColumnFate(
        "column 1", "number", "left out", "row numbers without a name"
    )


def test_names_that_repeat_are_numbered_and_said():
    data = raw(b"a,a,,a (2),y\n1,2,3,4,5\n4,5,6,6,8\n7,8,8,1,0\n")
    assert data.attributes == ("a", "a (3)", "column 3", "a (2)")
    assert "columns of the same name were numbered ('a')" in data.steps[0]


def test_files_of_every_kind(tmp_path: Path):
    path = tmp_path / "table.csv"
    path.write_bytes(PLAIN.encode())
    expected = load(PLAIN.encode(), "ill")
    upload = io.BytesIO(PLAIN.encode())
    upload.name = "table.csv"
    upload.read()  # as a second run of a page finds it
    with path.open("rb") as opened, path.open(encoding="utf-8") as text:
        files = (path, str(path), bytearray(PLAIN.encode()), memoryview(PLAIN.encode()))
        for file in (*files, upload, opened, text):
            data = load(file, "ill")
            np.testing.assert_array_equal(data.X_train, expected.X_train)
            assert data.fingerprint == expected.fingerprint
    assert load(path, "ill").label == "table.csv"
    assert load(upload, "ill").label == "table.csv"
    assert str(tmp_path) not in load(path, "ill").provenance


def test_the_fingerprint_is_of_the_content():
    a, b = load(PLAIN.encode(), "ill"), load(PLAIN.replace("30", "31").encode(), "ill")
    assert a.fingerprint.startswith("sha256:")
    assert len(a.fingerprint) == 7 + 64
    assert a.fingerprint != b.fingerprint


@pytest.mark.parametrize(
    ("values", "y", "classes"),
    [
        (("no", "yes", "no"), (-1, 1, -1), ("no", "yes")),
        (("1", "2", "2"), (-1, 1, 1), ("1", "2")),
        (("-1", "1", "-1"), (-1, 1, -1), ("-1", "1")),
        (("True", "False", "True"), (1, -1, 1), ("0", "1")),
        (("0.5", "2", "2.0"), (-1, 1, 1), ("0.5", "2")),
        (("1", "2", "6"), (-2 / 3, -1 / 3, 1), None),
    ],
)
def test_targets(values, y, classes):
    lines = [f"{i},{i * i},{value}" for i, value in enumerate(values)]
    data = raw("\n".join(["a,b,y", *lines]).encode())
    np.testing.assert_allclose(rows_of(data)[:, -1], y, atol=1e-12)
    assert data.classes == classes
    assert data.targets_are_classes == (classes is not None)


def test_one_value_against_the_rest():
    text = b"a,b,y\n1,2,red\n3,4,green\n5,7,blue\n6,1,green\n"
    data = raw(text, positive="green")
    np.testing.assert_array_equal(rows_of(data)[:, -1], [-1, 1, -1, 1])
    assert data.classes == ("other", "green")
    data = raw(b"a,b,y\n1,2,3\n3,4,4\n5,7,5\n", positive="4")
    np.testing.assert_array_equal(rows_of(data)[:, -1], [-1, 1, -1])


GAPS = b"a,b,c,y\n1,,x,1\n2,4,,2\n3,8,z,\n6,9,x,5\n7,1,z,3\n"


def test_missing_values_are_filled_in():
    mean = raw(GAPS, missing="mean")
    assert mean.attributes == ("a", "b", "c=x", "c=z", "c=(missing)")
    np.testing.assert_allclose(rows_of(mean)[:, 1], [14 / 3, 4, 9, 1])
    np.testing.assert_array_equal(rows_of(mean)[:, 4], [0, 1, 0, 0])
    assert fate(mean, "b").detail == "1 missing value was filled in with the mean 4.66667"
    assert fate(mean, "c").detail == "3 categories, one of them for 1 missing"
    assert "1 row was left out because its target is missing." in mean.steps
    median = raw(GAPS, missing="median")
    np.testing.assert_allclose(rows_of(median)[:, 1], [4, 4, 9, 1])


def test_incomplete_rows_are_dropped():
    data = raw(GAPS, missing="drop")
    np.testing.assert_array_equal(rows_of(data)[:, 0], [6, 7])
    assert "1 row was left out because its target is missing." in data.steps
    assert "2 rows were left out because a value is missing." in data.steps


@pytest.mark.parametrize("word", ["", "NA", "N/A", "nan", "NaN", "?", "null", "NULL", "#N/A"])
def test_words_that_mean_missing(word):
    data = raw(f"a,b,y\n1,{word},1\n2,4,2\n3,6,5\n".encode(), missing="mean")
    assert rows_of(data)[0, 1] == 5


def test_empty_and_constant_columns():
    data = raw(b"a,b,c,d,y\n1,,5,u,1\n2,,5,u,2\n3,,5,u,7\n")
    assert data.attributes == ("a", "c")
    assert fate(data, "b") == ColumnFate("b", "empty", "left out", "no values")
    assert fate(data, "c") == ColumnFate("c", "number", "kept", "always 5")
    assert fate(data, "d") == ColumnFate("d", "category", "left out", "always 'u'")
    scaled = load(b"a,b,c,d,y\n1,,5,u,1\n2,,5,u,2\n3,,5,u,7\n")
    assert not scaled.X_train[:, 1].any()


def test_a_column_that_is_empty_wherever_there_is_a_target():
    data = raw(b"a,b,c,d,y\n1,,5,,1\n2,,6,,2\n3,7,5,u,\n4,,5,,3\n", missing="mean")
    assert data.attributes == ("a", "c")
    assert fate(data, "b").kind == fate(data, "d").kind == "empty"


def test_names_of_attributes_differ_whatever_the_categories():
    data = raw(b"c=x,c,y\n1,x,1\n2,(missing),2\n3,,4\n9,x,4\n", missing="mean")
    assert data.attributes == ("c=x", "c=(missing)", "c=x (2)", "c=(missing) (2)")
    assert rows_of(data)[:, 3].tolist() == [0, 0, 1, 0]


def test_five_thousand_columns_of_one_name():
    header, row = ",".join(["a"] * 5000 + ["y"]), ",".join(["1"] * 5000)
    data = raw(f"{header}\n{row},1\n{row},2\n2{row[1:]},4\n".encode())
    assert data.attributes[:3] == ("a", "a (2)", "a (3)")
    assert len(set(data.attributes)) == 5000


def test_the_cap_on_categories():
    text = "\n".join(["t,a,b,y", *(f"v{i},{i},{i % 3},{i % 2}" for i in range(21))]).encode()
    assert fate(raw(text), "t").fate == "left out"
    data = raw(text, max_categories=21)
    assert fate(data, "t").fate == "one-hot encoded"
    assert len(data.attributes) == 23


def test_booleans_with_gaps_and_numbers_too_large_for_integers():
    data = raw(b"a,b,y\nTrue,99999999999999999999999,1\n,2,2\nFalse,3,4\n", missing="mean")
    np.testing.assert_allclose(rows_of(data)[:, 0], [0, 0.5, 1])
    assert rows_of(data)[2, 1] == 1e23


def test_the_seed_makes_the_split():
    text = "\n".join(["a,b,y", *(f"{i},{i * i},{i % 7}" for i in range(50))]).encode()
    a, again, b = (load(text, seed=seed) for seed in (1, 1, 2))
    assert len(a.X_test) == 10
    np.testing.assert_array_equal(a.X_test, again.X_test)
    assert not np.array_equal(a.X_test, b.X_test)
    np.testing.assert_array_equal(rows_of(raw(text, seed=1)), rows_of(raw(text, seed=2)))
