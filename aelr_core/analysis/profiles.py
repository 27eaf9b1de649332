"""Profiles of second moments to try out: by a rule, or pasted. Only their shape matters here."""

from __future__ import annotations

import numpy as np

from aelr_core import checks
from aelr_core.analysis.pasted_numbers import CHARACTERS_PER_NUMBER, pasted_numbers
from aelr_core.checks import Floats
from aelr_core.letters import COUNT, DECAY, DIMENSION

LEAST, MOST = DIMENSION.keywords["at_least"], DIMENSION.keywords["at_most"]
MOST_CHARACTERS = CHARACTERS_PER_NUMBER * MOST


def power_law(alpha: float, d: int) -> Floats:
    r"""Return :math:`M_i = i^\alpha`, shape (d,), as in the paper's synthetic data.

    >>> power_law(-1, 4)
    array([1.        , 0.5       , 0.33333333, 0.25      ])
    """
    alpha, d = DECAY("alpha", alpha), DIMENSION("d", d)
    moments: Floats = np.arange(1, d + 1, dtype=np.float64) ** alpha
    return moments


def exponential(ratio: float, d: int) -> Floats:
    r"""Return :math:`M_i = r^{i-1}`, shape (d,): each moment is r times the one before.

    >>> exponential(0.5, 4)
    array([1.   , 0.5  , 0.25 , 0.125])
    """
    ratio = checks.number("ratio", ratio, above=0, at_most=1)
    moments: Floats = ratio ** np.arange(DIMENSION("d", d), dtype=np.float64)
    return moments


def block_sparse(strong: int, weak: float, d: int) -> Floats:
    """Return moments of 1 for the first `strong` attributes and `weak` for the others, (d,).

    >>> block_sparse(2, 0.1, 4)
    array([1. , 1. , 0.1, 0.1])
    """
    d = DIMENSION("d", d)
    strong = COUNT("strong", strong)
    weak = checks.number("weak", weak, at_least=0, at_most=1)
    return np.where(np.arange(d) < strong, 1.0, weak)


def pasted(text: str) -> Floats:
    """Return the moments in a text: numbers separated by spaces, commas, semicolons or line breaks.

    Raises
    ------
    ValueError
        With one sentence saying which entry cannot be used, or what is missing.

    Examples
    --------
    >>> pasted("4, 1; 0.25  0")
    array([4.  , 1.  , 0.25, 0.  ])
    >>> pasted("4, one")
    Traceback (most recent call last):
    ...
    ValueError: Entry 2, 'one', is not a number: write second moments such as 4, 1, 0.25.
    """
    return pasted_numbers(
        text, "second moment", least=LEAST, most=MOST, most_characters=MOST_CHARACTERS
    )
