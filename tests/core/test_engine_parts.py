"""Parts of the engine that work in one way for few lanes and in another for many."""

import numpy as np
import pytest

from aelr_core.engine import sums, tables
from aelr_core.engine.door import MANY, Door
from aelr_core.engine.layout import Layout
from aelr_core.engine.quick import all_true, smallest
from aelr_core.engine.shape import Shape
from aelr_core.engine.sums import GatheredRows, RunningSums, children_passed
from aelr_core.engine.tables import GuideTables
from aelr_core.engine.tree import SumTree
from aelr_core.engine.weights import Squares
from aelr_core.sampling import draw


@pytest.mark.parametrize("parents", [1, sums.FEW - 1, sums.FEW, 300])
def test_running_sums_follow_the_rows_they_were_made_of(parents: int) -> None:
    rng = np.random.default_rng(parents)
    rows = rng.random((7, parents))
    running = RunningSums(rows)
    for _ in range(2):
        running.add_up()
        expected = np.cumsum(rows, axis=0)
        np.testing.assert_array_equal(running.total, expected[-1])
        np.testing.assert_array_equal(running.within, expected[:-1])
        child, parent = rng.integers(0, 7, 20), rng.integers(0, parents, 20)
        before = np.vstack([np.zeros(parents), expected])[child, parent]
        np.testing.assert_array_equal(running.before(child, parent), before)
        rows[2] = 5.0


@pytest.mark.parametrize("draws", [3, 200])
def test_gathered_rows_are_weighed_and_added_up(draws: int) -> None:
    rng = np.random.default_rng(draws)
    table, row = rng.normal(size=(50, 4)), rng.integers(0, 50, draws)
    gathered = GatheredRows(draws, 4)
    gathered.gather(table, row, None)
    np.testing.assert_array_equal(gathered.total, np.cumsum(table[row], axis=1)[:, -1])
    gathered.gather(table, row, Squares())
    np.testing.assert_array_equal(gathered.within, np.cumsum(table[row] ** 2, axis=1)[:, :-1].T)


@pytest.mark.parametrize("children", [2, 100, 129, 400])
def test_children_passed_are_counted_whatever_their_number(children: int) -> None:
    ends = np.arange(1.0, children)[:, None]
    below = np.array([0.0, 0.5, 1.0, children - 1.5, children - 1.0, children + 9.0])
    expected = np.clip(np.floor(below), 0, children - 1)
    np.testing.assert_array_equal(children_passed(ends, below), expected)


def test_quick_answers() -> None:
    assert smallest(np.array([[2.0, 1.0], [3.0, 4.0]])) == 1.0
    assert np.isnan(smallest(np.array([2.0, np.nan, 1.0])))
    assert all_true(np.array([True, True]))
    assert not all_true(np.array([True, False]))


def test_guide_tables_do_not_depend_on_how_many_are_made_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = np.random.default_rng(1)
    q = rng.random((9, 30)) ** 4
    q /= q.sum(axis=1, keepdims=True)
    u, layout = rng.random((5, 3, 9)), Layout.of(3)
    together = GuideTables(q).draw(u, layout)
    monkeypatch.setattr(tables, "CELLS_TOGETHER", 200)
    np.testing.assert_array_equal(GuideTables(q).draw(u, layout), together)
    for lane in range(9):
        np.testing.assert_array_equal(together[..., lane], draw(u[..., lane], q[lane]))


@pytest.mark.parametrize("d", [5, 40, 2000])
@pytest.mark.parametrize("lanes", [1, 3, 150])
def test_a_tree_draws_by_inverse_cdf_beside_lanes_with_nothing_to_draw_by(
    d: int, lanes: int
) -> None:
    rng = np.random.default_rng(d + lanes)
    shape = Shape.of(d)
    tree = SumTree(lanes, shape, Squares(), None, 2)
    tree.values[:, :d] = rng.normal(size=(lanes, d)) * (rng.random((lanes, d)) < 0.5)
    tree.values[0, 1] = 1.0
    tree.values[1::3] = 0.0
    tree.rebuild()
    u = rng.random((2, lanes))
    drawn = tree.draw(u)
    empty = np.flatnonzero(~tree.values.any(axis=1))
    if len(empty):
        np.testing.assert_array_equal(drawn.empty, empty)
        assert not drawn.value[:, empty].any()
        assert not drawn.total[empty].any()
    else:
        assert drawn.empty is None
    for lane in np.setdiff1d(np.arange(lanes), empty):
        j = draw(u[:, lane], tree.values[lane] ** 2)
        np.testing.assert_array_equal(drawn.leaf[:, lane], j + lane * shape.width)
        np.testing.assert_array_equal(drawn.value[:, lane], tree.values[lane, j])


@pytest.mark.parametrize("share", [0.05, 1.0])
def test_a_door_shows_the_same_with_and_without_a_map_of_zeros(share: float) -> None:
    rng = np.random.default_rng(3)
    X = rng.normal(size=(60, 50)) * (rng.random((60, 50)) < share)
    row, attribute = rng.integers(0, 60, (7, 400)), rng.integers(0, 50, (7, 400))
    assert row.size > MANY
    for looks in (0, X.size + 1):
        door = Door(X, 400, looks)
        np.testing.assert_array_equal(door.look(row, attribute), X[row, attribute])
        np.testing.assert_array_equal(door.spent, 7)
