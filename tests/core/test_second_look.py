"""The second look: its equations, its degenerate cases, and predictions from few tests."""

import numpy as np
import pytest

from aelr_core.checks import Floats
from aelr_core.second_look import (
    MOST_COLUMNS,
    NUS,
    Looks,
    SecondLook,
    _pseudo_variances,
    _squared_errors,
    _uncommon,
    em_step,
    second_look,
)
from aelr_core.stream import as_units

SEEDS = range(5)


def gaussian(rng: np.random.Generator, n: int, d: int) -> tuple[Floats, Floats]:
    """Return correlated examples, about means other than 0, and noisy labels."""
    X = rng.normal(size=(n, d)) @ rng.normal(size=(d, d)) + rng.normal(size=d)
    return X, X @ rng.normal(size=d) + rng.normal(size=n) + 3.0


def look(
    rng: np.random.Generator, X: Floats, y: Floats, K: int, *, told: float = 1.0, loss: float = 0.0
) -> Looks:
    """Look at K columns of each example, fewer where tests fail; some labels never come."""
    looks = Looks(X.shape[1])
    for x, label in zip(X, y, strict=True):
        columns = rng.choice(len(x), size=min(K, len(x)), replace=False)
        columns = columns[rng.random(len(columns)) >= loss]
        looks.add(columns, x[columns], label if rng.random() < told else np.nan)
    return looks


def by_length(seen: list[tuple[Floats, Floats]]) -> list[tuple[Floats, Floats]]:
    lengths = sorted({len(o) for o, _ in seen})
    return [
        tuple(np.array([pair[part] for pair in seen if len(pair[0]) == p]) for part in (0, 1))
        for p in lengths
    ]


def conditional(found: SecondLook, x: Floats) -> float:
    """Return E[y|x_o] from μ and Σ, by the formula."""
    o = np.flatnonzero(~np.isnan(x[found.used]))
    Sigma, mu = found.covariance, found.mean
    far = x[found.used][o] - mu[o]
    return float(mu[-1] + Sigma[-1, o] @ np.linalg.inv(Sigma[np.ix_(o, o)]) @ far)


