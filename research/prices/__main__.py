"""Compare orders chosen with and without regard to prices, for equal money.

`python -m research.prices > research/prices/results.txt` takes six minutes of one processor.
Ridge, the paper's synthetic data, 16,000 examples, the adaptive algorithm, guarded and with the
measured length, B = ‖w*‖. Printed is the test loss over that of the zero predictor, the mean over
the seeds and its standard error, and in brackets the difference to the blind rule.

- wide: the blind rule orders five units; the others may order up to ten for the same money.
- tight: all may order up to five, and have 60 % of that money.

*aware* is `priced_design`; *half* orders by ½(ϖ aware + ϖ blind), as many as the money pays for, so
that A is at most about twice that of the blind rule.
"""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass

import numpy as np

from aelr_core.checks import Floats
from aelr_core.datasets import load_dataset
from aelr_core.designs.prices import Mixture, priced_design, sizes_within
from aelr_core.stream import Rule, Stream, as_units

EXAMPLES, TEST, SEEDS = 16_000, 4_000, range(4)
FEW, MANY, TIGHT = 5, 10, 0.6


def blind(F: Floats, c: Floats, K: int, money: float | None) -> Mixture:
    """Return a design by √F alone, with as many units as the money pays for."""
    if money is None:
        return priced_design(F, c, K, None)
    return sizes_within(np.sqrt(F), c, K, money)


def half(F: Floats, c: Floats, K: int, money: float | None) -> Mixture:
    """Return a design between the blind one and the aware one, for the same money."""
    if money is None:
        return priced_design(F, c, K, None)
    two = (mean_working(rule(F, c, K, money)) for rule in (blind, priced_design))
    return sizes_within(sum(two, np.zeros(len(F))), c, K, money)


def mean_working(mixture: Mixture) -> Floats:
    """Return the mean of ϖ over the sizes."""
    first, last = mixture.designs[0], mixture.designs[-1]
    mean: Floats = mixture.share * last.pi + (1.0 - mixture.share) * first.pi
    return mean


@dataclass(frozen=True)
class Scenario:
    """Data and prices.

    Attributes
    ----------
    name : what is dear.
    alpha, d : of the data.
    sigma : of log c.
    dear : the order of the prices by M: "any", "useless" or "informative".
    known : whether the moments are known.
    """

    name: str
    alpha: float
    d: int
    sigma: float
    dear: str = "any"
    known: bool = False

    def prices(self, M: Floats, seed: int) -> Floats:
        """Return c, (d,)."""
        c: Floats = np.exp(self.sigma * np.random.default_rng(seed).normal(size=self.d))
        if self.dear == "any":
            return c
        c.sort()
        rank = np.argsort(np.argsort(M, kind="stable"), kind="stable")
        return c[rank] if self.dear == "informative" else c[::-1][rank]


SCENARIOS = (
    Scenario("dear = informative, M known", -2.0, 500, 1.0, "informative", known=True),
    Scenario("dear = informative", -2.0, 500, 1.0, "informative"),
    Scenario("dear = useless", -1.0, 100, 1.0, "useless"),
    Scenario("any", -1.0, 100, 1.0),
    Scenario("any", -1.0, 500, 1.0),
    Scenario("any", -2.0, 500, 1.0),
    Scenario("any", -1.0, 100, 1.5),
    Scenario("any", -1.0, 500, 1.5),
)


def measure(scenario: Scenario, seed: int) -> list[float]:
    """Return the relative test errors: wide blind, aware and half, then tight."""
    data = load_dataset(
        "synthetic",
        alpha=scenario.alpha,
        dim=scenario.d,
        examples=EXAMPLES,
        test_examples=TEST,
        family="ridge",
        seed=100 + seed,
    )
    assert data.norm_bound is not None
    X, y = data.X_train.astype(np.float64), data.y_train
    X_test, y_test = data.X_test.astype(np.float64), data.y_test
    M = np.mean(X**2, axis=0)
    units = as_units(scenario.d, prices=scenario.prices(M, seed))
    B, known = data.norm_bound, M if scenario.known else None

    def run(rule: Rule, K: int, money: float | None) -> tuple[float, float]:
        """Return the error, and what an example cost on average."""
        stream = Stream(
            "ridge",
            units,
            K=K,
            B=B,
            M=known,
            money=money,
            length="measured",
            guarded=True,
            rule=rule,
        )
        spent, rng = 0.0, np.random.default_rng(seed)
        for x, label in zip(X, y.tolist(), strict=True):
            order = stream.order(rng.random(stream.uniforms))
            stream.learn(order, x[order.columns], label)
            spent += order.price
        wrong = X_test @ stream.predictor - y_test
        return float(np.mean(wrong**2) / np.mean(y_test**2)), spent / len(y)

    first, C = run(blind, FEW, None)
    wide = [first, *(run(rule, MANY, C)[0] for rule in (priced_design, half))]
    tight = [run(rule, FEW, TIGHT * C)[0] for rule in (blind, priced_design, half)]
    return wide + tight


def line(scenario: Scenario, errors: Floats) -> str:
    """Return a line of the table from errors (seeds, 6)."""

    def with_error(values: Floats, form: str) -> str:
        return f"{values.mean():{form}}±{values.std(ddof=1) / np.sqrt(len(values)):.3f}"

    words = [f"{scenario.name:28} α={scenario.alpha:g} d={scenario.d} σ={scenario.sigma:g}"]
    for kind, start in (("wide", 0), ("tight", 3)):
        base, aware, mixed = errors[:, start : start + 3].T
        numbers = [with_error(each, ".3f") for each in (base, aware, mixed)]
        apart = [with_error(each - base, "+.3f") for each in (aware, mixed)]
        words.append(
            f"  {kind:5} blind {numbers[0]} → aware {numbers[1]} ({apart[0]}), "
            f"half {numbers[2]} ({apart[1]})"
        )
    return "\n".join(words)


def main() -> None:
    """Measure all scenarios and print each as soon as it is known."""
    ArgumentParser(description=__doc__).parse_args()
    for scenario in SCENARIOS:
        print(line(scenario, np.array([measure(scenario, seed) for seed in SEEDS])), flush=True)


if __name__ == "__main__":
    main()
