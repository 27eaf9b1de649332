"""Every test of the estimators keeps the budget: the attribute access of each stream is watched."""

import numpy as np
import pytest

from aelr_core.checks import Floats, Ints
from aelr_core.engine.lanes import Layout
from aelr_core.estimators.stream import Stream, StreamAccess


@pytest.fixture(autouse=True)
def hard_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that no more than K attributes of a row are looked at, all at once and none twice."""
    budgets: dict[StreamAccess, int] = {}
    last: dict[StreamAccess, int] = {}
    make, open_rows, look = Stream.__init__, StreamAccess.open, StreamAccess.look_at_samples

    def watched_make(self: Stream, *args: object, **given: object) -> None:
        make(self, *args, **given)
        budgets[self.access] = given["K"]

    def watched_open(self: StreamAccess, X: Floats) -> None:
        last[self] = -1
        open_rows(self, X)

    def watched_look(
        self: StreamAccess, rows: Ints, attributes: Ints, layout: Layout, *, full: bool
    ) -> Floats:
        looks = 0
        for row, sample in zip(rows[:, 0], attributes, strict=True):
            S = sample[sample < len(self.counts)]
            assert len(S) == len(np.unique(S)) <= budgets.get(self, len(S))
            assert row > last[self]  # a row is looked at once
            last[self], looks = int(row), looks + len(S)
        before = int(self.spent[0])
        seen = look(self, rows, attributes, layout, full=full)
        assert self.spent[0] - before == looks
        return seen

    monkeypatch.setattr(Stream, "__init__", watched_make)
    monkeypatch.setattr(StreamAccess, "open", watched_open)
    monkeypatch.setattr(StreamAccess, "look_at_samples", watched_look)
