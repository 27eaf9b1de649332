"""Any file, through the page: a table with its numbers or one sentence, and never an exception."""

from __future__ import annotations

import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from streamlit.testing.v1 import AppTest

from tests.app.conftest import APP

CELLS = some.one_of(
    some.integers(-9, 9).map(str),
    some.floats(allow_nan=True, allow_infinity=True).map(str),
    some.sampled_from(["", "NA", "a", "b", "1,5", '"', "=1+1", "<b>", "\u202e", "\x00", "é" * 40]),
    some.text(max_size=4),
)
NAMES = some.one_of(some.sampled_from(["a", "b", "y", "=cmd()", "![x](y)", "<i>"]), CELLS)


@some.composite
def tables(draw: some.DrawFn) -> bytes:
    """Something like a table: a header, rows of about its length, any separator and encoding."""
    columns = draw(some.integers(1, 5))
    separator = draw(some.sampled_from([",", ";", "\t", "|", " "]))
    head = draw(some.lists(NAMES, min_size=columns, max_size=columns))
    row = some.lists(CELLS, min_size=columns, max_size=columns + draw(some.integers(0, 1)))
    rows = draw(some.lists(row, max_size=12)) * draw(some.sampled_from([1, 1, 5]))
    text = "\n".join(separator.join(cells) for cells in [head, *rows])
    encoding = draw(some.sampled_from(["utf-8", "utf-16", "latin-1"]))
    return text.encode(encoding, "replace")


@pytest.fixture(scope="module")
def app() -> AppTest:
    main = sys.modules["__main__"]  # AppTest puts the script in its place
    opened = AppTest.from_file(str(APP), default_timeout=60).run()
    opened.switch_page("pages/your_data.py").run()
    sys.modules["__main__"] = main
    assert not opened.exception
    return opened


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(content=tables() | some.binary(max_size=200), name=some.text(max_size=30), at=some.data())
def test_any_file_is_a_table_or_a_sentence(
    app: AppTest, content: bytes, name: str, at: some.DataObject
) -> None:
    """One visitor uploads file after file and turns every knob that comes with a table."""
    app.file_uploader[0].set_value((name or "x.csv", content, "text/csv")).run()
    _all_is_well(app)
    for key in ("table_target", "table_missing", "table_positive", "table_scaling"):
        found = [box for box in app.main.selectbox if box.key == key]
        for box in found:
            box.select_index(at.draw(some.integers(0, len(box.options) - 1))).run()
            _all_is_well(app)


def _all_is_well(app: AppTest) -> None:
    assert not app.exception
    for error in app.main.error:
        assert error.value.endswith(".")
        assert "\n" not in error.value
        assert "Traceback" not in error.value
