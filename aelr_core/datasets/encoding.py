r"""How a table of a file became scaled attributes and y: enough to do the same to another table.

Attribute i of a row is :math:`x'_i = (x_i - a_i)/c_i`, where :math:`x_i` is a number of the file or
1 for its category and 0 for others; with the scaling "l2" it is :math:`x_i/(c_i\|x\|_2)`. A target
of numbers is :math:`y' = (y - b)/s`; one of two classes is ±1.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from aelr_core import checks
from aelr_core.checks import Floats
from aelr_core.datasets.scaling import SCALINGS, unit_rows


@dataclass(frozen=True)
class ColumnCode:
    """A column of the file, and the attributes that are made from it.

    Attributes
    ----------
    name : of the column.
    fill : for numbers, what takes the place of a missing one.
    categories : for texts, those that have an attribute each; None for numbers.
    missing_is_category : for texts, whether a missing one has an attribute, the last.
    """

    name: str
    fill: float = 0.0
    categories: tuple[str, ...] | None = None
    missing_is_category: bool = False

    @property
    def width(self) -> int:
        """The number of its attributes."""
        if self.categories is None:
            return 1
        return len(self.categories) + self.missing_is_category


@dataclass(frozen=True, eq=False)
class TableEncoding:
    """What was done to the columns of a table, to its attributes and to its target.

    Attributes
    ----------
    columns : those that became attributes, in the order of these.
    scaling : a key of `SCALINGS`.
    subtract, divide_by : (d,) a and c, for every attribute.
    target : the column to predict.
    classes : the names of −1 and +1; None for numbers.
    middle, largest : b and s of a target of numbers; 0 and 1 for classes.
    """

    columns: tuple[ColumnCode, ...]
    scaling: str
    subtract: Floats
    divide_by: Floats
    target: str
    classes: tuple[str, str] | None
    middle: float
    largest: float

    def scaled(self, table: Floats) -> Floats:
        """Return the scaled attributes of a table of encoded ones, (n, d)."""
        rows = unit_rows(table) if SCALINGS[self.scaling].line is None else table - self.subtract
        return rows / self.divide_by

    def in_its_units(self, w: Floats) -> tuple[float, Floats] | None:
        r"""Return intercept and weights (d,) for the numbers of the file; None if there are none.

        .. math:: \hat y = b + s\sum_i w_i (x_i - a_i)/c_i

        With the scaling "l2" a weight depends on the row.
        """
        if SCALINGS[self.scaling].line is None:
            return None
        weights = self.largest * w / self.divide_by
        return float(self.middle - weights @ self.subtract), weights

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data for JSON; `from_dict` reads it back."""
        plain = {name: getattr(self, name) for name in ("scaling", "target", "middle", "largest")}
        return {
            **plain,
            "classes": None if self.classes is None else [*self.classes],
            "columns": [asdict(column) for column in self.columns],
            "subtract": self.subtract.tolist(),
            "divide_by": self.divide_by.tolist(),
        }

    @classmethod
    def from_dict(cls, given: dict[str, Any]) -> TableEncoding:
        """Return the encoding that `to_dict` wrote; raise ValueError if it contradicts itself."""
        columns = tuple(_column(**column) for column in given["columns"])
        d = sum(column.width for column in columns)
        arrays = {
            name: checks.array(name, given[name], ndim=1) for name in ("subtract", "divide_by")
        }
        for name, array in arrays.items():
            if array.shape != (d,) or not np.isfinite(array).all():
                raise ValueError(f"{name} must hold {d} numbers, one for each attribute.")
        if not (arrays["divide_by"] > 0).all():
            raise ValueError("divide_by must hold numbers above 0.")
        return cls(
            columns=columns,
            scaling=str(checks.choice("scaling", given["scaling"], tuple(SCALINGS))),
            target=str(given["target"]),
            classes=None if given["classes"] is None else _two(given["classes"]),
            middle=checks.number("middle", given["middle"]),
            largest=checks.number("largest", given["largest"], above=0),
            **arrays,
        )


def _column(
    *, name: object, fill: object, categories: Any, missing_is_category: object
) -> ColumnCode:
    texts = None if categories is None else tuple(str(one) for one in categories)
    return ColumnCode(str(name), checks.number("fill", fill), texts, bool(missing_is_category))


def _two(classes: Any) -> tuple[str, str]:
    negative, positive = classes
    return str(negative), str(positive)
