"""What joint lanes know of their steps: when blocks begin, η, weights ω, iterates, sums."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.engine.lanes import ENDLESS, Layout

# V + iC, see `Iterates`.
Both: TypeAlias = NDArray[np.complex128]


class Clocks:
    """The steps of L lanes: when the blocks of each begin and end.

    A lane whose block is over waits until the others' are, so that all begin the next ones
    together: a block update of many lanes costs little more than one of a few.

    Parameters
    ----------
    ends : (L,) how many steps each takes in all.

    Attributes
    ----------
    at : (L,) the steps that each has taken.
    begun : (L,) those it had taken when its block began.
    """

    def __init__(self, ends: Ints) -> None:
        self._ends = ends
        self.at, self.begun, self._next = np.zeros((3, len(ends)), dtype=np.int64)

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which lanes have taken their last step, (L,)."""
        over: NDArray[np.bool_] = self.at == self._ends
        return over

    def due(self, end: int) -> Ints:
        """Return the lanes before step `end` whose next block begins now."""
        return np.flatnonzero((self.at < end) & (self._next == self.at))

    def left(self, end: int) -> Ints:
        """Return how many steps each lane may take before it begins a block or ends, (L,)."""
        left: Ints = np.minimum(np.minimum(self._next, self._ends), end) - self.at
        return left

    def begin_block(self, lanes: Ints | slice, steps: Ints) -> None:
        """Begin blocks of this many steps, (l,)."""
        self.begun[lanes] = self.at[lanes]
        self._next[lanes] = self.at[lanes] + steps

    def interrupt(self, lanes: Ints, steps: int) -> None:
        """Let the blocks of these lanes end after the steps that they take now."""
        self._next[lanes] = self.at[lanes] + steps

    def next_steps(self, left: Ints, few: int) -> Ints:
        """Return the numbers of the next steps, at most `few` of what is left, (steps, L).

        A lane with nothing left stays at its last step.
        """
        awake = left > 0
        steps = min(few, int(left.min(where=awake, initial=ENDLESS)))
        when: Ints = self.at - ~awake + np.arange(steps)[:, None] * awake
        return when

    def go_on(self, steps: int, awake: NDArray[np.bool_]) -> None:
        """Note that the lanes that are awake have taken this many steps."""
        self.at = self.at + steps * awake

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self._ends, self.at = self._ends[lanes], self.at[lanes]
        self.begun, self._next = self.begun[lanes], self._next[lanes]


class StepSizes:
    r"""Automatic steps :math:`η_t = c/(A\sqrt{1 + t/d})`, or constant ones, and weights ω.

    As `aelr_core.textbook.joint.step_size` and `average`. Both follow from A, which is fixed
    between two block updates, so they are known for many steps at once.

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


class Iterates:
    r"""The iterates of L lanes and their weighted sum, when a step changes few attributes.

    With :math:`w_t = s_t V_t`, a step changes V at its sample and the scalar s, so

    .. math:: \sum_t ω_t w_t = R V - C, \qquad R = \sum_t ω_t s_t,

    if every step adds :math:`R\,\Delta V` to C where V changes. V and C are kept as complex numbers
    V + iC: a step finds both in one place of memory.

    Parameters
    ----------
    lanes, width : L, and the numbers of each lane.

    Attributes
    ----------
    R : (L,) the sums of ω s since C was last settled.
    """

    def __init__(self, lanes: int, width: int) -> None:
        self._both = np.zeros((lanes, width), dtype=np.complex128)
        self.R = np.zeros(lanes)

    @property
    def V(self) -> Floats:  # noqa: N802
        """The V of all lanes, (L, width), to read and to write."""
        return self._both.real

    def at(self, places: Ints) -> Both:
        """Return V + iC at places of the flat array."""
        return self._both.take(places)

    def change(self, places: Ints, before: Both, after: Floats, layout: Layout) -> None:
        """Put `after` in the place of V, where V + iC was `before`."""
        both = np.empty(places.shape, dtype=np.complex128)
        both.real = after
        change = after - before.real
        change *= layout.spread(self.R)
        np.add(before.imag, change, out=both.imag)
        self._both.reshape(-1)[places] = both

    def settle(self, lanes: Ints | slice) -> None:
        """Write the weighted sum of these lanes' iterates into C: R counts from 0 again."""
        self._both.imag[lanes] -= self.R[lanes][:, None] * self._both.real[lanes]
        self.R = self.R.copy()  # the array may be kept by who looks at the steps later
        self.R[lanes] = 0.0

    def forget(self, lanes: Ints) -> None:
        """Begin the weighted sums of these lanes, which were just settled, afresh."""
        self._both.imag[lanes] = 0.0

    def sums(self) -> Floats:
        """Return the weighted sums of all iterates, (L, width)."""
        sums: Floats = self.R[:, None] * self._both.real - self._both.imag
        return sums

    def settled(self, lanes: Ints | slice) -> Floats:
        """Return the weighted sums of lanes that were just settled, (l, width)."""
        sums: Floats = -self._both.imag[lanes]
        return sums

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self._both, self.R = self._both[lanes], self.R[lanes]


def running_sums(start: Floats, terms: Floats) -> Floats:
    """Return start (L,) plus the terms (steps, L) up to each step, (steps, L).

    `accumulate` adds one after the other; NumPy's own sums add in an order that depends on L.

    >>> running_sums(np.array([1.0, 2.0]), np.array([[1.0, 1.0], [2.0, 0.0]]))
    array([[2., 3.],
           [4., 3.]])
    """
    sums = terms.copy()
    sums[0] += start
    return np.add.accumulate(sums, 0, None, sums)
