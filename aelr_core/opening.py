r"""A stream whose scale is not known: a few orders open it, then it learns what is centred.

An `OpenedStream` has an opening if B is to be found or if there is an intercept: 30 examples, and
if B is to be found, more until an attribute and a label other than 0 were seen (about their means,
with an intercept). Its orders are drawn alike for all units, because the mean of all moments is
wanted and an adaptive sample sees large attributes more often. With money they are those of the
first block, by price, and the mean undoes that. Without an intercept, known moments make looks in
the opening unnecessary. An opening's order may be told later, too: then it is learnt from.

With an intercept, labels and attributes are taken from their means, which are learnt on the way,
from what is paid for anyway.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from aelr_core.checks import Floats, Ints
from aelr_core.designs.hard_budget import Sample, uniforms_per_step
from aelr_core.designs.prices import draw
from aelr_core.randomness import UNIFORMS, generator
from aelr_core.stream import Order, Stream, Units, as_order

# How many examples open a stream.
OPENING_ROWS = 30
# The generators of the uniforms: the algorithm draws as run 0 of the seed, the opening as run 1.
RUN, OPENING_RUN = 0, 1
NOTHING = Sample(np.empty(0, dtype=np.int64), np.empty((0, 0)))
# At most this many stretches are kept; when there are more, neighbours become one.
STRETCHES = 64


class OpenedStream:
    """JAERR or JAELR, adaptive or not, on a stream in its own units of measurement.

    Parameters
    ----------
    family, units, K, M, money, eta, length, guarded : as for `Stream`.
    B : norm bound; None if it is to be found.
    intercept : whether to centre labels and attributes.
    seed : of the uniforms.
    opening : examples of the opening.

    Attributes
    ----------
    B : the norm bound; infinite while it is not known.
    means, labels : of what was seen, and of the labels so far.
    losses : estimates of L(w̄) − L(0).
    looks, spent : units looked at so far, and what they cost.
    random, opening_random : generators of the uniforms of orders, and of those of the opening.
    """

    def __init__(
        self,
        family: str,
        units: Units,
        *,
        K: int,
        M: Floats | None,
        B: float | None,
        money: float | None,
        eta: float | None,
        length: str,
        guarded: bool,
        intercept: bool,
        seed: int,
        opening: int = OPENING_ROWS,
    ) -> None:
        self._family, self._units, self._K, self._M, self._money = family, units, K, M, money
        self._eta, self._length, self._guarded = eta, length, guarded
        self._opening_rows = opening if B is None or intercept else 0
        self._looks_in_opening = M is None or intercept
        self.random = generator(seed, RUN, UNIFORMS)
        self.opening_random = generator(seed, OPENING_RUN, UNIFORMS)
        self.B = np.inf if B is None else B
        self.means, self.labels = Means(len(units.of), centre=intercept), Labels(centre=intercept)
        self.losses = ProgressiveLoss()
        self.looks, self.spent = 0, 0.0
        self._stream: Stream | None = None
        first = self._begin(1.0)  # refuses what cannot be, before anything is bought
        self._opening_design = None if money is None else first.design

    # ---- Ask and tell ---------------------------------------------------------------------------

    def order(self) -> Order:
        """Draw the units of the next example."""
        stream = self._learner()
        if stream is not None:
            return stream.order(self.random.random(stream.uniforms))
        if not self._looks_in_opening:
            return as_order(self._units, NOTHING, np.empty(0))
        return self._opening_order()

    def learn(self, order: Order, values: Floats, y: float) -> None:
        """Take note of an example, and learn from it once the opening is over.

        Parameters
        ----------
        order : what was looked at in it.
        values : (p,) what was seen in the order's columns.
        y : its label.
        """
        stream = self._learner()
        self._count(order)
        x, label = self.means.take(order.columns, values), self.labels.take(y)
        if stream is not None and len(order.units):  # an opening's order may have none
            stream.learn(order, x, label)
            self.losses.add(stream.loss)

    def note(self, order: Order, values: Floats, y: float) -> None:
        """Take note of an example without a step: for means, moments and the opening alone.

        Parameters
        ----------
        values, y : as for `learn`; NaN where a value or the label failed to come.
        """
        stream = self._learner()
        self._count(order)
        came = ~np.isnan(values)
        x = self.means.take(order.columns[came], values[came])
        if not np.isnan(y):
            self.labels.take(y)
        if stream is not None:
            stream.note(order.columns[came], x)

    def _count(self, order: Order) -> None:
        self.looks += len(order.units)
        self.spent += order.price

    # ---- The opening ----------------------------------------------------------------------------

    def _learner(self) -> Stream | None:
        """Return the stream that learns; None while the opening is not over."""
        if self._stream is None and self.labels.n >= self._opening_rows:
            if np.isinf(self.B):
                y2 = self.labels.mean_square
                m_bar = self._mean_moment() if self._M is None else float(self._M.mean())
                if y2 > 0 and m_bar > 0:
                    self.B = norm_bound(self._family, y2=y2, m_bar=m_bar, d=len(self._units.of))
            if np.isfinite(self.B):
                self._stream = self._begin(self.B)
        return self._stream

    def _begin(self, B: float) -> Stream:
        return Stream(
            self._family,
            self._units,
            K=self._K,
            B=B,
            M=self._M,
            money=self._money,
            eta=self._eta,
            length=self._length,
            guarded=self._guarded,
        )

    def _opening_order(self) -> Order:
        if self._opening_design is None:
            sample, pi = draw_alike(self.opening_random, len(self._units.paid), self._K)
            return as_order(self._units, sample, pi)
        uniforms = self.opening_random.random(uniforms_per_step(self._K) + 1)
        one, sample = draw(self._opening_design, uniforms)
        return as_order(self._units, sample, one.pi[sample.S])

    def _mean_moment(self) -> float:
        """Return the mean of x_i², or of its variance, over the opening; 0 if it says nothing."""
        return self.means.mean_moment(1.0 / self._opening_inclusion()[self._units.of])

    def _opening_inclusion(self) -> Floats:
        """Return π_g of the opening, (G,)."""
        pi, paid = np.ones(len(self._units)), self._units.paid
        if self._opening_design is None:
            pi[paid] = min(1.0, self._K / max(len(paid), 1))
        else:
            pi[paid] = self._opening_design.inclusion
        return pi

    # ---- What is known --------------------------------------------------------------------------

    @property
    def predictor(self) -> Floats:
        """The predictor, (d,), of centred attributes if there is an intercept."""
        return np.zeros(len(self._units.of)) if self._stream is None else self._stream.predictor

    @property
    def intercept(self) -> float:
        """The mean label less what the predictor makes of the mean attributes."""
        return self.labels.mean - float(self.predictor @ self.means.means)

    @property
    def moments(self) -> Floats:
        """The second moments, (d,), known or as estimated now."""
        if self._M is not None:
            return self._M.copy()
        if self._stream is None:
            return np.full(len(self._units.of), self._mean_moment())
        return self._stream.moments

    @property
    def inclusion(self) -> Floats:
        """π of each column's unit, (d,), in the block under way or in the opening."""
        pi = self._opening_inclusion() if self._stream is None else self._stream.inclusion
        return pi[self._units.of]


