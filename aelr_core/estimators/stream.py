"""One lane of a joint algorithm, fed piece by piece, and what it knows of its stream."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats, Ints
from aelr_core.designs.hard_budget import refuse_missing_moments
from aelr_core.engine.joint.lanes import Joint
from aelr_core.engine.joint.lasso import JAELR
from aelr_core.engine.joint.ridge import JAERR
from aelr_core.engine.lanes import AttributeAccess, Layout, endless
from aelr_core.randomness import UNIFORMS, generator

# How many examples open a stream.
OPENING_ROWS = 30
# The generator of the opening: run 1, since the lane that follows is run 0 of the seed.
OPENING_RUN = 1
# At most this many stretches are kept; when there are more, neighbours become one.
STRETCHES = 64


class Stream:
    """A lane of JAERR or JAELR, adaptive or not, that goes on with every piece of a stream.

    The stream has an `Opening` if B is to be found or if there is an intercept: a few rows, and
    if B is to be found, more until an attribute and a label other than 0 were seen (about their
    means, with an intercept). Without an intercept, known moments make looks in it unnecessary.

    Parameters
    ----------
    family, d : "ridge" or "lasso", and the number of attributes.
    K : attributes per example.
    M : (d,) second moments; None if they are learnt.
    B : norm bound; None if it is to be found.
    eta : a constant step size; None for the automatic one.
    length, guarded : as for `Joint`.
    intercept : whether to centre labels and attributes, by means learnt on the way.
    seed : of the uniforms; the lane draws as run 0 of it.
    opening : rows of the opening.

    Attributes
    ----------
    B : the norm bound; infinite while it is not known.
    access, labels : what was looked at, and the labels so far.
    losses : estimates of L(w̄) − L(0).
    """

    def __init__(
        self,
        family: str,
        d: int,
        *,
        K: int,
        M: Floats | None,
        B: float | None,
        eta: float | None,
        length: str,
        guarded: bool,
        intercept: bool,
        seed: int,
        opening: int = OPENING_ROWS,
    ) -> None:
        self._family, self._d, self._K, self._M, self._eta = family, d, K, M, eta
        self._length, self._guarded = length, guarded
        self._seed, self._looks = seed, M is None or intercept
        self._opening_rows = opening if B is None or intercept else 0
        self.access = StreamAccess(d, centre=intercept)
        self.labels = StreamLabels(centre=intercept)
        self.losses = ProgressiveLoss()
        self._opening = Opening(self.access, K=K, seed=seed)
        self.B = np.inf if B is None else B
        self._lane: Joint | None = None

    def feed(self, X: Floats, y: Floats) -> None:
        """Learn from further examples, in this order: X (n, d) and y (n,)."""
        if self._M is not None:
            refuse_missing_moments(X, self._M, "moments")
        begun = 0
        while begun < len(y):
            use = self._learn if self._opened() else self._open
            begun += use(X[begun:], y[begun:])
        self.access.open(X[:0])  # no row outlives its piece

    def _opened(self) -> bool:
        """Say whether the opening is over; find B if it is."""
        if self.labels.n < self._opening_rows:
            return False
        if np.isinf(self.B):
            y2 = self.labels.mean_square
            m_bar = self.access.mean_moment if self._M is None else float(self._M.mean())
            if y2 > 0 and m_bar > 0:
                self.B = norm_bound(self._family, y2=y2, m_bar=m_bar, d=self._d)
        return bool(np.isfinite(self.B))

    def _open(self, X: Floats, y: Floats) -> int:
        """Use some of these rows for the opening; return how many."""
        rows = min(len(y), max(self._opening_rows - self.labels.n, 1))
        self.labels.take(y[:rows])
        if self._looks:
            self._opening.look(X[:rows])
        return rows

    def _begin(self) -> Joint:
        """Return the lane that learns, now that B is known."""
        engine: type[Joint] = JAELR if self._family == "lasso" else JAERR
        lane = endless(eta=self._eta or 1.0, B=self.B, seed=self._seed)
        return engine(
            np.empty((0, self._d)),
            np.empty(0),
            lane,
            K=self._K,
            M=self._M,
            multiplier=1.0 if self._eta is None else None,
            progressive=True,
            length=self._length,
            guarded=self._guarded,
        )

    def _learn(self, X: Floats, y: Floats) -> int:
        """Let the lane learn from all of these examples; return how many."""
        if self._lane is None:
            self._lane = self._begin()
        lane = self._lane
        self.access.open(X)
        lane.follow(self.access, self.labels.take(y))
        left, before = len(y), float(lane.progressive_loss_sums[0])
        while left:
            steps = min(left, self.losses.room)
            lane.advance(steps)
            after = float(lane.progressive_loss_sums[0])
            self.losses.add(after - before, steps)
            left, before = left - steps, after
        return len(y)

    @property
    def w_bar(self) -> Floats:
        """The predictor, (d,), of centred attributes if there is an intercept."""
        w: Floats = np.zeros(self._d) if self._lane is None else self._lane.w_bar()[0]
        return w

    @property
    def intercept(self) -> float:
        """The mean label less what the predictor makes of the mean attributes."""
        return self.labels.mean - float(self.w_bar @ self.access.means)

    @property
    def moments(self) -> Floats:
        """The second moments, (d,), known or as estimated now."""
        now = self.access.mean_moment if self._lane is None else self._lane.moments
        known = now if self._M is None else self._M
        M: Floats = np.broadcast_to(known, (1, self._d))[0].copy()
        return M

    @property
    def inclusion_probabilities(self) -> Floats:
        """π of the block under way, (d,); uniform in the opening."""
        if self._lane is None:
            return np.full(self._d, min(1.0, self._K / self._d))
        pi: Floats = self._lane.inclusion_probabilities[0]
        return pi

    @property
    def counts(self) -> Ints:
        """How often each attribute was looked at, (d,)."""
        return self.access.counts.copy()


class Opening:
    """K distinct attributes of each row, all equally likely; nothing is learnt but scales.

    The sampling is uniform because the mean of all moments is wanted: an adaptive sample sees
    large attributes more often.

    Parameters
    ----------
    access : of the stream; it counts the looks and learns the means.
    K, seed : attributes per row, and the seed of the stream.
    """

    def __init__(self, access: StreamAccess, *, K: int, seed: int) -> None:
        self._access, self._K = access, min(K, len(access.counts))
        self._random = generator(seed, OPENING_RUN, UNIFORMS)

    def look(self, X: Floats) -> None:
        """Look at K attributes of each of these rows, (n, d)."""
        self._access.open(X)
        for row in range(len(X)):
            S = self._random.choice(X.shape[1], size=self._K, replace=False)
            one, layout = np.array([[row]]), Layout(lanes_last=False)
            self._access.look_at_samples(one, np.sort(S)[np.newaxis, np.newaxis], layout, full=True)


class StreamAccess(AttributeAccess):
    r"""The attribute access of one lane, whose rows come in pieces.

    With `centre` it shows :math:`x_i - \hat\mu_i`, where :math:`\hat\mu_i` is the mean of attribute
    i over the looks *before* this one; the first look at an attribute only sets its mean and shows
    0. So no attribute is looked at for its mean's sake, and what is shown depends on the past and
    on this row alone: the gradient stays unbiased given the past.

    Parameters
    ----------
    d : attributes.
    centre : whether to subtract the means.

    Attributes
    ----------
    counts : (d,) how often each attribute was looked at.
    means : (d,) the means of what was seen; 0 without `centre`.
    squares : (d,) sums of squares of what was seen, about the means.
    spent : (1,) looks so far.
    """

    def __init__(self, d: int, *, centre: bool) -> None:
        super().__init__(np.empty((0, d)), 1)
        self._centre = centre
        self.counts, self.means, self.squares = (
            np.zeros(d, dtype=np.int64),
            np.zeros(d),
            np.zeros(d),
        )

    def open(self, X: NDArray[np.generic]) -> None:
        """Show these rows, (n, d), from now on, and forget those before."""
        self._flat = np.ascontiguousarray(X).reshape(-1)

    def look_at_samples(
        self, rows: Ints, attributes: Ints, layout: Layout, *, full: bool
    ) -> Floats:
        """Return what is shown of the attributes of some samples."""
        x = super().look_at_samples(rows, attributes, layout, full=full)
        for sample, seen in zip(attributes, x, strict=True):  # one step after the other
            there = sample < self._d
            S, values = sample[there], seen[there]
            self.counts[S] += 1
            deviation = values - self.means[S]
            if self._centre:
                n = self.counts[S]
                self.means[S] += deviation / n
                seen[there] = np.where(n > 1, deviation, 0.0)
            self.squares[S] += deviation * (values - self.means[S])
        return x

    @property
    def mean_moment(self) -> float:
        """The mean of x_i², or of its variance, over uniform looks; 0 if they say nothing."""
        looks = np.maximum(self.counts - 1, 0) if self._centre else self.counts
        return float(self.squares.sum() / max(int(looks.sum()), 1))


class StreamLabels:
    r"""Labels that come in pieces, each taken from the mean of all labels so far.

    Parameters
    ----------
    centre : whether to subtract the mean; if not, it stays 0.

    Attributes
    ----------
    n : how many labels came.
    mean : their mean, or 0.
    squares : :math:`\sum_t (y_t - \bar y)^2` with the mean of all that came, or :math:`\sum y_t^2`.
    """

    def __init__(self, *, centre: bool) -> None:
        self._centre, self.n, self.mean, self.squares = centre, 0, 0.0, 0.0

    def take(self, y: Floats) -> Floats:
        r"""Count labels y (n,) and return what is learnt from them, (n,).

        That is :math:`y_t - \bar y_t`, with the mean up to and with :math:`y_t`: the first label
        says nothing about the spread, however far from 0 it is.
        """
        learnt = np.empty(len(y))
        for t, label in enumerate(y.tolist()):  # one by one: pieces must not change the rounding
            self.n += 1
            deviation = label - self.mean
            if self._centre:
                self.mean += deviation / self.n
            learnt[t] = label - self.mean
            self.squares += deviation * learnt[t]
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

    The stretches are those of the stream, not of the pieces in which it comes. They are of
    length 1 at first, then 2, 4 and so on, so that 32 to 64 of them cover a long stream.

    Attributes
    ----------
    length : examples per stretch; the last one may be shorter.
    """

    def __init__(self) -> None:
        self.length = 1
        self._sums: list[float] = []
        self._in_last = 0

    @property
    def room(self) -> int:
        """Examples that the last stretch has room for, >= 1."""
        return self.length - self._in_last if 0 < self._in_last < self.length else self.length

    def add(self, total: float, examples: int) -> None:
        """Add the sum of this many estimates, at most `room`."""
        if self._in_last in (0, self.length):
            if len(self._sums) == STRETCHES:
                pairs = zip(self._sums[::2], self._sums[1::2], strict=True)
                self._sums, self.length = [a + b for a, b in pairs], 2 * self.length
            self._sums.append(0.0)
            self._in_last = 0
        self._sums[-1] += total
        self._in_last += examples

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
        ...     loss.add(estimate, 1)
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
