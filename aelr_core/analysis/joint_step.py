"""A short run of JAERR, JAELR or their adaptive forms, step by step (ours, not the paper's)."""

from __future__ import annotations

import numpy as np

from aelr_core.analysis.frames import JointFrame, frames
from aelr_core.analysis.microscope import Scene
from aelr_core.checks import Floats
from aelr_core.designs.gradient_size import inclusion_probabilities
from aelr_core.textbook import jaelr, jaerr
from aelr_core.textbook.joint_rules import joint_rules

# Probabilities that differ by less are equal.
EQUAL = 1e-9


def joint_film(place: Scene, word: str) -> list[JointFrame]:
    """Return all steps of a joint algorithm, in order."""
    given = place.joint[word]
    book = jaerr if place.family == "ridge" else jaelr
    start = book.init(joint_rules(place.d, place.family, **given))
    run = book.trace(place.X, place.y, place.rows, place.joint_uniforms, **given)
    return frames(place.X, place.y, place.rows, start, run)


def seen(frame: JointFrame) -> Floats:
    """Return what a step saw of its example, (d,); 0 elsewhere."""
    x = np.zeros(len(frame.x))
    x[frame.step.sample.S] = frame.step.x
    return x


def design_of(frame: JointFrame) -> Floats:
    """Return π_i, the probability that a step looks at attribute i, (d,)."""
    return inclusion_probabilities(frame.step.block.design)


def is_uniform(frame: JointFrame) -> bool:
    """Whether a step looks at all attributes equally often."""
    return bool(np.ptp(design_of(frame)) < EQUAL)


def pairs(frame: JointFrame) -> Floats:
    r"""Return what every pair of attributes seen adds to the gradient, (n, n).

    :math:`w_j x_j/π_{ij}` in row i and column j, :math:`(w_i x_i - y)/π_i` on the diagonal; the
    sum of row i times x_i is g̃_i.
    """
    step = frame.step
    P = step.sample.P
    table: Floats = P * (step.w[step.sample.S] * step.x)
    table -= np.diag(np.diagonal(P) * frame.y)
    return table


def pair_probabilities(frame: JointFrame) -> Floats:
    """Return π_ij of the attributes seen, (n, n), and π_i on the diagonal."""
    pi: Floats = 1.0 / frame.step.sample.P
    return pi


def is_new_block(frame: JointFrame) -> bool:
    """Whether π is new in this step."""
    before = frame.before.progress
    return before.t >= before.block.next


def looks(frame: JointFrame) -> Floats:
    """Return how often a run that learns the moments has seen each attribute by now, (d,)."""
    seen_before, counts = frame.before.progress.seen, np.zeros(len(frame.x))
    counts[frame.step.sample.S] = 1.0
    return counts if seen_before is None else counts + seen_before.counts
