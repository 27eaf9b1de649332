"""The estimators for ridge and lasso, and `AttributeEfficient`: all that they share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils import Tags
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted, validate_data

from aelr_core.algorithms import THEORY_STEP, Algorithm, StepRule, learner
from aelr_core.baselines import tune_norm_bound
from aelr_core.checks import Floats, Ints
from aelr_core.designs.hard_budget import refuse_missing_moments
from aelr_core.engine.lanes import lanes
from aelr_core.engine.two_phase import TwoPhase
from aelr_core.estimators import parameters
from aelr_core.letters import letter
from aelr_core.modes import Mode
from aelr_core.opening import OPENING_ROWS, OpenedStream
from aelr_core.randomness import order
from aelr_core.second_look import Looks, Step, refuse_many, second_look

# How many training rows are read completely to find B for an algorithm of the paper.
ROWS_FOR_NORM_BOUND = 2_000


def _streams(estimator: AttributeEfficient) -> bool:
    """Say whether `partial_fit` is there: the paper's algorithms must know m in advance."""
    if not estimator._entry().joint:
        raise AttributeError(
            "partial_fit needs sampling='adaptive' or sampling='joint', but it is "
            f"{estimator.sampling!r}."
        )
    return True


def _looks_again(estimator: AttributeEfficient) -> bool:
    """Say whether `panel` is there."""
    if not estimator.second_look:
        raise AttributeError("panel needs second_look=True, but it is False.")
    return True


