"""The shape of a tree of sums: its levels, and the places of attributes in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from aelr_core.checks import Floats, Ints

# Fewer levels save calls, more levels save reads.
LARGEST_FLAT = 128


@dataclass(frozen=True)
class Shape:
    """The levels of a tree over d attributes: leaves, sums of `fan` neighbours, sums of those.

    Attributes
    ----------
    levels : how many levels of sums there are; the last one is the top.
    bits : log2 of the fan-out.
    width : number of leaves per lane, >= d; the leaves beyond d are always 0.
    """

    levels: int
    bits: int
    width: int

    @classmethod
    def of(cls, d: int) -> Shape:
        """Return the shape for d attributes: one or two levels, about equally wide."""
        levels = 1 if d <= LARGEST_FLAT else 2
        bits = max(1, round(float(np.log2(d)) / (levels + 1)))
        block = 1 << levels * bits
        return cls(levels, bits, -(-d // block) * block)

    @property
    def tops(self) -> int:
        """The number of sums per lane in the top level."""
        return self.width >> self.levels * self.bits

    @property
    def middles(self) -> list[int]:
        """The number of sums per lane in each level between leaves and top, from the leaves on."""
        return [self.width >> level * self.bits for level in range(1, self.levels)]

    def padded(self, table: Floats) -> Floats:
        """Return (..., d) filled with zeros up to the width."""
        d = table.shape[-1]
        wider = np.zeros((*table.shape[:-1], self.width))
        wider[..., :d] = table
        return wider


class Places(NamedTuple):
    """Where n numbers are in a tree, as flat positions, and whose they are."""

    lane: Ints  # (n,)
    leaf: Ints  # (n,)
    sums: Ints  # (n, levels), of the sums that they are part of

    def steps(self, slices: Sequence[slice]) -> Iterator[Places]:
        """Yield those of one step after the other."""
        each = (map(of_all.__getitem__, slices) for of_all in self)
        return map(Places._make, zip(*each, strict=False))
