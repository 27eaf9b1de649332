"""Words from a visitor's file are data wherever they are shown, never markup."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.ui.prose import in_chart, in_file_name, in_markdown, in_spreadsheet, one_line

FORMULA = re.compile(r"(^|[;,|\t\r\n\"])\s*[=+\-@]")


@given(st.text())
def test_no_cell_begins_like_a_formula(text: str) -> None:
    assert not FORMULA.search(in_spreadsheet(text))


@pytest.mark.parametrize(
    "bad", ["=1+1", " =1", "+1", "-1", "@SUM(A1)", "\t=1", "\uff1dcmd()", 'a"=1', "x,-1"]
)
def test_formulas_get_an_apostrophe(bad: str) -> None:
    assert "'" in in_spreadsheet(bad)
    assert in_spreadsheet(bad).replace("'", "") == one_line(bad)


def test_usual_names_stay_as_they_are() -> None:
    for name in ("age", "ldl-c", "ward=A", "a + b", "Größe (cm)", "x_1", "50 %", "a/b", "q; r"):
        assert in_spreadsheet(name) == name
        assert in_chart(name) == name
        assert one_line(name) == name


@given(st.text())
def test_a_chart_gets_no_tags(text: str) -> None:
    label = in_chart(text)
    assert "<" not in label
    assert ">" not in label
    assert html.unescape(label) == one_line(text, 28)


@given(st.text())
def test_markdown_shows_every_letter_and_nothing_more(text: str) -> None:
    escaped = in_markdown(text)
    assert "\n" not in escaped
    # each sign that could mean something has a backslash before it
    assert not re.search(r"(?<!\\)(\\\\)*[!-/:-@\[\]-`{-~]", escaped.replace("\\\\", ""))
    shown = re.sub(r"\\(.)", r"\1", escaped).replace("\u2060", "")
    assert shown == one_line(text, 600)


def test_markdown_has_no_colon_that_could_name_an_icon_or_an_address() -> None:
    for text in (":smile:", "https://x.org", ":material/home:", "a@b.org", "www.x.org"):
        assert "\u2060" in in_markdown(text)


@given(st.text())
def test_a_line_is_printable_and_short(text: str) -> None:
    line = one_line(text, 20)
    assert line.isprintable()
    assert len(line) <= 20


@given(st.text())
def test_a_file_name_is_harmless(text: str) -> None:
    name = in_file_name(text)
    assert name
    assert len(name) <= 60
    assert all(letter.isalnum() or letter in " .-_()" for letter in name)
    assert ".." not in name
