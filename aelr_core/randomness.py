"""Randomness is data: a run is made by ``(seed, run index)`` alone.

Run r of seed s owns two independent generators: one makes the *order* in which it meets the
training rows, the other the *uniforms* that its steps receive, ``k + 1`` per step. Run 7 is
therefore the same run alone, among a hundred, in any chunking and on any number of processes,
and every algorithm of a run shares its order and its uniforms, so comparisons are paired.

A budgeted step receives u of shape (k+1,): the first k_x uniforms draw i_1..i_{k_x}, the other
k_phi draw j_1..j_{k_phi}. The estimation phase of a two-phased run without a warm start spends
all k + 1 on uniform draws of i. Full-information steps need none.
"""

from __future__ import annotations

import numpy as np

from aelr_core import checks
from aelr_core.checks import Floats, Ints

# Spawn keys (run, purpose): each purpose of a run has a stream of its own.
ORDER, UNIFORMS = 0, 1
# Steps whose uniforms are made together.
AHEAD = 128


def generator(seed: int, run: int, purpose: int) -> np.random.Generator:
    """Return the generator of one purpose (`ORDER` or `UNIFORMS`) of one run.

    >>> a, b = (generator(seed=1, run=7, purpose=UNIFORMS).random(3) for _ in range(2))
    >>> bool((a == b).all())
    True
    """
    seed = checks.integer("seed", seed, at_least=0)
    run = checks.integer("run", run, at_least=0)
    return np.random.Generator(
        np.random.PCG64(np.random.SeedSequence(entropy=seed, spawn_key=(run, purpose)))
    )


def order(seed: int, run: int, rows: int, m: int) -> Ints:
    """Return the m row numbers that a run meets, in order, shape (m,).

    A fresh permutation of the `rows` training rows; when m exceeds them another one follows.
    The first m of a longer order are the order of length m.
    """
    rows = checks.integer("rows", rows, at_least=1)
    m = checks.integer("m", m, at_least=0)
    rng = generator(seed, run, ORDER)
    passes = [rng.permutation(rows) for _ in range(-(-m // rows))]
    return np.concatenate([*passes, np.empty(0, dtype=np.int64)])[:m].astype(np.int64)


def uniforms(seed: int, run: int, start: int, steps: int, width: int) -> Floats:
    """Return the uniforms of steps start..start+steps-1 of one run, shape (steps, width)."""
    rng = generator_at(seed, run, start, width)
    return rng.random((steps, width))


class UniformStreams:
    """The uniforms of many lanes, read block by block.

    Lanes with the same run and the same start (a grid of step sizes, say) share one stream.

    Parameters
    ----------
    seed : the experiment's seed.
    run, start : (L,) whose uniforms each lane reads, and from which step on.
    width : uniforms per step, k + 1.
    ahead : steps whose uniforms are made together.
    """

    def __init__(self, seed: int, run: Ints, start: Ints, width: int, ahead: int = AHEAD) -> None:
        self.width, self._ahead = width, ahead
        pairs, self._stream_of_lane = np.unique(
            np.stack([run, start], axis=1), axis=0, return_inverse=True
        )
        self._streams = [generator_at(seed, int(r), int(s), width) for r, s in pairs]
        self._ready = np.empty((len(pairs), 0, width))

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        used, self._stream_of_lane = np.unique(self._stream_of_lane[lanes], return_inverse=True)
        self._streams = [self._streams[s] for s in used]
        self._ready = self._ready[used]

    def block(self, steps: int, left: int) -> Floats:
        """Return the next `steps` steps' uniforms, shape (L, steps, width).

        left : how many steps the longest lane will still ask for, these included. Uniforms are
            made ahead, many steps at a time: every stream costs a call.
        """
        if self._ready.shape[1] < steps:
            made = np.empty((len(self._streams), min(max(self._ahead, steps), left), self.width))
            kept = self._ready.shape[1]
            made[:, :kept] = self._ready
            for stream, out in zip(self._streams, made[:, kept:], strict=True):
                stream.random(out=out)
            self._ready = made
        block, self._ready = self._ready[:, :steps], self._ready[:, steps:]
        if np.array_equal(self._stream_of_lane, np.arange(len(self._streams))):  # one for each
            return block
        return block[self._stream_of_lane]


def generator_at(seed: int, run: int, start: int, width: int) -> np.random.Generator:
    """Return the generator of a run's uniforms, `width` per step, before step `start`."""
    rng = generator(seed, run, UNIFORMS)
    bits = rng.bit_generator
    assert isinstance(bits, np.random.PCG64)
    bits.advance(int(start) * int(width))  # one double costs one step of PCG64
    return rng