# ---- EM ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_a_step_is_the_usual_e_and_m_step(seed: int) -> None:
    rng = np.random.default_rng(seed)
    q, nu, v = 5, 1.7, rng.uniform(0.5, 2.0, size=5)
    seen = []
    for _ in range(20):
        o = rng.choice(q, size=rng.integers(1, q + 1), replace=False)
        seen.append((o, rng.normal(size=len(o))))
    root = rng.normal(size=(q, q))
    mu, Sigma = rng.normal(size=q), root @ root.T + np.eye(q)

    first, second = np.zeros(q), np.zeros((q, q))
    filled, spread = [], np.zeros((q, q))
    for o, z in seen:
        m = np.setdiff1d(np.arange(q), o)
        inverse = np.linalg.inv(Sigma[np.ix_(o, o)])
        full = np.empty(q)
        full[o] = z
        full[m] = mu[m] + Sigma[np.ix_(m, o)] @ inverse @ (z - mu[o])
        spread[np.ix_(m, m)] += (
            Sigma[np.ix_(m, m)] - Sigma[np.ix_(m, o)] @ inverse @ Sigma[np.ix_(o, m)]
        )
        filled.append(full)
    first = np.mean(filled, axis=0)
    second = sum(np.outer(z - first, z - first) for z in filled) + spread
    expected = (second + nu * np.diag(v)) / (len(seen) + nu)

    new_mu, new_Sigma, _ = em_step(by_length(seen), mu, Sigma, v, nu)
    np.testing.assert_allclose(new_mu, first, atol=1e-12)
    np.testing.assert_allclose(new_Sigma, expected, atol=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("centred", [True, False])
def test_every_step_lowers_the_sum(seed: int, centred: bool) -> None:
    rng = np.random.default_rng(seed)
    q = 6
    X = rng.normal(size=(80, q)) @ rng.normal(size=(q, q)) + 0.3
    seen = [(o := rng.choice(q, size=3, replace=False), x[o]) for x in X]
    rows, mu, Sigma, before = by_length(seen), np.zeros(q), np.eye(q), np.inf
    for _ in range(60):
        mu, Sigma, now = em_step(rows, mu, Sigma, np.ones(q), 0.5, centred=centred)
        assert now <= before + 1e-9 * abs(now)
        before = now


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("intercept", [True, False])
def test_complete_examples_give_ridge_regression(seed: int, intercept: bool) -> None:
    rng = np.random.default_rng(seed)
    X, y = gaussian(rng, 300, 4)
    nu = 2.0
    found = second_look(look(rng, X, y, K=4), intercept=intercept, nu=nu)
    far = X - X.mean(axis=0) * intercept
    label = y - y.mean() * intercept
    penalty = nu * np.diag((far**2).mean(axis=0))
    ridge = np.linalg.solve(far.T @ far + penalty, far.T @ label)
    # The variances of the pseudo-examples are drawn to each other by a little.
    np.testing.assert_allclose(found.coef, ridge, rtol=0.02, atol=0.02)
    if intercept:
        assert found.intercept == pytest.approx(y.mean() - X.mean(axis=0) @ found.coef)
    else:
        assert found.intercept == 0


def test_few_looks_at_many_examples_find_the_model() -> None:
    rng = np.random.default_rng(1)
    X, y = gaussian(rng, 6000, 5)
    found = second_look(look(rng, X, y, K=3, told=0.9, loss=0.1))
    best = np.linalg.lstsq(np.column_stack([X, np.ones(len(X))]), y)[0]
    X_test, _ = X, y
    apart = found.predict(X_test) - np.column_stack([X_test, np.ones(len(X))]) @ best
    assert np.mean(apart**2) < 0.05 * y.var()


@pytest.mark.parametrize("seed", SEEDS)
def test_scale_and_origin_of_columns_do_not_matter(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, y = gaussian(rng, 200, 4)
    a, b = np.array([1.0, 2.0, 0.5, 3.0]), rng.normal(size=4)
    one, other = Looks(4), Looks(4)
    for x, label in zip(X, y, strict=True):
        i = rng.choice(4, size=2, replace=False)
        one.add(i, x[i], label)
        other.add(i, (a * x + b)[i], 2 * label - 1)
    p, q = second_look(one).predict(X), second_look(other).predict(a * X + b)
    assert np.abs(2 * p - 1 - q).max() < 0.02 * q.std()


# ---- Degenerate cases ----------------------------------------------------------------------------


def test_what_was_chosen_for_nu_gives_the_same_again() -> None:
    X, y = gaussian(rng := np.random.default_rng(4), 200, 6)
    looks = look(rng, X, y, 3)
    chosen = second_look(looks)
    assert chosen.nu in [each * 6 for each in NUS]
    np.testing.assert_array_equal(second_look(looks, nu=chosen.nu).coef, chosen.coef)


def test_a_field_of_categories_drops_its_commonest_level() -> None:
    rng = np.random.default_rng(0)
    level = rng.choice(3, size=800, p=[0.2, 0.5, 0.3])
    X = np.column_stack([rng.normal(size=800), np.eye(3)[level]])
    y = X @ [1.0, 2.0, -1.0, 0.0] + 0.1 * rng.normal(size=800)
    units = as_units(4, groups=[[1, 2, 3]])
    looks = Looks(4)
    for x, label in zip(X, y, strict=True):
        i = [[0], [1, 2, 3], [0, 1, 2, 3]][rng.integers(3)]
        looks.add(i, x[i], label)
    found = second_look(looks, units)
    assert found.used.tolist() == [0, 1, 3]
    assert found.coef[2] == 0
    np.testing.assert_allclose(found.predict(X), y, atol=0.6)
    assert [step.unit for step in found.panel()] == [1, 0]


def test_a_column_never_seen_is_ignored() -> None:
    rng = np.random.default_rng(0)
    X, y = gaussian(rng, 200, 3)
    looks = Looks(4)
    for x, label in zip(X, y, strict=True):
        looks.add([0, 1, 3], x, label)
    found = second_look(looks)
    new = np.insert(X, 2, 1e9, axis=1)
    blank = np.insert(X, 2, np.nan, axis=1)
    assert found.coef[2] == 0
    np.testing.assert_array_equal(found.predict(new), found.predict(blank))
    assert 2 not in [step.unit for step in found.panel()]
    assert found.expected_error([2]) == found.expected_error([])


@pytest.mark.parametrize("seed", SEEDS)
def test_a_spike_that_was_hardly_seen_decides_no_prediction(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, y = gaussian(rng, 200, 3)
    X = np.column_stack([X, np.zeros(200)])
    X[rng.choice(200, size=4, replace=False), 3] = 0.01
    found = second_look(look(rng, X, y, K=4))
    assert found.coef[3] == 0
    other = np.column_stack([X[:, :3], np.full(200, 100.0)])
    np.testing.assert_array_equal(found.predict(X), found.predict(other))
    X[:5, 3] = 1.0
    assert 3 in second_look(look(rng, X, y, K=4)).used
    X[:, 3] = np.arange(200) == 7  # a rare 1 is no spike
    assert 3 in second_look(look(rng, X, y, K=4)).used


def test_duplicate_columns_share_their_weight() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(500, 1))
    found = second_look(look(rng, np.repeat(x, 2, axis=1), 2 * x[:, 0] + 1, K=2))
    np.testing.assert_allclose(found.coef, [1, 1], atol=0.01)
    assert found.predict([[1.0, np.nan]])[0] == pytest.approx(3, abs=0.05)
    assert len(found.panel(most=1)) == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_binary_labels_and_rare_binary_columns(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = (rng.random((300, 20)) < np.linspace(0.001, 0.5, 20)).astype(float)
    y = np.where(X[:, -1] + X[:, -2] + rng.normal(size=300) > 1, 1.0, -1.0)
    found = second_look(look(rng, X, y, K=2))
    assert np.isfinite(found.predict(X)).all()
    assert (np.linalg.eigvalsh(found.covariance) > 0).all()


@pytest.mark.parametrize("labels", [[1.0, np.nan], [2.0, 2.0, 2.0]])
def test_labels_that_say_nothing_give_their_mean(labels: list[float]) -> None:
    looks = Looks(2)
    for number, label in enumerate(labels):
        looks.add([0, 1], [number, number**2], label)
    found = second_look(looks)
    np.testing.assert_array_equal(found.predict([[1.0, 5.0], [np.nan, 2.0]]), [labels[0]] * 2)
    assert found.panel() == []


def test_only_labels_give_their_mean() -> None:
    looks = Looks(3)
    looks.add([], [], 1.0)
    looks.add([], [], 3.0)
    found = second_look(looks)
    assert found.predict(np.ones((1, 3))).tolist() == [2.0]
    assert found.expected_error([0]) == pytest.approx(1.0)


def test_refusals_are_sentences() -> None:
    looks = Looks(MOST_COLUMNS + 1)
    looks.add([0], [1.0], 1.0)
    with pytest.raises(ValueError, match=r"at most 1000 columns, but there are 1001\.$"):
        second_look(looks)
    empty = Looks(2)
    empty.add([0], [1.0])
    with pytest.raises(ValueError, match="needs a label"):
        second_look(empty)
    for columns, values in (([0, 0], [1, 2]), ([2], [1]), ([-1], [1]), ([0], [1, 2])):
        with pytest.raises(ValueError, match="columns"):
            empty.add(columns, values, 1.0)
    with pytest.raises(ValueError, match="finite"):
        empty.add([0], [np.nan], 1.0)
    assert len(empty) == 1


# ---- Few tests for a prediction ------------------------------------------------------------------


@pytest.fixture(scope="module")
def found() -> SecondLook:
    rng = np.random.default_rng(7)
    X, y = gaussian(rng, 400, 6)
    units = as_units(6, groups=[[1, 4]], prices=[1, 2, 3, 0, 2, 1.5])
    return second_look(look(rng, X, y, K=4), units)


def test_predictions_use_exactly_what_is_there(found: SecondLook) -> None:
    X = np.random.default_rng(1).normal(size=(64, 6))
    X[np.array([[bool(n >> i & 1) for i in range(6)] for n in range(64)])] = np.nan
    expected = [conditional(found, x) for x in X]
    np.testing.assert_allclose(found.predict(X), expected)
    assert found.predict(X[:1])[0] == pytest.approx(float(X[0] @ found.coef + found.intercept))


def test_the_panel_is_greedy_by_explained_variance_per_price(found: SecondLook) -> None:
    units = found.units
    steps = found.panel()
    assert [len(units.columns[g]) for g in range(len(units))] == [1, 2, 1, 1, 1]
    taken: list[int] = []
    left = set(range(len(units)))
    for step in steps:
        before = found.expected_error(taken)
        rate = {}
        for g in left:
            gain = before - found.expected_error([*taken, *units.columns[g]])
            rate[g] = gain / units.prices[g] if units.prices[g] else np.inf
        assert step.unit == max(rate, key=rate.__getitem__)
        assert step.price == units.prices[step.unit]
        taken += units.columns[step.unit].tolist()
        left.remove(step.unit)
        assert step.expected_error == pytest.approx(found.expected_error(taken))
    assert steps[0].unit == 3  # it costs nothing
    assert [step.unit for step in found.panel(most=2)] == [step.unit for step in steps[:3]]
    dear = found.panel(prices=[1, 1, 1, 1e6, 1, 1])
    assert dear[-1].unit == 3


# ---- The rules -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_squared_errors_are_those_of_the_conditional_mean(seed: int) -> None:
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(4, 4))
    mu, Sigma = rng.normal(size=4), root @ root.T + np.eye(4)
    seen = []
    for _ in range(30):
        o = np.sort(rng.choice(4, size=rng.integers(1, 5), replace=False))
        seen.append((o, rng.normal(size=len(o))))
    expected = 0.0
    for o, z in seen:
        if o[-1] == 3:
            inverse = np.linalg.inv(Sigma[np.ix_(o[:-1], o[:-1])])
            mean = mu[3] + Sigma[3, o[:-1]] @ inverse @ (z[:-1] - mu[o[:-1]])
            expected += (z[-1] - mean) ** 2
    assert _squared_errors(by_length(seen), mu, Sigma) == pytest.approx(expected)


def test_values_other_than_the_commonest_of_their_place() -> None:
    place = np.array([0, 2, 0, 2, 2, 0, 0])
    z = np.array([1.0, 5.0, 2.0, 5.0, 5.0, 1.0, 3.0])
    assert _uncommon(place, z, 4).tolist() == [2, 0, 0, 0]


def test_columns_of_0_and_1_have_one_pseudo_variance() -> None:
    variances, flags = np.array([4.0, 0.25, 0.01, 9.0]), np.array([False, True, True, False])
    v = _pseudo_variances(variances, flags)
    np.testing.assert_allclose(v, [1, 0.52, 13, 1, 1])
    np.testing.assert_array_equal(_pseudo_variances(variances, ~flags)[1:3], [1, 1])
