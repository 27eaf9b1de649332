"""Makes y from the column to predict: two values become ±1, numbers are centred."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aelr_core.checks import Floats
from aelr_core.datasets.csv.columns import Column, Numbers
from aelr_core.datasets.csv.layout import Layout
from aelr_core.datasets.dataset import DatasetError
from aelr_core.datasets.prepare import centre_and_size, centred_target, signs


@dataclass(frozen=True)
class Target:
    """y (n,), the classes −1 and +1 if there are any, and the sentence about it.

    `middle` and `largest` are what was subtracted from numbers, and what they were divided by.
    """

    y: Floats
    classes: tuple[str, str] | None
    step: str
    middle: float = 0.0
    largest: float = 1.0


def check_target_name(target: str, layout: Layout) -> None:
    """Refuse a name that is not the name of exactly one column."""
    if target in layout.repeated:
        raise DatasetError(
            f"target must name one column, but several are called {target!r}: rename all but one."
        )
    if target not in layout.names:
        shown = ", ".join(repr(name) for name in layout.names[:20])
        more = f" and {len(layout.names) - 20:,} more" if len(layout.names) > 20 else ""
        raise DatasetError(
            f"target must be the name of a column, one of {shown}{more}, but it is {target!r}."
        )


def make_target(name: str, column: Column, positive: str | None) -> Target:
    """Return y of a column without gaps.

    Parameters
    ----------
    name : the target's name
    column : its values, (n,)
    positive : the one value that counts as +1 against all others, or None
    """
    values = column.values if isinstance(column, Numbers) else column.codes
    distinct, codes = np.unique(values, return_inverse=True)
    names = [f"{v:.15g}" if isinstance(column, Numbers) else column.texts[int(v)] for v in distinct]
    if len(distinct) < 2:
        raise DatasetError(
            f"The target {name!r} has the same value in every row, {names[0]!r}: choose a column "
            "that varies."
        )
    if positive is not None:
        if positive not in names:
            raise DatasetError(
                f"positive must be a value of the target {name!r}, such as {names[0]!r}, but it "
                f"is {positive!r}."
            )
        y, step = signs(codes == names.index(positive), "all other values", repr(positive))
        return Target(y, ("other", positive), step)
    if len(distinct) == 2:
        y, step = signs(codes == 1, repr(names[0]), repr(names[1]))
        return Target(y, (names[0], names[1]), step)
    if not isinstance(column, Numbers):
        raise DatasetError(
            f"The target {name!r} holds {len(distinct):,} different texts: choose a column of "
            "numbers or of two values, or name the value that counts as +1 with positive."
        )
    y, step = centred_target(column.values)
    middle, largest = centre_and_size(column.values)
    return Target(y, None, step, middle, largest)
