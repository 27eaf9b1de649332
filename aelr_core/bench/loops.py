"""What a one-run loop takes and gives, whoever wrote it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from aelr_core.checks import Floats, Ints

# (X, y, order, U, q, k_x, eta, B) -> w_bar
Loop: TypeAlias = Callable[[Floats, Floats, Ints, Floats, Floats, int, float, float], Floats]
