"""What the stored study allows to say, and what it does not: sentences from its verdicts alone."""

from __future__ import annotations

from collections.abc import Sequence

from aelr_core.letters import FAMILIES
from aelr_core.study import (
    ARMS,
    COMPARISONS,
    LOSS,
    PANELS,
    TIE,
    WIN,
    Counts,
    PairedTest,
    Panel,
    Study,
)
from aelr_core.study.panels import FIRST_SEED
from aelr_core.study.report import names
from pages.ui.beyond.study import ratio, short
from pages.ui.numerals import listed, percent

# An automatic step that costs more than this share of the error is not near the best one.
NEAR = 0.05


def about(study: Study) -> str:
    """Return how much of the study there is, how often it was run, and how it decides."""
    times = "once" if study.study_run == 1 else f"{study.study_run} times, each with fresh seeds"
    computed = len(PANELS) - len(study.missing)
    said = (
        f"The study was run **{times}**, this time with seeds from {FIRST_SEED:,} on. "
        f"**{computed} of {len(PANELS)} panels** are computed."
    )
    if not study.tests:
        return f"{said} `python -m aelr_core study` computes them, one after the other."
    return (
        f"{said} That took {study.seconds / 60:,.0f} minutes of one process. Ours run untuned; the "
        "paper's have the best step sizes that cross-validation finds. A win or a loss is a paired "
        f"difference that is significant at 5 % after Holm's correction for all "
        f"{study.family_of_tests} tests together; everything else is a tie."
    )


def compared(letter: str) -> str:
    """Return a comparison in words, for both families."""
    pair = COMPARISONS[letter]
    return f"{names(pair.ours)} against {names(pair.theirs)}"


def counts(study: Study) -> list[dict[str, str | int]]:
    """Return wins, ties and losses of every comparison."""
    return [
        {"Comparison": compared(letter), **_named(study.counts(letter))} for letter in COMPARISONS
    ]


def better(study: Study, letter: str) -> str:
    """Return where ours wins a comparison, as a paragraph."""
    return f"**Wins.** {_where(study, letter, WIN)}"


def not_better(study: Study, letter: str) -> str:
    """Return where ours loses a comparison, and where nothing is shown, as paragraphs."""
    return (
        f"**Losses.** {_where(study, letter, LOSS)}\n\n**Ties**, which may hide either: "
        f"{_where(study, letter, TIE)}"
    )


def may_be_said(study: Study) -> list[str]:
    """Return what the verdicts allow, a sentence per comparison and family."""
    said = []
    for letter, family, pair in _each():
        always, later, count = [], [], 0
        for key, own in _by_panel(study.tests, letter, family):
            won = [test.verdict == WIN for test in own]
            first = next((n for n in range(len(own)) if all(won[n:])), None)
            count += 1
            if first == 0:
                always.append(short(PANELS[key]))
            elif first is not None:
                later.append(f"{short(PANELS[key])} from {own[first].examples:,}")
        parts = []
        if always:
            parts.append(f"at every size on {len(always)} of {count} panels ({'; '.join(always)})")
        if later:
            parts.append(f"at larger sizes on {len(later)} of {count} ({'; '.join(later)})")
        if parts:
            said.append(f"{pair[0]}, untuned, beats tuned {pair[1]} {', and '.join(parts)}.")
    return said or ["Nothing yet."]


def may_not_be_said(study: Study) -> list[str]:
    """Return what the verdicts do not allow, as sentences."""
    said = []
    for letter, family, (ours, theirs) in _each():
        tests = [test for _, own in _by_panel(study.tests, letter, family) for test in own]
        lost = [test for test in tests if test.verdict == LOSS]
        ties = sum(test.verdict == TIE for test in tests)
        if tests:
            worst = max((test.ratio for test in lost), default=1.0)
            by = f", the worst by a factor of {ratio(worst)}" if lost else ""
            said.append(
                f"That {ours} is always better than {theirs}: of {len(tests)} comparisons it loses "
                f"{len(lost)}{by}, and {ties} show no difference."
            )
    said.append(_step(study.ablation))
    said.append("Any bound for the default algorithms: the theorems are about other settings.")
    if study.missing:
        missing = [PANELS[key].title for key in study.missing]
        said.append(f"Anything about what is not computed yet: {listed(missing, most=6)}.")
    return said


def curves(panel: Panel) -> str:
    """Return how to read a panel's curves."""
    again = [size for size in panel.sizes if panel.reused(size)]
    said = (
        f"Bands are 95 % intervals of the mean over {panel.units}. Full information sees as many "
        f"attributes in total, so fewer examples: n is that of the others, with "
        f"k + 1 = {panel.budget}."
    )
    return f"{said} Above {panel.rows:,}, examples come again." if again else said


def _where(study: Study, letter: str, verdict: str) -> str:
    items = []
    for key, tests in _by_panel(study.tests, letter):
        own = [test for test in tests if test.verdict == verdict]
        if own:
            items.append(f"{PANELS[key].title}: {', '.join(_size(test) for test in own)}")
    return f"{'; '.join(items)}." if items else "None."


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


def _each() -> list[tuple[str, str, tuple[str, str]]]:
    """Return every comparison and family, with the names of both algorithms."""
    return [
        (letter, family, (ARMS[pair.ours].label(family), ARMS[pair.theirs].label(family)))
        for letter, pair in COMPARISONS.items()
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
