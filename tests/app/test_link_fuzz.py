"""Any address: a valid spec and sentences, on every page, never an exception."""

from __future__ import annotations

import dataclasses
from urllib.parse import parse_qs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aelr_core.datasets.options import Option
from aelr_core.experiments import ExperimentSpec
from pages.ui.beyond.controls import OWN as BEYOND
from pages.ui.bounds.controls import OWN as BOUNDS
from pages.ui.microscope.controls import OWN as MICROSCOPE
from pages.ui.ratios.controls import OWN as RATIOS
from pages.ui.sampling.controls import OWN as SAMPLING
from pages.ui.settings import page_options
from pages.ui.settings.link import checked, from_query
from pages.ui.settings.rows import Row
from pages.ui.settings.sidebar_rows import ROWS

PAGES = {
    "beyond": BEYOND,
    "bounds": BOUNDS,
    "microscope": MICROSCOPE,
    "ratios": RATIOS,
    "sampling": SAMPLING,
}
NUMBERS = st.floats().map(str) | st.integers().map(str) | st.sampled_from(["1e9", "-0", "٣", "²"])
TEXTS = NUMBERS | st.text() | st.binary().map(lambda raw: raw.decode("latin-1"))
JUNK = (
    TEXTS
    | st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.lists(st.integers() | st.text() | st.lists(st.none()), max_size=4)
    | st.dictionaries(st.text(), st.none(), max_size=2)
)


def holds(query: dict[str, list[str]]) -> None:
    settings, problems = from_query(query)
    assert checked(dataclasses.asdict(settings)) == (settings, ())
    assert isinstance(settings.spec(), ExperimentSpec)
    assert all(p.endswith(("is used.", "is left out.")) and len(p) < 300 for p in problems)


@given(st.binary(max_size=200))
def test_any_bytes_behind_the_question_mark(raw: bytes) -> None:
    holds(parse_qs(raw.decode("latin-1"), keep_blank_values=True))


@given(st.lists(st.tuples(st.sampled_from([*ROWS, "table"]), TEXTS), max_size=6))
def test_any_value_of_a_name_that_counts(pairs: list[tuple[str, str]]) -> None:
    query: dict[str, list[str]] = {}
    for name, text in pairs:
        query.setdefault(name, []).append(text)
    holds(query)


@pytest.mark.parametrize("page", PAGES)
@given(data=st.data())
def test_a_pages_own_settings(page: str, data: st.DataObject) -> None:
    """Whatever the link or the browser says, a setting is in its range or refused in a sentence."""
    rows = PAGES[page].rows
    row = rows[data.draw(st.sampled_from([*rows]))]
    for read, junk in ((row.parse, st.lists(TEXTS, min_size=1, max_size=2)), (row.check, JUNK)):
        sentence = ""
        try:
            value = read(data.draw(junk))
        except ValueError as error:
            sentence = str(error)
        if sentence:
            assert "\n" not in sentence.strip()
            assert len(sentence) < 400
        else:
            assert row.check(value) == value
            assert row.parse([",".join(row.texts(value))]) == value


@given(JUNK | st.lists(st.sampled_from([5, 50, "5", [5], None]), max_size=3))
def test_some_of_a_few_numbers(junk: object) -> None:
    dims = Option("dims", "d", "several", (500,), choices=(5, 50, 500))
    few = Row(dims, "pills", most=2)
    try:
        chosen = few.check(junk)
    except ValueError:
        return
    assert 1 <= len(chosen) <= 2
    assert set(chosen) <= {5, 50, 500}


@pytest.mark.parametrize("page", PAGES)
@given(data=st.data())
def test_what_a_page_uses_is_always_in_range(page: str, data: st.DataObject) -> None:
    own = PAGES[page]
    state = data.draw(st.dictionaries(st.sampled_from([*own.rows]), JUNK))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page_options.st, "session_state", state)
        for name, row in own.rows.items():
            used = own.value(name)
            assert used == row.option.default or row.check(used) == used
