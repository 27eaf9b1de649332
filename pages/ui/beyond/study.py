"""The frozen study, arranged for its pictures and tables."""

from __future__ import annotations

from aelr_core.algorithms import by_word
from aelr_core.results.study import (
    LOSS,
    TIE,
    WIN,
    Compared,
    Comparison,
    Panel,
    Study,
    against,
    error,
    powers,
    ratio,
)
from pages.ui.figures.needed import Share
from pages.ui.figures.verdict_map import Cell

SIZES = ("1st", "2nd", "3rd", "4th")
IDEAS = {"average": "average", "sample": "one sample", "design": "design", "step": "step rule"}
MENDS = ("joint", "adaptive")
# The ends of a panel's sizes, by their places among them.
ENDS = {"smallest": 0, "largest": -1}
_SIGN = {WIN: 1, TIE: 0, LOSS: -1}
_LETTER = {WIN: "W", TIE: "t", LOSS: "L"}


def counts(study: Study) -> list[dict[str, str | int]]:
    """Return wins, ties and losses of every comparison."""
    return [
        {
            "Comparison": one.title,
            **dict(zip(("Wins", "Ties", "Losses"), one.counts, strict=True)),
            "First run": _first_run(one),
        }
        for one in study.comparisons.values()
    ]


def _first_run(one: Comparison) -> str:
    return "not in it" if one.first_run is None else " / ".join(map(str, one.first_run))


def by_size(study: Study, letter: str) -> list[dict[str, str]]:
    """Return the sizes that ours loses, ties and wins in a comparison, a row per panel."""
    return [
        {
            "Panel": panel.title,
            **{
                head: ", ".join(
                    f"{test.examples:,} (× {ratio(test.ratio)})"
                    for test in panel.tests[letter]
                    if test.verdict == verdict
                )
                for head, verdict in (("Losses", LOSS), ("Ties", TIE), ("Wins", WIN))
            },
        }
        for panel in study.panels.values()
        if panel.counted
    ]


def dissected(study: Study, family: str) -> list[Panel]:
    """Return the panels of a family on which each idea is tried by itself."""
    return [panel for panel in study.of_family(family) if "step" in panel.tests]


def verdicts(study: Study, family: str, letter: str) -> list[Cell]:
    """Return the cells of a family's map for one comparison: a row per panel, sizes across."""
    return [
        Cell(
            row,
            column,
            _SIGN[test.verdict],
            f"{_LETTER[test.verdict]} {ratio(test.ratio)}",
            _hover(study, panel, letter, test),
            leans=_SIGN[test.alone],
        )
        for row, panel in enumerate(study.of_family(family))
        for column, test in enumerate(panel.tests[letter])
    ]


def ideas(study: Study, family: str, place: int) -> list[Cell]:
    """Return what each idea gains at one place among the sizes."""
    return [
        _change(study, panel, letter, place, row, column)
        for row, panel in enumerate(dissected(study, family))
        for column, letter in enumerate(IDEAS)
    ]


def mends(study: Study, family: str) -> list[Cell]:
    """Return what the mends gain at the smallest and the largest size."""
    return [
        _change(study, panel, letter, place, row, len(ENDS) * pair + end)
        for row, panel in enumerate(study.of_family(family))
        for pair, letter in enumerate(MENDS)
        for end, place in enumerate(ENDS.values())
    ]


def mend_columns(family: str) -> list[str]:
    """Return the names of the columns of `mends`."""
    return [f"{by_word(word, family).short}, {end}" for word in MENDS for end in ("few", "many")]


def shares(study: Study, family: str, ours: str) -> list[Share]:
    """Return the attributes that ours needs for the error of each of the paper's, by panel."""
    return [
        Share(row, one.key, one.theirs, one.fraction, one.at_most)
        for row, panel in enumerate(study.of_family(family))
        for one in panel.needed
        if one.ours == ours
    ]


def tests(study: Study, panel: Panel) -> list[dict[str, str]]:
    """Return the comparisons of a panel as rows of a table."""
    return [
        {
            "Comparison": " against ".join(study.pairs[letter][panel.family]),
            "Examples": f"{test.examples:,}",
            "Errors": against(test.ours, test.theirs),
            "Difference, 95% interval": _interval(test),
            "p, corrected": powers(f"{test.p:.2g}"),
            "Verdict": test.verdict,
        }
        for letter in study.comparisons
        for test in panel.tests[letter]
    ]


def _change(study: Study, panel: Panel, letter: str, place: int, row: int, column: int) -> Cell:
    """Return the cell of what a change gains; its verdict is not corrected for many."""
    test = panel.tests[letter][place]
    hover = _hover(study, panel, letter, test)
    return Cell(row, column, _SIGN[test.verdict], ratio(test.ratio), hover)


def _interval(test: Compared) -> str:
    """Return the mean difference of a test and its 95% interval, with the digits of errors."""
    mean, low, high = (
        f"{'+' if x > 0 else '−' if x < 0 else ''}{error(abs(x))}"
        for x in (test.difference, test.low, test.high)
    )
    return f"{mean} ({low} to {high})"


def _hover(study: Study, panel: Panel, letter: str, test: Compared) -> str:
    ours, theirs = study.pairs[letter][panel.family]
    again = ", examples come again" if test.examples > panel.rows else ""
    return (
        f"{panel.title}, {test.examples:,} examples{again}<br>{ours} {error(test.ours)}, "
        f"{theirs} {error(test.theirs)}<br>difference {_interval(test)}, {panel.units}"
    )
