"""One thing that `make measure` has measured, beside the most or least it may be."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Measurement:
    """What was measured, the numbers in its unit, and the most or least their median may be."""

    what: str
    found: list[float]
    most: float | None = None
    unit: str = "s"
    least: float | None = None

    def __str__(self) -> str:
        all_of_them = ", ".join(f"{number:.2f}" for number in self.found)
        line = f"{self.what:58} {all_of_them:>30} {self.unit}"
        if self.least is not None:
            return f"{line} (at least {self.least:g}) {'ok' if self.good else 'TOO FEW'}"
        if self.most is None:
            return line
        return f"{line} (at most {self.most:g}) {'ok' if self.good else 'TOO MUCH'}"

    @property
    def good(self) -> bool:
        """Whether the median is within its limit."""
        middle = median(self.found)
        return (self.most is None or middle <= self.most) and middle >= (self.least or 0)
