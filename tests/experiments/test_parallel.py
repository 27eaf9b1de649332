"""A real Dask cluster on this machine: the same call, the same numbers."""

import json
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from distributed import LocalCluster

from aelr_core.cli import main
from aelr_core.experiments import run
from aelr_core.experiments.parallel import on_cluster
from tests.experiments.specs import small

SPEC = small(10, alpha=-2, test_examples=50, budget=3, examples=60, runs=4, points=2, seed=1)


@pytest.fixture(scope="module")
def local() -> Iterator[LocalCluster]:
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",  # any free port: other clusters may run
        memory_limit=0,
    ) as cluster:
        yield cluster


def test_the_same_numbers_on_a_cluster(local: LocalCluster) -> None:
    here = run(SPEC)
    before = local.scheduler.transition_counter
    with on_cluster(local.scheduler_address):
        there = run(SPEC, jobs=2)
    assert local.scheduler.transition_counter > before  # it did work there
    assert there.complete
    assert list(there.curves) == list(here.curves)
    for key, curve in here.curves.items():
        assert np.array_equal(curve.relative_loss, there.curves[key].relative_loss)
        assert np.array_equal(curve.distinct, there.curves[key].distinct)


def test_from_the_command_line(local: LocalCluster, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "run", "--data", "synthetic", "--dim", "10", "--test-examples", "50", "--budget", "3",
        "--examples", "60", "--runs", "4", "--points", "2", "--step", "theory", "--seed", "1",
        "--algorithms", "ddaerr", "--dask", local.scheduler_address, "--json",
    ]  # fmt: skip
    assert main(arguments) == 0
    printed = json.loads(capsys.readouterr().out)
    expected = run(replace(SPEC, algorithms=("ddaerr",))).curves["ddaerr"]
    assert printed["curves"]["ddaerr"]["mean"] == expected.mean.tolist()
