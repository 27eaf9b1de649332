r"""The weighted sum of all iterates of a lane, when a step changes k_x attributes and a scalar.

Where :math:`w_t = s_t V_t` and a step adds :math:`\Delta V` at its k_x places,

.. math:: \sum_{\tau \le t} ω_\tau w_\tau = S_t V_t - C_t, \qquad
          S_t = \sum_{\tau \le t} ω_\tau s_\tau,

if every step adds :math:`S_t \Delta V` to C there.
"""

from __future__ import annotations

import numpy as np

from aelr_core import averaging
from aelr_core.checks import Floats, Ints
from aelr_core.engine.blocks import Block


class SumOfIterates:
    """S and C of L lanes. Nothing reads C during a block of steps: it is written once per block.

    Parameters
    ----------
    lanes, width : sizes of V.
    average : "uniform" or "linear", the weights ω.
    """

    def __init__(self, lanes: int, width: int, average: str) -> None:
        self._C = np.zeros((lanes, width))
        self._S = np.zeros(lanes)
        self._average, self._t = average, 0
        self._begun = self._written = 0

    def open(self, block: Block) -> None:
        """Start a block; its x_tilde will be overwritten by the changes of V, step by step."""
        self._block = block
        self._S_of_steps = np.empty((len(block.y), len(self._S)))
        self._begun = self._written = 0

    def begin_step(self, scale: Floats) -> None:
        """Add this step's ω s to S."""
        self._t += 1
        omega = averaging.weight(self._average, self._t)
        weighted = scale if omega == 1 else omega * scale
        self._S = np.add(self._S, weighted, self._S_of_steps[self._begun])
        self._begun += 1

    def settle(self, lanes: Ints | slice, V: Floats, *, changed: bool = True) -> None:
        """Write the weighted sum of these lanes' iterates into C: from now on S counts from 0.

        changed : whether the current step has already changed V. If it has, S times its change is
            written first; if not, its change will be written later with the new S, which is 0.
        """
        self._write(self._begun if changed else self._begun - 1)
        self._C[lanes] -= self._S[lanes][:, None] * V[lanes]
        self._S[lanes] = 0.0

    def close(self) -> None:
        """End a block."""
        self._write(self._begun)
        self._S = self._S.copy()  # so that the block's memory can be freed

    def averages(self, V: Floats) -> Floats:
        """Return the averages of the iterates so far, (L, width), after the first step."""
        with np.errstate(over="ignore", invalid="ignore"):  # a lane may have diverged
            sums: Floats = self._S[:, None] * V - self._C
        return sums / averaging.total_weight(self._average, self._t)

    def keep(self, lanes: Ints) -> None:
        """Continue with these lanes only."""
        self._C, self._S = self._C[lanes], self._S[lanes]

    def _write(self, end: int) -> None:
        """Write the changes of the steps before `end` into C, in the order they were made."""
        if end <= self._written:
            return
        block = self._block
        some = slice(block.begins[self._written], block.begins[end])
        later = self._S_of_steps.reshape(-1).take(block.sample[some])
        later *= block.x_tilde[some]
        np.add.at(self._C.reshape(-1), block.places.leaf[some], later)
        self._written = end
