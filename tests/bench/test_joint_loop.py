"""The compiled loop of the joint algorithms does the engine's work."""

import numpy as np
import pytest

from aelr_core.bench import FULL, QUICK, as_text
from aelr_core.bench.joint.loop import compiled_joint_loop, joint_loop
from aelr_core.bench.joint.times import BARS, EXAMPLES, joint_peak_memory, joint_rows
from aelr_core.bench.joint.work import JointWork
from aelr_core.bench.limits import apart
from aelr_core.bench.work import SOURCES

families = pytest.mark.parametrize("family", ["ridge", "lasso"])
forms = pytest.mark.parametrize("adaptive", [False, True])


@families
@forms
@pytest.mark.parametrize(("d", "budget"), [(6, 2), (30, 5), (60, 16), (60, 17)])
def test_the_loop_gives_the_engine_s_average(
    family: str, adaptive: bool, d: int, budget: int
) -> None:
    work = JointWork(family, adaptive, d, budget, lanes=3, steps=60)
    expected = work.by_engine()
    assert np.abs(expected).max() > 0
    np.testing.assert_allclose(work.by_loop(joint_loop, 2), expected[:2], rtol=1e-9, atol=1e-12)


@pytest.mark.long  # it is compiled first
def test_the_compiled_loop_gives_the_engine_s_average() -> None:
    sizes, lengths = [(100, 5, 2), (200, 57, 2)], (400, 200)
    rows = list(joint_rows(sizes, lengths, compiled_joint_loop(), 1, print))
    assert [(row["budget"], row["family"], row["adaptive"], row["steps"]) for row in rows] == [
        (budget, family, adaptive, steps)
        for budget in (5, 57) for family in ("ridge", "lasso") for adaptive in (False, True)
        for steps in lengths
    ]  # fmt: skip
    for row in rows:
        assert row["largest_difference"] < 1e-9
        assert row["share_of_compiled"] == row["engine_us"] / row["compiled_us"]
        assert row["times_the_paper_s"] == row["engine_us"] / row["paper_us"]
    head, *table = as_text({"joint": rows}).strip().splitlines()[1:]
    assert "share of compiled" in head
    assert len(table) == len(rows)


def test_joint_figures_without_numba() -> None:
    (row, *_) = joint_rows([(10, 3, 2)], (20,), None, 1, print)
    assert row["compiled_us"] is row["share_of_compiled"] is row["reached"] is None
    assert "known" in as_text({"joint": [row]})


def test_dense_data_are_timed_and_labelled() -> None:
    assert set(FULL.joint_dense) < set(SOURCES)
    (row, *_) = joint_rows([(10, 3, 2)], (20,), None, 1, print, "normal")
    assert "normal" in as_text({"joint": [row]})


@pytest.mark.parametrize("reached", [True, False, None])
def test_what_misses_its_limit_is_said_and_why(reached: bool | None) -> None:
    (row, *_) = joint_rows([(10, 3, 2)], (20,), None, 1, print)
    said = "1 of these miss their limit." in as_text({"joint": [row | {"reached": reached}]})
    assert said == (reached is False)


@families
def test_dense_data_have_few_zeros_and_their_moments(family: str) -> None:
    for source, d, zeros in (("normal", 20, 0.0), ("MNIST", 784, 0.2)):
        data = SOURCES[source](family, d)
        assert data.X_train.shape[1] == d
        assert (data.X_train == 0).mean() <= zeros
        np.testing.assert_allclose(data.known_moments, (data.X_train**2).mean(axis=0), atol=1e-12)


def test_the_bars_are_those_of_work_that_is_measured() -> None:
    for plan in (FULL, QUICK):
        assert set(BARS) <= set(plan.sizes)
        assert set(plan.joint_dense.values()) <= set(BARS)
    assert EXAMPLES in FULL.joint_lengths


def test_joint_memory_is_that_of_a_process_of_its_own() -> None:
    (small,) = apart(joint_peak_memory, [("lasso", True, 20, 2, 20)])
    assert small["peak_mib"] is None or 10 < small["peak_mib"] < 500
    assert "learnt" in as_text({"joint_memory": [small]})
