"""What the door of joint lanes counts."""

import numpy as np
import pytest

from aelr_core.engine.joint.seen import JointAccess
from aelr_core.engine.layout import Layout

X = np.zeros((3, 6))
X[1, 2], X[2, 4] = 5.0, 7.0


def arranged(samples, layout):
    """Return (steps, lanes, n) samples as the layout says."""
    samples = np.array(samples)
    return samples.transpose(0, 2, 1) if layout.lanes_last else samples


@pytest.mark.parametrize("lanes_last", [True, False])
def test_an_attribute_that_is_seen_twice_counts_once_as_a_distinct_one(lanes_last):
    layout, door = Layout(lanes_last=lanes_last), JointAccess(X, 2)
    rows = np.array([[0, 1], [2, 2]])
    door.look(rows, arranged([[[0, 2, 4], [1, 1, 3]], [[0, 1, 2], [3, 4, 5]]], layout), layout,
              full=True)  # fmt: skip
    np.testing.assert_array_equal(door.spent, [6, 6])
    np.testing.assert_array_equal(door.distinct, [6, 5])
    # 6 is no attribute
    door.look(rows, arranged([[[0, 6, 6], [2, 3, 6]], [[1, 1, 6], [6, 6, 6]]], layout), layout,
              full=False)  # fmt: skip
    np.testing.assert_array_equal(door.spent, [9, 8])
    np.testing.assert_array_equal(door.distinct, [8, 7])
