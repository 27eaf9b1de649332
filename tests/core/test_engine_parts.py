"""Parts of the engine that work in one way for few lanes and in another for many."""

import numpy as np
import pytest

from aelr_core.engine import blocks
from aelr_core.engine.blocks import (
    AttributeAccess,
    GuideTables,
    different_attributes,
    merge_repeats,
)
from aelr_core.engine.tree import SumTree, how_often
from aelr_core.sampling import draw


@pytest.mark.parametrize("n", [127, 128, 2**15])
def test_flags_are_counted_however_many_are_true(n: int) -> None:
    np.testing.assert_array_equal(how_often(np.ones((n, 2), dtype=bool)), n)


def test_guide_tables_do_not_depend_on_how_many_are_made_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = np.random.default_rng(1)
    q = rng.random((9, 30)) ** 4
    q /= q.sum(axis=1, keepdims=True)
    u = rng.random((9, 5, 3))
    together = GuideTables(q).draw(u)
    monkeypatch.setattr(blocks, "CELLS_TOGETHER", 200)
    np.testing.assert_array_equal(GuideTables(q).draw(u), together)
    for lane in range(9):
        np.testing.assert_array_equal(together[lane], np.sort(draw(u[lane], q[lane])))


@pytest.mark.parametrize("d", [5, 40, 2000])
@pytest.mark.parametrize("lanes", [1, 3, 150])
@pytest.mark.parametrize("draws", [2, 8])
def test_a_tree_draws_by_inverse_cdf_beside_lanes_with_nothing_to_draw_by(
    d: int, lanes: int, draws: int
) -> None:
    rng = np.random.default_rng(d + lanes)
    tree = SumTree(lanes, d, draws=draws, power=2)
    tree.values[:, :d] = rng.normal(size=(lanes, d)) * (rng.random((lanes, d)) < 0.5)
    tree.values[0, 1] = 1.0
    tree.values[1::3] = 0.0
    tree.rebuild()
    u = rng.random((draws, lanes))
    drawn = tree.draw(u)
    empty = np.flatnonzero(~tree.values.any(axis=1))
    if len(empty):
        np.testing.assert_array_equal(drawn.empty, empty)
        assert not drawn.total[empty].any()
    else:
        assert drawn.empty is None
    for lane in np.setdiff1d(np.arange(lanes), empty):
        j = draw(u[:, lane], tree.values[lane] ** 2)
        np.testing.assert_array_equal(drawn.leaf[:, lane], j + tree.begins[lane])
        np.testing.assert_array_equal(drawn.weight[:, lane], tree.values[lane, j] ** 2)


@pytest.mark.parametrize("draws", [2, 8])
def test_a_draw_that_rounding_led_beyond_the_last_weight_is_led_back(draws: int) -> None:
    tree = SumTree(2, 40, draws=draws, power=2)
    tree.values[:, 7] = 1.0
    tree.rebuild()
    tree._tops *= 1.0 + 1e-12  # as if sums had been updated by differences many times
    drawn = tree.draw(np.full((draws, 2), 1.0 - 2.0**-53))
    np.testing.assert_array_equal(drawn.leaf - tree.begins, 7)
    np.testing.assert_array_equal(drawn.weight, 1.0)


@pytest.mark.parametrize("u", [0.0, 1e-14, 1.0 - 2.0**-53])
@pytest.mark.parametrize("d", [40, 129])
def test_no_draw_ends_where_all_weights_have_become_0(d: int, u: float) -> None:
    rng, draws = np.random.default_rng(d), 8
    tree = SumTree(5, d, draws=draws, power=2)
    for _ in range(300):
        lane, attribute = np.arange(5), rng.integers(0, d, 5)
        places = tree.places(lane, attribute)
        after = rng.normal(size=5) * (rng.random(5) < 0.6)  # the others go back to exactly 0
        tree.change(places, after)
        if tree.values.any(axis=1).all():
            uniforms = rng.random((draws, 5))
            uniforms[0] = u
            drawn = tree.draw(uniforms)
            assert (drawn.weight > 0).all()
            np.testing.assert_array_equal(
                drawn.weight, tree.values.reshape(-1).take(drawn.leaf) ** 2
            )


