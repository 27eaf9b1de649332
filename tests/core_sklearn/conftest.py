"""Every test of the estimators keeps the budget: what each stream orders and is told is watched."""

import numpy as np
import pytest

from aelr_core.checks import Floats
from aelr_core.opening import OpenedStream
from aelr_core.stream import Order


@pytest.fixture(autouse=True)
def hard_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that at most K units of a row are paid for and none is there twice; and the counts."""
    budgets: dict[OpenedStream, int] = {}
    make, learn = OpenedStream.__init__, OpenedStream.learn

    def watched_make(self: OpenedStream, *args: object, **given: object) -> None:
        make(self, *args, **given)
        budgets[self] = given["K"]

    def watched_learn(self: OpenedStream, order: Order, values: Floats, y: float) -> None:
        assert len(order.units) == len(np.unique(order.units))
        assert len(order.columns) == len(np.unique(order.columns)) == len(values)
        assert (self._units.of[order.columns] == order.units[order.of]).all()
        if self in budgets:  # unpickled ones are not
            assert (self._units.prices[order.units] > 0).sum() <= budgets[self]
        looks, seen, spent = self.looks, self.means.counts.sum(), self.spent
        learn(self, order, values, y)
        assert self.looks - looks == len(order.units)
        assert self.means.counts.sum() - seen == len(order.columns)
        assert self.spent - spent == pytest.approx(self._units.prices[order.units].sum(), abs=1e-9)

    monkeypatch.setattr(OpenedStream, "__init__", watched_make)
    monkeypatch.setattr(OpenedStream, "learn", watched_learn)