class AttributeEfficient(RegressorMixin, BaseEstimator):
    """Linear regression in a ball that looks at a few attributes of each training row.

    The budget is hard: never more than `budget` attributes of a row are looked at. Nothing else
    has to be set. `AttributeEfficientRidge` keeps the coefficients w in the ball ‖w‖₂ ≤ B,
    `AttributeEfficientLasso` in ‖w‖₁ ≤ B; everything else is the same. Predictions read all
    attributes, and so does the check that X is finite; neither is counted. Labels cost nothing.

    Parameters
    ----------
    budget : int >= 2, default 5
        k + 1, the attributes that are looked at per training row.
    sampling : {"adaptive", "joint", "two_phase", "uniform", "known"}, default "adaptive"
        Which algorithm. Those of this project draw one joint sample of distinct attributes per
        row: "adaptive" is Adaptive JAERR or JAELR, which learns everything on the way; "joint" is
        JAERR or JAELR, which must be given the second moments. Those of the paper draw with
        replacement: "two_phase" is Two-Phased DDAERR or DDAELR (a tenth of the rows serves to
        estimate the moments), "uniform" is AERR or AELR, "known" is DDAERR or DDAELR (the moments
        are given). They are worth a grid search over `step`, and want rows in the unit ball
        (‖x‖₂ ≤ 1 for ridge, |x_i| ≤ 1 for lasso).
    fit_intercept : bool, default True, as in scikit-learn's linear models
        Whether to learn an intercept: the mean label less what the coefficients make of the mean
        attributes. "adaptive" and "joint" learn the means from labels and from attributes that
        they look at anyway. The paper's algorithms take attributes as they are, so that their
        intercept is the mean label: centre X.
    moments : (d,) array, float or None, default None
        The second moments E[x_i²], for "joint" and "known" and only then; with "joint" and an
        intercept, the variances. One number holds for all attributes: after a `StandardScaler`
        it is 1. They must come from elsewhere, an earlier study say: to compute them from X would
        cost all n · d attributes, and nobody would count them.
    prices : (d,) array or None, default None
        What each attribute costs, >= 0; None: 1 each. An attribute of price 0 is looked at in every
        row and does not count in the budget. "adaptive" and "joint" only, as the next two.
    money : float or None, default None
        The most that rows may cost on average. Prices change what is looked at only where `budget`
        attributes, chosen without regard to prices, would cost more.
    groups : list of lists of columns or None, default None
        Columns, by number or by name, that are looked at and paid for together, as one attribute:
        all one-hot columns of a field, say. They must have one price. A column in no list is alone.
    second_look : bool, default False
        Whether all that was looked at is kept and learnt from together, as `aelr_core.second_look`
        says: `coef_` and `intercept_` are then the most likely ones, and `predict` accepts NaN as a
        blank. Ridge with "adaptive" or "joint" only, and at most 1,000 attributes. It takes O(nK)
        memory, and time after every call of `partial_fit`.
    norm_bound : "auto" or float > 0, default "auto"
        B. With "adaptive" and "joint", "auto" is √(2E[y²]/m̄) for ridge and √(dE[y²]/m̄) for lasso,
        where m̄ is the mean second moment; with an intercept, both are about the means. They are
        estimated from the opening (see Notes). With the paper's algorithms, "auto" is the norm of
        the offline predictor, cross-validated on up to 2,000 rows that are **read completely**
        and counted in `n_attributes_seen_`.
    step : "auto", "theory" or float > 0, default "auto"
        The step size. "auto" is a rule that needs no tuning ("adaptive" and "joint") or the
        theorem's step size, which assumes rows in the unit ball (the paper's, where "theory" says
        the same). A number is a constant step size.
    length : {"measured", "plain"}, default "measured"
        What "adaptive" and "joint" return: the average of their iterates, lengthened if what they
        have looked at anyway says it is too short, or as it is, like the paper's algorithms.
    guarded : bool, default True
        Whether "adaptive" and "joint" are guarded against rare failures; see `aelr_core.guards`.
    shuffle : bool, default True
        Whether `fit` takes the rows in random order. `partial_fit` never does.
    mode : {"experiments", "theory"} or `aelr_core.Mode`, default "experiments"
        The choices in which the paper's theory and its experiments differ, for its algorithms.
    random_state : int, RandomState or None, default None
        An int is the seed of `aelr_core.randomness`: the fit is then run 0 of that seed.

    Attributes
    ----------
    coef_ : (d,) array
    intercept_ : float
        0 without `fit_intercept`.
    coef_stream_, intercept_stream_ : (d,) array and float
        What the stream has learnt; with a second look only, as the next.
    second_look_ : `aelr_core.second_look.SecondLook`
    norm_bound_ : float
        B, as given or as found; infinite as long as it is not found.
    n_examples_seen_ : int
        Training rows so far.
    n_attributes_seen_ : int
        Attributes looked at so far, all of them: at most `budget` per row, those of price 0, and
        what the paper's algorithms read for their norm bound. A group is one attribute.
    n_distinct_attributes_seen_ : int
        Different attributes drawn per row, summed over rows; the paper's algorithms only. The
        others never look at an attribute of a row twice.
    sampling_probabilities_ : (d,) array
        q, the distribution that attributes were drawn from (in phase two, if there are two); the
        paper's algorithms only.
    money_spent_ : float
        What the attributes looked at cost; "adaptive" and "joint" only, as all that follow.
    attribute_counts_ : (d,) array of int
        How often each column was looked at.
    moments_ : (d,) array
        The second moments as learnt or as given; about the means if there is an intercept.
    inclusion_probabilities_ : (d,) array
        How likely each attribute was to be looked at in the last row.
    progressive_loss_ : float
        An estimate of L(w̄) − L(0), how much the coefficients have gained: L is half the mean
        squared error, L(0) that of the intercept alone. It is made of what was looked at anyway,
        and of each row before it is learnt from: unbiased as long as no row comes twice, and
        free. It is the mean over the last half of the rows after the opening, for w̄ as it was at
        each of them, so that it rather lags behind; its length as measured before.
    progressive_loss_error_ : float
        Its standard error.
    zero_loss_ : float
        L(0), half the mean square of the labels, about their mean if there is an intercept:
        ``-progressive_loss_ / zero_loss_`` estimates the score R².
    n_features_in_ : int
    feature_names_in_ : (d,) array of str, if X had names

    Notes
    -----
    "adaptive" and "joint" begin with an opening if there is an intercept or a bound to be found:
    of the first 30 rows (of at most half of the rows that `fit` gets) `budget` attributes each are
    looked at, all equally likely; with `money`, as it allows, by price. They are counted like all
    others, and set means and scales; the coefficients are 0 until then. If the moments are given
    and there is no intercept, an opening reads labels only.
    """

    _family: ClassVar[str]

    def __init__(
        self,
        budget: int = 5,
        *,
        sampling: str = "adaptive",
        fit_intercept: bool = True,
        moments: ArrayLike | None = None,
        prices: ArrayLike | None = None,
        money: float | None = None,
        groups: Sequence[ArrayLike] | None = None,
        second_look: bool = False,
        norm_bound: str | float = "auto",
        step: str | float = "auto",
        length: str = "measured",
        guarded: bool = True,
        shuffle: bool = True,
        mode: str | Mode = "experiments",
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.budget = budget
        self.sampling = sampling
        self.fit_intercept = fit_intercept
        self.moments = moments
        self.prices = prices
        self.money = money
        self.groups = groups
        self.second_look = second_look
        self.norm_bound = norm_bound
        self.step = step
        self.length = length
        self.guarded = guarded
        self.shuffle = shuffle
        self.mode = mode
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Learn from one pass over the rows, and forget what was learnt before.

        Parameters
        ----------
        X : (n, d) array
        y : (n,) array
        """
        parameters.check(self, self._family)
        examples, labels = self._examples(X, y, first=True)
        self._forget()
        m = len(labels)
        seed = parameters.seed(self.random_state)
        rows = order(seed, 0, m, m) if self.shuffle else np.arange(m)
        if not self._entry().joint:
            return self._pass(examples, labels, rows, seed)
        self._learning = self._stream(examples, seed, opening=min(OPENING_ROWS, max(1, m // 2)))
        return self._learn(examples, labels, rows)

    @available_if(_streams)
    def partial_fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Go on learning, from further rows in the order in which they come.

        Pieces make no difference: `fit` with ``shuffle=False`` on all rows is the same as
        `partial_fit` on one piece after another (if there is an opening, from 60 rows on). The
        first call fixes the number of attributes and all parameters; a call after `fit` goes on
        from there.

        Parameters
        ----------
        X : (n, d) array
        y : (n,) array
        """
        first = not hasattr(self, "_learning")
        parameters.check(self, self._family, begun_with=None if first else self._begun_with)
        examples, labels = self._examples(X, y, first=first)
        if first:
            self._forget()
            seed = parameters.seed(self.random_state)
            self._learning = self._stream(examples, seed, opening=OPENING_ROWS)
        return self._learn(examples, labels, np.arange(len(labels)))

    def predict(self, X: ArrayLike) -> Floats:
        """Return ⟨coef_, x⟩ + intercept_ for every row of X, shape (n,); reads all attributes.

        With a second look a row may have blanks, NaN: what is expected of y, given the others.

        Parameters
        ----------
        X : (n, d) array
        """
        if self.second_look:
            check_is_fitted(self, "second_look_")
            return self.second_look_.predict(
                validate_data(self, X, dtype=np.float64, reset=False, ensure_all_finite="allow-nan")
            )
        check_is_fitted(self)
        examples = validate_data(self, X, dtype=np.float64, reset=False)
        return np.asarray(examples @ self.coef_ + self.intercept_)

    @available_if(_looks_again)
    def panel(self, prices: ArrayLike | None = None, most: int | None = None) -> list[Step]:
        """Return what to look at in a new row, in this order, and the error to expect.

        Every step is the attribute, or group, that gains most per price; see
        `aelr_core.second_look.SecondLook.panel`.

        Parameters
        ----------
        prices : (d,) array or None
            None: those of the estimator.
        most : int or None
            Attributes at most that cost something; None: no limit.
        """
        check_is_fitted(self, "second_look_")
        return self.second_look_.panel(prices, most)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        # One pass over the rows, a few attributes of each: on small data the score is poor.
        tags.regressor_tags.poor_score = True
        return tags

    def _entry(self) -> Algorithm:
        return parameters.algorithm(self.sampling, self._family)

    def _examples(self, X: ArrayLike, y: ArrayLike, *, first: bool) -> tuple[Floats, Floats]:
        """Return the rows and labels, checked; the first ones fix d."""
        examples, labels = validate_data(
            self, X, y, dtype=np.float64, order="C", y_numeric=True, reset=first
        )
        labels = labels.astype(np.float64)
        parameters.refuse_extremes("X", examples)
        parameters.refuse_extremes("y", labels)
        return examples, labels

    def _forget(self) -> None:
        """Drop what was learnt before; the names and the number of features are of this fit."""
        kept = ("n_features_in_", "feature_names_in_")
        for name in [name for name in vars(self) if name.endswith("_") and name not in kept]:
            delattr(self, name)
        for name in ("_learning", "_looks"):
            if hasattr(self, name):
                delattr(self, name)

    def _stream(self, X: Floats, seed: int, *, opening: int) -> OpenedStream:
        entry, d = self._entry(), X.shape[1]
        names = getattr(self, "feature_names_in_", None)
        self._units = parameters.units(self.groups, self.prices, d, names)
        if self.second_look:
            refuse_many(d)
            self._looks = Looks(d)
        learning = OpenedStream(
            self._family,
            self._units,
            K=letter("budget", self.budget),
            M=parameters.moments(self.moments, entry, d),
            B=parameters.norm_bound(self.norm_bound),
            money=self.money,
            eta=parameters.step(self.step, entry),
            length=self.length,
            guarded=self.guarded,
            intercept=self.fit_intercept,
            seed=seed,
            opening=opening,
        )
        self._begun_with = parameters.plain(self.get_params())
        return learning

    def _learn(self, X: Floats, y: Floats, rows: Ints) -> Self:
        """Learn from these rows in this order, and report."""
        stream = self._learning
        if self.moments is not None:
            refuse_missing_moments(X, stream.moments, "moments")
        for row, label in zip(rows.tolist(), y[rows].tolist(), strict=True):
            order = stream.order()
            seen = X[row, order.columns]
            stream.learn(order, seen, label)
            if self.second_look:
                self._looks.add(order.columns, seen, label)
        self.coef_ = stream.predictor
        self.intercept_ = stream.intercept
        if self.second_look:
            self._look_again()
        self.norm_bound_ = stream.B
        self.n_examples_seen_ = stream.labels.n
        self.n_attributes_seen_ = stream.looks
        self.money_spent_ = stream.spent
        self.attribute_counts_ = stream.means.counts.copy()
        self.moments_ = stream.moments
        self.inclusion_probabilities_ = stream.inclusion
        self.progressive_loss_, self.progressive_loss_error_ = stream.losses.last_half()
        self.zero_loss_ = 0.5 * stream.labels.mean_square
        return self

    def _look_again(self) -> None:
        """Replace what the stream has learnt by what is most likely given all looks."""
        self.coef_stream_, self.intercept_stream_ = self.coef_, self.intercept_
        self.second_look_ = second_look(self._looks, self._units, intercept=self.fit_intercept)
        self.coef_, self.intercept_ = self.second_look_.coef, self.second_look_.intercept

    def _pass(self, X: Floats, y: Floats, rows: Ints, seed: int) -> Self:
        """Run an algorithm of the paper, one lane of the engine, over the rows in this order.

        Without a norm bound it is the norm of the *offline* predictor, cross-validated on at most
        2,000 rows that are read completely.
        """
        entry, d = self._entry(), X.shape[1]
        self.intercept_ = float(y.mean()) if self.fit_intercept else 0.0
        labels, read_whole = y - self.intercept_, 0
        M, eta = parameters.moments(self.moments, entry, d), parameters.step(self.step, entry)
        B = parameters.norm_bound(self.norm_bound)
        if B is None:
            B, rows_read = tune_norm_bound(
                X, labels, self._family, seed=seed, max_rows=ROWS_FOR_NORM_BOUND
            )
            read_whole = rows_read * d
        learn = learner(
            entry.key,
            X,
            labels,
            # its eta is a placeholder: `learner` replaces it according to `step`
            lanes(eta=1.0, B=B, order=rows[None], seed=seed, run=[0]),
            budget=self.budget,
            mode=parameters.mode(self.mode, entry),
            M=M,
            step=THEORY_STEP if eta is None else StepRule(eta=eta),
        )
        learn.advance()
        q = learn.q[0] if isinstance(learn, TwoPhase) and learn.q is not None else None
        spent, distinct = learn.attributes_seen
        self.coef_ = learn.w_bar()[0]
        self.norm_bound_ = float(B)
        self.sampling_probabilities_ = entry.fixed_q(d, M) if q is None else q
        self.n_examples_seen_ = len(rows)
        self.n_attributes_seen_ = int(spent[0]) + read_whole
        self.n_distinct_attributes_seen_ = int(distinct[0])
        return self


class AttributeEfficientRidge(AttributeEfficient):
    """Linear regression in the ball ‖w‖₂ ≤ B; parameters as in `AttributeEfficient`.

    >>> import numpy as np
    >>> X = np.random.default_rng(0).normal(size=(2000, 4))
    >>> model = AttributeEfficientRidge(budget=2, random_state=0).fit(X, X @ [1, 0, 0, -1] + 5)
    >>> model.coef_.round() + 0, round(model.intercept_), model.n_attributes_seen_
    (array([ 1.,  0.,  0., -1.]), 5, 4000)
    """

    _family = "ridge"


class AttributeEfficientLasso(AttributeEfficient):
    """Linear regression in the ball ‖w‖₁ ≤ B; parameters as in `AttributeEfficient`.

    >>> import numpy as np
    >>> X = np.random.default_rng(0).normal(size=(2000, 4))
    >>> model = AttributeEfficientLasso(budget=2, random_state=0).fit(X, X @ [1, 0, 0, -1] + 5)
    >>> model.coef_.round() + 0, round(model.intercept_), model.n_attributes_seen_
    (array([ 1.,  0.,  0., -1.]), 5, 4000)
    """

    _family = "lasso"
