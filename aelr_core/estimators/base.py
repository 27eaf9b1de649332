"""What the two estimators share: one lane of the engine behind scikit-learn's interface."""

from __future__ import annotations

from typing import ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils import Tags, check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from aelr_core import checks
from aelr_core.algorithms import ALGORITHMS
from aelr_core.baselines import tune_norm_bound
from aelr_core.checks import Floats
from aelr_core.engine.lanes import lanes
from aelr_core.engine.two_phase import TwoPhase
from aelr_core.learners import THEORY_STEP, Learner, Step, learner
from aelr_core.modes import MODES, Mode
from aelr_core.randomness import order
from aelr_core.sampling import (
    epsilon_theory,
    sampling_distribution,
    split,
    two_phase_distribution,
    uniform,
)

SAMPLINGS = ("two_phase", "uniform", "known")
# How many training rows norm_bound="auto" looks at, whole.
ROWS_FOR_NORM_BOUND = 2_000
# The data should be of size 1; what is this far from it cannot be squared and multiplied safely.
SMALLEST, LARGEST = 1e-60, 1e60


class AttributeEfficient(RegressorMixin, BaseEstimator):
    """A linear regressor that sees a few attributes of each training row.

    Parameters are described where the families are, `ridge` and `lasso`.
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
        checks.integer("budget", self.budget, at_least=2)
        checks.choice("sampling", self.sampling, SAMPLINGS)
        if self.norm_bound != "auto":
            checks.number("norm_bound", self.norm_bound, at_least=SMALLEST, at_most=LARGEST)
        examples: Floats
        labels: Floats
        examples, labels = validate_data(self, X, y, dtype=np.float64, order="C", y_numeric=True)
        labels = labels.astype(np.float64)
        _refuse_extremes("X", examples)
        _refuse_extremes("y", labels)
        m, d = examples.shape
        M = self._known_moments(d)
        seed = self._seed()
        B = self.norm_bound
        if B == "auto":
            B, _ = tune_norm_bound(
                examples, labels, self._family, seed=seed, max_rows=ROWS_FOR_NORM_BOUND
            )
        self.norm_bound_ = float(B)

        # eta is a placeholder: `learner` replaces it by what `step` says
        rows = order(seed, 0, m, m)[np.newaxis]
        lane = lanes(eta=1.0, B=self.norm_bound_, order=rows, seed=seed, run=[0])
        learn = learner(
            self._key(), examples, labels, lane, budget=self.budget, mode=mode, M=M, step=step
        )
        learn.advance()
        self.coef_ = learn.w_bar()[0]
        spent, distinct = learn.attributes_seen
        self.n_attributes_seen_ = int(spent[0])
        self.n_distinct_attributes_seen_ = int(distinct[0])
        self.sampling_probabilities_ = self._probabilities(learn, mode, m, M)
        return self

    def predict(self, X: ArrayLike) -> Floats:
        """Return ⟨coef_, x⟩ for every row of X, shape (n,); all attributes are seen.

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
        # One pass, a few attributes a row, no intercept, no scaling: on small unscaled data the
        # score is poor by design.
        tags.regressor_tags.poor_score = True
        return tags

    def _key(self) -> str:
        return next(
            key
            for key, entry in ALGORITHMS.items()
            if (entry.family, entry.role) == (self._family, self.sampling)
        )

    def _mode(self) -> Mode:
        if isinstance(self.mode, Mode):
            return self.mode
        return MODES[checks.choice("mode", self.mode, tuple(MODES))]

    def _step(self) -> Step:
        if isinstance(self.step, str):
            checks.choice("step", self.step, ("theory",))
            return THEORY_STEP
        return Step(eta=checks.number("step", self.step, at_least=SMALLEST, at_most=LARGEST))

    def _known_moments(self, d: int) -> Floats | None:
        """Return `moments`, checked, or None where the algorithm does not know them."""
        if (self.moments is None) != (self.sampling != "known"):
            raise ValueError("moments must be given with sampling='known', and only then.")
        if self.moments is None:
            return None
        M = checks.array("moments", self.moments, ndim=1, at_least=0)
        if len(M) != d:
            raise ValueError(
                f"moments must hold {d} numbers, one a feature, but it holds {len(M)}."
            )
        if not M.any():
            raise ValueError("moments must hold a number > 0, but all of them are 0.")
        return M

    def _seed(self) -> int:
        """Return the seed of `aelr_core.randomness`: an int `random_state` is it itself."""
        if isinstance(self.random_state, int | np.integer):
            return checks.integer("random_state", self.random_state, at_least=0)
        return int(check_random_state(self.random_state).randint(2**31 - 1))

    def _probabilities(self, learn: Learner, mode: Mode, m: int, M: Floats | None) -> Floats:
        """Return q, (d,): that of phase two in a two-phased run."""
        d = len(self.coef_)
        if M is not None:
            return sampling_distribution(M, self._family)
        if not isinstance(learn, TwoPhase):
            return uniform(d)
        epsilon = 0.0
        if mode.epsilon == "theory":
            k_x, k_phi = split(self.budget, mode.split)
            draws = k_x if mode.warm_start else k_x + k_phi
            epsilon = float(epsilon_theory(d, draws, mode.m1(m), mode.delta, self._family))
        return two_phase_distribution(learn.A[0], epsilon, self._family)


def _refuse_extremes(name: str, values: Floats) -> None:
    """Refuse numbers whose squares and products would leave float64."""
    largest = float(np.abs(values).max())
    if largest > LARGEST or 0.0 < largest < SMALLEST:
        raise ValueError(
            f"{name} must be scaled: its largest entry is {largest:g} in size, but must be 0 or "
            f"from {SMALLEST:g} to {LARGEST:g}."
        )