def draw_alike(random: np.random.Generator, n: int, K: int) -> tuple[Sample, Floats]:
    """Return a sample of min(K, n) of n units, all sets alike, and their π."""
    K = min(K, n)
    S = np.sort(random.choice(n, size=K, replace=False))
    pairs = K * (K - 1)
    P = np.full((K, K), n * (n - 1) / pairs if pairs else 1.0)
    np.fill_diagonal(P, n / max(K, 1))
    return Sample(S, P), np.full(K, K / max(n, 1))


class Means:
    r"""The means of what was seen, from which values are taken.

    With `centre` a value is shown as :math:`x_i - \hat\mu_i`, where :math:`\hat\mu_i` is the mean
    of attribute i over the looks *before* this one; the first look at an attribute only sets its
    mean and shows 0. So no attribute is looked at for its mean's sake, and what is shown depends on
    the past and on this example alone: the gradient stays unbiased given the past.

    Parameters
    ----------
    d : attributes.
    centre : whether to subtract the means; if not, they stay 0.

    Attributes
    ----------
    counts : (d,) how often each attribute was looked at.
    means : (d,) the means of what was seen.
    squares : (d,) sums of squares of what was seen, about the means.
    """

    def __init__(self, d: int, *, centre: bool) -> None:
        self._centre, self.counts = centre, np.zeros(d, dtype=np.int64)
        self.means, self.squares = np.zeros((2, d))

    def take(self, columns: Ints, values: Floats) -> Floats:
        """Count values (p,) of different columns and return what is learnt from them, (p,)."""
        self.counts[columns] += 1
        shown = values - self.means[columns]
        if not self._centre:
            self.squares[columns] += shown * shown
            return shown
        n = self.counts[columns]
        self.means[columns] += shown / n
        self.squares[columns] += shown * (values - self.means[columns])
        return np.where(n > 1, shown, 0.0)

    def mean_moment(self, weights: Floats) -> float:
        """Return the mean of x_i², or of its variance; 0 if the looks say nothing.

        weights : (d,) how many attributes each look stands for, 1/π.
        """
        looks = np.maximum(self.counts - 1, 0) if self._centre else self.counts
        total = float(looks @ weights)
        return float(self.squares @ weights) / total if total > 0 else 0.0