@pytest.mark.parametrize("d", [40, 2000])
@pytest.mark.parametrize("draws", [2, 8])
def test_a_change_reaches_the_sums_of_every_level(d: int, draws: int) -> None:
    rng = np.random.default_rng(d)
    tree, again = (SumTree(3, d, draws=draws, power=2) for _ in range(2))
    tree.values[:, :d] = rng.normal(size=(3, d))
    tree.rebuild()
    lane, attribute = np.repeat([0, 2], 5), np.tile(rng.permutation(d)[:5], 2)
    places, after = tree.places(lane, attribute), rng.normal(size=10)
    tree.change(places, after)
    again.values[...] = tree.values
    again.rebuild()
    u = rng.random((draws, 3))
    np.testing.assert_array_equal(tree.draw(u).leaf, again.draw(u).leaf)
    np.testing.assert_allclose(tree.draw(u).total, again.draw(u).total)


@pytest.mark.parametrize("k", [1, 2, 5, 30])
@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_repeated_draws_are_added_up_at_the_first_of_them(k: int, share: float) -> None:
    lanes, steps, d = 4, 6, 12
    rng = np.random.default_rng(k)
    drawn = np.sort(rng.integers(0, d, (lanes, steps, k), dtype=np.int32), axis=2)
    x = rng.normal(size=(lanes, steps, d)) * (rng.random((lanes, steps, d)) < share)
    seen = np.take_along_axis(x, drawn, axis=2)
    there = np.flatnonzero(seen)
    repeats, there, value = merge_repeats(drawn, there, seen.reshape(-1).take(there))

    found = np.zeros((lanes, steps, d))
    lane, step, _ = np.unravel_index(there, drawn.shape)
    at = lane, step, drawn.reshape(-1).take(there)
    assert len(set(zip(*(each.tolist() for each in at), strict=True))) == len(there)
    found[at] = value
    times = (drawn[..., None] == np.arange(d)).sum(axis=2)
    np.testing.assert_allclose(found, times * x)
    np.testing.assert_array_equal(repeats, (k - (times > 0).sum(axis=2)).sum(axis=1))
    assert (np.diff(there) > 0).all()


@pytest.mark.parametrize("k_phi", [1, 3, 9])
def test_different_attributes_are_counted_among_both_kinds_of_draws(k_phi: int) -> None:
    rng = np.random.default_rng(k_phi)
    i = np.sort(rng.integers(0, 9, (3, 7, 4), dtype=np.int32), axis=2)
    j = rng.integers(0, 9, (7, k_phi, 3), dtype=np.int32).transpose(2, 0, 1)
    none = np.zeros(0, dtype=np.int64)
    repeats, _, _ = merge_repeats(i, none, none.astype(float))
    expected = [
        sum(len({*one.tolist(), *other.tolist()}) for one, other in zip(*both, strict=True))
        for both in zip(i, j, strict=True)
    ]
    np.testing.assert_array_equal(different_attributes(i, repeats, j), expected)


@pytest.mark.parametrize("share", [0.0, 0.05, 1.0])
@pytest.mark.parametrize("most", [1.0, np.inf])
def test_access_shows_the_same_with_and_without_a_map_of_zeros(share: float, most: float) -> None:
    rng = np.random.default_rng(3)
    X = np.where(rng.random((60, 50)) < share, rng.normal(size=(60, 50)), 0.0)
    X[3, 4] = most
    row = rng.integers(0, 60, (400, 7))
    attribute = rng.integers(0, 50, (400, 7, 2), dtype=np.int32)
    for looks in (0, X.size + 1):
        access = AttributeAccess(X, 400, looks)
        seen = X[row[..., None], attribute].reshape(-1)
        there, value = access.look_at_rows(row, attribute)
        np.testing.assert_array_equal(there, np.flatnonzero(seen))
        np.testing.assert_array_equal(value, seen[there])
        np.testing.assert_array_equal(access.spent, 14)
