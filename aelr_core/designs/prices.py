r"""The design where units have prices: at most K of an example, and on average the money C.

A *unit* is what is ordered and paid for at once: one attribute, or all columns of one field. Unit g
costs c_g > 0. :math:`J = A(σ^2 + V)`, the size of the gradient, is stationary under both limits if

.. math:: π_g = \min(\mathrm{cap}, λ f_g), \quad f_g = \sqrt{F_g/(c_g + μ)}, \quad
          F_g = U_g(σ^2 + V) + A Q_g,

with :math:`U_g = \sum_{i \in g} u_i M_i` and :math:`Q_g = \sum_{i \in g} w_i^2 M_i`, a stand-in for
E[v_g²]. Here f makes the working probabilities; what is spent is Σ c_g π_g by the actual ones.
The first that spends at most C is taken:

1. K units, μ = ∞: prices are ignored;
2. K units, with the μ >= 0 at which they spend C;
3. r or r + 1 < K units and μ = 0, mixed so that they spend C on average. Each size has its π;
4. two units, fewer are not ordered, and ϖ = s ϖ' + (1 − s) ϖ'' with the s < 1 at which they spend
   C: ϖ' is that of two units and μ = 0, ϖ'' buys nothing but the three cheapest and spends
   `least_money`. So A is at most 1/s times as large as without this step, which is ours and a
   heuristic. Less money is refused before anything is bought.

Beyond K = 16 samples are thinned and spend at most C. Equal prices give the π without prices.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

import numpy as np

from aelr_core.checks import Floats
from aelr_core.designs import thinned_poisson
from aelr_core.designs.conditional_poisson import LARGEST_K
from aelr_core.designs.hard_budget import Design, Sample, design, working_probabilities
from aelr_core.designs.hard_budget import draw as draw_one
from aelr_core.designs.inclusion import chances_to_be_seen, water_filling

# By how much of C the money that is spent may differ from it.
ROUNDING = 1e-9
# The scores of the three cheapest units where nothing else is bought, and the least s.
CHEAPEST = np.array([1.0, 1.0, 0.5])
SMALLEST = 1e-6
# The search takes about ten steps; it ends here where rounding keeps it from C.
MOST_STEPS = 100


@dataclass(frozen=True)
class Mixture:
    """One design, or two of sizes r and r + 1, of which every example draws one.

    Attributes
    ----------
    designs : of the smaller size first.
    share : how likely the last one is, 1 if it is the only one.
    """

    designs: tuple[Design, ...]
    share: float

    @property
    def inverse(self) -> Floats:
        """E[1/ϖ_g], (G,), of the size that is drawn; 0 for units that are never drawn."""
        return self._mean(lambda one: 1.0 / np.where(one.pi > 0, one.pi, inf))

    @property
    def inclusion(self) -> Floats:
        """π_g, (G,), whatever size is drawn: how likely each unit is to be ordered."""
        return self._mean(lambda one: chances_to_be_seen(one.pi.copy(), one.K))

    def _mean(self, of: Callable[[Design], Floats]) -> Floats:
        mean: Floats = self.share * of(self.designs[-1])
        if len(self.designs) > 1:
            mean += (1.0 - self.share) * of(self.designs[0])
        return mean


def draw(mixture: Mixture, u: Floats) -> tuple[Design, Sample]:
    """Return the design that is drawn, and its sample: P = 1/π_gh is that of its size.

    Parameters
    ----------
    mixture : from `priced_design`.
    u : uniforms in [0, 1): `hard_budget.uniforms_per_step`, and one more, the last, if there are
        two sizes.
    """
    one = mixture.designs[-1 if u[-1] < mixture.share else 0]
    return one, draw_one(one, u)


def priced_design(F: Floats, c: Floats, K: int, money: float | None) -> Mixture:
    """Return the design for at most K units and on average the money C, by steps 1 to 4.

    Parameters
    ----------
    F : (G,) what units are worth, >= 0.
    c : (G,) prices > 0.
    K : the most units of an example, at least 2.
    money : C, at least `least_money`; None: without limit, prices are ignored.

    Examples
    --------
    >>> F, c = np.ones(4), np.array([1.0, 1.0, 4.0, 4.0])
    >>> for money in (None, 5.0, 4.0):
    ...     pi = priced_design(F, c, 2, money).inclusion
    ...     print(pi.round(2), (c @ pi).round(6))
    [0.5 0.5 0.5 0.5] 5.0
    [0.5 0.5 0.5 0.5] 5.0
    [0.67 0.67 0.33 0.33] 4.0
    """
    positive = int(np.count_nonzero(F))
    if not positive:  # nothing can be other than 0, or nothing has a price
        return Mixture((Design(K, np.zeros(len(F)), None, None),), 1.0)
    K = min(K, positive)
    if money is None or expected_price(f := np.sqrt(F), c, K) <= money * (1.0 + ROUNDING):
        return _of_one_size(np.sqrt(F), K)
    f = np.sqrt(F / c)
    if expected_price(f, c, K) <= money * (1.0 + ROUNDING):
        mean = c.mean()

        def shared(s: float) -> Floats:
            """Return f up to a factor, for μ = s/(1 − s) times the mean price."""
            scores: Floats = np.sqrt(F / ((1.0 - s) * c + s * mean))
            return scores

        s = _crossing(lambda s: expected_price(shared(s), c, K), 0.0, 1.0, money)
        return _of_one_size(shared(s), K)
    if expected_price(f, c, 2) <= money * (1.0 + ROUNDING):
        return sizes_within(f, c, K, money)
    two, cheapest = working_probabilities(f, 2), np.zeros(len(c))
    three = np.argsort(np.where(F > 0, c, inf), kind="stable")[: min(positive, 3)]
    cheapest[three] = working_probabilities(CHEAPEST[: len(three)], 2)

    def between(s: float) -> Floats:
        """Return ϖ; nothing is ever given up, so s > 0."""
        return s * two + (1.0 - s) * cheapest

    s = _crossing(lambda s: expected_price(between(s), c, 2), SMALLEST, 1.0, money)
    return _of_one_size(between(s), min(K, 2))


def sizes_within(f: Floats, c: Floats, K: int, money: float) -> Mixture:
    """Return the design for scores f, (G,), with as many units, at most K, as C pays for.

    Two of them must not cost more than C on average.
    """
    r, too_many = 2, min(K, LARGEST_K) + 1  # r units can be paid for
    while too_many - r > 1:
        half = (r + too_many) // 2
        r, too_many = (half, too_many) if _affords(f, c, half, money) else (r, half)
    if r >= K:
        return _of_one_size(f, K)
    if r == LARGEST_K:
        return _thinned_within(f, c, K, money)
    less, more = (expected_price(f, c, size) for size in (r, r + 1))
    share = min(max((money - less) / (more - less), 0.0), 1.0)
    return Mixture((design(f, r), design(f, r + 1)), share)


def expected_price(f: Floats, c: Floats, size: int) -> float:
    """Return Σ c_g π_g of the design for scores f, (G,), and this size."""
    return float(c @ chances_to_be_seen(working_probabilities(f, max(size, 2)), max(size, 2)))


def least_money(c: Floats) -> float:
    """Return what two of the three cheapest cost on average, of units with prices c, (G,).

    >>> [round(least_money(np.array(c)), 2) for c in ([1.0, 1.0, 1.0], [1.0, 2.0, 3.0, 9.0])]
    [2.0, 3.37]
    """
    return expected_price(CHEAPEST[: len(c)], np.sort(c)[:3], 2) if len(c) else 0.0


def _affords(f: Floats, c: Floats, size: int, money: float) -> bool:
    return expected_price(f, c, size) <= money


def _of_one_size(f: Floats, K: int) -> Mixture:
    return Mixture((design(f, max(K, 2)),), 1.0)


def _thinned_within(f: Floats, c: Floats, K: int, money: float) -> Mixture:
    """Return thinned Poisson samples of at most K units, as many on average as C pays for."""

    def working(size: float) -> Floats:
        return water_filling(f, size, thinned_poisson.CAP)

    if float(c @ working(LARGEST_K)) > money:
        return _of_one_size(f, LARGEST_K)
    size = _crossing(lambda size: float(c @ working(size)), LARGEST_K, K, money)
    return Mixture((Design(K, working(size), None, None),), 1.0)


def _crossing(spends: Callable[[float], float], low: float, high: float, money: float) -> float:
    """Return where the money is spent, by regula falsi (Illinois).

    spends : continuous; at most the money at `low` and at least that at `high`, or the end that
        is nearer to it is returned.
    """
    below, above = spends(low) - money, spends(high) - money
    if below >= 0 or above <= 0:
        return low if below >= 0 else high
    for _ in range(MOST_STEPS):
        middle = (low * above - high * below) / (above - below)
        excess = spends(middle) - money
        if abs(excess) <= ROUNDING * money:
            return middle
        if excess < 0:
            low, below, above = middle, excess, 0.5 * above
        else:
            high, above, below = middle, excess, 0.5 * below
    return low
