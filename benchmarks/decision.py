"""Time the first answer of `ac.decide`, and the whole decision: `python -m benchmarks.decision`."""

from __future__ import annotations

import time
from argparse import ArgumentParser

import numpy as np
import pandas as pd

from aelr_core.estimators.decision import decisions

ROWS, TESTS, FACTORS, SPLITS = 600, 40, 6, 20


def main() -> None:
    """Print the seconds until each split of a table of 600 rows and 40 tests is there."""
    ArgumentParser(description=__doc__).parse_args()
    rng = np.random.default_rng(0)
    X = rng.normal(size=(ROWS, FACTORS)) @ rng.normal(size=(FACTORS, TESTS))
    X += rng.normal(size=X.shape)
    y = X @ rng.normal(size=TESTS) + rng.normal(size=ROWS)
    table = pd.DataFrame(X, columns=[f"test {n}" for n in range(TESTS)]).assign(y=y)
    start = time.perf_counter()
    for found in decisions(table, "y", splits=SPLITS):
        print(f"{found.done:2} of {SPLITS} splits after {time.perf_counter() - start:5.1f} s")
    print(found.words)


if __name__ == "__main__":
    main()
