"""The compiled loops (numba, a development requirement)."""

import numpy as np
import pytest

from aelr_core.bench import compiled
from aelr_core.bench.timing import compare
from aelr_core.bench.work import Work


@pytest.mark.parametrize("family", ["ridge", "lasso"])
def test_compiled_and_plain_loop_do_the_engine_s_work(family: str) -> None:
    loops = compiled.compiled_loops()
    for split in ("theory", "even"):
        times = compare(Work(family, split, d=30, budget=7, lanes=5, steps=100), loops, 1)
        assert times.largest_difference < 1e-9
        assert times.compiled_us is not None
        assert min(times.engine_us, times.plain_us, times.compiled_us) > 0


def test_what_is_compiled_is_what_is_read() -> None:
    work = Work("lasso", "even", d=10, budget=5, lanes=1, steps=50)
    python = work.by_loop(compiled.gaelr, 1)
    machine = work.by_loop(compiled.compiled_loops()["lasso"], 1)
    np.testing.assert_allclose(machine, python, rtol=1e-12)
