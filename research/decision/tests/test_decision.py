"""The tables are what they are said to be, and the stored counts are about all kinds of them."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from aelr_core.analysis.decision import ADVICE, CANNOT_SAY
from research.decision.__main__ import KINDS, Case, line, verdict

RESULTS = Path(__file__).parents[1] / "results.txt"


@pytest.mark.parametrize("kind", KINDS)
def test_tables_are_small_and_complete(kind: str) -> None:
    for seed in range(5):
        case = KINDS[kind][0](np.random.default_rng(seed))
        n, d = case.X.shape
        assert 100 <= n <= 600
        assert 2 <= case.budget <= d <= 20
        assert len(case.y) == n
        assert np.isfinite(case.X).all()
        assert set(np.unique(case.y)) == {-1.0, 1.0} or not case.classes


def test_a_tiny_case_is_played() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 4))
    case = Case(X, X.sum(axis=1), 2, np.ones(4), limited=False)
    assert verdict(case, 0, splits=3) in {*ADVICE, CANNOT_SAY}


def test_the_stored_counts_are_of_all_tables_and_wrong_in_at_most_5_percent() -> None:
    stored = RESULTS.read_text(encoding="utf-8").splitlines()
    assert len(stored) == len(KINDS)
    for (kind, (_, tables, right)), text in zip(KINDS.items(), stored, strict=True):
        said = text[text.index("(") + 1 : -1].split(", ")
        verdicts = Counter({each.rpartition(" ")[0]: int(each.split()[-1]) for each in said})
        assert verdicts.total() == tables
        assert line(kind, verdicts) == text
        assert sum(verdicts[way] for way in ADVICE if way not in right) <= 0.05 * tables
