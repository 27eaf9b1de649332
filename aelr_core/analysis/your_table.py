"""A visitor's table: both ratios, k*, savings, ranking, what to use on it, and what that costs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aelr_core.algorithms import Algorithm, by_word
from aelr_core.analysis.prior_facts import PriorFacts, in_ball, of_moments
from aelr_core.checks import Floats, Ints
from aelr_core.datasets import Dataset
from aelr_core.datasets.dataset import ColumnFate
from aelr_core.experiments import Curve, Result
from aelr_core.experiments.summary import at, differences
from aelr_core.letters import FAMILIES
from aelr_core.modes import Mode
from aelr_core.sampling import sampling_distribution
from aelr_core.student import Interval, means_of_groups, resampled_interval

# Ratios within this factor of each other count as equal.
ALIKE = 1.1
NOTHING_TO_GAIN = 0.9


@dataclass(frozen=True, eq=False)
class Findings:
    """The numbers of a table.

    rows, train_rows : rows in all, and those that are learnt from.
    fields : (d,) the column that each attribute was made from.
    moments : (d,) second moments of the training rows.
    alignment : how strongly the attributes are aligned, from 1/d to 1.
    rarer : the share of rows that predicting the commoner sign of y gets wrong.
    known : what is known before a run, by family.
    """

    label: str
    rows: int
    train_rows: int
    attributes: tuple[str, ...]
    fields: tuple[str, ...]
    columns: tuple[ColumnFate, ...]
    steps: tuple[str, ...]
    moments: Floats
    alignment: float
    rarer: float
    known: dict[str, PriorFacts]

    @property
    def d(self) -> int:
        """The number of attributes."""
        return len(self.attributes)

    @property
    def gains(self) -> str | None:
        """The family with the clearly smaller ratio; None if they are alike or neither gains.

        ρ is the part of the estimate's second moment that drawing by the moments leaves
        (equations 11 and 12).
        """
        return _clearly_less({family: each.rho for family, each in self.known.items()})

    def ranked(self, family: str) -> Ints:
        """Return the indices of the attributes, (d,), the most often drawn first."""
        order: Ints = np.argsort(-self.known[family].q, kind="stable")
        return order


def _clearly_less(of: dict[str, float]) -> str | None:
    first, second = sorted(FAMILIES, key=lambda family: of[family])
    return None if of[first] >= NOTHING_TO_GAIN or of[second] <= ALIKE * of[first] else first


def findings(dataset: Dataset, budget: int, mode: Mode) -> Findings:
    """Return the findings for k + 1 = `budget`; a budget above d is lowered to d."""
    known = dataset.known_moments
    made = () if dataset.encoding is None else dataset.encoding.columns
    positive = float((np.concatenate([dataset.y_train, dataset.y_test]) > 0).mean())
    return Findings(
        label=dataset.label,
        rows=dataset.m + len(dataset.y_test),
        train_rows=dataset.m,
        attributes=dataset.attributes,
        fields=tuple(code.name for code in made for _ in code.attributes),
        columns=dataset.columns,
        steps=dataset.steps,
        moments=known,
        alignment=alignment(dataset.X_train),
        rarer=min(positive, 1 - positive),
        known={
            family: of_moments(
                in_ball(dataset, family)[1],
                family,
                budget=budget,
                mode=mode,
                q=sampling_distribution(known, family),
            )
            for family in FAMILIES
        },
    )


# ---- How strongly the attributes are aligned: whether they carry one number or many ----
# One joint sample estimates ⟨w, x⟩ with more noise than draws with replacement do where all |x_i|
# are alike, so the joint algorithms are at their worst on attributes that say the same.

# Rows that are looked at: enough to tell one half from less.
ROWS = 500


def alignment(X: NDArray[np.generic]) -> float:
    r"""Return the largest eigenvalue of the cosines of the attributes, over their number.

    .. math:: \frac1d λ_{\max}\Big(\frac{E[x_i x_j]}{\sqrt{M_i M_j}}\Big)_{ij} \in [1/d, 1]

    1 if all attributes are multiples of one another, 1/d if they are uncorrelated with mean 0.
    Attributes that are 0 in all of the first `ROWS` rows do not count.

    Parameters
    ----------
    X : (n, d) rows, not all 0.

    Examples
    --------
    >>> alike, different = np.array([[1.0, 2.0], [3.0, 6.0]]), np.eye(4)
    >>> round(alignment(alike), 6), round(alignment(different), 6)
    (1.0, 0.25)
    """
    rows = np.asarray(X[:ROWS], dtype=np.float64)
    rows = rows[:, rows.any(axis=0)]
    if rows.size == 0:
        return 1.0
    unit = rows / np.linalg.norm(rows, axis=0)
    gram = unit @ unit.T if len(unit) < unit.shape[1] else unit.T @ unit
    return float(np.linalg.eigvalsh(gram)[-1] / unit.shape[1])


# ---- What to use, what it costs, and what speaks against it ----

# With fewer training rows per attribute the automatic step is still far from the best one: on
# MNIST the error was up to 1.5 times that of a tuned step at two rows per attribute.
ENOUGH_ROWS = 4
# Attributes that share more than this are strongly aligned.
STRONGLY_ALIGNED = 0.5
# The words of the algorithms that are compared: chosen, at random, and two that see whole rows.
COMPARED = ("adaptive", "uniform", "online", "offline")
# Splits into training and test rows on which they are compared, and the rows that this takes.
SPLITS = 10
FEWEST_ROWS = 100
CONFIDENCE = 0.95


@dataclass(frozen=True)
class Recommendation:
    """The adaptive joint algorithm of a family, for one pass through some training rows.

    Attributes
    ----------
    algorithm : the registry's entry.
    budget : k + 1, attributes per row.
    rows : training rows that are seen.
    d : attributes of a row.
    alignment : how strongly they are aligned, from 1/d to 1.
    cost : attributes needed by the bounds with known moments, over those of whole rows.
    """

    algorithm: Algorithm
    budget: int
    rows: int
    d: int
    alignment: float
    cost: float

    @property
    def price(self) -> int:
        """The most attributes that it pays for."""
        return self.rows * min(self.budget, self.d)

    @property
    def price_of_all(self) -> int:
        """The attributes of these rows."""
        return self.rows * self.d

    @property
    def few_rows(self) -> bool:
        """Whether there are too few rows for the automatic step to be near the best one."""
        return self.rows < ENOUGH_ROWS * self.d

    @property
    def aligned(self) -> bool:
        """Whether the attributes are strongly aligned."""
        return self.alignment > STRONGLY_ALIGNED

    @property
    def costly(self) -> bool:
        """Whether whole rows, fewer of them, need fewer attributes in total by the bounds."""
        return self.cost > 1


@dataclass(frozen=True)
class Compared:
    """One of the algorithms that are compared.

    Attributes
    ----------
    algorithm : the registry's entry.
    error : relative test loss.
    chosen_minus_this : the adaptive algorithm's minus its own, paired by run; None for itself.
    """

    algorithm: Algorithm
    error: Interval
    chosen_minus_this: Interval | None


@dataclass(frozen=True)
class Comparison:
    """The errors of algorithms that pay for the same number of attributes.

    Attributes
    ----------
    attributes : the number, of one run.
    whole_rows : how many whole rows they pay for.
    runs : of each algorithm, on all splits together.
    each : the algorithms, in the order of `COMPARED`.
    """

    attributes: int
    whole_rows: int
    runs: int
    each: tuple[Compared, ...]


def compared(family: str) -> tuple[str, ...]:
    """Return the keys of the algorithms that are compared."""
    return tuple(by_word(word, family).key for word in COMPARED)


def compare(result: Result, test_rows: int) -> Comparison | None:
    """Return the errors of a run of the compared algorithms on splits of a table.

    The runs of a split are averaged, and the interval is over splits (`resampled_interval`). None
    if an algorithm is missing, or if their curves have no number of attributes in common.

    test_rows : of each split.
    """
    keys = compared(result.spec.family)
    if not all(key in result.curves for key in keys):
        return None
    curves = [result.curves[key] for key in keys]
    cost = min(int(curve.attributes[-1]) for curve in curves)
    if cost < max(int(curve.attributes[0]) for curve in curves):
        return None
    share, chosen = test_rows / result.rows, curves[0]
    return Comparison(
        attributes=cost,
        whole_rows=cost // result.d,
        runs=min(len(curve.runs) for curve in curves),
        each=tuple(
            Compared(
                by_word(word, result.spec.family),
                _interval(at(curve, cost), curve.data_sets, share),
                None if curve is chosen else _difference(chosen, curve, cost, share),
            )
            for word, curve in zip(COMPARED, curves, strict=True)
        ),
    )


def _difference(a: Curve, b: Curve, attributes: int, share: float) -> Interval | None:
    """Return a − b over their common runs; None if there are none."""
    each_run, sets = differences(a, b, attributes)
    return _interval(each_run, sets, share) if each_run.size else None


def _interval(values: Floats, sets: Ints | None, share: float) -> Interval:
    return resampled_interval(means_of_groups(values, sets), CONFIDENCE, share)


# ---- How good a joint algorithm thinks that it is, from attributes that it had paid for ----


def own_estimate(curve: Curve) -> Floats | None:
    """Return each run's progressive loss over the last half of its first pass, (R,).

    It estimates the loss on the distribution of the training rows over the zero predictor's there,
    from labels and from attributes paid for; the test error is that of the test rows. Between two
    points of a curve there may be few examples, and one stretch says little; the half is the mean
    over its examples. The predictor was still learning meanwhile and is rather better now. None if
    there is no estimate.
    """
    if curve.progressive is None:
        return None
    there = np.isfinite(curve.progressive).all(axis=0)
    if not there.any():
        return None
    half = there & (curve.examples > curve.examples[there][-1] / 2)
    weights = np.diff(curve.examples, prepend=0)[half]
    estimate: Floats = np.average(curve.progressive[:, half], weights=weights, axis=1)
    return estimate
