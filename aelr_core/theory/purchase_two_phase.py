r"""What a two-phased algorithm must buy: how long phase one should be, and with which k.

m₁ examples of k+1 uniform draws estimate the moments, m₂ examples follow whose number a bound
gives: that of Theorem 3.6, 3.12 or 4.7, the smaller of its two kinds. The cost is

.. math:: m_1\,\big(c_0 + (k+1)\bar c\big) + m_2(k, \epsilon)\,
          \big(c_0 + (k+1)\textstyle\sum_i q_i(\epsilon) c_i\big),
          \qquad \epsilon = \frac{d \log(2d/\delta)}{(k+1)\,m_1},

with c̄ the mean price, and q that of phase two with the true moments for their estimate
**[ours]**: the estimate is not known before it is paid for. ε, and so q, depends on (k+1)m₁
alone, which makes the search over both cheap.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from aelr_core.checks import Floats, Ints
from aelr_core.letters import checked
from aelr_core.sampling import epsilon_theory, two_phase_distribution
from aelr_core.theory.purchase import Order, Purchase, examples_to_buy

# Lengths of phase one that are tried first, from one draw up to what would cost too much.
NODES = 300
# A range of m₁ of this size is searched number by number.
FEW = 300
ROUNDS = 4


# From k and ε to the bound at one example of phase two; vectorised over both.
BoundAt = Callable[[ArrayLike, Floats], Floats]


@checked
def buy_two_phase(wanted: Order, bound: BoundAt, *, delta: float) -> Purchase:
    """Return the cheapest k, m₁ and m of a two-phased algorithm.

    The best real numbers are found first and then the whole ones around them, so that the cost
    may exceed the least possible one by a fraction of the price of an example.

    Parameters
    ----------
    wanted : the excess risk wanted, and the prices.
    bound : function from k and ε to the bound at one example of phase two.
    delta : the probability over phase one with which the likely bound may fail.
    """
    shop = _Shop(wanted, bound, delta)
    k_all = np.arange(1, wanted.d)
    without = shop.cost(k_all, np.zeros(len(k_all)), whole=True)
    k, m1 = int(k_all[np.argmin(without)]), 0
    most = float(without.min())

    draws = shop.draws_for(most)
    if draws > 1:
        nodes = np.geomspace(1, draws, NODES)
        real = shop.cost(k_all[:, np.newaxis], nodes / (k_all[:, np.newaxis] + 1), draws=nodes)
        row, column = np.unravel_index(int(np.argmin(real)), real.shape)
        found_k, found_m1 = int(k_all[row]), int(nodes[column] / (k_all[row] + 1))
        ratio = float(nodes[1] / nodes[0])
        for _ in range(ROUNDS):
            found_m1 = shop.best_m1(found_k, found_m1, ratio)
            before, found_k = found_k, shop.best_k(k_all, found_k, found_m1)
            if found_k == before:
                break
        found_m1 = shop.best_m1(found_k, found_m1, ratio)
        if shop.cost(found_k, found_m1, whole=True) < most:
            k, m1 = found_k, found_m1
    return shop.purchase(k, m1)


@dataclass(frozen=True, eq=False)
class _Shop:
    """The cost of every choice."""

    wanted: Order
    bound: BoundAt
    delta: float

    def epsilon(self, draws: ArrayLike) -> Floats:
        """Return ε after this many draws in phase one, (k+1)m₁."""
        return epsilon_theory(self.wanted.d, 1, draws, self.delta, self.wanted.family)

    def draw_price(self, epsilon: Floats) -> Floats:
        """Return Σ q_i c_i in phase two."""
        if self.wanted.one_price:
            return np.full(np.shape(epsilon), self.wanted.attribute_prices[0])
        q = two_phase_distribution(self.wanted.M, epsilon, self.wanted.family)
        return self.wanted.draw_price(q)

    def cost(
        self, k: ArrayLike, m1: ArrayLike, *, draws: Floats | None = None, whole: bool = False
    ) -> Floats:
        """Return the cost; `draws` is (k+1)m₁, if that has fewer axes; m₂ is `whole` or real."""
        c0, c = self.wanted.example_price, self.wanted.attribute_prices.mean()
        k, m1 = np.asarray(k), np.asarray(m1)
        epsilon = self.epsilon((k + 1) * m1 if draws is None else draws)
        bound = self.bound(k, epsilon)
        if whole:
            m2 = examples_to_buy(bound, self.wanted.tau, self.wanted.least)
        else:
            m2 = np.maximum((bound / self.wanted.tau) ** 2, self.wanted.least)
        cost: Floats = m1 * (c0 + (k + 1) * c) + m2 * (c0 + (k + 1) * self.draw_price(epsilon))
        return cost

    def draws_for(self, cost: float) -> float:
        """Return the most draws that phase one alone can have for this cost, at any k < d."""
        d, c = self.wanted.d, self.wanted.attribute_prices.mean()
        return float(cost * d / (self.wanted.example_price + d * c))

    def best_m1(self, k: int, m1: int, ratio: float) -> int:
        """Return the best whole m₁ for this k from m1/ratio to m1·ratio."""
        low, high = int(m1 / ratio), int(np.ceil((m1 + 1) * ratio))
        while high - low > FEW:
            grid = np.unique(np.linspace(low, high, FEW).astype(np.int64))
            n = int(np.argmin(self.cost(k, grid)))
            low, high = int(grid[max(n - 1, 0)]), int(grid[min(n + 1, len(grid) - 1)])
        every = np.arange(low, high + 1)
        return int(every[np.argmin(self.cost(k, every, whole=True))])

    def best_k(self, k_all: Ints, k: int, m1: int) -> int:
        """Return the best k with the same number of draws in phase one, (k+1)m₁."""
        draws = np.asarray(float((k + 1) * m1))
        return int(k_all[np.argmin(self.cost(k_all, draws / (k_all + 1), draws=draws))])

    def purchase(self, k: int, m1: int) -> Purchase:
        """Return the choice with its numbers."""
        epsilon = self.epsilon((k + 1) * m1)
        bound = float(self.bound(k, epsilon))
        m2 = int(examples_to_buy(bound, self.wanted.tau, self.wanted.least))
        cost = float(self.cost(k, m1, whole=True))
        price = float(self.draw_price(epsilon))
        return Purchase(k + 1, m1 + m2, m1, price, cost, bound / m2**0.5)
