r"""Adaptive JAERR and JAELR for one stream: what to look at is asked, what was seen is told.

`Stream.order` draws the units of the next example; `Stream.learn` takes the step when their values
and the label are there, which may be later and in another order: the gradient uses the
probabilities of its own sample and the w of now. It is unbiased given the past if when an answer
comes depends neither on the sample nor on the values. One order and one answer in turn are a step
of `aelr_core.textbook.jaerr` and `jaelr`, which say what each line means; here a step costs O(d)
and the memory is O(dK).

A *unit* g is what is ordered and paid for at once: one attribute, or all columns of one field. With
:math:`v_g = \sum_{i \in g} w_i x_i`, a sample S of units and :math:`i \in g \in S`,

.. math:: \tilde g_i = x_i \Big[\sum_{h \in S, h \ne g} \frac{v_h}{π_{gh}}
                       + \frac{v_g - y}{π_g}\Big],
          \qquad E[\tilde g_i] = x_i(⟨w, x⟩ - y).

`aelr_core.designs.prices` chooses π for at most K units and on average the money C. A unit of price
0 is always ordered, π = 1, and does not count in K.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from aelr_core import checks, guards, measured_length
from aelr_core.checks import Floats, Ints
from aelr_core.credibility import credible_moments
from aelr_core.designs.hard_budget import Sample, uniforms_per_step
from aelr_core.designs.prices import ROUNDING, Mixture, draw, least_money, priced_design
from aelr_core.exponentiated import LARGEST_THETA
from aelr_core.letters import FAMILY, LENGTH, NORM_BOUND, ONE_MOMENT_VECTOR, POSITIVE, TWO_OR_MORE
from aelr_core.norms import two_norm

# From what units are worth, F (G,), their prices c (G,), K and the money C to the design.
Rule: TypeAlias = Callable[[Floats, Floats, int, float | None], Mixture]
# The automatic step, as in the textbook: c / (A √(1 + t/d)).
FACTORS = {"ridge": 0.5, "lasso": 0.7}


@dataclass(frozen=True)
class Units:
    """What can be ordered, and what it costs.

    Attributes
    ----------
    columns : for each of the G units its columns, (n_g,) integers.
    of : (d,) the unit of each column.
    prices : (G,) c.
    free, paid : the units of price 0, and the others.
    """

    columns: tuple[Ints, ...]
    of: Ints
    prices: Floats
    free: Ints
    paid: Ints

    def __len__(self) -> int:
        return len(self.columns)

    def sums(self, numbers: Floats) -> Floats:
        """Return the sum over the columns of each unit, (G,), of numbers (d,)."""
        return np.asarray(np.bincount(self.of, numbers, minlength=len(self)), dtype=np.float64)


def as_units(
    d: int, groups: Sequence[ArrayLike] | None = None, prices: ArrayLike | None = None
) -> Units:
    """Return the units of d columns.

    Parameters
    ----------
    groups : lists of columns that are ordered together; a column in none of them is a unit of its
        own. Units are numbered by their first columns.
    prices : (d,) the price of each column, >= 0: a group is paid for once, so that its columns must
        have one price. None: all prices are 1.

    Examples
    --------
    >>> units = as_units(4, groups=[[1, 3]], prices=[0, 5, 2, 5])
    >>> [list(map(int, columns)) for columns in units.columns], units.prices
    ([[0], [1, 3], [2]], array([0., 5., 2.]))
    """
    of = np.full(d, -1)
    for number, group in enumerate(groups or ()):
        for column in np.atleast_1d(np.asarray(group, dtype=object)).tolist():
            i = checks.integer("a column of groups", column, at_least=0, at_most=d - 1)
            if of[i] >= 0:
                raise ValueError(f"groups must hold a column at most once, but {i} is there twice.")
            of[i] = number
    alone = of < 0
    of[alone] = d + np.flatnonzero(alone)
    _, first, of = np.unique(of, return_index=True, return_inverse=True)
    rank = np.argsort(np.argsort(first))
    of, first = rank[of], np.sort(first)
    c = np.ones(d) if prices is None else ONE_MOMENT_VECTOR("prices", prices)
    if len(c) != d:
        raise ValueError(f"prices must hold {d} numbers, one per column, but it holds {len(c)}.")
    if (unequal := np.flatnonzero(c != c[first][of])).size:
        i = unequal[0]
        raise ValueError(
            "prices must be the same for all columns of a group, which is paid for once, but "
            f"columns {first[of[i]]} and {i} cost {c[first[of[i]]]:g} and {c[i]:g}."
        )
    c = c[first]
    columns = np.split(np.argsort(of, kind="stable"), np.cumsum(np.bincount(of))[:-1])
    return Units(tuple(columns), of, c, free=np.flatnonzero(c == 0), paid=np.flatnonzero(c > 0))


@dataclass(frozen=True)
class Order:
    """What to look at in one example, and how probable that was.

    Attributes
    ----------
    units : (n,) different units, the free ones first.
    columns : (p,) the columns of these units, in this order: their values are wanted.
    of : (p,) the place in `units` of each column's unit.
    weights : (n, n) 1/π_gh, and 1/π_g on the diagonal.
    pi : (n,) the working probabilities ϖ of the units.
    price : what the order costs.
    """

    units: Ints
    columns: Ints
    of: Ints
    weights: Floats
    pi: Floats
    price: float


def as_order(units: Units, sample: Sample, pi: Floats) -> Order:
    """Return the order of a sample of the units that are paid for, and of all free ones.

    Parameters
    ----------
    sample : places in `units.paid`, and 1/π_gh.
    pi : (n,) the working probabilities of the sample.
    """
    S, P, none = units.paid[sample.S], sample.P, len(units.free)
    if none:  # π_g = 1 for a free unit g, and so π_gh = π_h
        S, pi = np.concatenate([units.free, S]), np.concatenate([np.ones(none), pi])
        alone = np.concatenate([np.ones(none), np.diagonal(P)])
        P = np.maximum(alone, alone[:, np.newaxis])
        P[:none, :none] = 1.0
        P[none:, none:] = sample.P
    each = [units.columns[g] for g in S]
    columns = np.concatenate(each) if each else S
    of = np.repeat(np.arange(len(S)), [len(some) for some in each])
    return Order(S, columns, of, P, pi, float(units.prices[S].sum()))


def unit_gradient(order: Order, x: Floats, w: Floats, y: float) -> Floats:
    """Return g̃ at the order's columns, (p,), unbiased for (⟨w, x⟩ − y)x; it is 0 elsewhere.

    Parameters
    ----------
    x, w : (p,) values and weights of the columns.
    y : the label.

    Examples
    --------
    >>> both = Sample(np.array([0, 1]), np.ones((2, 2)))
    >>> order = as_order(as_units(2), both, pi=np.ones(2))
    >>> unit_gradient(order, np.array([1.0, 2.0]), np.array([1.0, 1.0]), 1.0)
    array([2., 4.])
    """
    v, P = np.bincount(order.of, w * x, minlength=len(order.units)), order.weights
    bracket = P @ v - np.diagonal(P) * y  # v_g is known once g is seen: π_g, not π_g²
    g_tilde: Floats = x * bracket[order.of]
    return g_tilde


def worth(U: Floats, Q: Floats, inverse: Floats, s2: float) -> Floats:
    r"""Return :math:`F_g = U_g(σ^2 + V) + A Q_g`, (G,), with A and V of the π so far.

    Parameters
    ----------
    U, Q : (G,) Σ u_i M_i and Σ w_i² M_i over the columns of each unit.
    inverse : (G,) 1/π_g.
    s2 : σ², the mean of y² so far; σ² + V = 0 counts as 1: nothing is known yet.
    """
    A = (U * inverse).sum()
    noise = s2 + (Q * inverse - Q).sum()
    F: Floats = U * (noise if noise > 0 else 1.0) + A * Q
    return F


class Stream:
    """One run of JAERR or JAELR without an end.

    Parameters
    ----------
    family : "ridge" or "lasso".
    units : from `as_units`.
    K : the most units of an example that are paid for, >= 2.
    B : norm bound.
    M : (d,) second moments, 0 only where a column always is; None: they are learnt.
    money : C, the most that examples may cost on average; None: no limit.
    eta : a constant step size, with weights 1, 2, 3, … in the average; None: automatic.
    length : "plain" or "measured": whether w̄ is lengthened, see `aelr_core.measured_length`.
    guarded : whether the run is guarded against rare failures, see `aelr_core.guards`.
    rule : makes the design; another one than `priced_design`, to measure what that gains.

    Attributes
    ----------
    t : examples learnt from.
    w : (d,) the predictor of the next step.
    w_bar : (d,) the weighted average of all predictors so far.
    design : π of the block under way, over `units.paid`; at first all units are worth the same.
    uniforms : how many an order takes.
    loss : of the last example, an unbiased estimate of L(a·w̄) − L(0), a as at its block's start.

    Examples
    --------
    >>> stream = Stream("ridge", as_units(3), K=2, B=1.0, M=[1 / 3] * 3)
    >>> for x, y in zip(np.eye(3), [1.0, -1.0, 1.0]):
    ...     order = stream.order(np.full(2, 0.9))
    ...     stream.learn(order, x[order.columns], y)
    >>> stream.w_bar.round(4)
    array([ 0.4161, -0.2323,  0.    ])
    """

    def __init__(
        self,
        family: str,
        units: Units,
        *,
        K: int,
        B: float,
        M: ArrayLike | None = None,
        money: float | None = None,
        eta: float | None = None,
        length: str = "plain",
        guarded: bool = False,
        rule: Rule = priced_design,
    ) -> None:
        self._rule = rule
        self._family, self.units, d = FAMILY("family", family), units, len(units.of)
        K, self._B = TWO_OR_MORE("K", K), NORM_BOUND("B", B)
        self._M = None if M is None else ONE_MOMENT_VECTOR("M", M)
        self._eta = None if eta is None else POSITIVE("eta", eta)
        self._measured = LENGTH("length", length) == "measured"
        self._guarded = guarded
        if self._M is not None and len(self._M) != d:
            raise ValueError(f"M must have one entry per column, {d}, but it has {len(self._M)}.")
        paid = units.paid
        able = np.ones(len(paid)) if self._M is None else units.sums(self._M)[paid]
        some = able > 0  # the units that can be other than 0
        self._money = enough_money(money, units.prices[paid][some])
        self.uniforms = uniforms_per_step(K) + (money is not None)
        self._K = min(K, max(int(some.sum()), 1))
        self._T_b = max(1, len(units) // self._K)  # the most steps between two block updates

        self.t, self._next = 0, 0
        self.w, self._theta, self.w_bar = np.zeros((3, d))
        self._y2 = self._tau = self._Omega = self._o = self.loss = 0.0
        self._afresh: int | None = None  # from which step on a block begins the average afresh
        self._counts, self._squares, self._fourths = np.zeros((3, d))  # n, Σx² and Σx⁴
        self._seen_something = self._M is not None
        self._line = np.zeros(measured_length.SUMS)  # from which the length of w̄ is measured
        # of the block under way
        self._u, self._A, self._nu, self._a = np.ones(d), 0.0, 0.0, 1.0
        self.design = rule(some.astype(float), units.prices[paid], K, self._money)

    # ---- Ask ------------------------------------------------------------------------------------

    def order(self, u: ArrayLike) -> Order:
        """Draw the units of one example: at most K that are paid for, none twice.

        u : `uniforms` numbers in [0, 1).
        """
        self._begin_block()
        one, sample = draw(self.design, np.asarray(u, dtype=np.float64))
        return as_order(self.units, sample, one.pi[sample.S])

    # ---- Tell -----------------------------------------------------------------------------------

    def learn(self, order: Order, x: Floats, y: float) -> None:
        """Take the step of an example.

        Parameters
        ----------
        order : what was looked at in it.
        x : (p,) what was seen in the order's columns.
        y : its label.
        """
        self._begin_block()  # if answers come many at a time, no order began it
        i, learns = order.columns, self._learns
        self._see(order, x, y)
        if learns:
            self._average()
        self._measure(order, x, y)
        eta = self._step_size() if learns else 0.0
        g = unit_gradient(order, x, self.w[i], y)
        if self._guarded:
            slopes = 1.0 if self._family == "ridge" else self._B * self._shares()[i]
            share = np.bincount(order.of, eta * slopes * x * x, minlength=len(order.pi)) / order.pi
            g *= guards.part_of_step(share)[order.of]
        if self._family == "ridge":
            self.w[i] -= eta * g
            norm = sqrt((self.w * self.w).sum())
            if norm > self._B:
                self.w *= self._B / norm
        else:
            theta = self._theta[i] - np.minimum(np.maximum(eta * g, -1.0), 1.0)
            self._theta[i] = np.minimum(np.maximum(theta, -LARGEST_THETA), LARGEST_THETA)
            self.w = self._B * np.sinh(self._theta) / np.cosh(self._theta).sum()
        self.t += 1
        if not learns:
            self._next = self.t

    def note(self, columns: Ints, x: Floats) -> None:
        """Take note of values, (p,), in these columns, for the moments alone: no step is taken.

        For an example whose label, or another value, failed to come.
        """
        self._begin_block()  # before what it depends on changes: an order may have begun it, or not
        x2 = x * x
        self._counts[columns] += 1
        self._squares[columns] += x2
        self._fourths[columns] += x2 * x2
        self._seen_something = self._seen_something or bool(x2.any())

    # ---- What is known --------------------------------------------------------------------------

    @property
    def predictor(self) -> Floats:
        """What the run returns, (d,): w̄, or a·w̄ if its length is measured."""
        return self._factor() * self.w_bar

    @property
    def moments(self) -> Floats:
        """M, (d,), known or as estimated from what was seen."""
        if self._M is not None:
            return self._M
        return credible_moments(self._squares, self._fourths, self._counts)

    @property
    def inclusion(self) -> Floats:
        """π_g of the block under way, (G,)."""
        pi = np.ones(len(self.units))
        pi[self.units.paid] = self.design.inclusion
        return pi

    # ---- The parts of a step, as in textbook.joint ----------------------------------------------

    @property
    def _learns(self) -> bool:
        """Whether a step learns: not before a value other than 0 was seen."""
        return self._seen_something and self._A > 0

    def _shares(self) -> Floats:
        """Return u, (d,): 1 for ridge, cosh θ_i / Σ cosh θ_j for lasso."""
        if self._family == "ridge":
            return np.ones(len(self.w))
        cosh = np.cosh(self._theta)
        shares: Floats = cosh / cosh.sum()
        return shares

    def _begin_block(self) -> None:
        """Compute M, A and π again if it is time to, in O(dK); with money, some ten times that."""
        t, units = self.t, self.units
        if t < self._next:
            return
        if self._guarded and self._M is None and self._eta is None and self._learns:
            self._begin_average()
        M, self._u = self.moments, self._shares()
        U, Q = units.sums(self._u * M), units.sums(self.w * self.w * M)
        F = worth(U, Q, self._inverse(), s2=self._y2 / max(t, 1))
        paid = units.paid
        self.design = self._rule(F[paid], units.prices[paid], self._K, self._money)
        A = float((U * self._inverse()).sum())
        A = max(A, self._o)  # which stays 0 if the moments are known
        self._A = A * self._B if self._family == "lasso" else A
        self._nu, self._a = float(two_norm(self.w_bar)), self._factor()
        self._next = t + min(self._T_b, max(1, t // 4))

    def _inverse(self) -> Floats:
        """Return 1/π_g, (G,), of the block under way."""
        inverse = np.ones(len(self.units))
        inverse[self.units.paid] = self.design.inverse
        return inverse

    def _begin_average(self) -> None:
        """Begin the average afresh if it is time to; note when that is, if none has begun."""
        if self._Omega == 0:
            self._afresh = self.t + 2 * self._T_b
        elif self._afresh is not None and self.t >= self._afresh:
            self._tau = self._Omega = 0.0
            self.w_bar, self._afresh = np.zeros(len(self.w)), None

    def _see(self, order: Order, x: Floats, y: float) -> None:
        """Take note of the label and, if the moments are learnt, of the values."""
        self._y2 += y * y
        if self._M is not None:
            return
        i, x2 = order.columns, x * x
        self.note(i, x)
        measured = float((self._u[i] * x2 / order.pi[order.of] ** 2).sum())
        self._o += 2 / (self.t + 2) * (measured - self._o)

    def _average(self) -> None:
        """Add w_t to the average: linear in intrinsic time, or in t if the step is constant."""
        if self._eta is None:
            self._tau += 1 / self._A
            omega = self._tau / self._A
        else:
            omega = self.t + 1.0
        self._Omega += omega
        self.w_bar += omega / self._Omega * (self.w - self.w_bar)

    def _measure(self, order: Order, x: Floats, y: float) -> None:
        """Take note of what the example says about the loss and the length of w̄."""
        P = order.weights
        v = np.bincount(order.of, self.w_bar[order.columns] * x, minlength=len(order.pi))
        label, square = y * (np.diagonal(P) @ v), v @ P @ v
        self.loss = float(self._a * (0.5 * self._a * square - label))
        if self._measured:
            nu = np.array(self._nu)
            self._line += measured_length.terms(self.t + 1, nu, label, square)

    def _factor(self) -> float:
        """Return the factor a on w̄: 1 for a plain length."""
        if not self._measured:
            return 1.0
        return float(measured_length.factor(self._line, self.w_bar, self._B, self._family))

    def _step_size(self) -> float:
        r"""Return :math:`η_t = c/(A\sqrt{1 + t/G})`, or the constant step if there is one.

        While moments are learnt, the first 2T_b steps warm up: two looks at each unit.
        """
        if self._eta is not None:
            return self._eta
        eta = FACTORS[self._family] / (self._A * sqrt(1 + self.t / len(self.units)))
        return eta * min(1.0, (self.t + 1) / (2 * self._T_b)) if self._M is None else eta


def enough_money(money: Any, prices: Floats) -> float | None:
    """Return C, refused if it does not pay for two of the units that are not free.

    prices : of these units.
    """
    if money is None:
        return None
    C, least = POSITIVE("money", money), least_money(prices) / (1.0 + ROUNDING)
    if least > C:
        shown = (f"{more * least:.4g}" for more in (1.0, 1.0005))
        enough = next(text for text in shown if float(text) >= least)  # rounding must not mislead
        raise ValueError(
            f"money must be at least {enough}, what two of the cheapest cost on average, but "
            f"it is {C:g}."
        )
    return C
