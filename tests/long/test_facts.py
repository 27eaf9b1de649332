"""The stored norm bounds of the large data sets, computed again: half a minute."""

import pytest

from aelr_core.datasets import bundled
from aelr_core.datasets.__main__ import computed
from aelr_core.datasets.facts import stored

LARGE = [name for name in bundled() if stored()[name].rows >= 1_000]


@pytest.mark.parametrize("name", LARGE)
def test_norm_bounds_are_those_of_the_data(name: str) -> None:
    assert computed(name).norm_bounds == pytest.approx(stored()[name].norm_bounds)
