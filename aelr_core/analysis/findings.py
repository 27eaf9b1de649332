"""What a table promises: both ratios, k*, savings, and every attribute by how often to look."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aelr_core.analysis.standing import Standing, in_ball, of_moments
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset
from aelr_core.datasets.dataset import ColumnFate
from aelr_core.letters import FAMILIES
from aelr_core.modes import Mode
from aelr_core.sampling import sampling_distribution

# Ratios closer than this factor mean the same to everybody.
ALIKE = 1.1
NOTHING_TO_GAIN = 0.9


@dataclass(frozen=True, eq=False)
class Findings:
    """The numbers of a table.

    moments : (d,) of the training rows.
    known : by family: what is known before a run.
    """

    label: str
    rows: int
    attributes: tuple[str, ...]
    columns: tuple[ColumnFate, ...]
    steps: tuple[str, ...]
    moments: Floats
    known: dict[str, Standing]

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
        return _clearly_less({family: each.rho for family, each in self.known.items()})

    @property
    def saves(self) -> str | None:
        """The family with the clearly larger predicted saving, None as for `gains`.

        The bounds go by H, the size of M inside the family's unit ball; ρ goes by its shape.
        """
        return _clearly_less({family: each.saving for family, each in self.known.items()})

    def ranked(self, family: str) -> Ints:
        """Return the attributes' numbers, (d,), the most often drawn first."""
        order: Ints = np.argsort(-self.known[family].q, kind="stable")
        return order


def _clearly_less(of: dict[str, float]) -> str | None:
    first, second = sorted(FAMILIES, key=lambda family: of[family])
    return None if of[first] >= NOTHING_TO_GAIN or of[second] <= ALIKE * of[first] else first


def findings(dataset: Dataset, budget: int, mode: Mode) -> Findings:
    """Compute all of it for k + 1 = `budget`; a budget above d is brought down to d."""
    known = dataset.known_moments
    return Findings(
        label=dataset.label,
        rows=dataset.m + len(dataset.y_test),
        attributes=dataset.attributes,
        columns=dataset.columns,
        steps=dataset.steps,
        moments=known,
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
