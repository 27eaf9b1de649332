"""Freezes what the app shows of the study into one file, which `aelr_core.results.study` reads.

These are the comparisons of the guarded forms, which run by default. All else is in the report.
Numbers have eight digits: with six, a few that are shown with three would change by being rounded
twice.
"""

from __future__ import annotations

import json
from typing import Any

from aelr_core.files import written
from aelr_core.results.study import FILE
from research.study.design import ARMS, GUARDED, PANELS, Panel
from research.study.statistics import PairedTest, Study

DIGITS = 8


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
    comparisons = {
        letter: {
            "ours": ARMS[pair.ours].word,
            "theirs": ARMS[pair.theirs].word,
            "counts": study.counts(letter),
        }
        for letter, pair in GUARDED.items()
    }
    panels = [
        f"{json.dumps(key)}: {_dumped(_panel(study, panel))}"
        for key, panel in PANELS.items()
        if not panel.of
    ]
    lines = [
        f'"corrected_for": {study.family_of_tests}',
        f'"comparisons": {_dumped(comparisons)}',
        '"panels": {\n' + ",\n".join(panels) + "\n}",
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _panel(study: Study, panel: Panel) -> dict[str, Any]:
    tests = study.of_panel(panel.key)
    return {
        "title": panel.title,
        "short": short(panel),
        "family": panel.family,
        "rows": panel.rows,
        "units": f"{len(study.outcomes[panel.key].arms['joint'].by_unit)} {panel.units}",
        "tests": {
            letter: [_row(test) for test in tests if test.letter == letter] for letter in GUARDED
        },
    }


def _row(test: PairedTest) -> list[Any]:
    """Return a test, its verdict corrected for all comparisons."""
    numbers = (test.mean_ours, test.mean_theirs, test.difference, test.low, test.high)
    return [test.examples, *map(_rounded, numbers), test.verdict]


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")


def short(panel: Panel) -> str:
    """Return a panel's name among those of its family.

    >>> short(PANELS["ridge-2"]), short(PANELS["lasso-mnist-57"])
    ('α = −2', 'MNIST, k + 1 = 57')
    """
    name = panel.title.removeprefix(f"Simulated {panel.family}, ")
    return name.replace(f" {panel.family}", "", 1)
