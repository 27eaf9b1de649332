"""Every refusal is one sentence that says what to change."""

import pytest

from aelr_core.datasets import DatasetError, load_dataset
from aelr_core.datasets.csv import columns, read

GOOD = b"a,b,y\n1,2,3\n4,5,6\n7,8,10\n"


def refusal(file: object, target: str = "y", **options: object) -> str:
    with pytest.raises(DatasetError) as error:
        load_dataset("csv", file=file, target=target, **options)
    message = str(error.value)
    assert message.endswith(".")
    assert "\n" not in message
    assert message.count(". ") == 0, "one sentence"
    assert ":" in message or "must" in message, "says what to change"
    return message


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (b"", "The file is empty"),
        (b" \n\t\n", "The file is empty"),
        (b"\xef\xbb\xbf", "The file is empty"),
        (b"\xff\xfe", "The file is empty"),
        (b"a,b,y", "no rows"),
        (b"a,b,y\n\n", "no rows"),
        (b"a,b,y\n1,2,3\n", "1 row below the names"),
        (b"y\n1\n2\n", "Only one column"),
        (b"just some words\nand more\n", "Only one column"),
        (b"1,2,3\n4,5,6\n7,8,9\n", "must name the columns"),
        (b"1,5;2,5\n1,7;3,5\n", "must name the columns"),
        (b",,\n1,2,3\n4,5,6\n", "must name the columns"),
        (b"a,y\n1,2\n3,4\n", "at least two"),
        (b"a,b,y\n1,1,1\n1,1,2\n", "the same value in all rows"),
        (b"a,b,y\n1,2,3\n4,5,3\n", "the same value in every row, '3'"),
        (b"a,b,y\n1,2,yes\n4,5,yes\n", "the same value in every row, 'yes'"),
        (b"a,b,y\n1,2,u\n4,5,v\n6,7,w\n", "3 different texts"),
        (b"a,b,y\n1,2,\n4,5,\n", "'y' has 2 missing values"),
        (
            b"a,b,y\n1,inf,3\n4,5,6\n",
            "'b' holds an infinite number",
        ),
        (
            b"a,b,y\n1,-Infinity,3\n4,5,6\n",
            "'b' holds an infinite number",
        ),
        (
            b"a,b,y\n1,1e999,3\n4,5,6\n",
            "'b' holds an infinite number",
        ),
        (
            b"a,b,y\n1,2,3\n4,5,inf\n",
            "'y' holds an infinite number",
        ),
        (b"a,b,y\n1,1e200,3\n4,5,6\n", "beyond ±1e+100 in data row 1"),
        (b"a,b,y\n1,,3\n4,5,6\n", "'b' has 1 missing value, the first in data row 1"),
        (b"a,b,y\n1,2\n4,5,6\n", "'y' has 1 missing value"),
        (b"a,b,y\n1,2,3,4\n4,5,6\n", "Data row 1 has more fields"),
        (b"a,b,y\n1,2,3,4,5\n4,5,6\n", "Data row 1 has more fields"),
        (b"a,b,y\n1,2,3\n4,5,6,7,8,9\n", "Data row 2 has more fields"),
        (b'a,b,y\n1,"2,3\n4,5,6\n', "quotation mark"),
        (b"a,b,y,y\n1,2,3,4\n5,6,7,8\n", "several are called 'y'"),
        (b"a,b,c\n1,2,3\n4,5,6\n", "target must be the name of a column, one of 'a', 'b', 'c'"),
        (b"a,b,y\n\x00\x01\x02\n", "not text"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not text"),
        (b"a,\x07b,y\n1,2,3\n4,5,6\n", "not text"),
        (b"\xff\xfea", "not text"),
        (b"PK\x03\x04rest", "an Excel workbook"),
        (b"\x1f\x8brest", "a gzip archive"),
        (b"%PDF-1.4", "a PDF document"),
        ("no/such/file.csv", "No such file"),
        (".", "directory"),
        ("a\x00b", "path is not valid"),
        (5, "of type int"),
    ],
)
def test_refusals(file, words):
    assert words in refusal(file)


def test_only_texts_that_differ_everywhere():
    text = "\n".join(["a,b,y", *(f"u{i},v{i},{i}" for i in range(30))]).encode()
    assert "allow more categories" in refusal(text)


def test_missing_values_leave_too_few_rows():
    assert "complete enough" in refusal(b"a,b,y\n1,,3\n,5,6\n7,8,10\n", missing="drop")


def test_a_value_that_the_target_does_not_have():
    assert "such as '3', but it is '4'" in refusal(GOOD, positive="4")


def test_ten_thousand_columns():
    header = ",".join(f"c{i}" for i in range(10_000))
    row = ",".join("1" for _ in range(10_000))
    message = refusal(f"{header}\n{row}\n{row}\n".encode(), "c0")
    assert "10,000 columns" in message


def test_too_many_attributes_after_encoding():
    categories = [f"{column}{row % 150}" for row in range(150) for column in ("",)]
    header = ",".join(f"c{i}" for i in range(40)) + ",y"
    rows = [",".join([f"v{c}"] * 40) + f",{i}" for i, c in enumerate(categories)]
    message = refusal("\n".join([header, *rows]).encode(), max_categories=200)
    assert "6,000 attributes after encoding, more than 5,000" in message


def test_too_much_memory(monkeypatch):
    monkeypatch.setattr(columns, "MOST_NUMBERS", 5)
    assert "512 MiB" in refusal(GOOD)


def test_more_than_20_mb(tmp_path):
    line = b"1,2,3\n"
    large = b"a,b,y\n" + line * (read.LARGEST_BYTES // len(line) + 1)
    assert "larger than 20 MB" in refusal(large)
    path = tmp_path / "large.csv"
    path.write_bytes(large)
    assert "larger than 20 MB" in refusal(path)


def test_more_than_200_000_rows():
    lines = [b"a,b,y", *(b"%d,%d,%d" % (i % 10, i % 7, i % 3) for i in range(columns.MOST_ROWS))]
    data = load_dataset("csv", file=b"\n".join(lines), target="y")
    assert data.m + len(data.X_test) == columns.MOST_ROWS
    assert "more than 200,000 rows" in refusal(b"\n".join([*lines, b"1,2,3"]))


def test_one_line_of_a_million_characters():
    assert "more than a million characters" in refusal(b"a," * 600_000 + b"y\n1,2\n3,4\n")


def test_a_cell_of_200_000_characters():
    long = b"x" * 200_000
    for text in (b"a,b,y\n1,%b,2\n3,z,4\n" % long, b"a,%b,y\n1,2,3\n4,5,6\n" % long):
        assert refusal(text).startswith("The file has a cell of more than 131,072 characters")


def test_many_columns_are_not_all_listed():
    header = ",".join(f"c{i}" for i in range(100))
    row = ",".join("1" for _ in range(100))
    message = refusal(f"{header}\n{row}\n{row}\n".encode(), "nothing")
    assert "and 80 more" in message
    assert len(message) < 400


def test_options_are_checked():
    for options in ({"missing": "zero"}, {"max_categories": 1}, {"positive": 3}, {"scaling": "x"}):
        name = next(iter(options))
        with pytest.raises(ValueError, match=f"^{name} must be "):
            load_dataset("csv", file=GOOD, target="y", **options)


def test_nothing_in_a_file_is_executed():
    text = b"a,b,y\n__import__('os').abort(),1,1\n=1+1,2,2\n__import__('os').abort(),3,4\n"
    data = load_dataset("csv", file=text, target="y")
    assert "a==1+1" in data.attributes
