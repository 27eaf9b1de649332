"""The improvement ratios as the paper prints them, digit by digit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import floor


@dataclass(frozen=True)
class PrintedRatios:
    """ρ_ridge and ρ_lasso of a data set as printed, and any options other than the defaults.

    >>> PrintedRatios(ridge="0.45", lasso="0.2").text("ridge")
    '0.45'
    """

    ridge: str
    lasso: str
    options: Mapping[str, float] = field(default_factory=dict)

    def text(self, family: str) -> str:
        """Return the ratio of one family."""
        return {"ridge": self.ridge, "lasso": self.lasso}[family]


def how_shortened(ours: float, text: str) -> str:
    """Return how a printed number follows from ours: "rounded", "cut off" or "differs".

    The paper rounds most of its numbers and cuts some off, 0.0562 to 0.05.

    >>> how_shortened(0.909, "0.91"), how_shortened(0.0562, "0.05"), how_shortened(0.07, "0.05")
    ('rounded', 'cut off', 'differs')
    """
    digits = len(text.partition(".")[2])
    if f"{ours:.{digits}f}" == text:
        return "rounded"
    # the small number keeps 0.29 * 100 from becoming 28.999...
    cut_off = floor(ours * 10**digits + 1e-9) / 10**digits
    return "cut off" if f"{cut_off:.{digits}f}" == text else "differs"
