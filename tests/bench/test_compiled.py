"""The compiled loops (numba, a development requirement)."""

import numpy as np
import pytest

from aelr_core.bench import as_text, compiled, two_level
from aelr_core.bench.growth import growth
from aelr_core.bench.limit_times import limit_rows
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


def test_the_limit_does_the_engine_s_work() -> None:
    limit = two_level.limit_loops()
    works = [Work(family, "even", 30, 5, lanes=3, steps=600) for family in ("ridge", "lasso")]
    rows = list(limit_rows(works, limit, 1, print))
    assert [row["family"] for row in rows] == ["ridge", "lasso"]
    for row in rows:
        assert row["largest_difference"] < 1e-9
        assert row["times_the_limit"] == row["engine_us"] / row["limit_us"]
        assert row["reached"] == (row["times_the_limit"] <= 1.5)
    assert "times the limit" in as_text({"limit": rows})
    ladder = [Work("ridge", "even", d, 5, lanes=2, steps=20) for d in (10, 20)]
    grown = list(growth({"d": ladder}, {"limit": limit}, 1, print))
    assert [row["us"].keys() for row in grown] == [{"engine", "plain", "limit"}] * 2
    assert "exponent" in as_text({"growth": grown, "largest_growth_in_d": 3.5})
