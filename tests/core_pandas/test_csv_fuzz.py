"""Any bytes give either one sentence or a valid data set, and never a warning."""

import warnings

import numpy as np
from hypothesis import event, given, settings
from hypothesis import strategies as st

from aelr_core.datasets import SCALINGS, load_dataset
from aelr_core.datasets.csv.read import read_text

WILD = st.one_of(
    st.integers(-(10**30), 10**30).map(str),
    st.floats(allow_nan=True, allow_infinity=True).map(repr),
    st.sampled_from(["", " ", "NA", "?", "y ", "inf", "-inf", "1e400", "5e-324", "0x1", "1_0"]),
    st.sampled_from(["True", "None", '"', '"a', 'b"c"', "1,2", "1;2", "\t", "é", "\u200b", "١"]),
    st.text(max_size=5),
)
# A column is of one kind, perhaps with a few odd cells, so that most tables are nearly valid.
KINDS = (
    st.integers(-9, 9).map(str),
    st.integers(-(10**30), 10**30).map(str),
    st.floats(-1e3, 1e3).map(repr),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.floats(-100, 100).map(lambda v: f"{v:.3f}".replace(".", ",")),
    st.sampled_from(["True", "False"]),
    st.sampled_from(["u", "v", "1"]),
    st.text("abcdefgh", max_size=3),
    st.sampled_from(["0", "1"]),
    st.just("7"),
    st.just(""),
)
NAMES = st.sampled_from(["a", "b", "y", "", "1"]) | st.text(max_size=3)
ENCODINGS = ["utf-8-sig", "utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252", "ascii"]
FAULTS = ["names", "target", "wild", "ragged", "encoding", "separator", "rows"]
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "missing": st.sampled_from(["refuse", "mean", "median", "drop"]),
        "scaling": st.sampled_from(list(SCALINGS)),
        "family": st.sampled_from(["ridge", "lasso"]),
        "max_categories": st.integers(2, 30),
        "seed": st.integers(0, 9),
    },
)


@st.composite
def tables(draw: st.DrawFn) -> tuple[bytes, str]:
    """A table with up to two kinds of faults, and the name of its target."""
    faults = draw(st.lists(st.sampled_from(FAULTS), max_size=2))
    width = draw(st.integers(3, 6))
    height = draw(st.integers(0, 2) if "rows" in faults else st.integers(2, 12))
    names = ["y", "a", "b", "c", "d", "e"][:width]
    if "names" in faults:
        names = draw(st.lists(NAMES, min_size=1, max_size=width))
    kinds = [draw(st.sampled_from(KINDS)) for _ in range(width)]
    if "target" not in faults:
        kinds[0] = draw(st.sampled_from([st.integers(0, 9).map(str), st.sampled_from(["u", "v"])]))
    rows = [[draw(kind) for kind in kinds] for _ in range(height)]
    for row in rows:
        if "wild" in faults and draw(st.integers(0, 3)) == 0:
            row[draw(st.integers(0, width - 1))] = draw(WILD)
        if "ragged" in faults and draw(st.integers(0, 3)) == 0:
            row[draw(st.integers(0, width)) :] = draw(st.lists(WILD, max_size=3))
    separator = ":" if "separator" in faults else draw(st.sampled_from([",", ";", "\t", "|"]))
    newline = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    text = newline.join(separator.join(row) for row in [names, *rows])
    encoding = draw(st.sampled_from(ENCODINGS)) if "encoding" in faults else "utf-8"
    target = draw(st.sampled_from(names)) if {"names", "target"} & set(faults) else "y"
    return text.encode(encoding, errors="ignore"), target


def check(content: bytes, target: str, options: dict[str, object]) -> bool:
    """Load, and return whether it worked; anything but a sentence or a valid data set fails."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            data = load_dataset("csv", file=content, target=target, **options)
        except ValueError as error:
            message = str(error)
            assert message.endswith(".")
            assert len(message) < 1000
            return False
        radius = data.radius
    assert len(data.attributes) == data.d == data.X_train.shape[1] == data.X_test.shape[1] >= 2
    assert len(set(data.attributes)) == data.d
    assert len(data.y_train) == data.m >= 1
    assert len(data.y_test) == len(data.X_test) >= 1
    for array in (data.X_train, data.X_test, data.y_train, data.y_test, data.moments):
        assert array.dtype == np.float64
        assert np.isfinite(array).all()
        assert not array.flags.writeable
    if data.family == "ridge":
        assert radius <= 1
    y = np.concatenate([data.y_train, data.y_test])
    assert np.abs(y).max() == 1
    assert data.y_test.any()
    if data.targets_are_classes:
        assert set(y) == {-1.0, 1.0}
    assert 1 / data.d * (1 - 1e-9) <= data.rho_ridge <= 1 + 1e-9
    assert 1 / data.d * (1 - 1e-9) <= data.rho_lasso <= 1 + 1e-9
    assert len(data.columns) == len(read_text(content).names)
    assert sum(column.fate == "target" for column in data.columns) == 1
    return True


@settings(max_examples=200)
@given(st.binary(max_size=300), st.text(max_size=3), OPTIONS)
def test_any_bytes(content, target, options):
    check(content, target, options)


@settings(max_examples=200)
@given(st.text(alphabet="ab1,;\t|\"'\n\r .-eE+\x00", max_size=80), st.sampled_from("ab1"), OPTIONS)
def test_any_text_of_the_characters_that_matter(text, target, options):
    check(text.encode(), target, options)


@settings(max_examples=400)
@given(tables(), OPTIONS)
def test_tables_with_faults(table, options):
    event("a data set" if check(*table, options) else "a sentence")


# Squares of numbers below 1e-150 vanish, and a table without scaling is refused for it.
NUMBERS = st.floats(-1e99, 1e99).map(lambda value: value if abs(value) > 1e-150 else 0.0)


@settings(max_examples=100)
@given(
    st.lists(st.tuples(NUMBERS, NUMBERS, st.integers(0, 5)), min_size=2, max_size=30),
    st.integers(0, 9),
)
def test_tables_of_numbers_are_read_exactly(rows, seed):
    options = {"scaling": "none", "family": "lasso", "seed": seed}
    content = "\n".join(["a,b,y", *(f"{a!r},{b!r},{y}" for a, b, y in rows)]).encode()
    a, b, y = (set(column) for column in zip(*rows, strict=True))
    worked = check(content, "y", options)
    assert worked == (len(y) > 1 and max(len(a), len(b)) > 1)
    if worked:
        data = load_dataset("csv", file=content, target="y", **options)
        found = np.concatenate([data.X_train, data.X_test])
        assert sorted(map(tuple, found)) == sorted(row[:2] for row in rows)
