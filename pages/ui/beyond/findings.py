"""What the stored study allows to say, and what it does not: sentences from its verdicts alone."""

from __future__ import annotations

from collections.abc import Sequence

from aelr_core.letters import FAMILIES
from aelr_core.study import (
    ARMS,
    COMPARISONS,
    LOSS,
    PANELS,
    PLAIN,
    TIE,
    WIN,
    Counts,
    PairedTest,
    Panel,
    Study,
    first_run,
)
from aelr_core.study.panels import FIRST_SEED
from aelr_core.study.report import names
from pages.ui.beyond.errors import ABOUT_0, against, ratio
from pages.ui.beyond.step_costs import step_costs
from pages.ui.beyond.study import inside, short
from pages.ui.numerals import listed

# More titles than this are only counted.
MOST = 6


def about(study: Study) -> str:
    """Return how much of the study there is, how often it was run, and how it decides."""
    before, computed = first_run(), len(PANELS) - len(study.missing)
    said = (
        f"The study was run **twice**, on fresh data each time: with seeds from "
        f"{before.first_seed:,} on and, after our algorithms had been mended on other data, with "
        f"seeds from {FIRST_SEED:,} on. The numbers are the second run's. "
        f"**{computed} of {len(PANELS)} panels** are computed."
    )
    if not study.tests:
        return f"{said} `python -m aelr_core study` computes them, one after the other."
    return (
        f"{said} That took {study.seconds / 60:,.0f} minutes of one process. Ours run untuned; the "
        "paper's have the best step sizes that cross-validation finds. A win or a loss is a paired "
        f"difference that is significant at 5% after Holm's correction for all "
        f"{study.family_of_tests} tests together; everything else is a tie. {repeated(study)}"
    )


def repeated(study: Study) -> str:
    """Return how far both runs of the study agree."""
    both, same, opposite = first_run().agrees(study.tests)
    return (
        f"Of the {both} comparisons of the plain forms that are in both runs, {same} have the same "
        f"verdict, and {opposite} have the opposite one."
    )


def compared(letter: str) -> str:
    """Return a comparison in words, for both families."""
    pair = COMPARISONS[letter]
    return f"{names(pair.ours)} against {names(pair.theirs)}"


def counts(study: Study) -> list[dict[str, str | int]]:
    """Return wins, ties and losses of every comparison."""
    return [
        {
            "Comparison": compared(letter),
            **_named(study.counts(letter)),
            "First run": _before(letter),
        }
        for letter in COMPARISONS
    ]


def _before(letter: str) -> str:
    """Return what the first run counted in a comparison; the mended forms were not in it."""
    return " / ".join(map(str, first_run().counts(letter))) if letter in PLAIN else "not in it"


def by_size(study: Study, letter: str) -> list[dict[str, str]]:
    """Return the sizes that ours loses, ties and wins in a comparison, a row per panel."""
    return [
        {
            "Panel": PANELS[key].title,
            **{
                head: ", ".join(_size(test) for test in tests if test.verdict == verdict)
                for head, verdict in (("Losses", LOSS), ("Ties", TIE), ("Wins", WIN))
            },
        }
        for key, tests in _by_panel(study.tests, letter)
    ]


def may_be_said(study: Study, letter: str) -> list[str]:
    """Return what the verdicts of a comparison allow, a sentence per family."""
    said = []
    for family, pair in _pairs(letter):
        always, some, count = [], [], 0
        for key, own in _by_panel(study.tests, letter, family):
            won = [f"{test.examples:,}" for test in own if test.verdict == WIN]
            count += 1
            if len(won) == len(own):
                always.append(inside(short(PANELS[key])))
            elif won:
                some.append(f"{inside(short(PANELS[key]))} at {listed(won)}")
        parts = []
        if always:
            parts.append(f"at every size on {len(always)} of {count} panels ({'; '.join(always)})")
        if some:
            parts.append(f"at some sizes on {len(some)} of {count} panels ({'; '.join(some)})")
        if parts:
            said.append(f"{pair[0]}, untuned, beats tuned {pair[1]} {', and '.join(parts)}.")
    return said or ["Nothing."]


