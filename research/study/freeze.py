"""Freezes what the app shows of the study into one file, which `aelr_core.results.study` reads.

Numbers have eight digits: with six, a few that are shown with three would change by being rounded
twice. Sentences say what the verdicts allow.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from aelr_core.algorithms import by_word
from aelr_core.files import written
from aelr_core.letters import FAMILIES
from aelr_core.results.study import ABOUT_0, FILE, against, error, ratio
from research.study.design import (
    ARMS,
    COMPARISONS,
    FIRST_SEED,
    LADDER,
    MENDS,
    OURS,
    PANELS,
    PLAIN,
    REFERENCES,
    Panel,
    arms_of,
    names,
)
from research.study.report import CAVEATS, PLACES
from research.study.statistics import LOSS, TIE, WIN, PairedTest, Study, first_run

DIGITS = 8
ENDS = {word: PLACES[word] for word in ("smallest", "largest")}
# How many panels are named, those with the largest costs first; the others are only counted.
NAMED = {"smallest": 4, "largest": 1}
# The only names among the first words of titles; the others are small inside a sentence.
_NAMES = ("MNIST", "Covertype", "α")


def freeze(study: Study) -> None:
    """Write the file of the app, completely or not at all."""
    with written(FILE) as file:
        file.write(as_json(study).encode())


def as_json(study: Study) -> str:
    """Return the whole study as the app shows it, a line per panel."""
    missing = [
        *study.missing,
        *(p for p in PANELS if PANELS[p].dissected and p not in study.ablations),
    ]
    if missing:
        raise ValueError(f"Only a complete study can be frozen; missing: {', '.join(missing)}.")
    whole = {
        "about": about(study),
        "caveats": CAVEATS,
        "never_said": [
            step_costs(study),
            "Any bound for the default algorithms: the theorems are about other settings.",
        ],
        "ours": {
            arm: {"both": names(arm)} | {family: ARMS[arm].label(family) for family in FAMILIES}
            for arm in OURS
        },
        "idea_sizes": {word: _idea_sizes(place) for word, place in ENDS.items()},
        "pairs": {
            letter: {family: [ARMS[arm].label(family) for arm in pair] for family in FAMILIES}
            for letter, pair in {**COMPARISONS, **MENDS, **LADDER}.items()
        },
        "comparisons": {letter: _comparison(study, letter) for letter in COMPARISONS},
        "balls": {family: _balls(study, family) for family in FAMILIES},
    }
    lines = [f"{json.dumps(key)}: {_dumped(value)}" for key, value in whole.items()]
    panels = [
        f"{json.dumps(key)}: {_dumped(_panel(study, panel))}" for key, panel in PANELS.items()
    ]
    lines.append('"panels": {\n' + ",\n".join(panels) + "\n}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


# -- numbers --


def _panel(study: Study, panel: Panel) -> dict[str, Any]:
    outcome = study.outcomes[panel.key]
    tests = {
        letter: [_row(test) for test in study.of_panel(panel.key) if test.letter == letter]
        for letter in COMPARISONS
    }
    for letter in (*MENDS, *LADDER):
        own = [
            t for t in (*study.mends, *study.ablation) if (t.panel, t.letter) == (panel.key, letter)
        ]
        if own:
            tests[letter] = [_change(test) for test in own]
    return {
        "title": panel.title,
        "short": short(panel),
        "family": panel.family,
        "sizes": panel.sizes,
        "rows": panel.rows,
        "units": f"{len(outcome.arms['joint'].by_unit)} {panel.units}",
        "counted": not panel.of,
        "caption": _caption(panel),
        "lines": [
            {
                "key": by_word(arm.word, panel.family).key,
                "label": arm.label(panel.family) + (" (ours)" if arm.joint else ""),
                "examples": outcome.arms[arm.key].examples.tolist(),
                "mean": [_rounded(x) for x in outcome.arms[arm.key].mean],
                "half": [_rounded(x) for x in outcome.arms[arm.key].half_width],
                "mended": arm.mended,
            }
            for arm in arms_of("main")
        ],
        "tests": tests,
        "needed": [
            [
                one.ours,
                by_word(ARMS[one.theirs].word, panel.family).key,
                ARMS[one.theirs].label(panel.family),
                None if one.fraction is None else _rounded(one.fraction),
                one.at_most,
            ]
            for theirs in REFERENCES
            for one in study.needed
            if (one.panel, one.theirs) == (panel.key, theirs)
        ],
    }


def _numbers(test: PairedTest) -> list[Any]:
    numbers = (test.mean_ours, test.mean_theirs, test.difference, test.low, test.high)
    return [test.examples, *map(_rounded, numbers)]


def _row(test: PairedTest) -> list[Any]:
    """Return a test of a comparison, corrected for all of them."""
    return [*_numbers(test), test.verdict, test.alone, _rounded(test.p_holm)]


def _change(test: PairedTest) -> list[Any]:
    """Return a test of what a change gains, by its own interval."""
    return [*_numbers(test), test.by_interval]


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")


def _comparison(study: Study, letter: str) -> dict[str, Any]:
    pair = COMPARISONS[letter]
    return {
        "title": f"{names(pair.ours)} against {names(pair.theirs)}",
        "counts": study.counts(letter),
        "first_run": first_run().counts(letter) if letter in PLAIN else None,
        "may_be_said": may_be_said(study, letter),
        "may_not_be_said": may_not_be_said(study, letter),
    }


def _balls(study: Study, family: str) -> list[dict[str, str]]:
    """Return the errors with B/2, B and 2B, on the panels of a family that vary B."""
    rows = []
    varied = [panel for panel in PANELS.values() if panel.of and panel.family == family]
    for key in dict.fromkeys(panel.of for panel in varied):
        same = [panel for panel in PANELS.values() if key in (panel.of, panel.key)]
        last = min(panel.sizes[-1] for panel in same)
        for panel in sorted(same, key=lambda panel: panel.ball):
            # narrow columns wrap, but not within k + 1 = 5
            name = short(PANELS[key]).replace(" ", "\N{NO-BREAK SPACE}").replace(",\xa0", ", ")
            row = {"Panel": name, "Norm bound": _BALLS[panel.ball], "Examples": f"{last:,}"}
            for arm in arms_of("main"):
                measured = study.outcomes[panel.key].arms[arm.key]
                row[arm.label(family)] = error(float(measured.at(last).mean()))
            rows.append(row)
    return rows


_BALLS = {0.5: "B/2", 1.0: "B", 2.0: "2B"}


# -- sentences --


def about(study: Study) -> str:
    """Return how often the study was run, how much was computed, and how it decides."""
    before = first_run()
    both, same, opposite = before.agrees(study.tests)
    return (
        f"The study was run **twice**, on fresh data each time: with seeds from "
        f"{before.first_seed:,} on and, after our algorithms had been mended on other data, with "
        f"seeds from {FIRST_SEED:,} on. The numbers are the second run's. "
        f"**{len(PANELS)} of {len(PANELS)} panels** are computed. "
        f"That took {study.seconds / 60:,.0f} minutes of one process. Ours run untuned; the "
        "paper's have the best step sizes that cross-validation finds. A win or a loss is a paired "
        f"difference that is significant at 5% after Holm's correction for all "
        f"{study.family_of_tests} tests together; everything else is a tie. "
        f"Of the {both} comparisons of the plain forms that are in both runs, {same} have the same "
        f"verdict, and {opposite} have the opposite one."
    )


def may_be_said(study: Study, letter: str) -> list[str]:
    """Return what the verdicts of a comparison allow, a sentence per family."""
    said = []
    for family in FAMILIES:
        ours, theirs = (ARMS[arm].label(family) for arm in COMPARISONS[letter])
        always, some = [], []
        found = _by_panel(study, letter, family)
        for panel, tests in found:
            won = [f"{test.examples:,}" for test in tests if test.verdict == WIN]
            if len(won) == len(tests):
                always.append(inside(short(panel)))
            elif won:
                some.append(f"{inside(short(panel))} at {_listed(won)}")
        parts = [
            f"at {word} on {len(own)} of {len(found)} panels ({'; '.join(own)})"
            for word, own in (("every size", always), ("some sizes", some))
            if own
        ]
        if parts:
            said.append(f"{ours}, untuned, beats tuned {theirs} {', and '.join(parts)}.")
    return said or ["Nothing."]


def may_not_be_said(study: Study, letter: str) -> list[str]:
    """Return what the verdicts of a comparison do not allow, a sentence per family."""
    said = []
    for family in FAMILIES:
        ours, theirs = (ARMS[arm].label(family) for arm in COMPARISONS[letter])
        tests = [test for _, own in _by_panel(study, letter, family) for test in own]
        said.append(f"That {ours} is always better than {theirs}: {_record(tests)}")
    return said


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
    alone = _listed(
        [_many(ties.count(LOSS), "loss", "losses"), _many(ties.count(WIN), "win", "wins")]
    )
    tied = (
        f", and {len(ties)} {'is' if len(ties) == 1 else 'are'} not significant after Holm's "
        f"correction (each taken alone, there would be {alone} among them)"
        if ties
        else ""
    )
    return (
        f"of {_many(len(tests), 'comparison', 'comparisons')} it loses {lost or 'none'}{tied}.{by}"
    )


def step_costs(study: Study) -> str:
    """Return how much larger the error is with the automatic step than with a tuned one."""
    said = "".join(
        f"\n  - {_costs(word, study.idea('step', place))}" for word, place in ENDS.items()
    )
    return (
        "That the automatic step is as good as a tuned one. A cost is clear where its 95% interval "
        f"leaves 0 out; that is not corrected for many comparisons.{said}"
    )


def _costs(word: str, tests: Sequence[PairedTest]) -> str:
    """Return on how many panels the step clearly costs, and where it costs most."""
    found = sorted((t for t in tests if t.by_interval == LOSS), key=lambda t: -t.ratio)
    if not found:
        return f"At the {word} size it clearly costs on none of {len(tests)} panels."
    large = [test for test in found if test.mean_ours >= ABOUT_0]
    tiny = [test for test in found if test.mean_ours < ABOUT_0]
    named = [_cost(test) for test in large[: NAMED[word]]]
    if rest := len(large) - len(named):
        named.append(f"less on {rest} more")
    named += [f"{_cost(test)}, both about 0" for test in tiny]
    first = named[0].replace(" times ", " times the tuned one's ")
    return (
        f"At the **{word} size** it clearly costs on {len(found)} of {len(tests)} panels: its "
        f"error is {'; '.join([first, *named[1:]])}."
    )


def _cost(test: PairedTest) -> str:
    return (
        f"{ratio(test.ratio)} times on {inside(PANELS[test.panel].title)} at {test.examples:,} "
        f"({against(test.mean_ours, test.mean_theirs)})"
    )


def _caption(panel: Panel) -> str:
    """Return how to read a panel's curves."""
    said = (
        f"Bands are 95% intervals of the mean over {panel.units}; thin lines are mended forms. "
        f"{ARMS['online'].label(panel.family)} sees all attributes of each of its examples. It may "
        f"see as many in total as the others, which see k + 1 = {panel.budget} per example, so it "
        "gets fewer examples. It is drawn at the others' number of examples."
    )
    again = any(panel.reused(size) for size in panel.sizes)
    return f"{said} Above {panel.rows:,}, examples come again." if again else said


def _idea_sizes(place: int) -> str:
    """Return how many examples a map of the ideas is about."""
    found = {p.sizes_of("ablation")[place] for p in PANELS.values() if p.dissected and p.simulated}
    return f"{_listed([f'{n:,}' for n in sorted(found)])} simulated examples; hover for the others."


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


def _by_panel(study: Study, letter: str, family: str) -> list[tuple[Panel, list[PairedTest]]]:
    """Return the tests of a comparison by panel, the smallest size first."""
    return [
        (panel, [t for t in study.tests if (t.panel, t.letter) == (panel.key, letter)])
        for panel in PANELS.values()
        if panel.family == family and not panel.of
    ]


def _listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence.

    >>> _listed(["a"]), _listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _many(n: int, one: str, more: str) -> str:
    """Return a number of things in words.

    >>> _many(1, "loss", "losses"), _many(0, "win", "wins"), _many(2, "loss", "losses")
    ('1 loss', 'no wins', '2 losses')
    """
    return f"1 {one}" if n == 1 else f"{n or 'no'} {more}"
