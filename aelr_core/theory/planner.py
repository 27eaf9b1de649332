r"""The planner: which budget to buy, by the bounds.

By Theorems 3.5 and 4.6 an excess risk of τ takes :math:`m = 16B^4(1 + H/k)/\tau^2` examples
(times 5 log 2d for the lasso) of k+1 attributes each, where H = ‖M‖_½ for ridge and ‖M‖₁ for
lasso. Full information is the same with H = 0 and d attributes per example. These are
comparisons of bounds, on data scaled into the unit ball: not promises about a data set.

How long phase one must be: the regimes of m₁ after Theorems 3.6, 3.12 and 4.7.

With :math:`\Lambda = \log(2d/\delta)`, and H = ‖M‖_½ (ridge) or ‖M‖₁ (lasso):

=========================  =============================  ========================
two-phased                 improves on uniform sampling   matches known moments
=========================  =============================  ========================
ridge, ‖M‖_½ known         m₁ ≫ dHΛ/(k+1)                 m₁ ≥ d³Λ/((k+1)H)
ridge, nothing known       m₁ ≫ d²Λ/(k+1)                 m₁ ≥ d³Λ/((k+1)H)
lasso                      m₁ ≫ dΛ/(k+1)                  m₁ ≥ d²Λ/((k+1)H)
=========================  =============================  ========================

These are orders of magnitude. The third number, `cross`, is exact: where the "likely" bound of
the same theorem becomes smaller than the one for any m₁ (m₂ cancels).

What to buy, and what it costs: the cheapest budget by the bounds, in whole numbers.

An excess risk of at most τ is wanted. An example costs c₀ and looking at its attribute i costs
c_i, so that an example of a budgeted algorithm costs on average

.. math:: c_0 + (k+1) \sum_i q_i c_i,

and one with full information :math:`c_0 + \sum_i c_i`. (The draw for the inner product follows
p, which changes with w; it is charged like the others **[ours]**.) All bounds fall like
:math:`1/\sqrt m`, so a bound b at one example asks for :math:`m = \lceil (b/\tau)^2 \rceil`.
Like the bounds, this is about data in the unit ball, and compares guarantees.

What a two-phased algorithm must buy: how long phase one should be, and with which k.

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
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from aelr_core import checks
from aelr_core.checks import Floats, Ints
from aelr_core.families import family_facts
from aelr_core.letters import (
    LATER,
    NOT_NEGATIVE,
    NOT_NEGATIVES,
    ONE_MOMENT_VECTOR,
    POSITIVES,
    TWO_OR_MORE,
    Numbers,
    Vectors,
    checked,
)
from aelr_core.sampling import epsilon_theory, two_phase_distribution
from aelr_core.theory.general import gaelr_least_m, trivial_bound


class BestBudget(NamedTuple):
    """The k that needs the fewest attributes, and how many per full-information example.

    `attributes` = (k+1)(1 + H/k) attributes buy what one full-information example of d
    attributes buys: compare it with d.
    """

    k: int
    attributes: float


@checked
def effective_dimension(M: Vectors, family: str) -> Floats:
    r"""Return H: ‖M‖_½ for ridge, ‖M‖₁ for lasso, which take the place of d.

    `M` has shape (..., d), the result (...).

    >>> float(effective_dimension([0.25, 0.25], "ridge"))
    1.0
    >>> float(effective_dimension([0.25, 0.25], "lasso"))
    0.5
    """
    return family_facts(family).norm(M)


@checked(H=NOT_NEGATIVES)
def examples_needed(
    *, tau: Numbers, k: Numbers, H: Numbers, B: float, family: str, d: Numbers
) -> Floats:
    r"""Return :math:`m = 16B^4(1 + H/k)/\tau^2`, times :math:`5\log 2d` for the lasso.

    The bounds of Theorems 3.5 and 4.6 solved for m. A real number: round up to whole examples.

    >>> float(examples_needed(tau=0.5, k=3, H=9, B=1, family="ridge", d=100))
    256.0
    """
    m: Floats = full_information_examples(tau=tau, B=B, family=family, d=d) * (1 + H / k)
    return m


@checked(H=NOT_NEGATIVES)
def attributes_needed(
    *, tau: Numbers, k: Numbers, H: Numbers, B: float, family: str, d: Numbers
) -> Floats:
    """Return (k+1)·m with m of `examples_needed`: the attributes to pay for.

    >>> float(attributes_needed(tau=0.5, k=3, H=9, B=1, family="ridge", d=100))
    1024.0
    """
    m = examples_needed(tau=tau, k=k, H=H, B=B, family=family, d=d)
    attributes: Floats = (k + 1) * m
    return attributes


@checked
def full_information_examples(*, tau: Numbers, B: float, family: str, d: Numbers) -> Floats:
    r"""Return :math:`16B^4/\tau^2` (times :math:`5\log 2d` for the lasso): all attributes seen.

    The bounds 4B²/√m and 4B²√(5 log 2d/m) solved for m.
    """
    factor = 5 * np.log(2 * d) if family == "lasso" else np.ones_like(d)
    m: Floats = factor * (4 * B**2 / tau) ** 2
    return m


@checked
def full_information_attributes(*, tau: Numbers, B: float, family: str, d: Numbers) -> Floats:
    """Return d times `full_information_examples`."""
    attributes: Floats = d * full_information_examples(tau=tau, B=B, family=family, d=d)
    return attributes


@checked(H=NOT_NEGATIVE, d=TWO_OR_MORE)
def best_k(*, H: float, d: int) -> BestBudget:
    r"""Return the whole k in 1..d−1 that needs the fewest attributes, and how many.

    (k+1)(1 + H/k) = 1 + H + k + H/k is convex in k with its minimum (1+√H)² at √H, so the best
    whole k is ⌊√H⌋ or ⌈√H⌉, brought into 1..d−1; the smaller one if both need the same number.

    Examples
    --------
    >>> best_k(H=44.4, d=500)
    BestBudget(k=7, attributes=58.742...)
    >>> best_k(H=0.1, d=500).k
    1
    """
    root = min(np.sqrt(H), float(d))
    candidates = [min(max(int(k), 1), d - 1) for k in (np.floor(root), np.ceil(root))]
    k = min(candidates, key=lambda k: _attributes_per_full_example(k, H))
    return BestBudget(k, _attributes_per_full_example(k, H))


@checked(H=NOT_NEGATIVES)
def predicted_saving(*, H: Numbers, k: Numbers, d: Numbers) -> Floats:
    """Return (H/k + 1)/(d/k + 1): examples needed over those uniform sampling needs.

    The squared ratio of `ddaerr_bound` to `aerr_like_for_like_bound` (or of their lasso
    counterparts): 1/10 means a tenth of the examples, and so of the attributes.

    >>> round(float(predicted_saving(H=44.4, k=4, d=500)), 4)
    0.096
    """
    saving: Floats = (H / k + 1) / (d / k + 1)
    return saving


def _attributes_per_full_example(k: int, H: float) -> float:
    return (k + 1) * (1 + H / k)


# ---- How long phase one must be: the regimes of m₁ after Theorems 3.6, 3.12 and 4.7 ----


class Regimes(NamedTuple):
    """Lengths m₁ of phase one (real numbers).

    Attributes
    ----------
    improve : (...) array
        Well above it, the likely bound improves on uniform sampling.
    match : (...) array
        From it on, the likely bound is of the order of the one for known moments.
    """

    improve: Floats
    match: Floats


@checked(H=POSITIVES)
def two_phase_ddaerr_known_half_norm_regimes(
    *, d: Numbers, k: Numbers, delta: float, H: Numbers
) -> Regimes:
    r"""Return the regimes of Theorem 3.6, H = ‖M‖_½ being known.

    >>> [round(float(m1)) for m1 in
    ...  two_phase_ddaerr_known_half_norm_regimes(d=500, k=4, delta=0.1, H=44.4)]
    [40894, 5186002]
    """
    draws = _draws(d, k, delta)
    return Regimes(H * draws, d**2 * draws / H)


@checked(H=POSITIVES)
def two_phase_ddaerr_regimes(*, d: Numbers, k: Numbers, delta: float, H: Numbers) -> Regimes:
    r"""Return the regimes of Theorem 3.12, H = ‖M‖_½ being unknown to the algorithm."""
    draws = _draws(d, k, delta)
    return Regimes(d * draws, d**2 * draws / H)


@checked(H=POSITIVES)
def two_phase_ddaelr_regimes(*, d: Numbers, k: Numbers, delta: float, H: Numbers) -> Regimes:
    r"""Return the regimes of Theorem 4.7, H = ‖M‖₁."""
    draws = _draws(d, k, delta)
    return Regimes(draws, d * draws / H)


def _draws(d: Floats, k: Floats, delta: float) -> Floats:
    """Return dΛ/(k+1), the m₁ at which ε = 1."""
    draws: Floats = d * np.log(2 * d / delta) / (k + 1)
    return draws


# ---- What to buy, and what it costs ----

# (b/τ)² of a bound that equals τ may come out one rounding above a whole number.
ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class Order:
    """The excess risk wanted, and the prices; made by `order`, which checks them.

    Attributes
    ----------
    tau : the excess risk wanted, above 0 and below 2B², which costs nothing.
    B : norm bound.
    family : "ridge" or "lasso".
    M : (d,) second moments of data in the unit ball.
    example_price : c₀.
    attribute_prices : (d,) c.
    """

    tau: float
    B: float
    family: str
    M: Floats
    example_price: float
    attribute_prices: Floats

    @property
    def d(self) -> int:
        """The number of attributes."""
        return len(self.M)

    @property
    def least(self) -> float:
        """The fewest examples for which the theorems hold: log 2d for lasso."""
        return float(gaelr_least_m(d=self.d)) if self.family == "lasso" else 1.0

    def draw_price(self, q: Floats) -> Floats:
        """Return Σ q_i c_i, what a draw costs on average; q is (..., d)."""
        c = self.attribute_prices
        if self.one_price:
            return np.full(q.shape[:-1], c[0])[()]  # not 1.0000000000000002 times the price
        price: Floats = q @ c
        return price

    @property
    def one_price(self) -> bool:
        """Whether all attributes cost the same."""
        return bool((self.attribute_prices == self.attribute_prices[0]).all())


@dataclass(frozen=True)
class Purchase:
    """The cheapest purchase for one algorithm.

    Attributes
    ----------
    budget : attributes seen per example: k + 1, or d with full information.
    m, m1 : total number of examples, and those of phase one (0 if there is one phase).
    draw_price : what a draw costs on average (in phase two, if there are two).
    cost : the total cost.
    bound : on the excess risk, at most τ.
    """

    budget: int
    m: int
    m1: int
    draw_price: float
    cost: float
    bound: float

    @property
    def attributes(self) -> int:
        """Attributes paid for, m(k+1)."""
        return self.m * self.budget


@dataclass(frozen=True, eq=False)
class Costs:
    """The costs of a one-phase algorithm at every budget 2..d; arrays are (d−1,).

    `draw_price` is one number.
    """

    budget: Ints
    m: Floats
    cost: Floats
    draw_price: float
    bound: Floats


@checked(tau=LATER, M=ONE_MOMENT_VECTOR)
def order(
    *,
    tau: float,
    B: float,
    family: str,
    M: Vectors,
    example_price: float = 0.0,
    attribute_prices: Numbers = 1.0,
) -> Order:
    """Return an order, or refuse it with one sentence.

    `attribute_prices` is one price for all attributes or (d,) of them; they and `example_price`
    must not all be 0.
    """
    tau = checks.number("tau", tau, above=0, below=trivial_bound(B=B))
    if len(M) < 2:
        raise ValueError("M must hold at least two moments, so that there is something to choose.")
    prices = np.asarray(attribute_prices, dtype=np.float64)
    if prices.ndim > 1 or prices.size not in (1, len(M)):
        raise ValueError(
            f"attribute_prices must be one price or {len(M)} of them, but its shape is "
            f"{prices.shape}."
        )
    if example_price == 0 and not prices.any():
        raise ValueError("attribute_prices must not all be 0 when examples are free too.")
    return Order(tau, B, family, M, example_price, np.broadcast_to(prices, M.shape).copy())


@checked(bound=POSITIVES)
def examples_to_buy(bound: Numbers, tau: Numbers, least: float = 1.0) -> Floats:
    r"""Return :math:`\lceil (b/\tau)^2 \rceil` for a bound b at one example, at least `least`.

    >>> examples_to_buy([4.0, 0.1], tau=0.5)
    array([64.,  1.])
    """
    squares = (bound / tau) ** 2
    m: Floats = np.ceil(np.maximum(squares, least) * (1 - ROUNDING))
    return m


def costs_by_budget(wanted: Order, *, bound: Floats, q: Floats) -> Costs:
    """Return the costs at every budget 2..d, given the bounds at one example and k = 1..d−1.

    `bound` is (d−1,) or one number for all k, `q` the (d,) distribution of the draws.
    """
    budget = np.arange(2, wanted.d + 1)
    price = float(wanted.draw_price(q))
    one = np.broadcast_to(bound, budget.shape)
    m = examples_to_buy(one, wanted.tau, wanted.least)
    return Costs(budget, m, m * (wanted.example_price + budget * price), price, one / np.sqrt(m))


def cheapest(costs: Costs) -> Purchase:
    """Return the cheapest budget; ties go to the smaller one.

    >>> wanted = order(tau=0.5, B=1, family="ridge", M=[1 / 16] * 12)
    >>> bound = 4 * np.sqrt(1 + 9 / np.arange(1, 12))
    >>> cheapest(costs_by_budget(wanted, bound=bound, q=np.full(12, 1 / 12)))
    Purchase(budget=4, m=256, m1=0, draw_price=1.0, cost=1024.0, bound=0.5)
    """
    n = int(np.argmin(costs.cost))
    return Purchase(
        budget=int(costs.budget[n]),
        m=int(costs.m[n]),
        m1=0,
        draw_price=costs.draw_price,
        cost=float(costs.cost[n]),
        bound=float(costs.bound[n]),
    )


def whole_examples(wanted: Order, *, bound: float) -> Purchase:
    """Return the purchase of examples with all d attributes, given the bound at one example."""
    m = int(examples_to_buy(bound, wanted.tau, wanted.least))
    price = wanted.example_price + float(wanted.attribute_prices.sum())
    mean = float(wanted.attribute_prices.mean())
    return Purchase(wanted.d, m, 0, mean, m * price, bound / m**0.5)


# ---- What a two-phased algorithm must buy: how long phase one should be, and with which k ----

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
        candidates = np.arange(low, high + 1)
        return int(candidates[np.argmin(self.cost(k, candidates, whole=True))])

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
