"""The study on the page about what this project adds: verdicts, words, tabs, losses."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from aelr_core.study import COMPARISONS, PANELS, RESULTS, Study, read
from pages.ui.beyond import findings, study
from pages.ui.beyond.prose import bullets
from tests.app.fake_study import made_up
from tests.app.reading import charts

Open = Callable[..., AppTest]
PAGE = "pages/beyond.py"


def said(app: AppTest) -> str:
    return "\n".join(one.value for one in (*app.main.markdown, *app.main.caption))


@pytest.fixture
def some_panels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Study:
    made_up(tmp_path)
    monkeypatch.setattr(study, "FOLDER", tmp_path)
    return study.stored()


def test_nothing_computed_is_said(
    open_app: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study, "FOLDER", tmp_path)
    app = open_app(PAGE)
    assert f"**0 of {len(PANELS)} panels** are computed" in said(app)
    assert "python -m aelr_core study" in said(app)
    assert not app.tabs


def test_losses_are_as_large_as_wins(open_app: Open, some_panels: Study) -> None:
    app = open_app(PAGE)
    counts = app.table[1].value
    assert list(counts.columns) == ["Comparison", "Wins", "Ties", "Losses", "First run"]
    assert counts.iloc[0, 1:-1].tolist() == [4, 3 + 1, 3]  # α = −2 and −1 have four sizes
    assert counts["First run"].iloc[[0, -1]].tolist() == ["56 / 35 / 3", "not in it"]
    assert "Of the 55 comparisons of the plain forms that are in both runs, " in said(app)
    shown = said(app)
    sizes = {row["Panel"]: row for row in findings.by_size(some_panels, "a")}
    assert sizes["Simulated lasso, α = 0"]["Losses"].startswith("2,000 (× 20")
    assert sizes["Simulated ridge, α = −1"]["Ties"].startswith("2,000 (× 1")
    assert sizes["Simulated ridge, α = −2"]["Wins"].startswith("2,000 (× 0.5")
    assert sizes["Simulated ridge, α = −2"]["Losses"] == ""
    assert "That JAELR is always better than DDAELR: of 3 comparisons it loses 3" in shown
    every = "JAERR, untuned, beats tuned DDAERR at every size on 1 of 2 panels (α = −2)."
    assert bullets([every]) in shown
    lost, won = (
        [cell for cell in study.verdicts(some_panels, family, "a") if cell.verdict == sign]
        for family, sign in (("lasso", -1), ("ridge", 1))
    )
    assert (len(lost), len(won)) == (3, 4)
    assert lost[0].words.startswith("L 20")
    assert won[0].words.startswith("W 0.5")


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
def test_the_tabs(open_app: Open, some_panels: Study, tab: str, more: set[str]) -> None:
    app = open_app(PAGE)
    app.session_state["study_tab"] = tab
    app.run()
    assert not app.exception
    always = {"pairs_two", "pairs_one", "bound_ratio", "verdicts_ridge", "verdicts_lasso"}
    assert {*charts(app)} == always | more
    assert all(len(chart.alt) > 60 for chart in charts(app).values())


def test_a_panel_that_is_missing_says_so(open_app: Open, some_panels: Study) -> None:
    app = open_app(PAGE, study_panel="ridge-0")
    assert [one.value for one in app.info] == ["Simulated ridge, α = 0: not computed yet."]
    missing = "not computed yet: simulated ridge, α = 0; simulated"
    assert bullets([missing])[2:] in said(app)


def test_what_is_needed_and_what_each_idea_gains(some_panels: Study) -> None:
    by_row = {one.row: one for one in study.shares(some_panels, "lasso", "joint")}
    assert by_row[0].fraction is None  # twenty times the error is never theirs
    ridge = study.shares(some_panels, "ridge", "joint")
    assert all(one.fraction is not None and one.fraction < 0.2 for one in ridge if one.row == 4)
    for place in study.ENDS.values():
        found = study.ladder(some_panels, "lasso", place)
        steps = {cell.column: cell.verdict for cell in found}
        assert steps[1] == -1  # the joint sample is what costs here
        assert [*steps] == [0, 1, 2, 3]
    errors = study.balls(some_panels, "ridge")
    assert [row["Norm bound"] for row in errors[:3]] == ["B/2", "B", "2B"]
    assert errors[2]["JAERR"] == "not yet"
    assert float(errors[0]["JAERR"]) == pytest.approx(0.04, rel=0.1)
    for family in ("ridge", "lasso"):  # a table each: no cell is empty
        table = study.balls(some_panels, family)
        assert len(table) == 6
        assert len({tuple(row) for row in table}) == 1


def with_tests(some: Study, *changed: dict[str, float]) -> Study:
    """Return the study with other numbers at the first sizes of its first comparison."""
    own = sorted((t for t in some.tests if t.letter == "a"), key=lambda t: t.panel != "lasso-0")
    tests = [replace(test, **new) for test, new in zip(own, changed, strict=False)]
    return replace(some, tests=(*tests, *own[len(tests) :]))


def test_a_tie_that_leans_is_no_tie_without_difference(some_panels: Study) -> None:
    """The worst factor may be a tie: it is named, with its errors, and tinted like a win's."""
    tie = {"p_holm": 0.2, "p": 0.01, "mean_ours": 1.3e-5, "mean_theirs": 1.3e-5 / 152}
    found = with_tests(some_panels, tie, {"p_holm": 0.2, "p": 0.01, "difference": -1.0})
    sentence = next(one for one in findings.may_not_be_said(found, "a") if "JAELR" in one)
    assert "of 3 comparisons it loses 1, and 2 are not significant" in sentence
    assert "(each taken alone, there would be 1 loss and 1 win among them)" in sentence
    assert "is 152: errors of 1.3 × 10⁻⁵ against 8.6 × 10⁻⁸, both about 0" in sentence
    cells = study.verdicts(found, "lasso", "a")
    assert [(cell.verdict, cell.leans) for cell in cells] == [(0, -1), (0, 1), (-1, -1)]


