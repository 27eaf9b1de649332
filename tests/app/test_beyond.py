"""The page about what this project adds, by AppTest: the toy, the theorems, the study."""

import re
from collections.abc import Callable

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.results.study import study
from pages.ui.beyond import study as shown
from pages.ui.beyond import words
from pages.ui.beyond.prose import bullets
from tests.app.reading import charts

Open = Callable[..., AppTest]
PAGE = "pages/beyond.py"


def said(app: AppTest) -> str:
    return "\n".join(one.value for one in (*app.main.markdown, *app.main.caption))


def grid(app: AppTest, key: str) -> np.ndarray:
    """Return how often each pair was used."""
    (trace,) = charts(app)[key].figure["data"]
    return np.asarray(trace["z"]).reshape(12, 12)


def test_one_sample_uses_more_pairs_and_its_whole_diagonal(open_app: Open) -> None:
    app = open_app(PAGE)
    one, two = grid(app, "pairs_one"), grid(app, "pairs_two")
    assert one.sum() == 25
    assert np.trace(one) == 5
    assert two.sum() <= 6  # an even split: three draws and two
    assert all(len(chart.alt) > 60 for chart in charts(app).values())


def test_another_sample_and_more_examples(open_app: Open) -> None:
    app = open_app(PAGE)
    first = grid(app, "pairs_one")
    app.button(key="toy_draw").click().run()
    assert app.number_input(key="toy_sample").value == 8
    assert (grid(app, "pairs_one") != first).any()
    app = open_app(PAGE, toy_examples="100", toy_budget="3", mode="theory")
    many = grid(app, "pairs_one")
    assert many.sum() == pytest.approx(9)
    assert ((many > 0) & (many < 1)).any()  # shares, no longer yes or no


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_every_theorem_has_its_parts_and_the_family_s_have_numbers(
    open_app: Open, family: str
) -> None:
    app = open_app(PAGE, family=family, dim="50", examples="100")
    shown = said(app)
    assert len(app.main.expander) >= len(words.THEOREMS)
    for name in words.THEOREMS:
        parts = words.statement(name)
        assert list(parts) == ["Title", "Statement", "In words", "Reading", "Proof"]
        assert all(part in shown for part in parts.values())
        assert parts["Proof"].endswith("∎")
    for name, of in words.FAMILIES.items():
        told = shown.split(words.statement(name)["Reading"])[1].split("**Your settings** (")
        assert (len(told) > 1 and told[1].startswith(words.ABOUT[name])) == (of == family)
    assert shown.count("**Your settings**") == sum(of == family for of in words.FAMILIES.values())
    assert not re.search(r"\bnan\b", shown)


def test_nothing_is_divided_by_a_size_of_zero(open_app: Open) -> None:
    """Two attributes, both of them seen: the gradient at w* is exactly 0."""
    open_app(PAGE, dim="2", budget="2", alpha="0", examples="100")


def test_no_two_controls_have_the_same_name(open_app: Open) -> None:
    """The toy has an α of its own, and so has the sidebar."""
    app = open_app(PAGE, data="synthetic")
    widgets = [*app.number_input, *app.slider, *app.selectbox, *app.button_group]
    labels = [one.label for one in widgets]
    assert len(set(labels)) == len(labels)


# ---- The study: its maps, tabs, tables and curves ----

TABS = {
    "One panel": {"study_panel_curves"},
    "What the mends gain": {"mends_ridge", "mends_lasso"},
    "Attributes needed": {"needed_ridge", "needed_lasso"},
    "What each idea gains": {
        f"ideas_{at}_{of}" for at in ("smallest", "largest") for of in ("ridge", "lasso")
    },
    "Another norm bound": set(),
}


def test_the_tabs(open_app: Open) -> None:
    app = open_app(PAGE)
    always = {"pairs_two", "pairs_one", "bound_ratio", "verdicts_ridge", "verdicts_lasso"}
    for tab, more in TABS.items():
        app.session_state["study_tab"] = tab
        app.run()
        assert not app.exception
        assert {*charts(app)} == always | more
        assert all(len(chart.alt) > 60 for chart in charts(app).values())


def test_the_maps_the_counts_and_the_words_are_of_the_chosen_comparison(open_app: Open) -> None:
    app = open_app(PAGE, study_compare="D")
    counts = app.table[1].value
    assert list(counts.columns) == ["Comparison", "Wins", "Ties", "Losses", "First run"]
    chosen = study().comparisons["D"]
    row = counts.iloc[[*study().comparisons].index("D")]
    assert [row["Comparison"], *row[1:4]] == [chosen.title, *chosen.counts]
    cells = [shown.verdicts(study(), family, "D") for family in ("ridge", "lasso")]
    signs = [cell.verdict for cell in cells[0] + cells[1]]
    assert [signs.count(sign) for sign in (1, 0, -1)] == chosen.counts
    said = "\n".join(one.value for one in app.main.markdown)
    for sentence in (*chosen.may_be_said, *chosen.may_not_be_said, *study().never_said):
        assert bullets([sentence]) in said


def test_every_panel_has_its_curves_and_all_its_comparisons(open_app: Open) -> None:
    app = open_app(PAGE, study_panel="lasso-covertype-half-B")  # one that is not counted
    panel = study().panels["lasso-covertype-half-B"]
    drawn = charts(app)["study_panel_curves"].figure["data"]
    labels = [line.label for line in panel.lines]
    assert [one["name"] for one in drawn if one.get("name")] == labels
    assert len({one["uid"] for one in drawn}) == len(drawn)
    table = app.main.dataframe[-1].value
    assert len(table) == len(panel.sizes) * len(study().comparisons)


def test_what_an_idea_gains_is_in_its_own_row_and_column() -> None:
    for place in shown.ENDS.values():
        rows = shown.dissected(study(), "lasso")
        cells = {(c.row, c.column): c for c in shown.ideas(study(), "lasso", place)}
        assert len(cells) == len(rows) * len(shown.IDEAS)
        for (row, column), cell in cells.items():
            test = rows[row].tests[[*shown.IDEAS][column]][place]
            assert cell.verdict == (test.high < 0) - (test.low > 0)
            assert cell.more.startswith(f"{rows[row].title}, {test.examples:,} examples")
