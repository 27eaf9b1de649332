"""The choices in which the paper's theory and its experiments differ."""

from __future__ import annotations

from dataclasses import dataclass, field

from aelr_core import checks
from aelr_core.letters import SPLITS, letter

INNER_PRODUCTS = ("plain", "moment_aware")
EPSILONS = ("theory", "zero")
DESIGNS = ("hard", "poisson")


@dataclass(frozen=True)
class Mode:
    """The choices of a run: use `THEORY` or `EXPERIMENTS`, or give each one.

    Attributes
    ----------
    split : "theory" (k draws for x_tilde, 1 for phi_tilde) or "even" (half and half).
    p : "plain" (w_j**2 for ridge, abs(w_j) for lasso) or "moment_aware" (abs(w_j) sqrt(M_j))
        for the algorithms that know or have estimated moments; the uniform ones are plain.
    epsilon : "theory" (the confidence width of phase one) or "zero".
    m1_fraction : the share of the examples spent on phase one, in [0, 1).
    warm_start : whether phase one also learns, and phase two starts from its result.
    delta : the probability with which the bounds of the two-phased algorithms may fail, in (0, 1).
    design : how the joint algorithms, which are this project's, sample: "hard" (never more than
        k + 1 attributes of an example) or "poisson" (as their theorems need it: k + 1 attributes
        in expectation, a constant step, the uniform average).

    The metadata of a field may have a `symbol`: what a short sentence calls it.
    """

    split: str
    p: str
    epsilon: str = field(metadata={"symbol": "ε"})
    m1_fraction: float = field(metadata={"symbol": "m₁/m"})
    warm_start: bool = field(metadata={"symbol": "warm start"})
    delta: float = field(metadata={"symbol": "δ"})
    design: str = "hard"  # results stored before there was a choice have it

    def __post_init__(self) -> None:
        checks.choice("split", self.split, SPLITS)
        checks.choice("p", self.p, INNER_PRODUCTS)
        checks.choice("epsilon", self.epsilon, EPSILONS)
        checks.number("m1_fraction", self.m1_fraction, at_least=0, below=1)
        checks.choice("warm_start", self.warm_start, (True, False))
        letter("delta", self.delta)
        checks.choice("design", self.design, DESIGNS)

    def m1(self, m: int) -> int:
        """Return how many of m examples phase one gets, floor(m * m1_fraction).

        >>> EXPERIMENTS.m1(20_000), EXPERIMENTS.m1(9)
        (2000, 0)
        """
        m = int(m)
        # the small number keeps 0.1 * 20 from becoming 1.9999...
        return min(int(m * self.m1_fraction + 1e-9), m - 1)


THEORY = Mode(
    split="theory",
    p="plain",
    epsilon="theory",
    m1_fraction=0.1,
    warm_start=False,
    delta=0.1,
    design="poisson",
)
EXPERIMENTS = Mode(
    split="even",
    p="moment_aware",
    epsilon="zero",
    m1_fraction=0.1,
    warm_start=True,
    delta=0.1,
    design="hard",
)
MODES = {"experiments": EXPERIMENTS, "theory": THEORY}
