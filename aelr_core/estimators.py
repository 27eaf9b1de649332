"""The paper's algorithms as scikit-learn estimators: one lane of the engine each.

A training row is read through a budget of k + 1 attributes; predictions read them all. Both
estimators are linear without an intercept, and neither scales anything: centre X and y, and divide
X so that its rows lie in the unit ball (‖x‖₂ ≤ 1 for ridge, |x_i| ≤ 1 for lasso), which the step
sizes of the theory assume.
"""

from __future__ import annotations

from typing import ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils import Tags, check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from aelr_core import checks
from aelr_core.algorithms import THEORY_STEP, Algorithm, Learner, StepRule, by_word
from aelr_core.baselines import tune_norm_bound
from aelr_core.checks import Floats
from aelr_core.engine.lanes import lanes
from aelr_core.engine.two_phase import TwoPhase
from aelr_core.learners import learner
from aelr_core.letters import ONE_MOMENT_VECTOR, letter
from aelr_core.modes import MODES, Mode
from aelr_core.randomness import order

__all__ = ["AttributeEfficientLasso", "AttributeEfficientRidge"]

# The values of `sampling`, each with the registry's word; a value is the entry's kind of sampling.
SAMPLINGS: dict[str, str] = {
    by_word(word, "ridge").role: word for word in ("two-phased", "uniform", "known")
}
# How many training rows norm_bound="auto" reads completely.
ROWS_FOR_NORM_BOUND = 2_000
# Data should be of size about 1; numbers beyond these cannot be squared and multiplied safely.
SMALLEST, LARGEST = 1e-60, 1e60


