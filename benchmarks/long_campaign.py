"""Time a campaign after many orders: the next hundred people, its report and its file."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from aelr_core.checks import Floats
from aelr_core.estimators.campaign import Campaign
from aelr_core.letters import FAMILIES
from benchmarks.timing import Say

BUDGET, PEOPLE = 5, 100
# What asking and telling a hundred people may take together, s, by orders and d.
MOST_S = {(10_000, 200): 2.0}


def campaign_rows(sizes: Sequence[tuple[int, int]], say: Say) -> Iterator[dict[str, Any]]:
    """Yield processor times, s, and the size of the file, for each (orders, d) and family."""
    for orders, d in sizes:
        for family in FAMILIES:
            say(f"{orders:,} orders of {d} tests, {family}")
            yield {
                "family": family,
                "orders": orders,
                "d": d,
                "most_s": MOST_S.get((orders, d)),
            } | (figures(family, orders, d))


def figures(family: str, orders: int, d: int) -> dict[str, float]:
    """Return the times of one campaign, s, after so many orders, and the size of its file, MB."""
    X = np.random.default_rng(0).normal(size=(PEOPLE, d))
    names = [f"test {i}" for i in range(d)]
    campaign = Campaign(names, "y", budget=BUDGET, family=family)
    for _ in range(orders // PEOPLE):
        campaign.tell(results(campaign.ask(PEOPLE), X, names))
    asked, ask = timed(lambda: campaign.ask(PEOPLE))
    sheet = results(asked, X, names)
    _, tell = timed(lambda: campaign.tell(sheet))
    _, report = timed(campaign.report)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "campaign.json"
        _, save = timed(lambda: campaign.save(file))
        _, load = timed(lambda: Campaign.load(file))
        size = file.stat().st_size / 1e6
    times = {"ask_and_tell_s": ask + tell, "report_s": report, "save_s": save, "load_s": load}
    return times | {"mb": size}


def results(orders: pd.DataFrame, X: Floats, names: Sequence[str]) -> pd.DataFrame:
    """Return what people with the values X, (n, d), answer: a column for each test."""
    tests = orders.drop(columns="price")
    there = np.array([[name in set(row) for name in names] for row in tests.to_numpy()])
    values = np.where(there, X[: len(orders)], np.nan)
    y = X[: len(orders), 0]
    return pd.DataFrame(values, orders.index, pd.Index(names)).assign(y=y)


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """Return what some work returns, and its processor time, s."""
    start = time.process_time()
    done = work()
    return done, time.process_time() - start