def test_every_size_that_was_won_is_named(some_panels: Study) -> None:
    win = {"p_holm": 0.01, "p": 0.01, "difference": -1.0}
    found = with_tests(some_panels, win, {"p_holm": 0.2}, win)
    sentence = next(one for one in findings.may_be_said(found, "a") if "JAELR" in one)
    assert sentence.endswith("at some sizes on 1 of 1 panels (α = 0 at 2,000 and 20,000).")


def test_errors_that_differ_are_written_so(some_panels: Study) -> None:
    near = {"mean_ours": 0.12244, "mean_theirs": 0.1202, "p_holm": 0.2, "p": 0.2}
    found = with_tests(some_panels, near, near, near)
    sentence = next(one for one in findings.may_not_be_said(found, "a") if "JAELR" in one)
    assert "it loses none, and 3 are not significant" in sentence
    assert "there would be no losses and no wins among them" in sentence
    assert "is 1.02: errors of 0.122 against 0.120 on α = 0 at 2,000." in sentence


def test_what_the_automatic_step_costs_at_small_sizes_is_said_first() -> None:
    """From the stored study: every panel with a clear cost is named or counted."""
    whole = read(RESULTS)
    said = next(one for one in findings.may_not_be_said(whole, "a") if "automatic step" in one)
    few, many = said.index("**smallest size**"), said.index("**largest size**")
    assert few < many
    clear = [test for test in whole.idea("step", 0) if test.low > 0]
    assert f"it clearly costs on {len(clear)} of {len(whole.ablations)} panels" in said[few:many]
    worst = sorted((t for t in clear if t.mean_ours > 0.001), key=lambda t: -t.ratio)
    for test in worst[:4]:
        errors = f"({test.mean_ours:.3f} against {test.mean_theirs:.3f})"
        assert f" at {test.examples:,} {errors}" in said[few:many]
        assert f"{test.ratio:.2f} times" in said[few:many]
    assert f"less on {len(worst) - 4} more" in said[few:many]
    assert "on MNIST ridge, k + 1 = 5 at 1,444" in said[few:many]
    assert "simulated lasso, α = 0 at 2,000 (0.00025 against 0.00012), both about 0" in said
    smallest, largest = (
        [cell.words for cell in study.ladder(whole, "ridge", place) if cell.column == 3]
        for place in study.ENDS.values()
    )
    assert len(smallest) == len(largest) == len(study.dissected("ridge"))
    assert float(max(smallest)) > float(max(largest))


@pytest.mark.parametrize("letter", COMPARISONS)
def test_the_sentences_about_the_stored_study_are_english(letter: str) -> None:
    whole = read(RESULTS)
    said = " ".join(
        [*findings.may_not_be_said(whole, letter), *findings.may_be_said(whole, letter)]
    )
    assert not re.search(r"\b1 (losses|wins|panels|comparisons)\b|\b1 are\b", said)
    assert not re.search(r"\de[−+-]\d", said)
    assert not re.search(r"\b(on|;|and) (Simulated|Digits|Cancer|Diabetes)", said)
    assert all(a != b for a, b in re.findall(r"([\d.]+) against ([\d.]+)", said))
    assert not re.search(r"\d of \d+ \(", said)


def test_ours_are_named_as_ours_in_the_curves(some_panels: Study) -> None:
    lines = study.lines(some_panels, "ridge-2")
    names = {line.uid: line.words for line in lines}
    assert len(names) == len(lines)
    assert names["jaerr"] == "JAERR (ours)"
    assert names["ddaerr"] == "DDAERR"
    mended = [line.words for line in lines if line.mended]
    assert mended == ["Mended JAERR (ours)", "Mended Adaptive JAERR (ours)"]
    caption = findings.curves(PANELS["ridge-2"])
    assert "Online ridge sees all attributes of each of its examples." in caption
    assert "so it gets fewer examples. It is drawn at the others' number of examples." in caption
