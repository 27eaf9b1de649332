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
from pages.ui.beyond.study import ratio, short
from pages.ui.numerals import listed, percent, signed

# An automatic step that costs more than this share of the error is not near the best one.
NEAR = 0.05
# A smaller error, relative to predicting 0, is about 0.
ABOUT_0 = 0.001
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
        f"difference that is significant at 5 % after Holm's correction for all "
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
                always.append(short(PANELS[key]))
            elif won:
                some.append(f"{short(PANELS[key])} at {listed(won)}")
        parts = []
        if always:
            parts.append(f"at every size on {len(always)} of {count} panels ({'; '.join(always)})")
        if some:
            parts.append(f"at some sizes on {len(some)} of {count} ({'; '.join(some)})")
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
    said.append(_step(study.ablation))
    said.append("Any bound for the default algorithms: the theorems are about other settings.")
    if study.missing:
        missing = [PANELS[key].title for key in study.missing]
        more = f"; and {len(missing) - MOST} more" if len(missing) > MOST else ""
        said.append(f"Anything about what is not computed yet: {'; '.join(missing[:MOST])}{more}.")
    return said


def curves(panel: Panel) -> str:
    """Return how to read a panel's curves."""
    again = [size for size in panel.sizes if panel.reused(size)]
    said = (
        f"Bands are 95 % intervals of the mean over {panel.units}; thin lines are mended forms. "
        f"{ARMS['online'].label(panel.family)} sees all attributes of an example, but as many in "
        f"total, so fewer examples: n is that of the others, with k + 1 = {panel.budget}."
    )
    return f"{said} Above {panel.rows:,}, examples come again." if again else said


def _record(tests: Sequence[PairedTest]) -> str:
    """Return how often ours loses and ties, and by how much at most, ties included."""
    lost = sum(test.verdict == LOSS for test in tests)
    ties = [test for test in tests if test.verdict == TIE]
    worse, better = (sum(test.alone == verdict for test in ties) for verdict in (LOSS, WIN))
    worst = max(tests, key=lambda test: test.ratio)
    by = (
        f" The largest factor, ties included, is {ratio(worst.ratio)}: errors of "
        f"{signed(worst.mean_ours, 2)} against {signed(worst.mean_theirs, 2)}"
        f"{', both about 0,' if worst.mean_ours < ABOUT_0 else ''} on "
        f"{short(PANELS[worst.panel])} at {worst.examples:,}."
        if worst.ratio > 1
        else ""
    )
    return (
        f"of {len(tests)} comparisons it loses {lost}, and {len(ties)} are not significant after "
        f"Holm's correction (alone, {worse} of those would be losses and {better} wins).{by}"
    )


def _step(ablation: Sequence[PairedTest]) -> str:
    """Return how far the automatic step is from the best one."""
    found = [test for test in ablation if test.letter == "step"]
    if not found:
        return "That the automatic step is near the best one: not computed yet."
    worst = max(found, key=lambda test: test.ratio)
    if worst.ratio <= 1 + NEAR:
        return (
            f"That the automatic step is the best one: it costs up to {percent(worst.ratio - 1)}."
        )
    return (
        f"That the automatic step is near the best one: on {PANELS[worst.panel].title} with "
        f"{worst.examples:,} examples its error is {ratio(worst.ratio)} times the tuned one's."
    )


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
