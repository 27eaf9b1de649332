"""The opening of a stream, and what it knows of its labels, its means and its loss."""

import numpy as np
import pytest

from aelr_core.opening import (
    STRETCHES,
    Labels,
    Means,
    OpenedStream,
    ProgressiveLoss,
    draw_alike,
)
from aelr_core.stream import Units, as_units


def opened(units: Units, **given: object) -> OpenedStream:
    usual = {"K": 3, "M": None, "B": None, "money": None, "eta": None, "seed": 0}
    usual |= {"length": "measured", "guarded": True, "intercept": True}
    return OpenedStream("ridge", units, **usual | given)


def test_stretches_are_half_of_a_long_stream_and_more() -> None:
    estimates = np.random.default_rng(4).normal(size=1_000)
    losses = ProgressiveLoss()
    for estimate in estimates:
        losses.add(estimate)
    assert losses.length == 16 >= 1_000 / STRETCHES
    mean, error = losses.last_half()
    first = 31 * 16  # of 63 stretches
    assert mean == pytest.approx(estimates[first:].mean())
    assert error == pytest.approx(estimates[first:].std() / np.sqrt(1_000 - first), rel=0.5)


def test_values_are_centred_by_the_means_before() -> None:
    X = np.array([[10.0], [12.0], [17.0]])
    means = Means(2, centre=True)
    seen = [means.take(np.array([0]), x) for x in X]
    np.testing.assert_allclose(np.ravel(seen), [0.0, 2.0, 6.0])
    np.testing.assert_allclose(means.means, [13.0, 0.0])
    assert means.counts.tolist() == [3, 0]
    assert means.mean_moment(np.ones(2)) == pytest.approx(X[:, 0].var(ddof=1))


def test_labels_are_centred_by_the_mean_so_far() -> None:
    y = [5.0, 7.0, 0.0]
    centred, plain = Labels(centre=True), Labels(centre=False)
    np.testing.assert_allclose([centred.take(each) for each in y], [0.0, 1.0, -4.0])
    np.testing.assert_array_equal([plain.take(each) for each in y], y)
    assert (centred.mean, plain.mean) == (4.0, 0.0)
    assert centred.mean_square == pytest.approx(np.var(y))
    assert plain.mean_square == pytest.approx(np.mean(np.square(y)))


@pytest.mark.parametrize(("n", "K"), [(0, 3), (1, 3), (2, 3), (7, 2), (7, 7)])
def test_an_opening_s_sample_knows_its_probabilities(n: int, K: int) -> None:
    sample, pi = draw_alike(np.random.default_rng(0), n, K)
    size = min(n, K)
    assert len(np.unique(sample.S)) == len(pi) == size
    np.testing.assert_allclose(1 / np.diagonal(sample.P), pi)
    if size:
        assert pi[0] == pytest.approx(size / n)
    if size > 1:
        assert 1 / sample.P[0, 1] == pytest.approx(size * (size - 1) / (n * (n - 1)))


def test_an_opening_spends_the_money_and_its_scale_does_not_depend_on_prices() -> None:
    rng = np.random.default_rng(1)
    c = np.repeat([1.0, 5.0], 10)
    scale = np.repeat([1.0, 3.0], 10)  # dear ones are large: the mean moment is 5
    stream = opened(as_units(20, prices=c), money=6.0, intercept=False, opening=3_000)
    for _ in range(3_000):
        order = stream.order()
        assert 2 <= len(order.units) <= 3
        stream.learn(order, scale[order.columns] * rng.choice([-1, 1], size=len(order.units)), 1.0)
    assert stream.spent / 3_000 == pytest.approx(6.0, abs=0.25)  # 5 standard errors
    assert stream.inclusion[0] > 1.5 * stream.inclusion[-1]
    assert stream.moments[0] == pytest.approx(5.0, rel=0.1)


def test_orders_of_the_opening_that_are_told_late_are_learnt_from() -> None:
    rng = np.random.default_rng(2)
    stream = opened(as_units(6))
    orders = [stream.order() for _ in range(80)]  # nobody has answered yet: all alike
    assert all(len(order.units) == 3 for order in orders)
    for order in orders:
        x = rng.normal(size=6)
        stream.learn(order, x[order.columns], 2.0 * x[0] + 5.0)
    assert np.isfinite(stream.B)
    assert stream.predictor[0] > 0.3
    assert (stream.labels.n, stream.looks) == (80, 240)


def test_orders_of_an_opening_that_needs_no_looks_teach_nothing() -> None:
    stream = opened(as_units(6), M=np.ones(6), intercept=False)
    orders = [stream.order() for _ in range(40)]
    for order in orders:
        assert not len(order.units)
        stream.learn(order, np.empty(0), 1.0)
    assert np.isfinite(stream.B)
    assert not stream.predictor.any()
    assert (stream.looks, len(stream.order().units)) == (0, 3)


def test_a_little_money_is_refused_before_anything_is_bought() -> None:
    with pytest.raises(ValueError, match=r"^money must be at least 2, what two of the cheapest"):
        opened(as_units(6), money=1.9)


def test_asking_between_answers_changes_nothing_that_is_learnt() -> None:
    """So that a stream is what its answers make it, in their order."""
    rng = np.random.default_rng(3)
    asked, told = opened(as_units(6)), opened(as_units(6))
    for t in range(200):
        order, x = asked.order(), rng.normal(size=6)
        values, y = x[order.columns], x[0] + 5.0
        values[0] = np.nan if t % 3 == 0 else values[0]
        for stream in (asked, told):
            if t % 3:
                stream.learn(order, values, y)
            else:
                stream.note(order, values, np.nan if t % 2 else y)
    assert asked.predictor.any()
    np.testing.assert_array_equal(asked.predictor, told.predictor)
    assert (asked.labels.n, asked.looks, asked.spent) == (200 - 33, 600, 600.0)
    assert asked.means.counts.sum() == 600 - 67
