r"""How fast joint lanes learn: step sizes η, and the weights ω of the average.

As `aelr_core.textbook.joint.step_size` and `average`. Both follow from A, which is fixed between
two block updates, so they are known for many steps at once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.engine.joint.running import running_sums


class Pace:
    r"""Automatic steps :math:`η_t = c/(A\sqrt{1 + t/d})`, or constant ones.

    Parameters
    ----------
    d : attributes.
    eta : (L,) c, or the constant step sizes.
    automatic : which of the two.
    warm_up : steps in which automatic steps grow to their full size; 0: none.

    Attributes
    ----------
    per_A : (L,) 1/A; 0 as long as nothing is learnt.
    Omega : (L,) the sum of all weights so far.
    """

    def __init__(self, d: int, eta: Floats, *, automatic: bool, warm_up: int) -> None:
        self._d, self._eta, self._automatic = d, eta, automatic
        self._warm_up = warm_up
        self.per_A, self._tau, self.Omega = np.zeros((3, len(eta)))

    def next(self, when: Ints, awake: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats]:
        """Return ω, Ω and η of the next steps, (steps, L) each, and go on behind them.

        Parameters
        ----------
        when : (steps, L) the numbers of the steps.
        awake : (L,) whose they are; all that the others get is 0 and the Ω they have.
        """
        per_A = self.per_A * awake
        if self._automatic:
            tau = running_sums(self._tau, np.broadcast_to(per_A, when.shape))
            omega: Floats = tau * per_A
            eta: Floats = per_A * self._eta / np.sqrt(1.0 + when / self._d)
            if when[0].min() < self._warm_up:
                eta *= np.minimum(1.0, (when + 1) / self._warm_up)
            self._tau = tau[-1]
        else:
            learns = per_A > 0
            omega = np.where(learns, when + 1.0, 0.0)
            eta = np.where(learns, self._eta, 0.0 * when)
        Omega = running_sums(self.Omega, omega)
        self.Omega = Omega[-1]
        return omega, Omega, eta

    def forget(self, lanes: Ints) -> None:
        """Begin the averages of these lanes afresh."""
        self._tau[lanes] = self.Omega[lanes] = 0.0

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self._eta, self.per_A = self._eta[lanes], self.per_A[lanes]
        self._tau, self.Omega = self._tau[lanes], self.Omega[lanes]
