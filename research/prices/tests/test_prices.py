"""The rules that are compared spend the same money, and the stored table is about all scenarios."""

from pathlib import Path

import numpy as np
import pytest

from aelr_core.designs.prices import priced_design
from research.prices.__main__ import SCENARIOS, blind, half, line, mean_working

RESULTS = Path(__file__).parents[1] / "results.txt"


@pytest.mark.parametrize("seed", range(5))
def test_the_rules_spend_the_same_money(seed: int) -> None:
    rng = np.random.default_rng(seed)
    F, c = 10 ** rng.uniform(-2, 1, size=30), np.exp(rng.normal(size=30))
    money = 0.6 * float(c @ priced_design(F, c, 5, None).inclusion)
    for rule in (blind, priced_design, half):
        assert c @ rule(F, c, 5, money).inclusion == pytest.approx(money)
        np.testing.assert_array_equal(
            rule(F, c, 5, None).inclusion, priced_design(F, c, 5, None).inclusion
        )
    a_blind, a_half = ((F / mean_working(rule(F, c, 5, money))).sum() for rule in (blind, half))
    assert a_half < 2.5 * a_blind


def test_prices_are_high_where_the_scenario_says() -> None:
    M = np.arange(1.0, 501) ** -2
    for scenario in SCENARIOS:
        c = scenario.prices(M[: scenario.d], 0)
        assert c.min() > 0
        rising = (np.diff(c) >= 0).all(), (np.diff(c) <= 0).all()
        assert rising == (scenario.dear == "useless", scenario.dear == "informative")


def test_the_stored_table_is_about_all_scenarios() -> None:
    stored = RESULTS.read_text(encoding="utf-8")
    lines = [line(scenario, np.ones((2, 6))).splitlines()[0] for scenario in SCENARIOS]
    assert [text for text in stored.splitlines() if not text.startswith("  ")] == lines
