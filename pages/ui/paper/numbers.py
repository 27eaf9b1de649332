"""The stored results, read once, the marks of the map, and the curves of a panel."""

from __future__ import annotations

import functools
from pathlib import Path
from textwrap import wrap

from aelr_core.experiments.readings import ONE_STEP, READINGS
from aelr_core.paper import CLAIMS, PANELS, Matrix, Reproduced, Verdict, matrix
from aelr_core.paper.panels import ADAGRAD, UNEVEN, WIDE
from aelr_core.paper.wording import curve_name, in_words, short
from pages.ui.figures.claims_matrix import ClaimMark
from pages.ui.figures.paper_panel import PanelLine

FOLDER = Path(__file__).resolve().parents[3] / "assets" / "results" / "paper"
# Letters of a line in a hover.
WIDTH = 80


def stored() -> Matrix:
    """Return the results in the folder, read again when a file has changed."""
    files = sorted([*FOLDER.rglob("*.npz"), *FOLDER.rglob("*.json")])
    return _read(tuple((str(file), file.stat().st_mtime_ns) for file in files))


@functools.lru_cache(2)
def _read(files: tuple[tuple[str, int], ...]) -> Matrix:
    return matrix(FOLDER)


def marks(found: Matrix) -> list[ClaimMark]:
    """Return every claim under every reading, as marks of the map."""
    return [
        ClaimMark(
            claim.key,
            claim.panel,
            short(claim),
            READINGS[key].label,
            verdict.status,
            _hover(verdict, READINGS[key].label),
        )
        for claim in CLAIMS
        for key, verdict in found.verdicts(claim).items()
    ]


def _hover(verdict: Verdict, reading: str) -> str:
    claim = verdict.claim
    lines = [f"<b>{claim.panel}, {reading}: {verdict.status}</b>", *wrap(claim.says, WIDTH)]
    for sentence in in_words(verdict.findings, PANELS[claim.panel].spec.family):
        lines += wrap(sentence[0].upper() + sentence[1:] + ".", WIDTH)
    return "<br>".join(lines)


def shown(found: Matrix, reading: str, key: str) -> tuple[str, Reproduced | None]:
    """Return under which reading a panel is shown, and its results.

    It is the reading that was chosen, or "one step" where that has not been computed yet.
    """
    for each in (reading, ONE_STEP):
        if key in found.boards[each].panels:
            return each, found.boards[each].panels[key]
    return reading, None


def lines(each: Reproduced) -> list[PanelLine]:
    """Return the curves of a panel for its figure, plain ones first, without variants."""
    family = each.result.spec.family
    return [
        PanelLine(
            key=curve.algorithm,
            words=curve_name(name.removeprefix(ADAGRAD), family),
            adagrad=name.startswith(ADAGRAD),
            attributes=curve.attributes,
            mean=curve.mean,
            sd=curve.sd,
        )
        for name, curve in each.curves.items()
        if not name.startswith((WIDE, UNEVEN))
    ]
