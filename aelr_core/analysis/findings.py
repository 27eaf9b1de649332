"""Findings about a visitor's table: both ratios, k*, savings, and the ranking of attributes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aelr_core.analysis.alignment import alignment
from aelr_core.analysis.prior_facts import PriorFacts, in_ball, of_moments
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset
from aelr_core.datasets.dataset import ColumnFate
from aelr_core.letters import FAMILIES
from aelr_core.modes import Mode
from aelr_core.sampling import sampling_distribution

# Ratios within this factor of each other count as equal.
ALIKE = 1.1
NOTHING_TO_GAIN = 0.9


@dataclass(frozen=True, eq=False)
class Findings:
    """The numbers of a table.

    rows, train_rows : rows in all, and those that are learnt from.
    moments : (d,) second moments of the training rows.
    alignment : how strongly the attributes are aligned, from 1/d to 1.
    known : what is known before a run, by family.
    """

    label: str
    rows: int
    train_rows: int
    attributes: tuple[str, ...]
    columns: tuple[ColumnFate, ...]
    steps: tuple[str, ...]
    moments: Floats
    alignment: float
    known: dict[str, PriorFacts]

    @property
    def d(self) -> int:
        """The number of attributes."""
        return len(self.attributes)

    @property
    def gains(self) -> str | None:
        """The family with the clearly smaller ratio; None if they are alike or neither gains.

        ρ is the part of the estimate's second moment that drawing by the moments leaves
        (equations 11 and 12).
        """
        return _clearly_less({family: each.rho for family, each in self.known.items()})

    def ranked(self, family: str) -> Ints:
        """Return the indices of the attributes, (d,), the most often drawn first."""
        order: Ints = np.argsort(-self.known[family].q, kind="stable")
        return order


def _clearly_less(of: dict[str, float]) -> str | None:
    first, second = sorted(FAMILIES, key=lambda family: of[family])
    return None if of[first] >= NOTHING_TO_GAIN or of[second] <= ALIKE * of[first] else first


def findings(dataset: Dataset, budget: int, mode: Mode) -> Findings:
    """Return the findings for k + 1 = `budget`; a budget above d is lowered to d."""
    known = dataset.known_moments
    return Findings(
        label=dataset.label,
        rows=dataset.m + len(dataset.y_test),
        train_rows=dataset.m,
        attributes=dataset.attributes,
        columns=dataset.columns,
        steps=dataset.steps,
        moments=known,
        alignment=alignment(dataset.X_train),
        known={
            family: of_moments(
                in_ball(dataset, family)[1],
                family,
                budget=budget,
                mode=mode,
                q=sampling_distribution(known, family),
            )
            for family in FAMILIES
        },
    )