class Labels:
    r"""Labels, each taken from the mean of all labels so far.

    Parameters
    ----------
    centre : whether to subtract the mean; if not, it stays 0.

    Attributes
    ----------
    n : how many labels came.
    mean : their mean, or 0.
    squares : :math:`\sum_t (y_t - \bar y)^2` with the mean of all that came, or
        :math:`\sum y_t^2`.
    """

    def __init__(self, *, centre: bool) -> None:
        self._centre, self.n, self.mean, self.squares = centre, 0, 0.0, 0.0

    def take(self, y: float) -> float:
        r"""Count a label and return what is learnt from it.

        That is :math:`y_t - \bar y_t`, with the mean up to and with :math:`y_t`: the first label
        says nothing about the spread, however far from 0 it is.
        """
        self.n += 1
        deviation = y - self.mean
        if self._centre:
            self.mean += deviation / self.n
        learnt = y - self.mean
        self.squares += deviation * learnt
        return learnt

    @property
    def mean_square(self) -> float:
        """The mean of the squares: E[y²], or the variance of y."""
        return self.squares / max(self.n, 1)


def norm_bound(family: str, *, y2: float, m_bar: float, d: int) -> float:
    r"""Return B from labels and attributes that were paid for: a scale for \|w*\|.

    For uncorrelated attributes with equal second moments :math:`\bar m` the best predictor has
    :math:`\bar m \|w^*\|_2^2 = E\langle w^*, x\rangle^2 \le E[y^2]`, hence

    .. math:: \|w^*\|_2 \le \sqrt{E[y^2]/\bar m}, \qquad \|w^*\|_1 \le \sqrt{d\,E[y^2]/\bar m}.

    For other data the right sides are a scale and not a bound. A bound that is too large costs
    little (ridge: nothing that we could measure; lasso: up to a tenth of the error), one that is
    half as large as it should be a lot, and none at all fails on attributes with heavy tails. The
    ridge's gets a factor √2, since the mean of thirty squared labels may well be too small; the
    lasso's is large already, except for predictors with all coefficients alike.

    Parameters
    ----------
    family : "ridge" or "lasso".
    y2 : E[y²], or the variance of y if there is an intercept, > 0.
    m_bar : the mean of the d second moments, or variances, > 0.

    Examples
    --------
    >>> norm_bound("ridge", y2=2.0, m_bar=1.0, d=8), norm_bound("lasso", y2=2.0, m_bar=1.0, d=8)
    (2.0, 4.0)
    """
    return sqrt((d if family == "lasso" else 2) * y2 / m_bar)


class ProgressiveLoss:
    """Sums of the estimates of L(w̄) − L(0), over stretches of equal length.

    They are of length 1 at first, then 2, 4 and so on, so that 32 to 64 of them cover a long
    stream.

    Attributes
    ----------
    length : examples per stretch; the last one may be shorter.
    """

    def __init__(self) -> None:
        self.length = 1
        self._sums: list[float] = []
        self._in_last = 0

    def add(self, estimate: float) -> None:
        """Add the estimate on the next example."""
        if self._in_last in (0, self.length):
            if len(self._sums) == STRETCHES:
                pairs = zip(self._sums[::2], self._sums[1::2], strict=True)
                self._sums, self.length = [a + b for a, b in pairs], 2 * self.length
            self._sums.append(0.0)
            self._in_last = 0
        self._sums[-1] += estimate
        self._in_last += 1

    def last_half(self) -> tuple[float, float]:
        r"""Return the mean estimate over the last half of the stretches, and its standard error.

        With sums :math:`s_b` over :math:`n_b` examples each, n in all, the mean is
        :math:`\bar\ell = \sum s_b/n` and its squared standard error
        :math:`\frac{b}{b-1} \sum (s_b - n_b\bar\ell)^2/n^2` for b stretches; NaN for fewer than
        two, and both are NaN before the first example.

        Examples
        --------
        >>> loss = ProgressiveLoss()
        >>> for estimate in (9.0, 5.0, -1.0, -3.0):
        ...     loss.add(estimate)
        >>> loss.last_half()
        (-2.0, 1.0)
        """
        first = len(self._sums) // 2
        sums = np.array(self._sums[first:])
        if not len(sums):
            return float("nan"), float("nan")
        examples = np.full(len(sums), self.length)
        examples[-1] = self._in_last
        n, b = int(examples.sum()), len(sums)
        mean = float(sums.sum() / n)
        if b < 2:
            return mean, float("nan")
        deviations = sums - examples * mean
        return mean, float(np.sqrt(b / (b - 1) * (deviations**2).sum()) / n)
