"""Time one stream of the adaptive algorithms, order by order, on synthetic data."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from aelr_core.letters import FAMILIES
from aelr_core.stream import Stream, Units, as_units
from benchmarks.timing import Say
from benchmarks.work import Runs

# What an example may take, µs, by d and K, without money.
MOST_US = {(100, 5): 200.0}
# Prices are log-normal with this σ; the money is this part of what K units of the mean price cost.
SIGMA, PART = 1.0, 0.6


def stream_rows(
    sizes: Sequence[tuple[int, int]], steps: int, repetitions: int, say: Say
) -> Iterator[dict[str, Any]]:
    """Yield the time of an example, µs, for each (d, K) and family, without and with money."""
    for d, K in sizes:
        prices = np.exp(SIGMA * np.random.default_rng(0).normal(size=d))
        for family in FAMILIES:
            work = Runs(family, d, K, 1, steps).get_ready()
            say(f"one {family} stream with d = {d} and K = {K}")
            plain, priced = as_units(d), as_units(d, prices=prices)
            yield {
                "family": family,
                "d": d,
                "budget": K,
                "us": best_time(work, plain, None, repetitions),
                "us_with_money": best_time(work, priced, PART * K * prices.mean(), repetitions),
                "most_us": MOST_US.get((d, K)),
            }


def best_time(work: Runs, units: Units, money: float | None, repetitions: int) -> float:
    """Return the processor time of an example, µs, in the fastest of the repetitions."""
    X, y = work.rows()
    best = np.inf
    for _ in range(repetitions):
        stream = Stream(
            work.family,
            units,
            K=work.budget,
            B=work.B,
            money=money,
            length="measured",
            guarded=True,
        )
        U = np.random.default_rng(0).random((work.steps, stream.uniforms))
        start = time.process_time()
        for row, u in zip(work.orders[0].tolist(), U, strict=True):
            order = stream.order(u)
            stream.learn(order, X[row, order.columns], y[row])
        best = min(best, time.process_time() - start)
    return 1e6 * best / work.steps
