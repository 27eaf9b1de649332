"""What a table promises: both ratios, k*, savings, and every attribute by how often to look."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

import numpy as np

from aelr_core import theory
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset
from aelr_core.datasets.dataset import ColumnFate
from aelr_core.letters import FAMILIES
from aelr_core.sampling import sampling_distribution
from pages.ui.plain_text import in_spreadsheet
from pages.ui.ratios.compare import Moments, Promise, promise

# Draws of which the list says how many go to each attribute.
DRAWS = 1_000
# Ratios closer than this factor are told apart by nobody.
ALIKE = 1.1
NOTHING_TO_GAIN = 0.9


@dataclass(frozen=True, eq=False)
class Findings:
    """The numbers of a table.

    q : by family, (d,): what DDAERR and DDAELR draw by, from the training rows' moments.
    promises : by family, for the data inside the family's unit ball.
    """

    label: str
    rows: int
    attributes: tuple[str, ...]
    columns: tuple[ColumnFate, ...]
    steps: tuple[str, ...]
    moments: Floats
    q: dict[str, Floats]
    promises: dict[str, Promise]

    @property
    def d(self) -> int:
        """The number of attributes."""
        return len(self.attributes)

    @property
    def gains(self) -> str | None:
        """The family with the clearly smaller ratio, None if they are alike or nothing is to gain.

        ρ is the part of the estimate's second moment that drawing by the moments leaves
        (equations 11 and 12).
        """
        return _clearly_less({family: each.rho for family, each in self.promises.items()})

    @property
    def saves(self) -> str | None:
        """The family with the clearly larger predicted saving, None as for `gains`.

        The bounds go by H, the size of M inside the family's unit ball; ρ goes by its shape.
        """
        return _clearly_less({family: each.saving for family, each in self.promises.items()})

    def ranked(self, family: str) -> Ints:
        """Return the attributes' numbers, (d,), the most often drawn first."""
        order: Ints = np.argsort(-self.q[family], kind="stable")
        return order


def _clearly_less(of: dict[str, float]) -> str | None:
    first, second = sorted(FAMILIES, key=lambda family: of[family])
    return None if of[first] >= NOTHING_TO_GAIN or of[second] <= ALIKE * of[first] else first


def findings(dataset: Dataset, budget: int) -> Findings:
    """Compute all of it for k + 1 = `budget`; a budget above d is brought down to d."""
    return Findings(
        label=dataset.label,
        rows=dataset.m + len(dataset.y_test),
        attributes=dataset.attributes,
        columns=dataset.columns,
        steps=dataset.steps,
        moments=dataset.known_moments,
        q={family: sampling_distribution(dataset.known_moments, family) for family in FAMILIES},
        promises={
            family: promise(
                Moments(dataset.label, moments_in_ball(dataset, family), of_data=True),
                family,
                budget,
            )
            for family in FAMILIES
        },
    )


def moments_in_ball(dataset: Dataset, family: str) -> Floats:
    """Return M (d,) of all rows as the explorer has them for a family: inside its unit ball.

    The rows of the two families differ by one constant, so one of them is enough.
    """
    rows = dataset.X_train, dataset.X_test
    if family == dataset.family:
        radius, unscaled = dataset.radius, 1.0
    else:
        unscaled = dataset.scale if family == "lasso" else 1.0
        radius = unscaled * max(theory.largest_row_norm(X, family) for X in rows)
    # Ridge rows are always divided by the largest norm, lasso rows only where they must be.
    divisor = radius if family == "ridge" else max(radius, 1.0)
    in_ball: Floats = dataset.moments * (unscaled / divisor) ** 2
    return in_ball


def shopping_list(found: Findings, family: str) -> list[dict[str, str | int | float]]:
    """Return the attributes as rows of a table, the most often drawn first.

    Names are safe for spreadsheets: the table on the screen can be saved too.
    """
    q = found.q[family]
    order = found.ranked(family)
    so_far = np.minimum(np.cumsum(q[order]), 1.0)
    return [
        {
            "Rank": rank,
            "Attribute": in_spreadsheet(found.attributes[i]),
            f"Of {DRAWS:,} draws": round(float(DRAWS * q[i]), 1),
            "Times uniform": float(q[i] * found.d),
            "Share so far": float(share),
            "Second moment": float(found.moments[i]),
        }
        for rank, (i, share) in enumerate(zip(order, so_far, strict=True), start=1)
    ]


def as_csv(found: Findings, family: str) -> bytes:
    """Return the whole list for a spreadsheet: UTF-8 with its mark, points, no formulas."""
    order = found.ranked(family)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(
        ("rank", "attribute", "q_ridge", "q_lasso", f"share_so_far_{family}", "second_moment")
    )
    so_far = np.minimum(np.cumsum(found.q[family][order]), 1.0)
    for rank, (i, share) in enumerate(zip(order, so_far, strict=True), start=1):
        numbers = (found.q["ridge"][i], found.q["lasso"][i], share, found.moments[i])
        writer.writerow(
            (rank, in_spreadsheet(found.attributes[i]), *(f"{number:.9g}" for number in numbers))
        )
    return out.getvalue().encode("utf-8-sig", errors="replace")


def column_report(found: Findings) -> list[dict[str, str]]:
    """Return what became of every column of the file, as rows of a table."""
    return [
        {
            "Column": in_spreadsheet(column.name),
            "Holds": column.kind,
            "What became of it": column.fate,
            "Why, and how": in_spreadsheet(column.detail),
        }
        for column in found.columns
    ]
