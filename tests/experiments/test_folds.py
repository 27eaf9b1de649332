"""Cross-validation folds as orders."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from aelr_core.experiments.folds import TUNING_RUNS, make_folds


@given(
    rows=st.integers(4, 60),
    share=st.floats(0.1, 1),
    folds=st.integers(2, 10),
    repeats=st.integers(1, 3),
    examples=st.integers(1, 150),
    seed=st.integers(0, 99),
)
def test_an_order_never_meets_its_fold(
    rows: int, share: float, folds: int, repeats: int, examples: int, seed: int
) -> None:
    among = max(2, int(share * rows))
    folds = min(folds, among)
    made = make_folds(
        seed=seed, rows=rows, among=among, folds=folds, repeats=repeats, examples=examples
    )
    together = np.concatenate(made.held_out)
    assert len(together) == len(np.unique(together)) == among  # a partition of the rows taken
    sizes = [len(rows_of) for rows_of in made.held_out]
    assert max(sizes) - min(sizes) <= 1
    assert len(made.orders) == folds * repeats
    assert 1 <= made.orders.shape[1] <= examples
    for order, fold in zip(made.orders, made.fold_of_order, strict=True):
        assert not np.isin(order, made.held_out[fold]).any()
        assert np.isin(order, together).all()
        if examples <= among:
            assert len(np.unique(order)) == len(order)  # no row is used twice unless necessary
    assert len(np.unique(made.runs)) == folds * repeats
    assert made.runs.min() > TUNING_RUNS


def test_as_many_examples_as_asked_for_where_there_are_enough() -> None:
    made = make_folds(seed=1, rows=1000, among=1000, folds=10, repeats=2, examples=700)
    assert made.orders.shape == (20, 700)
    tight = make_folds(seed=1, rows=1000, among=1000, folds=10, repeats=2, examples=1000)
    assert tight.orders.shape == (20, 900)
    long = make_folds(seed=1, rows=100, among=100, folds=10, repeats=1, examples=1000)
    assert long.orders.shape == (10, 900)  # ten passes, each without its fold


def test_repeats_differ_and_folds_do_not() -> None:
    one = make_folds(seed=3, rows=90, among=90, folds=3, repeats=1, examples=60)
    two = make_folds(seed=3, rows=90, among=90, folds=3, repeats=2, examples=60)
    for a, b in zip(one.held_out, two.held_out, strict=True):
        assert np.array_equal(a, b)
    assert np.array_equal(one.orders, two.orders[:3])
    assert not np.array_equal(two.orders[:3], two.orders[3:])
