"""The samples of joint lanes, made for a block of steps, and what they say about a gradient.

As in `aelr_core.designs.hard_budget`: everything if that is in the budget, conditional Poisson
samples up to K = 16, thinned Poisson samples beyond.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.designs import conditional_poisson, thinned_poisson
from aelr_core.designs.conditional_poisson import LARGEST_K, LARGEST_ODDS, by_addition
from aelr_core.designs.hard_budget import working_probabilities
from aelr_core.designs.inclusion import scores, spread
from aelr_core.engine.lanes import Lanes, Layout
from aelr_core.randomness import generator_at

# What `brackets` needs to know, one step after the other.
Weights: TypeAlias = tuple[Iterable[Floats], ...]


def design_for(K: int, *, lanes: int, d: int, positive: Ints, ahead: int) -> JointDesign:
    """Return the design of this many lanes.

    Parameters
    ----------
    K : the most attributes of an example that are seen.
    positive : the attributes that can be non-zero; where there are at most K, all are seen.
    ahead : the most steps for which samples are drawn together.
    """
    if len(positive) <= K:
        return Everything(lanes, d, positive, ahead)
    if K <= LARGEST_K:
        return ConditionalPoisson(lanes, d, K, ahead)
    return ThinnedPoisson(lanes, d, K, ahead, positive)


def next_design(
    M: Floats, w: Floats | None, u: Floats, pi: Floats, s2: Floats, K: int
) -> tuple[Floats, Floats]:
    """Return the next π, (l, d), and A = Σ u_i M_i/π_i, (l,).

    Parameters
    ----------
    M, w, u, pi, s2 : as for `designs.inclusion.scores`; without w the scores are √M.
    K : attributes per example.
    """
    f = np.broadcast_to(np.sqrt(M), pi.shape) if w is None else scores(M, w=w, u=u, pi=pi, s2=s2)
    pi = working_probabilities(f, max(K, 2))
    return pi, spread(M, u, pi)


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
        # `take` keeps rows in rows, as `_which` counts them; an index would turn the array around
        self._attributes, self.pi = self._attributes.take(lanes, axis=1), self.pi[lanes]

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


# ---- Conditional Poisson samples: exactly K attributes, K <= 16 ----


class ConditionalPoisson(JointDesign):
    """Samples of exactly K attributes; the tables live only while a block is drawn.

    Parameters
    ----------
    lanes, d, K, ahead : as for `JointDesign`, whose size is K.
    """

    def __init__(self, lanes: int, d: int, K: int, ahead: int) -> None:
        super().__init__(lanes, d, K, ahead, Layout(lanes_last=True))
        self.width = K
        self._e, self._by_recursion = np.ones((K + 1, lanes)), Pairs(K)
        self._pairs: Floats | None = None  # (L, d, d) 1/π_ij, where odds are large and d small

    def prepare(self, lanes: Ints | slice, u: Floats) -> None:
        """Draw the samples of the next block of some lanes."""
        pi = self.pi[lanes]
        gamma = conditional_poisson.odds(pi[:, : self.d])
        tables, e = lane_tables(gamma, self.size)
        S = draw_conditional(u, tables)
        self._e[:, lanes] = e
        self._attributes[: len(S), lanes] = S.swapaxes(1, 2)
        if gamma.size and gamma.max() > LARGEST_ODDS:
            self._note_pairs(lanes, gamma)

    def weights(self, rows: Ints, attributes: Ints, pi: Floats) -> Weights:
        """Return P = 1/π_ij, (steps, K, K, L), and its diagonal 1/π_i, (steps, K, L)."""
        if self._pairs is None:
            P = self._by_recursion(conditional_poisson.odds(pi), self._e)
        else:
            S, lane = attributes, np.arange(attributes.shape[-1])
            P = self._pairs.take((lane * self.d + S)[:, :, None] * self.d + S[:, None])
        return P, np.einsum("tiil->til", P)

    def steps_as_lanes(self, weights: Weights) -> tuple[Floats, ...]:
        """Return P as (K, K, T·L), contiguous: the order of a sum depends on it."""
        P = np.ascontiguousarray(np.moveaxis(np.asarray(weights[0]), 0, 2))
        P = P.reshape(self.size, self.size, -1)
        return P, np.einsum("iil->il", P)

    def brackets(self, weights: tuple[Floats, ...], v: Floats, y: Floats) -> Floats:
        """Return P v − y diag(P), (K, L)."""
        P, alone = weights
        # one lane alone would be summed in another order, but its numbers must not depend on L
        twice = (P.repeat(2, axis=2), v.repeat(2, axis=1)) if len(y) == 1 else (P, v)
        bracket: Floats = np.einsum("ijl,jl->il", *twice)[:, : len(y)]
        bracket -= y * alone
        return bracket

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        super().keep(lanes)
        self._e = self._e.take(lanes, axis=1)
        self._pairs = None if self._pairs is None else self._pairs[lanes]

    def _note_pairs(self, lanes: Ints | slice, gamma: Floats) -> None:
        """Keep 1/π_ij of all pairs: where the cap was raised, at most 20 attributes count."""
        if self._pairs is None:
            self._pairs = np.zeros((self._e.shape[1], self.d, self.d))
        numbers = np.arange(self._e.shape[1])[lanes]
        for lane, odds in zip(numbers, gamma, strict=True):
            positive = np.flatnonzero(odds)
            pi = by_addition(odds[positive], self.size)
            self._pairs[np.ix_([lane], positive, positive)] = 1.0 / pi


class Pairs:
    """1/π_i and 1/π_ij of all attributes of many samples of K.

    As `aelr_core.designs.conditional_poisson.by_recursion`: the odds of one attribute, then those
    of another, are taken out of the elementary symmetric polynomials of all.
    """

    def __init__(self, K: int) -> None:
        self._first, self._second = np.triu_indices(K, 1)
        pairs = np.arange(len(self._first))
        self._square = np.empty((K, K), dtype=np.intp)  # which pair is at (i, j); then singles
        self._square[self._first, self._second] = pairs
        self._square[self._second, self._first] = pairs
        np.fill_diagonal(self._square, len(pairs) + np.arange(K))

    def __call__(self, gamma: Floats, e: Floats) -> Floats:
        """Return P, (steps, K, K, L), with 1/π_i on the diagonal.

        Parameters
        ----------
        gamma : (steps, K, L) odds of the samples.
        e : (K + 1, L) elementary symmetric polynomials of all odds.
        """
        steps, K, lanes = gamma.shape
        pairs, other = len(self._first), gamma.take(self._second, axis=1)
        P = np.empty((steps, pairs + K, lanes))
        np.multiply(gamma.take(self._first, axis=1), other, out=P[:, :pairs])
        without_i = e[1] - gamma  # e_r without i, r = 1
        if K > 2:
            without_ij = without_i.take(self._first, axis=1) - other
        for r in range(2, K):
            np.subtract(e[r], gamma * without_i, out=without_i)
            if r < K - 1:
                without_ij *= other
                np.subtract(without_i.take(self._first, axis=1), without_ij, out=without_ij)
        if K > 2:
            P[:, :pairs] *= without_ij
        np.multiply(gamma, without_i, out=P[:, pairs:])
        np.divide(e[K], P, out=P)
        return P.take(self._square, axis=1)


def lane_tables(gamma: Floats, K: int) -> tuple[list[Floats], Floats]:
    """Return rising tables of each pair of lanes for r = 1..K, and all e_r, (K + 1, l).

    As `conditional_poisson.suffix_polynomials`, but from the last attribute on: a table is
    (pairs, d + 1, 2), and its entry b of lane 2 p + q, at [p, b, q], is T_{r,d-b}. A cumulated
    sum waits for one addition after the other, so two lanes are added up at a time, as the two
    parts of complex numbers.

    Parameters
    ----------
    gamma : (l, d) odds.
    """
    lanes, d = gamma.shape
    odds = np.zeros(((lanes + 1) // 2, d, 2))
    odds[:, :, 0], odds[: lanes // 2, :, 1] = gamma[::2, ::-1], gamma[1::2, ::-1]
    tables, terms, e = [], odds, np.ones((K + 1, lanes))
    for r in range(1, K + 1):
        table = np.empty((len(odds), d + 1, 2))
        table[:, 0] = 0.0
        numbers = table.view(np.complex128)[:, 1:, 0]
        np.cumsum(terms.view(np.complex128)[:, :, 0], axis=1, out=numbers)
        tables.append(table)
        if r < K:
            terms = odds * table[:, :-1]
        e[r] = table[:, -1].reshape(-1)[:lanes]
    return tables, e


def draw_conditional(u: Floats, tables: list[Floats]) -> Ints:
    """Return samples of l lanes, each with its own tables, as `conditional_poisson.draw` does.

    Parameters
    ----------
    u : (l, n, K) uniforms.
    tables : from `lane_tables`.

    Returns
    -------
    S : (n, K, l) attributes
    """
    lanes, n, K = u.shape
    d = tables[0].shape[1] - 1
    S = np.empty((n, K, lanes), dtype=np.int64)
    levels = np.ascontiguousarray(u.transpose(2, 1, 0))
    lane = np.arange(lanes, dtype=np.int32)
    first = lane // 2 * (2 * d + 2) + lane % 2  # where a lane's table begins
    place = first + 2 * d  # the entries of a lane are two apart
    for level, table in enumerate(reversed(tables)):
        wanted = table.take(place) * levels[level]
        place = last_at_most(table, wanted, first, entries=d, apart=2)
        np.subtract(d - 1, (place - first) >> 1, out=S[:, level])
    return S


def last_at_most(
    table: Floats, wanted: Floats, first: NDArray[np.int32], *, entries: int, apart: int
) -> NDArray[np.int32]:
    """Return the places of the last entries <= wanted, lane by lane.

    Parameters
    ----------
    table : rising numbers of all lanes, d + 1 of each.
    wanted : (n, l) numbers, at least a lane's first entry; a lane's last entry is not looked at.
    first : (l,) the place of each lane's first entry in the flat table.
    entries : d, those that are looked at.
    apart : how far a lane's entries are from each other.

    Returns
    -------
    place : (n, l) places in the flat table; short, since most of the time goes into moving them
    """
    half = entries // 2 * apart  # a lane's searches begin at the same place: one look for all
    place = _further(table.take(first + half), wanted, half)
    place += first
    probe, value, left = np.empty_like(place), np.empty(wanted.shape), entries - entries // 2
    while left > 1:  # it is one of `left` entries from `place` on
        half = left // 2 * apart
        np.add(place, half, out=probe)
        table.take(probe, out=value, mode="clip")
        place += _further(value, wanted, half)
        left -= left // 2
    return place


def _further(value: Floats, wanted: Floats, half: int) -> NDArray[np.int32]:
    """Return half where value <= wanted, else 0; `np.where` would guess which, and be slower."""
    further = (value <= wanted).astype(np.int32)
    further *= half
    return further


# ---- Thinned Poisson samples: at most K attributes, K > 16 ----


class ThinnedPoisson(JointDesign):
    """Samples of at most K attributes, and N, the size of the Poisson sample each comes from.

    Parameters
    ----------
    lanes, d, K, ahead : as for `JointDesign`, whose size is K.
    positive : (n,) the attributes that can be seen.
    """

    full = False

    def __init__(self, lanes: int, d: int, K: int, ahead: int, positive: Ints) -> None:
        super().__init__(lanes, d, K, ahead, Layout(lanes_last=False))
        self.width = thinned_poisson.uniforms_needed(K)
        self._N = np.zeros((ahead, lanes))
        self._can_be_seen = np.append(positive, d)  # and a place for none

    def prepare(self, lanes: Ints | slice, u: Floats) -> None:
        """Draw the samples of the next block of some lanes."""
        S, N = draw_thinned(u, self.pi[lanes].take(self._can_be_seen[:-1], axis=1), self.size)
        self._attributes[: len(S), lanes] = self._can_be_seen.take(S)
        self._N[: len(N), lanes] = N

    def weights(self, rows: Ints, attributes: Ints, pi: Floats) -> Weights:
        """Return 1/π and (1/κ₁ − 1/(κ₂ π))/π, (steps, L, K), and 1/κ₁ and 1/κ₂, (steps, L)."""
        K, inverse = self.size, 1.0 / pi
        N = np.maximum(self._N.take(self._which(rows)), K)
        one, two = N / K, N * (N - 1) / (K * (K - 1))
        alone = inverse * -two[:, :, None]
        alone += one[:, :, None]
        alone *= inverse
        return inverse, alone, one, two

    def steps_as_lanes(self, weights: Weights) -> tuple[Floats, ...]:
        """Return the first two as (T·L, K), the others as (T·L,)."""
        inverse, alone, one, two = map(np.asarray, weights)
        by_draw = inverse.reshape(-1, self.size), alone.reshape(-1, self.size)
        return *by_draw, one.reshape(-1), two.reshape(-1)

    def brackets(self, weights: tuple[Floats, ...], v: Floats, y: Floats) -> Floats:
        """Return (Σ_j v_j/π_j − v_i/π_i)/(κ₂ π_i) + (v_i − y)/(κ₁ π_i), (L, K)."""
        inverse, alone, one, two = weights
        total = two * self.layout.sums(v * inverse) - one * y
        bracket: Floats = alone * v
        bracket += inverse * self.layout.spread(total)
        return bracket

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        super().keep(lanes)
        self._N = self._N.take(lanes, axis=1)


def draw_thinned(u: Floats, pi: Floats, K: int) -> tuple[Ints, Ints]:
    """Return samples of lanes with probabilities of their own, (n, l, K), and N, (n, l).

    As `aelr_core.designs.thinned_poisson.draw`; a place that is not used holds d.

    Parameters
    ----------
    u : (l, n, width) uniforms.
    pi : (l, d) inclusion probabilities.
    """
    (lanes, n, width), d = u.shape, pi.shape[1]
    length = -np.log1p(-pi)
    ends = np.cumsum(length, axis=1)
    most = float(ends[:, -1].max())
    needed = min(width, int(most + 3.0 * np.sqrt(most)) + 4)  # one sample in a thousand needs more
    points = np.cumsum(-np.log1p(-u[:, :, :needed]), axis=2)
    drawn = np.empty(points.shape, dtype=np.int64)  # how many ends are at most as far as a point
    for where, line, along in zip(drawn, ends, points, strict=True):
        where[:] = np.searchsorted(line, along, side="right")
    first = drawn < d
    first[:, :, 1:] &= drawn[:, :, 1:] != drawn[:, :, :-1]  # another attribute than before
    N = np.count_nonzero(first, axis=2)
    large = lane, _ = np.nonzero(N > K)
    if len(lane):
        at = lane[:, None], np.minimum(drawn[large], d - 1)
        uniform = np.expm1((ends - length)[at] - points[large]) / -pi[at]
        uniform[~first[large]] = np.inf
        first[large] &= uniform <= np.partition(uniform, K - 1, axis=1)[:, K - 1 : K]
    S = np.full((lanes, n, K), d)
    S[np.arange(K) < np.minimum(N, K)[:, :, None]] = drawn[first]
    for one, when in zip(*np.nonzero(points[:, :, -1] < ends[:, -1:]), strict=True):
        sample, N[one, when] = thinned_poisson.draw(u[one, when], pi[one], K)
        S[one, when] = d
        S[one, when, : len(sample)] = sample
    return S.transpose(1, 0, 2), N.T


# ---- Uniforms of lanes that begin their blocks at different times ----


class BlockUniforms:
    """The uniforms of a block, made when it begins: they are used while the cache holds them.

    Parameters
    ----------
    lanes : whose uniforms.
    width : uniforms per step.
    """

    def __init__(self, lanes: Lanes, width: int) -> None:
        self._width = width
        starts = zip(lanes.run.tolist(), lanes.start.tolist(), strict=True)
        self._streams = [generator_at(lanes.seed, run, start, width) for run, start in starts]
        self._reached = np.zeros(len(lanes), dtype=np.int64)  # the step that each makes next

    def of(self, lanes: Ints | slice, t: Ints, steps: int) -> Floats:
        """Return the uniforms of some lanes from their steps t, (l,), on, (l, steps, width)."""
        u = np.empty((len(t), steps, self._width))
        which = np.arange(len(self._streams))[lanes]
        for lane, away, out in zip(which, (t - self._reached[lanes]).tolist(), u, strict=True):
            rng = self._streams[lane]
            if away:  # it made more than its lane used: back, by one step of PCG64 per double
                assert isinstance(rng.bit_generator, np.random.PCG64)
                rng.bit_generator.advance(away * self._width)
            rng.random(out=out)
        self._reached[lanes] = t + steps
        return u

    def keep(self, lanes: Ints) -> None:
        """Go on with these lanes only."""
        self._streams = [self._streams[lane] for lane in lanes]
        self._reached = self._reached[lanes]
