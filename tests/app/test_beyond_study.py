"""The study on the page about what this project adds: its maps, tabs, tables and curves."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.results.study import study
from pages.ui.beyond import study as shown
from pages.ui.beyond.prose import bullets
from tests.app.reading import charts

Open = Callable[..., AppTest]
PAGE = "pages/beyond.py"


@pytest.mark.parametrize(
    ("tab", "more"),
    [
        ("One panel", {"study_panel_curves"}),
        ("What the mends gain", {"mends_ridge", "mends_lasso"}),
        ("Attributes needed", {"needed_ridge", "needed_lasso"}),
        (
            "What each idea gains",
            {f"ideas_{at}_{of}" for at in ("smallest", "largest") for of in ("ridge", "lasso")},
        ),
        ("Another norm bound", set()),
    ],
)
def test_the_tabs(open_app: Open, tab: str, more: set[str]) -> None:
    app = open_app(PAGE)
    app.session_state["study_tab"] = tab
    app.run()
    assert not app.exception
    always = {"pairs_two", "pairs_one", "bound_ratio", "verdicts_ridge", "verdicts_lasso"}
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
