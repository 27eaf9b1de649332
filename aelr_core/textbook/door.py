"""One example behind a door: the only access to its values, which counts every look."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from aelr_core import checks
from aelr_core.checks import Floats, Ints
from aelr_core.letters import ONE_VECTOR


class Door:
    """The attribute values of one example, which can be seen only by looking.

    Parameters
    ----------
    x : (d,) array
        The example.

    Attributes
    ----------
    d : number of attributes.
    spent : draws spent; looking at the same attribute again counts again.

    Examples
    --------
    >>> door = Door([0.5, 0.0, 2.0])
    >>> door.look([2, 0, 2])
    array([2. , 0.5, 2. ])
    >>> door.spent, door.distinct
    (3, 2)
    """

    def __init__(self, x: ArrayLike) -> None:
        self._x = ONE_VECTOR("x", x)
        self._seen = np.zeros(len(self._x), dtype=bool)
        self.d = len(self._x)
        self.spent = 0

    @property
    def distinct(self) -> int:
        """How many different attributes were looked at."""
        return int(self._seen.sum())

    def look(self, attributes: ArrayLike) -> Floats:
        """Return the values at these attributes, one draw each, in the same order."""
        at: Ints = np.asarray(attributes)
        if at.ndim != 1 or at.dtype.kind not in "iu" or (at < 0).any() or (at >= self.d).any():
            raise ValueError(
                f"attributes must be a list of whole numbers from 0 to {self.d - 1}, "
                f"but it is {attributes!r}."
            )
        self.spent += len(at)
        self._seen[at] = True
        return self._x[at]

    def look_all(self) -> Floats:
        """Return the whole example: full information, d draws."""
        return self.look(np.arange(self.d))

    def forgo(self, draws: int) -> None:
        """Spend draws without looking: there was nothing to learn from them."""
        self.spent += checks.integer("draws", draws, at_least=0)
