"""How large each data set is, known before a row is loaded: what budgets and examples there are.

A test holds the numbers against the loaded data. Simulated data and tables say their own.
"""

from __future__ import annotations

from typing import NamedTuple


class Size(NamedTuple):
    """Attributes d, and training rows."""

    d: int
    rows: int


SIZES: dict[str, Size] = {
    "mnist-3v5": Size(784, 11_552),
    "covertype": Size(54, 561_012),
    "digits-3v5": Size(64, 292),
    "breast-cancer": Size(30, 455),
    "diabetes": Size(10, 354),
    "wine": Size(13, 142),
}
