"""A Dask cluster on this machine, in processes of its own: ``python -m tests.load.cluster``.

It has two workers of one thread, prints the address of its scheduler, and ends when its standard
input does. Loopback only.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

WORKERS = 2


class RunningCluster(NamedTuple):
    """The address of a scheduler, and the number of its process."""

    address: str
    pid: int


@contextlib.contextmanager
def running_cluster() -> Iterator[RunningCluster]:
    """Have a cluster for a while."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.load.cluster"],
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
        stdin=subprocess.PIPE,  # which ends with this context
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        yield RunningCluster(process.stdout.readline().strip(), process.pid)


def main() -> None:
    """Serve until standard input ends."""
    from distributed import LocalCluster

    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=WORKERS,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",  # any free port: other clusters may run
        memory_limit=0,
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
