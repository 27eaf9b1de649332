r"""What is known before a run: the data in the unit ball, the ratios, the budget, the assumptions.

Every page that shows ρ, H, k*, a bound or the light for the assumptions takes it from here.

The theorems are about rows in the unit ball. Rows are therefore divided by
:math:`s = \max(1, \max_t \|x_t\|)`, over all rows; the moments become :math:`M/s^2`, and the norm
bound :math:`sB`. A bound is about k draws for x̃ under the chosen split; the predicted saving, the
cost against full information and k* are about the theorems' own, k + 1 attributes per example.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from aelr_core import theory
from aelr_core.checks import Floats
from aelr_core.datasets import Dataset
from aelr_core.designs.hard_budget import working_probabilities
from aelr_core.designs.inclusion import chances_to_be_seen
from aelr_core.experiments import ExperimentSpec
from aelr_core.experiments.problem import norm_bound_at_once
from aelr_core.families import family_facts
from aelr_core.modes import THEORY, Mode
from aelr_core.moments import rho_lasso, rho_ridge
from aelr_core.norms import half_norm, max_norm, one_norm
from aelr_core.sampling import sampling_distribution, split
from aelr_core.theory import Assumption, Light, best_k, effective_dimension, light
from aelr_core.theory.assumptions import all_drawn, enough_examples, labels_within, rows_in_ball

# Placeholders for bare moments, which come without m and B. Ratios of bounds depend on neither.
ANY_M, ANY_B = 1_000, 1.0


@dataclass(frozen=True, eq=False)
class PriorFacts:
    """What is known before a run: everything the theorems need.

    Attributes
    ----------
    family : "ridge" or "lasso".
    M : (d,) second moments of the rows divided by `scale`.
    q : (d,) sampling distribution for known moments: from the training rows, or from M without.
    scale : s, the largest row norm, but at least 1.
    B : norm bound in the ball.
    B_known : False if only a run would find B; the largest abs(y) is then used instead.
    budget, m : attributes per example, k + 1, and number of examples.
    mode : the split of the draws, the share of phase one, δ, and the other rules of the run.
    alpha : decay exponent of synthetic data, else None.
    assumptions : the most important first; () for bare moments.
    """

    family: str
    M: Floats
    q: Floats
    scale: float
    B: float
    B_known: bool
    budget: int
    m: int
    mode: Mode
    alpha: float | None
    assumptions: tuple[Assumption, ...]

    @property
    def d(self) -> int:
        """The number of attributes."""
        return len(self.M)

    @property
    def k(self) -> int:
        """The draws for x̃ under the chosen split: what the bounds are about."""
        return split(self.budget, self.mode.split)[0]

    @property
    def pi(self) -> Floats:
        """How likely JAERR or JAELR is to see each attribute at the start, where w = 0, (d,).

        √M, capped and scaled to add up to k + 1; by the theorems' rules, min(1, k q_i).
        """
        if self.mode.design == "poisson":
            return np.minimum(1.0, (self.budget - 1) * self.q)
        root = self.q if self.family == "ridge" else np.sqrt(self.q)  # proportional to √M
        K = max(2, min(self.budget, int(np.count_nonzero(root))))
        return chances_to_be_seen(working_probabilities(root, K), K)

    @property
    def m1(self) -> int:
        """The examples of phase one."""
        return self.mode.m1(self.m)

    @property
    def delta(self) -> float:
        """The probability with which a likely bound may fail."""
        return self.mode.delta

    @property
    def H(self) -> float:  # noqa: N802  (the paper's letter)
        """‖M‖_½ for ridge, ‖M‖₁ for lasso; it takes the place of d."""
        return float(theory.effective_dimension(self.M, self.family))

    @cached_property
    def rho_ridge(self) -> float:
        """Equation 11."""
        return float(rho_ridge(self.M))

    @cached_property
    def rho_lasso(self) -> float:
        """Equation 12."""
        return float(rho_lasso(self.M))

    @cached_property
    def rho(self) -> float:
        """The ratio of the family."""
        return float(family_facts(self.family).rho(self.M))

    @property
    def alike(self) -> bool:
        """Whether all moments are equal, so that there is nothing to choose."""
        return self.rho > 1 - 1e-9

    @property
    def k_star(self) -> int:
        """The k that minimises the total number of attributes, by the bounds."""
        return theory.best_k(H=self.H, d=self.d).k

    @cached_property
    def saving(self) -> float:
        """Examples needed, over those of uniform sampling on the same data, by the bounds.

        (ρd/k + 1)/(d/k + 1) with k + 1 = budget, so 1 where ρ is 1. Both bounds have the same
        moments: AERR's printed one treats every row as if it were as long as the longest.
        """
        return float(theory.predicted_saving(H=self.rho * self.d, k=self.budget - 1, d=self.d))

    @property
    def against_full(self) -> float:
        """Attributes needed, over those of full information: (k + 1)(1 + H/k)/d, k + 1 = budget.

        The same for every excess risk τ, every B and both families.
        """
        return self.budget * (1 + self.H / (self.budget - 1)) / self.d

    @property
    def trivial(self) -> float:
        """2B², which holds without learning anything."""
        return theory.trivial_bound(B=self.B)

    @property
    def light(self) -> Light:
        """Green if all assumptions hold, orange if every failure is corrected for, else red."""
        return light(self.assumptions)


def prior_facts(spec: ExperimentSpec, dataset: Dataset, B: float | None = None) -> PriorFacts:
    """Return what is known about an experiment before it is run.

    Parameters
    ----------
    spec : data, family, budget, examples and rules.
    dataset : the data of the spec, in its own units.
    B : the norm bound in those units, if a run has found it.
    """
    scale, M = in_ball(dataset, spec.family)
    bound = norm_bound_at_once(spec, dataset) if B is None else B
    return of_numbers(
        spec,
        M,
        dataset.known_moments,
        scale=scale,
        radius=dataset.radius,
        label=dataset.largest_label,
        B=bound,
    )


def of_numbers(
    spec: ExperimentSpec,
    M: Floats,
    known_moments: Floats,
    *,
    scale: float,
    radius: float,
    label: float,
    B: float | None,
) -> PriorFacts:
    """Return what is known about an experiment from what is known of its data.

    Parameters
    ----------
    M, scale : (d,) as of `PriorFacts`.
    known_moments : (d,) those that some algorithms know, in the data's own units.
    radius, label : the largest row norm and abs(y), in the data's own units.
    B : the norm bound in those units, None if only a run would find it.
    """
    options = dict(spec.options)
    facts = PriorFacts(
        family=spec.family,
        M=M,
        q=sampling_distribution(known_moments, spec.family),
        scale=scale,
        B=label if B is None else B * scale,
        B_known=B is not None,
        budget=spec.budget,
        m=spec.examples,
        mode=spec.mode,
        alpha=float(options["alpha"] or 0) if "alpha" in options else None,
        assumptions=(),
    )
    assumptions = reports(
        spec, known_moments, radius=radius, label=label, B=facts.B, known=facts.B_known
    )
    return replace(facts, assumptions=tuple(assumptions))


def of_moments(
    M: Floats, family: str, *, budget: int, mode: Mode = THEORY, q: Floats | None = None
) -> PriorFacts:
    """Return what is known from moments alone.

    Parameters
    ----------
    M : (d,) array
        Second moments of rows in the unit ball.
    budget : int
        k + 1; a budget above d is lowered to d.
    q : (d,) array, optional
        The sampling distribution for known moments, if it is not the best q for M.
    """
    return PriorFacts(
        family=family,
        M=M,
        q=sampling_distribution(M, family) if q is None else q,
        scale=1.0,
        B=ANY_B,
        B_known=False,
        budget=min(budget, len(M)),
        m=ANY_M,
        mode=mode,
        alpha=None,
        assumptions=(),
    )


def in_ball(dataset: Dataset, family: str) -> tuple[float, Floats]:
    """Return s and M/s², (d,): the largest row norm, at least 1, and the moments of all rows.

    The rows of a table for the two families differ by one constant, so a data set scaled for one
    family is enough for both.
    """
    unit, radius = 1.0, dataset.radius
    if family != dataset.family:
        rows = dataset.X_train, dataset.X_test
        largest = max(theory.largest_row_norm(X, family) for X in rows)
        # ridge rows have been divided by their largest norm, lasso rows have not
        unit = 1 / largest if family == "ridge" else dataset.scale
        radius = unit * largest
    scale = max(radius, 1.0)
    in_the_ball: Floats = dataset.moments * (unit / scale) ** 2
    return scale, in_the_ball


def filling_the_ball(M: Floats, family: str) -> Floats:
    """Return a profile scaled to ‖M‖₁ = 1 (ridge) or ‖M‖_∞ = 1 (lasso).

    These are the largest norms for rows with ‖x‖₂ ≤ 1 or ‖x‖_∞ ≤ 1, and make H = ρ·d: ‖M‖_½ or
    ‖M‖₁, which stand in place of d in Theorems 3.5 and 4.6.

    >>> import numpy as np
    >>> float(theory.effective_dimension(filling_the_ball(np.array([4.0, 1.0]), "lasso"), "lasso"))
    1.25
    """
    M = M / max_norm(M)
    return M / one_norm(M) if family == "ridge" else M


# ---- Which of the theorems' assumptions the data and the rules of an experiment meet ----

OWN_RULES = "the theorems' own rules"


def reports(
    spec: ExperimentSpec, M: Floats, *, radius: float, label: float, B: float, known: bool
) -> Iterator[Assumption]:
    """Yield the assumptions, the most important first.

    Parameters
    ----------
    spec : the experiment.
    M : (d,) the moments that are known to some algorithms.
    radius, label : the largest row norm and abs(y) of its data, in their own units.
    B : the norm bound in the unit ball; if it is not `known`, the largest abs(y) is used instead.
    """
    rows = rows_in_ball(radius, spec.family)
    divided = f"{rows.sentence} For the bounds all rows are divided by it."
    yield rows if rows.holds else replace(rows, corrected=True, sentence=divided)
    labels = labels_within(label, B)
    yield (
        labels
        if known
        else replace(
            labels,
            holds=False,
            corrected=True,
            sentence=f"|y| ≤ B: the largest |y|, {label:.4g}, stands for B until a run finds it.",
        )
    )
    yield own_rules(spec)
    if spec.family == "lasso":
        yield enough_examples(spec.examples, len(M))
    yield all_drawn(M, sampling_distribution(M, spec.family))


def own_rules(spec: ExperimentSpec) -> Assumption:
    """Report on how a run differs from the algorithms that the theorems are about.

    Another split does not count: the bounds then use its draws for x̃ as k.
    """
    mode = spec.mode
    unproved = [
        words
        for words, chosen in (
            ("moment-aware p", mode.p != "plain"),
            ("ε = 0", mode.epsilon == "zero"),
            ("a warm start", mode.warm_start),
            ("AdaGrad steps", spec.adagrad),
            ("other steps than the theory's", spec.step != "theory" or spec.multiplier != 1),
        )
        if chosen
    ]
    phrases = [part for part in (", ".join(unproved[:-1]), *unproved[-1:]) if part]
    sentence = (
        f"The bounds shown are not about {' or '.join(phrases)}, but about the closest algorithms "
        "that the theorems cover."
        if unproved
        else "The rules are those of the theorems."
    )
    return Assumption(OWN_RULES, not unproved, len(unproved), 0.0, sentence, corrected=True)


def rho_report(dataset: Dataset) -> dict[str, int | float]:
    """Return d, m, ρ_ridge, ρ_lasso, ‖M‖_½, ‖M‖₁, ‖M‖_∞ and k* twice, with M over all rows.

    m counts the training rows; k* is the best k of the planner for the data set's family, from
    H = ‖M‖_½ (ridge) or ‖M‖₁ (lasso). The norms and `k_star` are in the units of the data set;
    `k_star_in_ball` is for the rows inside the unit ball, which the theorems are about: the number
    that the app shows.
    """
    family, d = dataset.family, dataset.d
    _, M = in_ball(dataset, family)
    return {
        "d": d,
        "m": dataset.m,
        "rho_ridge": dataset.rho_ridge,
        "rho_lasso": dataset.rho_lasso,
        "half_norm": float(half_norm(dataset.moments)),
        "one_norm": float(one_norm(dataset.moments)),
        "max_norm": float(max_norm(dataset.moments)),
        "k_star": best_k(H=float(effective_dimension(dataset.moments, family)), d=d).k,
        "k_star_in_ball": best_k(H=float(effective_dimension(M, family)), d=d).k,
    }
