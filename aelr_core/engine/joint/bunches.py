"""How many lanes, and how many steps, are worked on together."""

from __future__ import annotations

from collections.abc import Iterator

from aelr_core.checks import Ints

# Numbers of a block update that are worked on together: with fewer, calls cost more than work.
TOGETHER = 2**16
# Attributes seen in the steps that are prepared together: with few lanes calls cost more than work.
SEEN_TOGETHER = 2**16


def bunches(lanes: Ints, d: int) -> Iterator[Ints | slice]:
    """Yield these lanes, of d attributes each, a few at a time: neighbours as a slice."""
    together = max(1, TOGETHER // d)
    for start in range(0, len(lanes), together):
        some = lanes[start : start + together]
        yield slice(int(some[0]), int(some[-1]) + 1) if side_by_side(some) else some


def side_by_side(lanes: Ints) -> bool:
    """Return whether lanes in rising order follow each other without a gap."""
    return len(lanes) == 0 or bool(lanes[-1] - lanes[0] == len(lanes) - 1)


def steps_together(lanes: int, size: int) -> int:
    """Return how many steps of these lanes, with samples of this size, are prepared together."""
    return max(1, SEEN_TOGETHER // (lanes * max(size, 1)))
