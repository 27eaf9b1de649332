r"""How many examples a panel has: a rule that was fixed before anything was computed by it.

The paper "used a different m to emphasise the interesting regime". For a two-phased algorithm that
regime begins where phase one, with its m₁ = ⌊m/10⌋ examples, has seen nearly all that q is made of.
Phase one draws k_x attributes of each example uniformly, and learns something of attribute i when
it sees a value other than 0. With |x_i| ≤ 1 the chance of that is at least M_i, and exactly M_i for
the synthetic data. So the share of :math:`\sum_i v_i` that phase one has met, with v = √M for ridge
and v = M for lasso, is on average

.. math:: S(m) = \sum_i v_i \big(1 - (1 - M_i/d)^{k_x m_1}\big) \Big/ \sum_i v_i ,

and m is the smallest multiple of 1,000 with S(m) ≥ 9/10: at least 10,000, so that the first prefix
is not too short, at most 40,000, for the time it takes, and at most the rows there are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from aelr_core.checks import Floats
from aelr_core.datasets import facts_of
from aelr_core.datasets.synthetic import synthetic_moments
from aelr_core.experiments import ExperimentSpec
from aelr_core.sampling import split

SHARE = 0.9
ROUND, LEAST, MOST = 1_000, 10_000, 40_000
RULE = "the rule"
# Larger than what any rule asks for.
ENDLESS = 10**9


@dataclass(frozen=True)
class Size:
    """The number of examples of a panel.

    Attributes
    ----------
    by_rule : the smallest multiple of 1,000 at which S reaches 9/10.
    m : the number taken.
    first, full : S at the first of ten prefixes, and at m.
    """

    by_rule: int
    m: int
    first: float
    full: float

    @property
    def why(self) -> str:
        """What decided: the rule, or a limit."""
        if self.m == self.by_rule:
            return RULE
        if self.m > self.by_rule:
            return f"at least {LEAST:,}" if self.m == LEAST else "every row once"
        return f"at most {MOST:,}" if self.m == MOST else "every row once"


@lru_cache(maxsize=64)  # every reading asks for every panel's
def size_of(spec: ExperimentSpec) -> Size:
    """Return the number of examples for the data, the family and the budget of a spec."""
    by_rule = _smallest(spec)
    m = min(max(by_rule, LEAST), MOST)
    rows = None if spec.entry.simulated else facts_of(spec.data).rows
    if rows is not None and (rows < m or rows <= 2 * LEAST):
        m = rows  # of a small data set every row once
    return Size(by_rule, m, share_seen(spec, m // spec.points), share_seen(spec, m))


def share_seen(spec: ExperimentSpec, m: int) -> float:
    """Return S(m), the share that phase one has met on average after its part of m examples."""
    M = moments_of(spec)
    v = np.sqrt(M) if spec.family == "ridge" else M
    k_x, _ = split(spec.budget, spec.mode.split)
    missed = (1.0 - M / len(M)) ** (k_x * spec.mode.m1(m))
    return float((v * (1.0 - missed)).sum() / v.sum())


def moments_of(spec: ExperimentSpec) -> Floats:
    """Return M in units in which |x_i| ≤ 1, from the options or stored facts."""
    if not spec.entry.simulated:
        return facts_of(spec.data).lasso_moments
    options = dict(spec.options)
    return synthetic_moments(float(str(options["alpha"])), int(str(options["dim"])), spec.family)


def _smallest(spec: ExperimentSpec) -> int:
    low, high = 0, ENDLESS // ROUND
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if share_seen(spec, middle * ROUND) >= SHARE else (middle, high)
    return high * ROUND