def may_not_be_said(study: Study, letter: str) -> list[str]:
    """Return what the verdicts of a comparison do not allow, and what no verdict does."""
    said = []
    for family, (ours, theirs) in _pairs(letter):
        tests = [test for _, own in _by_panel(study.tests, letter, family) for test in own]
        if tests:
            said.append(f"That {ours} is always better than {theirs}: {_record(tests)}")
    said.append(step_costs(study))
    said.append("Any bound for the default algorithms: the theorems are about other settings.")
    if study.missing:
        missing = [inside(PANELS[key].title) for key in study.missing]
        more = f"; and {len(missing) - MOST} more" if len(missing) > MOST else ""
        said.append(f"Anything about what is not computed yet: {'; '.join(missing[:MOST])}{more}.")
    return said


def sizes(place: int) -> str:
    """Return how many examples a map of the ideas is about."""
    found = {p.sizes_of("ablation")[place] for p in PANELS.values() if p.dissected and p.simulated}
    return f"{listed([f'{n:,}' for n in sorted(found)])} simulated examples; hover for the others."


def curves(panel: Panel) -> str:
    """Return how to read a panel's curves."""
    again = [size for size in panel.sizes if panel.reused(size)]
    said = (
        f"Bands are 95% intervals of the mean over {panel.units}; thin lines are mended forms. "
        f"{ARMS['online'].label(panel.family)} sees all attributes of each of its examples. It may "
        f"see as many in total as the others, which see k + 1 = {panel.budget} per example, so it "
        "gets fewer examples. It is drawn at the others' number of examples."
    )
    return f"{said} Above {panel.rows:,}, examples come again." if again else said


def _record(tests: Sequence[PairedTest]) -> str:
    """Return how often ours loses and ties, and by how much at most, ties included."""
    lost = sum(test.verdict == LOSS for test in tests)
    ties = [test.alone for test in tests if test.verdict == TIE]
    worst = max(tests, key=lambda test: test.ratio)
    by = (
        f" The largest factor, ties included, is {ratio(worst.ratio)}: errors of "
        f"{against(worst.mean_ours, worst.mean_theirs)}"
        f"{', both about 0,' if worst.mean_ours < ABOUT_0 else ''} on "
        f"{inside(short(PANELS[worst.panel]))} at {worst.examples:,}."
        if worst.ratio > 1
        else ""
    )
    alone = listed(
        [_many(ties.count(LOSS), "loss", "losses"), _many(ties.count(WIN), "win", "wins")]
    )
    tied = (
        f", and {len(ties)} {'is' if len(ties) == 1 else 'are'} not significant after Holm's "
        f"correction (each taken alone, there would be {alone} among them)"
        if ties
        else ""
    )
    return f"of {_many(len(tests), 'comparison')} it loses {lost or 'none'}{tied}.{by}"


def _many(n: int, one: str, more: str = "") -> str:
    """Return a number of things in words.

    >>> _many(1, "loss", "losses"), _many(0, "win"), _many(2, "loss", "losses")
    ('1 loss', 'no wins', '2 losses')
    """
    return f"1 {one}" if n == 1 else f"{n or 'no'} {more or one + 's'}"


def _pairs(letter: str) -> list[tuple[str, tuple[str, str]]]:
    """Return the names of both algorithms of a comparison, by family."""
    pair = COMPARISONS[letter]
    return [
        (family, (ARMS[pair.ours].label(family), ARMS[pair.theirs].label(family)))
        for family in FAMILIES
    ]


def _by_panel(
    tests: Sequence[PairedTest], letter: str, family: str | None = None
) -> list[tuple[str, list[PairedTest]]]:
    """Return a comparison's tests by panel, the smallest size first."""
    found: dict[str, list[PairedTest]] = {}
    for test in sorted(tests, key=lambda test: test.examples):
        if test.letter == letter and family in (None, PANELS[test.panel].family):
            found.setdefault(test.panel, []).append(test)
    return [(key, found[key]) for key in PANELS if key in found]


def _size(test: PairedTest) -> str:
    return f"{test.examples:,} (× {ratio(test.ratio)})"


def _named(found: Counts) -> dict[str, str | int]:
    return {"Wins": found.wins, "Ties": found.ties, "Losses": found.losses}
