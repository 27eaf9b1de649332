"""The stored results, read once, and the curves of a panel for its figure."""

from __future__ import annotations

import functools
from pathlib import Path

from aelr_core.paper import Matrix, Reproduced, matrix
from aelr_core.paper.panels import ADAGRAD, UNEVEN, WIDE
from aelr_core.paper.wording import curve_name
from pages.ui.figures.paper_panel import PanelLine

FOLDER = Path(__file__).resolve().parents[3] / "assets" / "results" / "paper"


def stored() -> Matrix:
    """Return the results in the folder, read again when a file has changed."""
    files = sorted(FOLDER.rglob("*"))
    return _read(tuple((str(file), file.stat().st_mtime_ns) for file in files))


@functools.lru_cache(2)
def _read(files: tuple[tuple[str, int], ...]) -> Matrix:
    return matrix(FOLDER)


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
