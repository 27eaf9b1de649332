"""When lanes that advance together are measured, and which of them."""

from __future__ import annotations

import numpy as np

from aelr_core.algorithms import ALGORITHMS
from aelr_core.checks import Ints
from aelr_core.experiments.curve import Piece
from aelr_core.experiments.spec import ExperimentSpec


def timetable(
    spec: ExperimentSpec, pieces: tuple[Piece, ...]
) -> list[tuple[int, list[tuple[int, int]]]]:
    """Return which points, (number of the piece, point), are due after which steps, in order.

    All lanes begin phase two together, when the longest phase one has ended; a lane that has no
    phase one waits until then.
    """
    m1 = [_phase_one(spec, piece) for piece in pieces]
    longest = max(int(own.max()) for own in m1)
    due = dict[int, list[tuple[int, int]]]()
    for number, (piece, own) in enumerate(zip(pieces, m1, strict=True)):
        for point, end in enumerate((longest + piece.examples - own).tolist()):
            due.setdefault(end, []).append((number, point))
    return sorted(due.items())


def _phase_one(spec: ExperimentSpec, piece: Piece) -> Ints:
    """Return the examples of phase one behind each point, (P,)."""
    if ALGORITHMS[piece.algorithm].role != "two_phase":
        return np.zeros_like(piece.examples)
    if spec.curve == "anytime":
        return np.full_like(piece.examples, spec.mode.m1(int(piece.examples[-1])))
    return np.array([spec.mode.m1(int(n)) for n in piece.examples])


def own_lanes(
    spec: ExperimentSpec, each: list[int], number: int, point: int, piece: Piece
) -> slice:
    """Return the lanes that a point of a piece is measured on, one a run."""
    first = sum(each[:number])
    end = first + each[number]
    if spec.curve == "anytime":
        return slice(first, end)
    return slice(first + point, end, len(piece.examples))
