"""Every scaling has its defining properties, for any table."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from aelr_core.datasets import SCALINGS
from aelr_core.datasets.dataset import centred_target, prepare, split_order, stream
from aelr_core.datasets.scaling import BLOCK_NUMBERS, scale_table
from aelr_core.moments import rho_lasso, rho_ridge, second_moments

# Columns of very different size and offset, some of them constant.
columns = st.tuples(
    st.sampled_from([0.0, 1e-6, 1.0, 1e6, 1e90]), st.sampled_from([0.0, 1.0, -1e9, 1e95])
)


@st.composite
def tables(draw: st.DrawFn) -> np.ndarray:
    n, d = draw(st.integers(2, 12)), draw(st.integers(2, 5))
    unit = draw(arrays(np.float64, (n, d), elements=st.floats(-1, 1, allow_subnormal=False)))
    size, offset = np.array(draw(st.lists(columns, min_size=d, max_size=d))).T
    return unit * size + offset


def varies(table: np.ndarray) -> np.ndarray:
    return table.min(axis=0) < table.max(axis=0)


@given(tables())
def test_centre_maxabs(table):
    X, s = scale_table(table, "centre-maxabs", "lasso")
    assert s == 1
    assert np.abs(X.mean(axis=0)).max() <= 1e-9
    np.testing.assert_array_equal(np.abs(X).max(axis=0), np.where(varies(table), 1.0, 0.0))


@given(tables())
def test_maxabs(table):
    X, _ = scale_table(table, "maxabs", "lasso")
    np.testing.assert_array_equal(np.abs(X).max(axis=0), np.where(table.any(axis=0), 1.0, 0.0))
    np.testing.assert_array_equal(X == 0, table == 0)
    assert ((X < 0) == (table < 0)).all()


@given(tables())
def test_minmax(table):
    X, _ = scale_table(table, "minmax", "lasso")
    np.testing.assert_array_equal(X.min(axis=0), 0)
    np.testing.assert_array_equal(X.max(axis=0), np.where(varies(table), 1.0, 0.0))


@given(tables())
def test_standardise(table):
    X, _ = scale_table(table, "standardise", "lasso")
    np.testing.assert_allclose(X.std(axis=0), np.where(varies(table), 1.0, 0.0), rtol=1e-9)
    assert np.abs(X.mean(axis=0)).max() <= 1e-7


@given(tables())
def test_l2(table):
    X, _ = scale_table(table, "l2", "lasso")
    np.testing.assert_allclose(
        np.sqrt((X**2).sum(axis=1)), np.where(table.any(axis=1), 1.0, 0.0), rtol=1e-12
    )


@given(tables())
def test_none(table):
    X, s = scale_table(table, "none", "lasso")
    np.testing.assert_array_equal(X, table)
    assert s == 1


@pytest.mark.parametrize("scaling", SCALINGS)
@settings(max_examples=30)
@given(table=tables())
def test_one_constant_puts_ridge_into_the_ball_and_keeps_the_ratios(scaling, table):
    lasso, _ = scale_table(table, scaling, "lasso")
    assume(not lasso.any() or np.abs(lasso).max() > 1e-140)  # else its moments are 0: x² underflows
    X, s = scale_table(table, scaling, "ridge")
    largest = np.sqrt((X**2).sum(axis=1)).max()
    if not lasso.any():
        assert largest == 0
        return
    assert 1 - 1e-11 < largest <= 1
    np.testing.assert_allclose(X * s, lasso, rtol=1e-9, atol=1e-9 * np.abs(lasso).max())
    M, M_ridge = second_moments(lasso), second_moments(X)
    assert rho_ridge(M_ridge) == pytest.approx(float(rho_ridge(M)), rel=1e-6)
    assert rho_lasso(M_ridge) == pytest.approx(float(rho_lasso(M)), rel=1e-6)


@pytest.mark.parametrize("scaling", SCALINGS)
@settings(max_examples=30)
@given(table=arrays(np.int16, (6, 4)))
def test_rows_of_32_bits_are_in_the_ball_too(scaling, table):
    X, _ = scale_table(table, scaling, "ridge", dtype=np.float32)
    wide, _ = scale_table(table, scaling, "ridge")
    assert X.dtype == np.float32
    assert np.sqrt((X.astype(np.float64) ** 2).sum(axis=1)).max() <= 1
    np.testing.assert_allclose(X, wide, atol=3e-6)


@pytest.mark.parametrize("scaling", SCALINGS)
@settings(max_examples=30)
@given(table=tables(), seed=st.integers(0, 99))
def test_order_only_permutes(scaling, table, seed):
    order = np.random.default_rng(seed).permutation(len(table))
    X, s = scale_table(table, scaling, "ridge")
    ordered, s_ordered = scale_table(table, scaling, "ridge", order=order)
    np.testing.assert_array_equal(ordered, X[order])
    assert s == s_ordered


@given(arrays(np.uint8, (7, 3)))
def test_integer_tables_are_read_as_numbers(table):
    X, _ = scale_table(table, "centre-maxabs", "lasso")
    wide, _ = scale_table(table.astype(np.float64), "centre-maxabs", "lasso")
    np.testing.assert_array_equal(X, wide)


def test_blocks_change_nothing():
    d = 1000
    table = np.random.default_rng(0).normal(size=(3 * BLOCK_NUMBERS // d + 7, d)) + 3
    X, _ = scale_table(table, "standardise", "lasso")
    np.testing.assert_allclose(X, (table - table.mean(axis=0)) / table.std(axis=0), atol=1e-10)
    centred = table - table.mean(axis=0)
    X, s = scale_table(table, "centre-maxabs", "ridge")
    np.testing.assert_allclose(X * s, centred / np.abs(centred).max(axis=0), atol=1e-10)


def test_a_mean_that_is_no_float_is_still_subtracted():
    X, _ = scale_table(np.array([[1e16, 0], [1e16 + 2, 1]]), "centre-maxabs", "lasso")
    np.testing.assert_array_equal(X, [[-1, -1], [1, 1]])


@given(tables(), st.integers(1, 11), st.sampled_from(list(SCALINGS)))
def test_prepared_moments_are_of_all_rows_and_of_the_training_rows(table, test_rows, scaling):
    test_rows = min(test_rows, len(table) - 1)
    rows = prepare(table, test_rows, scaling, "ridge")
    assert len(rows.X_test) == test_rows
    together = np.concatenate([rows.X_train, rows.X_test])
    np.testing.assert_allclose(rows.moments, (together**2).mean(axis=0), rtol=1e-9)
    np.testing.assert_allclose(rows.known_moments, (rows.X_train**2).mean(axis=0), rtol=1e-9)
    assert not rows.X_train.flags.writeable
    assert not rows.X_train.base.flags.writeable
    assert all(step.endswith(".") for step in rows.steps)


@given(st.lists(st.floats(-1e90, 1e90), min_size=2).filter(lambda v: min(v) < max(v)))
def test_a_centred_target_fits_a_predictor_without_intercept(values):
    y, sentence = centred_target(np.array(values))
    assert np.abs(y).max() == 1
    assert abs(y.mean()) <= 1e-6
    assert sentence.endswith(".")


@given(st.integers(2, 60), st.data(), st.integers(0, 2**53 - 1))
def test_a_split_is_a_permutation_whose_test_targets_are_not_all_zero(n, data, seed):
    test_rows = data.draw(st.integers(1, n - 1))
    y = np.zeros(n)
    y[data.draw(st.integers(0, n - 1))] = 1.0
    order = split_order(y, test_rows, seed)
    assert sorted(order) == list(range(n))
    assert y[order[-test_rows:]].any()
    np.testing.assert_array_equal(order, split_order(y, test_rows, seed))


def test_streams_of_a_seed_differ_by_purpose():
    firsts = {stream(3, purpose).random() for purpose in ("w_star", "training rows", "split")}
    assert len(firsts) == 3
    with pytest.raises(ValueError):
        stream(3, "tea")