class AttributeEfficient(RegressorMixin, BaseEstimator):
    """Linear regression in a ball, reading a few attributes of each training row.

    One pass over the training rows in random order; `budget` attributes of each row are drawn, with
    replacement. The result is the average of the iterates. `AttributeEfficientRidge` keeps w in the
    ball ‖w‖₂ ≤ B, `AttributeEfficientLasso` in ‖w‖₁ ≤ B; everything else is the same.

    Parameters
    ----------
    budget : int >= 2, default 5
        k + 1, attributes drawn per training row. It may exceed the number of features.
    sampling : {"two_phase", "uniform", "known"}, default "two_phase"
        Which algorithm: Two-Phased DDAERR or DDAELR (the moments are estimated from a tenth of the
        rows), AERR or AELR (nothing is known), DDAERR or DDAELR (the second moments are given).
    moments : (d,) array, or None
        The second moments E[x_i²], for ``sampling="known"`` and only then.
    norm_bound : "auto" or float > 0, default "auto"
        B in ‖w‖₂ ≤ B or ‖w‖₁ ≤ B. "auto" cross-validates the *offline* predictor on at most 2,000
        training rows and takes its norm. **It reads all attributes of those rows**, and they are
        not counted in `n_attributes_seen_`; the paper tunes in the same way. Give a number if
        attributes really cost something.
    step : "theory" or float > 0, default "theory"
        The step size: the one of the algorithm's theorem, which assumes that rows lie in the unit
        ball, or a number, used in both phases. Worth a grid search.
    mode : {"experiments", "theory"} or `aelr_core.Mode`, default "experiments"
        The choices in which the paper's theory and its experiments differ.
    random_state : int, RandomState or None
        An int is the seed of `aelr_core.randomness`: the fit is then run 0 of that seed.

    Attributes
    ----------
    coef_ : (d,) array
        The predictor; there is no intercept.
    sampling_probabilities_ : (d,) array
        q, the distribution that attributes were drawn from (in phase two, if there are two).
    n_attributes_seen_ : int
        Draws spent, n · budget.
    n_distinct_attributes_seen_ : int
        Different attributes seen per row, summed over rows.
    norm_bound_ : float
        B, as given or as found by cross-validation.
    n_features_in_ : int
    feature_names_in_ : (d,) array of str, if X had names
    """

    _family: ClassVar[str]

    def __init__(
        self,
        budget: int = 5,
        *,
        sampling: str = "two_phase",
        moments: ArrayLike | None = None,
        norm_bound: str | float = "auto",
        step: str | float = "theory",
        mode: str | Mode = "experiments",
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.budget = budget
        self.sampling = sampling
        self.moments = moments
        self.norm_bound = norm_bound
        self.step = step
        self.mode = mode
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Learn from one pass over the rows, in random order.

        Parameters
        ----------
        X : (n, d) array
            Scaled into the unit ball by the caller.
        y : (n,) array

        Returns
        -------
        self
        """
        mode, step = self._mode(), self._step()
        letter("budget", self.budget)
        entry = self._entry()
        if self.norm_bound != "auto":
            checks.number("norm_bound", self.norm_bound, at_least=SMALLEST, at_most=LARGEST)
        examples: Floats
        labels: Floats
        examples, labels = validate_data(self, X, y, dtype=np.float64, order="C", y_numeric=True)
        labels = labels.astype(np.float64)
        _refuse_extremes("X", examples)
        _refuse_extremes("y", labels)
        m, d = examples.shape
        M = self._known_moments(entry, d)
        seed = self._seed()
        B = self.norm_bound
        if B == "auto":
            B, _ = tune_norm_bound(
                examples, labels, self._family, seed=seed, max_rows=ROWS_FOR_NORM_BOUND
            )
        self.norm_bound_ = float(B)

        # eta is a placeholder: `learner` replaces it according to `step`
        rows = order(seed, 0, m, m)[np.newaxis]
        lane = lanes(eta=1.0, B=self.norm_bound_, order=rows, seed=seed, run=[0])
        learn = learner(
            entry.key, examples, labels, lane, budget=self.budget, mode=mode, M=M, step=step
        )
        learn.advance()
        self.coef_ = learn.w_bar()[0]
        spent, distinct = learn.attributes_seen
        self.n_attributes_seen_ = int(spent[0])
        self.n_distinct_attributes_seen_ = int(distinct[0])
        self.sampling_probabilities_ = _probabilities(entry, learn, M)
        return self

    def predict(self, X: ArrayLike) -> Floats:
        """Return ⟨coef_, x⟩ for every row of X, shape (n,); reads all attributes.

        Parameters
        ----------
        X : (n, d) array
        """
        check_is_fitted(self)
        examples: Floats = validate_data(self, X, dtype=np.float64, reset=False)
        predictions: Floats = examples @ self.coef_
        return predictions

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        # One pass, a few attributes per row, no intercept, no scaling: on small unscaled data the
        # score is poor by design.
        tags.regressor_tags.poor_score = True
        return tags

    def _entry(self) -> Algorithm:
        sampling = checks.choice("sampling", self.sampling, [*SAMPLINGS])
        return by_word(SAMPLINGS[sampling], self._family)

    def _mode(self) -> Mode:
        if isinstance(self.mode, Mode):
            return self.mode
        return MODES[checks.choice("mode", self.mode, tuple(MODES))]

    def _step(self) -> StepRule:
        if isinstance(self.step, str):
            checks.choice("step", self.step, ("theory",))
            return THEORY_STEP
        return StepRule(eta=checks.number("step", self.step, at_least=SMALLEST, at_most=LARGEST))

    def _known_moments(self, entry: Algorithm, d: int) -> Floats | None:
        """Return `moments`, checked, or None if the algorithm does not know them."""
        if entry.knows_moments == (self.moments is None):
            raise ValueError("moments must be given with sampling='known', and only then.")
        if self.moments is None:
            return None
        M: Floats = ONE_MOMENT_VECTOR("moments", self.moments)
        if len(M) != d:
            raise ValueError(
                f"moments must hold {d} numbers, one per feature, but it holds {len(M)}."
            )
        if not M.any():
            raise ValueError("moments must hold a number > 0, but all of them are 0.")
        return M

    def _seed(self) -> int:
        """Return the seed of `aelr_core.randomness`: `random_state` itself if it is an int."""
        if isinstance(self.random_state, int | np.integer):
            return checks.integer("random_state", self.random_state, at_least=0)
        return int(check_random_state(self.random_state).randint(2**31 - 1))


class AttributeEfficientRidge(AttributeEfficient):
    """Linear regression in the ball ‖w‖₂ ≤ B; parameters as in `AttributeEfficient`.

    >>> X = np.random.default_rng(0).choice([0.0, 0.5], p=[0.9, 0.1], size=(2000, 4))
    >>> model = AttributeEfficientRidge(budget=2, random_state=0).fit(X, X @ [1.0, 0.0, 0.0, -1.0])
    >>> model.coef_.shape, model.n_attributes_seen_
    ((4,), 4000)
    """

    _family = "ridge"


class AttributeEfficientLasso(AttributeEfficient):
    """Linear regression in the ball ‖w‖₁ ≤ B; parameters as in `AttributeEfficient`.

    >>> X = np.random.default_rng(0).choice([0.0, 0.5], p=[0.9, 0.1], size=(2000, 4))
    >>> model = AttributeEfficientLasso(budget=2, random_state=0).fit(X, X @ [1.0, 0.0, 0.0, -1.0])
    >>> model.coef_.shape, model.n_attributes_seen_
    ((4,), 4000)
    """

    _family = "lasso"


def _probabilities(entry: Algorithm, learn: Learner, M: Floats | None) -> Floats:
    """Return q, (d,): that of phase two after a two-phased run."""
    if isinstance(learn, TwoPhase):
        assert learn.q is not None  # the run is over
        q: Floats = learn.q[0]
        return q
    fixed = entry.fixed_q(learn.w_bar().shape[-1], M)
    assert fixed is not None  # one phase and a budget
    return fixed


def _refuse_extremes(name: str, values: Floats) -> None:
    """Refuse numbers whose squares and products would overflow or underflow float64."""
    largest = float(np.abs(values).max())
    if largest > LARGEST or 0.0 < largest < SMALLEST:
        raise ValueError(
            f"{name} must be scaled: its largest entry is {largest:g} in size, but must be 0 or "
            f"from {SMALLEST:g} to {LARGEST:g}."
        )
