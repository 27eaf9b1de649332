"""Links and settings: whatever comes in, valid settings come out, and sentences."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.ui.state import DEFAULTS, OPTIONS, Settings, checked, from_query, to_query

VALID = st.builds(
    Settings,
    alpha=st.floats(-4, 0),
    dim=st.integers(2, 2000),
    family=st.sampled_from(["ridge", "lasso"]),
    budget=st.integers(2, 2000),
    examples=st.integers(100, 20_000),
    seed=st.integers(0, 999_999),
).filter(lambda s: s.budget <= s.dim)


def test_table_and_settings_have_the_same_names_and_defaults() -> None:
    assert [f.name for f in dataclasses.fields(Settings)] == list(OPTIONS)
    assert {name: o.default for name, o in OPTIONS.items()} == dataclasses.asdict(DEFAULTS)
    assert checked({}) == (DEFAULTS, ())


@given(VALID)
def test_a_link_brings_the_settings_back(settings: Settings) -> None:
    query = {name: [text] for name, text in to_query(settings).items()}
    assert from_query(query) == (settings, ())


def test_a_link_says_only_what_differs() -> None:
    assert to_query(DEFAULTS) == {}
    assert to_query(Settings(dim=100, family="lasso")) == {"dim": "100", "family": "lasso"}


@given(st.dictionaries(st.sampled_from([*OPTIONS, "embed", "x"]), st.lists(st.text(), max_size=3)))
def test_any_link_gives_valid_settings(query: dict[str, list[str]]) -> None:
    settings, problems = from_query(query)
    assert checked(dataclasses.asdict(settings)) == (settings, ())
    assert all(p.endswith("is used.") and len(p) < 300 for p in problems)


@given(
    st.dictionaries(
        st.sampled_from(list(OPTIONS)),
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.binary()),
    )
)
def test_any_values_give_valid_settings(values: dict[str, object]) -> None:
    settings, _ = checked(values)
    assert checked(dataclasses.asdict(settings)) == (settings, ())
    assert 2 <= settings.budget <= settings.dim


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"alpha": ["nan"]}, "alpha must be a finite number from -4 to 0, but it is 'nan': -2.0"),
        ({"alpha": ["0.5"]}, "alpha must be a finite number from -4 to 0, but it is '0.5': -2.0"),
        ({"dim": ["1e3"]}, "dim must be a whole number from 2 to 2000, but it is '1e3': 500"),
        ({"dim": ["9" * 5000]}, "dim must be a whole number from 2 to 2000, but it is '9999"),
        ({"family": ["elastic"]}, "family must be one of 'ridge', 'lasso', but it is 'elastic': r"),
        ({"budget": ["6"], "dim": ["4"]}, "budget must be at most dim, 4, but it is 6: 4 is used."),
        ({"budget": ["1"]}, "budget must be a whole number from 2 to 2000, but it is '1': 5 is"),
    ],
)
def test_a_bad_value_gets_a_sentence(query: dict[str, list[str]], sentence: str) -> None:
    _, problems = from_query(query)
    assert len(problems) == 1
    assert problems[0].startswith(sentence)


def test_a_small_d_takes_the_default_budget_along_without_a_word() -> None:
    assert from_query({"dim": ["3"]}) == (Settings(dim=3, budget=3), ())


def test_the_last_of_several_values_counts() -> None:
    assert from_query({"dim": ["10", "20"]})[0].dim == 20
