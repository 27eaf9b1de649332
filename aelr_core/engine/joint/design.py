"""The samples of joint lanes, made for a block of steps, and what they say about a gradient."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.engine.layout import Layout


class JointDesign(ABC):
    """Samples of at most `size` attributes of L lanes, for the next `ahead` steps of each.

    Parameters
    ----------
    lanes, d, size, ahead : L, attributes, the most attributes of an example, steps kept.
    layout : how a step's sample lies in memory, (size, L) or (L, size).

    Attributes
    ----------
    width : uniforms that a step receives.
    full : whether every sample has `size` attributes.
    """

    width: int
    full = True

    def __init__(self, lanes: int, d: int, size: int, ahead: int, layout: Layout) -> None:
        self.d, self.size, self.ahead, self.layout = d, size, ahead, layout
        shape = (size, lanes) if layout.lanes_last else (lanes, size)
        self._attributes = np.full((ahead, *shape), d, dtype=np.int64)

    @abstractmethod
    def prepare(self, t: int, steps: int, lanes: Ints | slice, pi: Floats, u: Floats) -> None:
        """Make the samples of steps t..t+steps-1 of some lanes.

        pi : (l, d) their working probabilities.
        u : (l, steps, width) their uniforms.
        """

    @abstractmethod
    def weights(self, t: int, places: Ints) -> tuple[Floats, ...]:
        """Return what `brackets` needs to know about the samples of step t, at these places."""

    @abstractmethod
    def brackets(self, weights: tuple[Floats, ...], v: Floats, y: Floats) -> Floats:
        """Return Σ_{j ≠ i} v_j/π_ij + (v_i − y)/π_i for each i of the sample."""

    def sample(self, t: int) -> Ints:
        """Return the attributes of step t, as the layout says; d for a place that is not used."""
        attributes: Ints = self._attributes[t % self.ahead]
        return attributes

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        by_lane = (..., lanes) if self.layout.lanes_last else (slice(None), lanes)
        self._attributes = self._attributes[by_lane]

    def _store(self, kept: NDArray[Any], t: int, made: NDArray[Any], lanes: Ints | slice) -> None:
        """Write what was made for some lanes from step t on, (steps, ...), where it is kept."""
        first = t % self.ahead
        split = min(len(made), self.ahead - first)
        for start, part in ((first, made[:split]), (0, made[split:])):
            if len(part):
                rows = slice(start, start + len(part))
                if self.layout.lanes_last:
                    kept[rows, ..., lanes] = part
                else:
                    kept[rows, lanes] = part


class Everything(JointDesign):
    """Every attribute that can be non-zero is seen: there are no more than K of them.

    Parameters
    ----------
    lanes, d : L and the number of attributes.
    attributes : (n,) those that are seen.
    """

    width = 1

    def __init__(self, lanes: int, d: int, attributes: Ints) -> None:
        super().__init__(lanes, d, len(attributes), 1, Layout(lanes_last=False))
        self._attributes[:] = attributes

    def prepare(self, t: int, steps: int, lanes: Ints | slice, pi: Floats, u: Floats) -> None:
        """Nothing is drawn."""

    def weights(self, t: int, places: Ints) -> tuple[Floats, ...]:
        """Return nothing: every π is 1."""
        return ()

    def brackets(self, weights: tuple[Floats, ...], v: Floats, y: Floats) -> Floats:
        """Return ⟨w, x⟩ − y, the same for every attribute."""
        inner: Floats = (v.sum(axis=1) - y)[:, None]
        return inner
