"""The stored study, read once, arranged for its pictures and tables."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from aelr_core.algorithms import by_word
from aelr_core.study import (
    ARMS,
    COMPARISONS,
    LADDER,
    LOSS,
    MENDS,
    PANELS,
    RESULTS,
    TIE,
    WIN,
    PairedTest,
    Panel,
    Study,
    read,
)
from aelr_core.study.gains import PLACES
from aelr_core.study.reading import REFERENCES
from pages.ui.beyond.errors import against, error, interval, powers, ratio
from pages.ui.figures.needed import Share
from pages.ui.figures.study_panel import StudyLine
from pages.ui.figures.verdict_map import Cell

FOLDER = RESULTS
SIZES = ("1st", "2nd", "3rd", "4th")
MAIN = tuple(arm for arm in ARMS.values() if arm.part == "main")
IDEAS = {"average": "average", "sample": "one sample", "design": "design", "step": "step rule"}
# The ends of a panel's sizes, by their places among those of the ablation.
ENDS = {word: PLACES[word] for word in ("smallest", "largest")}
_SIGN = {WIN: 1, TIE: 0, LOSS: -1}
_LETTER = {WIN: "W", TIE: "t", LOSS: "L"}
# The only names among the first words of titles; the others are small inside a sentence.
_NAMES = ("MNIST", "Covertype", "α")


def stored() -> Study:
    """Return the study in the folder, read again when a file has changed."""
    files = sorted(FOLDER.glob("*.npz"))
    return _read(tuple((file.name, file.stat().st_mtime_ns) for file in files))


@functools.lru_cache(2)
def _read(files: tuple[tuple[str, int], ...]) -> Study:
    return read(FOLDER)


def panels(family: str) -> list[Panel]:
    """Return the panels of a family, without those that vary B."""
    return [panel for panel in PANELS.values() if panel.family == family and not panel.of]


def short(panel: Panel) -> str:
    """Return a panel's name among those of its family.

    >>> short(PANELS["ridge-2"]), short(PANELS["lasso-mnist-57"])
    ('α = −2', 'MNIST, k + 1 = 57')
    """
    name = panel.title.removeprefix(f"Simulated {panel.family}, ")
    return name.replace(f" {panel.family}", "", 1)


def inside(title: str) -> str:
    """Return a panel's title or short name as it is written inside a sentence.

    >>> inside("Simulated lasso, α = 0"), inside("Digits, k + 1 = 5"), inside("MNIST, k + 1 = 5")
    ('simulated lasso, α = 0', 'digits, k + 1 = 5', 'MNIST, k + 1 = 5')
    """
    return title if title.startswith(_NAMES) else title[0].lower() + title[1:]


def dissected(family: str) -> list[Panel]:
    """Return the panels of a family on which each idea is tried by itself."""
    return [panel for panel in panels(family) if panel.dissected]


def rows(some: Iterable[Panel]) -> list[str]:
    """Return the names of panels of one family."""
    return [short(panel) for panel in some]


def verdicts(study: Study, family: str, letter: str) -> list[Cell]:
    """Return the cells of a family's map for one comparison: a row per panel, sizes across."""
    cells = []
    for row, panel in enumerate(panels(family)):
        for test in study.of_panel(panel.key):
            if test.letter == letter:
                column = panel.sizes.index(test.examples)
                words = f"{_LETTER[test.verdict]} {ratio(test.ratio)}"
                cells.append(
                    Cell(
                        row, column, _SIGN[test.verdict], words, _hover(test),
                        leans=_SIGN[test.alone],
                    )
                )  # fmt: skip
    return cells


def columns(family: str) -> tuple[str, ...]:
    """Return the names of the sizes across a family's map."""
    return SIZES[: max(len(panel.sizes) for panel in panels(family))]


def ladder(study: Study, family: str, place: int) -> list[Cell]:
    """Return what each idea gains at one place among the sizes; not corrected for many."""
    row = {panel.key: at for at, panel in enumerate(dissected(family))}
    return [
        Cell(row[test.panel], column, _SIGN[test.by_interval], ratio(test.ratio), _hover(test))
        for column, letter in enumerate(LADDER)
        for test in study.idea(letter, place)
        if test.panel in row
    ]


