r"""The weights of the iterates in an average: :math:`\bar w = \sum_t ω_t w_t / \sum_t ω_t`.

The paper's algorithms return the uniform average, ω_t = 1. The linear one, ω_t = t, forgets the
first steps; it is an option, so that other algorithms with weights can be compared fairly.
"""

from __future__ import annotations

from typing import TypeVar

from aelr_core.checks import Ints

Steps = TypeVar("Steps", int, Ints)


def weight(average: str, t: int) -> int:
    """Return ω_t of step t, which counts from 1.

    >>> weight("uniform", 4), weight("linear", 4)
    (1, 4)
    """
    return t if average == "linear" else 1


def total_weight(average: str, t: Steps) -> Steps:
    """Return ω_1 + ... + ω_t.

    >>> total_weight("uniform", 4), total_weight("linear", 4)
    (4, 10)
    """
    return t * (t + 1) // 2 if average == "linear" else t
