"""The samples of joint lanes, made for a block of steps, and what they say about a gradient."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TypeAlias

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.engine.layout import Layout

# What `brackets` needs to know, one step after the other.
Weights: TypeAlias = tuple[Iterable[Floats], ...]


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
    pi : (L, d + 1) the working probabilities of each lane's block, and 1 for a place that is not
        used.
    """

    width: int
    full = True

    def __init__(self, lanes: int, d: int, size: int, ahead: int, layout: Layout) -> None:
        # The C library hands freed memory back beyond a threshold, and every block would touch new
        # pages: up to half of its time. The threshold grows with the largest array freed so far.
        np.empty(2**20)
        self.d, self.size, self.ahead, self.layout = d, size, ahead, layout
        self._attributes = np.zeros((ahead, lanes, size), dtype=np.int64)
        self.pi = np.full((lanes, d + 1), size / d)
        self.pi[:, d] = 1.0

    @abstractmethod
    def prepare(self, lanes: Ints | slice, u: Floats) -> None:
        """Make the samples of the next block of some lanes, by their π.

        u : (l, steps, width) their uniforms.
        """

    @abstractmethod
    def weights(self, rows: Ints, attributes: Ints, pi: Floats) -> Weights:
        """Return what `brackets` needs to know about the samples of some steps.

        rows, attributes : which steps of a lane's block they are, and what `samples` says of them.
        pi : their ϖ.
        """

    @abstractmethod
    def brackets(self, weights: tuple[Floats, ...], v: Floats, y: Floats) -> Floats:
        """Return Σ_{j ≠ i} v_j/π_ij + (v_i − y)/π_i for each i of one step's sample."""

    @abstractmethod
    def steps_as_lanes(self, weights: Weights) -> tuple[Floats, ...]:
        """Return the weights of all values of T steps as those of one step of T·L lanes."""

    def samples(self, rows: Ints) -> Ints:
        """Return the attributes of some steps, as the layout says; d where there is none.

        rows : (steps, L) which steps of its block they are in each lane.
        """
        by_row = self._attributes.reshape(self.ahead * len(self.pi), self.size)
        samples = by_row.take(self._which(rows), axis=0)
        return np.ascontiguousarray(samples.swapaxes(1, 2)) if self.layout.lanes_last else samples

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self._attributes, self.pi = self._attributes[:, lanes], self.pi[lanes]

    def _which(self, rows: Ints) -> Ints:
        """Return where steps are in arrays that have a row for each step and lane."""
        lanes = len(self.pi)
        return rows * lanes + np.arange(lanes)


class Everything(JointDesign):
    """Every attribute that can be non-zero is seen: there are no more than K of them.

    Parameters
    ----------
    lanes, d, ahead : L, the number of attributes, and the most steps of a block.
    attributes : (n,) those that are seen.
    """

    width = 1

    def __init__(self, lanes: int, d: int, attributes: Ints, ahead: int) -> None:
        super().__init__(lanes, d, len(attributes), ahead, Layout(lanes_last=False))
        self._attributes[:] = attributes

    def prepare(self, lanes: Ints | slice, u: Floats) -> None:
        """Nothing is drawn."""

    def weights(self, rows: Ints, attributes: Ints, pi: Floats) -> Weights:
        """Return nothing: every π is 1."""
        return ()

    def steps_as_lanes(self, weights: Weights) -> tuple[Floats, ...]:
        """Return nothing."""
        return ()

    def brackets(self, weights: tuple[Floats, ...], v: Floats, y: Floats) -> Floats:
        """Return ⟨w, x⟩ − y, the same for every attribute."""
        inner: Floats = self.layout.spread(self.layout.sums(v) - y) + np.zeros(v.shape)
        return inner
