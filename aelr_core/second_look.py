r"""A second look at everything that was paid for: the most likely linear model, given all looks.

A stream looks at an example once and forgets it. Here what was seen is kept, O(nK) numbers, and
learnt from together. Which units are looked at is independent of the example given the past, so
that the Gaussian score has mean zero at the true means and covariances *whatever the distribution*
is. Normality matters only where values or labels fail to come.

The model is :math:`z = (x, y) \sim N(μ, Σ)`, of which an example shows the places o. With ν
pseudo-examples that have the variances v and no covariances, what falls in every step of the EM
algorithm is

.. math:: \sum_t \Big[\log|Σ_{oo}| + (z_o - μ_o)^\top Σ_{oo}^{-1} (z_o - μ_o)\Big]
          + ν\big(\log|Σ| + \mathrm{tr}\,\mathrm{diag}(v) Σ^{-1}\big).

v are the variances of what was seen (one for all columns of 0 and 1, see `_pseudo_variances`); ν is
chosen by cross-validation. How these rules were found: `research/second_look/rule.md`.
`em_step` is the usual E and M step in a form without an array of n covariances. Then
:math:`w = Σ_{xx}^{-1}Σ_{xy}`, and for any places o of x
:math:`E[y|x_o] = μ_y + Σ_{yo}Σ_{oo}^{-1}(x_o - μ_o)`. So a prediction may be made from few tests.

It costs O(nK³ + d³) per step. This is not the paper's setting, where the memory is O(d).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from aelr_core import checks
from aelr_core.checks import Floats, Ints
from aelr_core.stream import Units, as_units

# Examples by their length p: places (n_p, p) and values (n_p, p).
Rows: TypeAlias = Sequence[tuple[Ints, Floats]]

MOST_COLUMNS = 1000
# The steps end when one lowers the sum above by less than this per example, or after so many. To
# end early is to shrink: on development data a limit of 4e-5 was no better, and took longer.
ENOUGH, MOST_STEPS = 4e-4, 200
# What is tried for ν, per unit; see `_chosen`.
NUS = (1.0, 1 / 4, 1 / 16)
# A mean of variances of different columns counts as so many looks at each.
LOOKS_OF_THE_MEAN = 2.0
# Entries of the covariance matrices of examples that are in memory at once.
ENTRIES = 2**21
# A column of other numbers than 0 and 1 says nothing if fewer values, and a smaller share of them,
# differ from the commonest one: with one small spike its scale is so small that another spike would
# decide a prediction alone.
LEAST_UNCOMMON, LEAST_SHARE = 5, 0.2
# A spread smaller than this, relative to the values, is rounding.
ROUNDING = 1e-10


class Looks:
    """A growing record of what was paid for; O(nK) memory.

    Parameters
    ----------
    d : columns.

    Examples
    --------
    >>> looks = Looks(3)
    >>> looks.add([0, 2], [0.5, 1.0], y=2.0)
    >>> looks.add([1], [4.0])
    >>> len(looks), looks.columns, looks.lengths, looks.y
    (2, array([0, 2, 1]), array([2, 1]), array([ 2., nan]))
    """

    def __init__(self, d: int) -> None:
        self.d = checks.integer("d", d, at_least=1)
        self._columns, self._values = array("q"), array("d")
        self._lengths, self._y = array("q"), array("d")

    def __len__(self) -> int:
        return len(self._y)

    def add(self, columns: ArrayLike, values: ArrayLike, y: float = np.nan) -> None:
        """Keep an example.

        Parameters
        ----------
        columns, values : (p,) different columns and what was seen there, without those that failed.
        y : its label; NaN if it never came.
        """
        i, x = np.asarray(columns, dtype=np.int64), np.asarray(values, dtype=np.float64)
        if i.shape != x.shape or i.ndim != 1:
            raise ValueError(
                "columns and values must have one axis and one length, but their shapes are "
                f"{i.shape} and {x.shape}."
            )
        if not np.isfinite(x).all() or np.isinf(y):
            raise ValueError("values must be finite, and y must be finite or NaN.")
        each = i.tolist()
        if len(set(each)) < len(each) or any(not 0 <= j < self.d for j in each):
            raise ValueError(
                f"columns must be different numbers from 0 to {self.d - 1}, but they are {each}."
            )
        self._columns.extend(each)
        self._values.extend(x.tolist())
        self._lengths.append(len(each))
        self._y.append(float(y))

    @property
    def columns(self) -> Ints:
        """All columns seen, example after example."""
        return np.array(self._columns, dtype=np.int64)

    @property
    def values(self) -> Floats:
        """What was seen in these columns."""
        return np.array(self._values, dtype=np.float64)

    @property
    def lengths(self) -> Ints:
        """How many values each example has, (n,)."""
        return np.array(self._lengths, dtype=np.int64)

    @property
    def y(self) -> Floats:
        """The labels, (n,); NaN where one never came."""
        return np.array(self._y, dtype=np.float64)


@dataclass(frozen=True)
class Step:
    """One more unit for a new example.

    Attributes
    ----------
    unit : its number in `SecondLook.units`.
    columns : of this unit.
    price : what it costs.
    expected_error : the mean squared error with this unit and all before it.
    """

    unit: int
    columns: tuple[int, ...]
    price: float
    expected_error: float


@dataclass(frozen=True, eq=False)
class SecondLook:
    """What a second look says.

    Attributes
    ----------
    coef, intercept : w, (d,), and the constant, for examples without blanks.
    units : what can be ordered, and what it costs.
    used : (u,) the columns that say something; the values of others are ignored.
    mean, covariance : μ, (u + 1,), and Σ, (u + 1, u + 1), of these columns and, last, of y.
    steps : how many steps it took.
    nu : ν; None if there was nothing to choose it for.
    """

    coef: Floats
    intercept: float
    units: Units
    used: Ints
    mean: Floats
    covariance: Floats
    steps: int
    nu: float | None

    def predict(self, X: ArrayLike) -> Floats:
        r"""Return :math:`E[y|x_o]` for every row, (n,), where o is what is not blank.

        X : (n, d) array; NaN is a blank.
        """
        rows = np.asarray(X, dtype=np.float64)
        if rows.ndim != 2 or rows.shape[1] != len(self.coef):
            raise ValueError(
                f"X must have {len(self.coef)} columns, but its shape is {rows.shape}."
            )
        if np.isinf(rows).any():
            raise ValueError("X must hold numbers, or NaN for a blank, but it holds infinity.")
        centred = rows[:, self.used] - self.mean[:-1]
        patterns, of = np.unique(~np.isnan(centred), axis=0, return_inverse=True)
        predicted = np.full(len(rows), self.mean[-1])
        for number, there in enumerate(patterns):
            here = np.flatnonzero(of == number)
            predicted[here] += centred[np.ix_(here, there)] @ self._weights(np.flatnonzero(there))
        return predicted

    def expected_error(self, columns: ArrayLike) -> float:
        r"""Return :math:`Σ_{yy} - Σ_{yo}Σ_{oo}^{-1}Σ_{oy}`: what y spreads once x_o is known.

        columns : o; none of them gives the variance of y.
        """
        o = np.flatnonzero(np.isin(self.used, np.asarray(columns, dtype=np.int64)))
        explained = float(self.covariance[-1, o] @ self._weights(o))
        return max(float(self.covariance[-1, -1]) - explained, 0.0)

    def panel(self, prices: ArrayLike | None = None, most: int | None = None) -> list[Step]:
        r"""Return in which order a new example should be looked at, and what to expect of it.

        The next unit is the one that gains most per price: with R the covariance given all units
        before it, unit g explains :math:`R_{yg} R_{gg}^{-1} R_{gy}` of what is left of y. Units
        that cost nothing come first; those that explain nothing do not come.

        Parameters
        ----------
        prices : (d,) the price of each column, as in `aelr_core.stream.as_units`; None: those of
            `units`.
        most : units at most that cost something; None: no limit.
        """
        units = self.units
        if prices is not None:
            units = as_units(len(units.of), list(units.columns), prices)
        limit = len(units) if most is None else checks.integer("most", most, at_least=0)
        prices_of: list[float] = units.prices.tolist()
        R, of, y = self.covariance.copy(), units.of[self.used], len(self.used)
        left = {int(g): np.flatnonzero(of == g) for g in np.unique(of)}
        steps: list[Step] = []
        paid = 0
        least = ROUNDING * R[y, y]
        while left:
            gains = {
                g: float(R[y, i] @ np.linalg.solve(R[np.ix_(i, i)], R[i, y]))
                for g, i in left.items()
                if prices_of[g] == 0 or paid < limit
            }
            able = [g for g, gain in gains.items() if gain > least]
            if not able:
                break
            best = max(able, key=lambda g: (_per_price(gains[g], prices_of[g]), gains[g]))
            i = left.pop(best)
            R -= R[:, i] @ np.linalg.solve(R[np.ix_(i, i)], R[i])
            paid += prices_of[best] > 0
            columns = tuple(units.columns[best].tolist())
            steps.append(Step(best, columns, prices_of[best], max(float(R[y, y]), 0.0)))
        return steps

    def _weights(self, o: Ints) -> Floats:
        r"""Return :math:`Σ_{oo}^{-1}Σ_{oy}`, (p,), for places o."""
        Sigma = self.covariance
        weights: Floats = np.linalg.solve(Sigma[np.ix_(o, o)], Sigma[o, -1])
        return weights


def _per_price(gain: float, price: float) -> float:
    return gain / price if price else np.inf


def refuse_many(d: int) -> None:
    """Refuse more columns than a second look takes: it needs d³ operations many times over."""
    if d > MOST_COLUMNS:
        raise ValueError(f"A second look takes at most {MOST_COLUMNS} columns, but there are {d}.")


def second_look(
    looks: Looks, units: Units | None = None, *, intercept: bool = True, nu: float | None = None
) -> SecondLook:
    r"""Return the most likely linear model, given all looks.

    A column that never varied gets w = 0, and its value is ignored; so does a column of other
    numbers than 0 and 1 that varied in fewer than five looks, and in less than a fifth of them. Of
    the columns of a unit that always add up to the same, such as all levels of a field, the
    commonest is dropped: the others say what it is.

    Parameters
    ----------
    looks : what was paid for; at least one label.
    units : what can be ordered, and what it costs; None: every column is a unit of price 1.
    intercept : whether means are learnt; if not, they are 0, and Σ holds second moments.
    nu : ν > 0, how many pseudo-examples; None: 1, 1/4 or 1/16 per unit, by cross-validation.

    Examples
    --------
    >>> looks, rng = Looks(3), np.random.default_rng(0)
    >>> for x in rng.normal(size=(2000, 3)):
    ...     i = rng.choice(3, size=2, replace=False)
    ...     looks.add(i, x[i], y=x[0] - x[2] + 5)
    >>> found = second_look(looks)
    >>> found.coef.round(1) + 0, round(found.intercept)
    (array([ 1.,  0., -1.]), 5)
    >>> found.predict([[1, 0, 1], [1, np.nan, np.nan]]).round()
    array([5., 6.])
    >>> [step.unit for step in found.panel(most=1)]
    [0]
    """
    d = looks.d
    units = as_units(d) if units is None else units
    refuse_many(d)
    if len(units.of) != d:
        raise ValueError(f"units must be of {d} columns, but they are of {len(units.of)}.")
    if nu is not None:
        checks.number("nu", nu, above=0)
    if np.isnan(looks.y).all():
        raise ValueError("A second look needs a label, but none has come.")
    seen = _seen(looks, units, intercept)
    q, columns = len(seen.used), seen.used[:-1]
    m, Sigma, steps = np.zeros(q), np.eye(q), 0
    if not seen.varies:
        Sigma[-1, -1] = 0.0
    elif q > 1:
        nu = _chosen(seen, len(np.unique(units.of[columns])), intercept) if nu is None else nu
        m, Sigma, steps = _fit(seen.rows(), seen.v, nu, intercept)
    mean, covariance = seen.mean + seen.scale * m, np.outer(seen.scale, seen.scale) * Sigma
    coef = np.zeros(d)
    coef[columns] = np.linalg.solve(covariance[:-1, :-1], covariance[:-1, -1])
    constant = float(mean[-1] - coef[columns] @ mean[:-1])
    return SecondLook(coef, constant, units, columns, mean, covariance, steps, nu)


def _chosen(seen: Seen, units: int, intercept: bool) -> float:
    """Return ν by cross-validation in two halves, every other example.

    What is compared is how well labels are predicted from what was seen of their examples.
    """
    halves = [seen.rows(half) for half in (0, 1)]
    if any(sum(len(places) for places, _ in half) < 2 for half in halves):
        return NUS[0] * units

    def wrong(nu: float) -> float:
        return sum(
            _squared_errors(test, *_fit(train, seen.v, nu, intercept)[:2])
            for train, test in (halves, halves[::-1])
        )

    return min((each * units for each in NUS), key=wrong)


# ---- EM ------------------------------------------------------------------------------------------


def em_step(
    rows: Rows,
    mu: Floats,
    Sigma: Floats,
    v: Floats,
    nu: float,
    *,
    centred: bool = True,
) -> tuple[Floats, Floats, float]:
    r"""Return the next μ and Σ, and the sum that is lowered (see above) at the present ones.

    With :math:`a = Σ_{oo}^{-1}(z_o - μ_o)` of an example, scattered to all places, and
    :math:`D = \sum_t (aa^\top - Σ_{oo}^{-1})`, scattered too,

    .. math::
        b = Σ\bar a, \qquad μ \leftarrow μ + b, \qquad
        T = nΣ + ΣDΣ - n\,bb^\top, \qquad
        Σ \leftarrow \frac{T + ν\,\mathrm{diag}(v)}{n + ν}.

    Parameters
    ----------
    rows : the examples.
    mu, Sigma : (q,) and (q, q).
    v : (q,) the variances of the pseudo-examples.
    nu : ν.
    centred : whether μ is learnt; otherwise it stays, and b = 0.
    """
    q, n = len(mu), sum(len(places) for places, _ in rows)
    a_sum, D, lowered = np.zeros(q), np.zeros(q * q), 0.0
    for places, values in rows:
        each = max(1, ENTRIES // places.shape[1] ** 2)
        for start in range(0, len(places), each):
            o, z = places[start : start + each], values[start : start + each]
            S = Sigma[o[:, :, np.newaxis], o[:, np.newaxis, :]]
            inverse, r = np.linalg.inv(S), z - mu[o]
            a = np.einsum("npq,nq->np", inverse, r)
            lowered += float(np.linalg.slogdet(S).logabsdet.sum() + (a * r).sum())
            a_sum += np.bincount(o.ravel(), a.ravel(), minlength=q)
            outer = a[:, :, np.newaxis] * a[:, np.newaxis, :] - inverse
            at = o[:, :, np.newaxis] * q + o[:, np.newaxis, :]
            D += np.bincount(at.ravel(), outer.ravel(), minlength=q * q)
    b = Sigma @ a_sum / n * centred
    T = n * Sigma + Sigma @ D.reshape(q, q) @ Sigma - n * np.outer(b, b)
    prior = np.linalg.slogdet(Sigma).logabsdet + v @ np.diagonal(np.linalg.inv(Sigma))
    new = (T + nu * np.diag(v)) / (n + nu)
    return mu + b, (new + new.T) / 2, lowered + nu * float(prior)


def _fit(rows: Rows, v: Floats, nu: float, centred: bool) -> tuple[Floats, Floats, int]:
    """Return μ, Σ and the number of steps, from μ = 0 and Σ = I."""
    n, q = sum(len(places) for places, _ in rows), len(v)
    mu, Sigma, before = np.zeros(q), np.eye(q), np.inf
    for step in range(MOST_STEPS):
        new_mu, new_Sigma, now = em_step(rows, mu, Sigma, v, nu, centred=centred)
        if before - now < ENOUGH * n:
            return mu, Sigma, step
        mu, Sigma, before = new_mu, new_Sigma, now
    return mu, Sigma, MOST_STEPS


def _squared_errors(rows: Rows, mu: Floats, Sigma: Floats) -> float:
    """Return the sum of (y − E[y|x_o])² over the examples with a label, which is the last place."""
    total, y = 0.0, len(mu) - 1
    for places, values in rows:
        told = places[:, -1] == y
        o, r = places[told, :-1], values[told] - mu[places[told]]
        S = Sigma[o[:, :, np.newaxis], o[:, np.newaxis, :]]
        weights = np.linalg.solve(S, Sigma[o, y][:, :, np.newaxis])[:, :, 0]
        total += float(((r[:, -1] - (weights * r[:, :-1]).sum(axis=1)) ** 2).sum())
    return total


# ---- What was seen -------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Seen:
    """All that was seen and says something, in standard units.

    Attributes
    ----------
    used : (q,) the columns that say something and, last, d for y: a *place* is a number in `used`.
    mean, scale : (q,) what was subtracted, and then divided by.
    v : (q,) the variances of the pseudo-examples.
    varies : whether y does.
    place, row, z : place, example and value of everything seen; the label is last in its example.
    """

    used: Ints
    mean: Floats
    scale: Floats
    v: Floats
    varies: bool
    place: Ints
    row: Ints
    z: Floats

    def rows(self, half: int | None = None) -> Rows:
        """Return the examples, or every other one, by their length p.

        An example of which nothing was seen that says something is left out.
        """
        here = np.ones(len(self.row), dtype=bool) if half is None else self.row % 2 == half
        place, z = self.place[here], self.z[here]
        _, number, lengths = np.unique(self.row[here], return_inverse=True, return_counts=True)
        of = lengths[number]
        return [
            (place[of == p].reshape(-1, p), z[of == p].reshape(-1, p))
            for p in np.unique(lengths).tolist()
        ]


def _seen(looks: Looks, units: Units, intercept: bool) -> Seen:
    d, n, y = looks.d, len(looks), looks.y
    told = np.flatnonzero(~np.isnan(y))
    place = np.concatenate([looks.columns, np.full(len(told), d)])
    row = np.concatenate([np.repeat(np.arange(n), looks.lengths), told])
    z = np.concatenate([looks.values, y[told]])
    counts = np.bincount(place, minlength=d + 1)
    each = np.maximum(counts, 1)
    mean = np.bincount(place, z, minlength=d + 1) / each * intercept
    variances = np.bincount(place, (z - mean[place]) ** 2, minlength=d + 1) / each
    varies = np.sqrt(variances) > ROUNDING * np.abs(mean)
    flags = np.ones(d + 1, dtype=bool)
    flags[place[(z != 0) & (z != 1)]] = False
    enough = np.minimum(LEAST_UNCOMMON, LEAST_SHARE * counts)
    says = varies & (flags | (_uncommon(place, z, d + 1) >= enough))
    if intercept:
        says[_determined(units, place, row, z)] = False
    says[d] = True
    variances[d] = variances[d] if varies[d] else 1.0
    used = np.flatnonzero(says)
    scale = np.sqrt(_shrunk(variances[used], counts[used]))
    v = _pseudo_variances(scale[:-1] ** 2, flags[used[:-1]])
    z = z - mean[place]
    in_order = np.argsort(row, kind="stable")
    in_order = in_order[says[place[in_order]]]
    place, row, z = (np.cumsum(says) - 1)[place[in_order]], row[in_order], z[in_order]
    return Seen(used, mean[used], scale, v, bool(varies[d]), place, row, z / scale[place])


def _uncommon(place: Ints, z: Floats, q: int) -> Ints:
    """Return how many values differ from the commonest one of their place, (q,)."""
    in_order = np.lexsort((z, place))
    place, z = place[in_order], z[in_order]
    first = np.flatnonzero(np.r_[True, (np.diff(place) > 0) | (np.diff(z) > 0)])
    commonest = np.zeros(q, dtype=np.int64)
    np.maximum.at(commonest, place[first], np.diff(np.r_[first, len(z)]))
    uncommon: Ints = np.bincount(place, minlength=q) - commonest
    return uncommon


def _pseudo_variances(variances: Floats, flags: NDArray[np.bool_]) -> Floats:
    """Return v, (q,), in standard units: 1, but all columns of 0 and 1 have one v in their own.

    A rare 1 would be believed too easily: its column's own variance is small.

    Parameters
    ----------
    variances : (q - 1,) of the columns.
    flags : (q - 1,) which columns hold 0 and 1 only.
    """
    v = np.ones(len(variances) + 1)
    if flags.any():
        v[:-1][flags] = variances[flags].mean() / variances[flags]
    return v


def _shrunk(variances: Floats, counts: Ints) -> Floats:
    r"""Return the variances, drawn towards their geometric mean: two looks may be alike by chance.

    :math:`\log v_i \leftarrow (n_i \log v_i + n_0 \overline{\log v})/(n_i + n_0)`. The last one,
    that of y, stays as it is.
    """
    logs = np.log(variances)
    share = LOOKS_OF_THE_MEAN / (counts + LOOKS_OF_THE_MEAN)
    share[-1] = 0.0
    mean = logs[:-1].mean() if len(logs) > 1 else 0.0
    shrunk: Floats = np.exp(logs + share * (mean - logs))
    return shrunk


def _determined(units: Units, place: Ints, row: Ints, z: Floats) -> list[int]:
    """Return a column of each unit whose columns always add up to the same: the commonest."""
    dropped = []
    of = np.append(units.of, -1)[place]
    for g, columns in enumerate(units.columns):
        if len(columns) == 1:
            continue
        here = of == g
        seen, number = np.unique(row[here], return_inverse=True)
        whole = np.bincount(number) == len(columns) if len(seen) else np.zeros(0, dtype=bool)
        sums = np.bincount(number, z[here])[whole] if whole.any() else np.empty(0)
        if sums.size and np.ptp(sums) <= ROUNDING * np.abs(sums).max():
            totals = np.bincount(place[here], z[here], minlength=len(units.of))
            dropped.append(int(columns[np.argmax(totals[columns])]))
    return dropped