def mended(study: Study, family: str) -> list[Cell]:
    """Return what the mends gain at the smallest and the largest size; not corrected for many."""
    cells = []
    for row, panel in enumerate(panels(family)):
        ends = (panel.sizes[0], panel.sizes[-1])
        places = [(letter, size) for letter in MENDS for size in ends]
        for test in study.mends:
            if test.panel == panel.key and test.examples in ends:
                column = places.index((test.letter, test.examples))
                sign, words = _SIGN[test.by_interval], ratio(test.ratio)
                cells.append(Cell(row, column, sign, words, _hover(test)))
    return cells


def mends(family: str) -> tuple[str, ...]:
    """Return the names of the columns of `mended`."""
    return tuple(
        f"{by_word(ARMS[pair.theirs].word, family).short}, {end}"
        for pair in MENDS.values()
        for end in ("few", "many")
    )


def lines(study: Study, key: str) -> list[StudyLine]:
    """Return the curves of a panel that was computed."""
    outcome = study.outcomes[key]
    family = outcome.panel.family
    return [
        StudyLine(
            key=by_word(arm.word, family).key,
            words=f"{arm.label(family)} (ours)" if arm.joint else arm.label(family),
            examples=outcome.arms[arm.key].examples,
            mean=outcome.arms[arm.key].mean,
            half=outcome.arms[arm.key].half_width,
            mended=arm.mended,
        )
        for arm in MAIN
    ]


def shares(study: Study, family: str, ours: str) -> list[Share]:
    """Return the attributes that ours needs for the error of each reference, by panel."""
    row = {panel.key: at for at, panel in enumerate(panels(family))}
    return [
        Share(
            row[one.panel],
            by_word(ARMS[one.theirs].word, family).key,
            ARMS[one.theirs].label(family),
            one.fraction,
            one.at_most,
        )
        for theirs in REFERENCES
        for one in study.needed
        if one.panel in row and (one.ours, one.theirs) == (ours, theirs)
    ]


def tests(found: Iterable[PairedTest], family: str) -> list[dict[str, str]]:
    """Return the comparisons of a panel as rows of a table."""
    return [
        {
            "Comparison": COMPARISONS[test.letter].says(family),
            "Examples": f"{test.examples:,}",
            "Errors": against(test.mean_ours, test.mean_theirs),
            "Difference, 95% interval": interval(test),
            "p, corrected": powers(f"{test.p_holm:.2g}"),
            "Verdict": test.verdict,
        }
        for test in found
    ]


def balls(study: Study, family: str) -> list[dict[str, str]]:
    """Return the errors with B/2, B and 2B, on the panels of a family that vary B."""
    rows = []
    varied = [panel for panel in PANELS.values() if panel.of and panel.family == family]
    for key in dict.fromkeys(panel.of for panel in varied):
        same = [panel for panel in PANELS.values() if key in (panel.of, panel.key)]
        last = min(panel.sizes[-1] for panel in same)
        for panel in sorted(same, key=lambda panel: panel.ball):
            # narrow columns wrap, but not within k + 1 = 5
            name = short(PANELS[key]).replace(" ", "\N{NO-BREAK SPACE}").replace(",\xa0", ", ")
            row = {"Panel": name, "Norm bound": _ball(panel), "Examples": f"{last:,}"}
            for arm in MAIN:
                outcome = study.outcomes.get(panel.key)
                row[arm.label(panel.family)] = (
                    error(float(outcome.arms[arm.key].at(last).mean())) if outcome else "not yet"
                )
            rows.append(row)
    return rows


def _ball(panel: Panel) -> str:
    return {0.5: "B/2", 1.0: "B", 2.0: "2B"}.get(panel.ball, f"{panel.ball:g} B")


def _hover(test: PairedTest) -> str:
    panel = PANELS[test.panel]
    again = ", examples come again" if panel.reused(test.examples) else ""
    return (
        f"{panel.title}, {test.examples:,} examples{again}<br>{ARMS[test.ours].label(panel.family)}"
        f" {error(test.mean_ours)}, {ARMS[test.theirs].label(panel.family)} "
        f"{error(test.mean_theirs)}<br>difference {interval(test)}, {test.units} {panel.units}"
    )
