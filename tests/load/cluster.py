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

from tests.load.plain import ONE_THREAD, PROCESSES


@contextlib.contextmanager
def running_cluster() -> Iterator[str]:
    """Start a cluster and give the address of its scheduler."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.load.cluster"],
        env={**os.environ, **ONE_THREAD},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.communicate()  # closes its standard input first


def main() -> None:
    """Serve until standard input ends."""
    from distributed import LocalCluster

    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=PROCESSES,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",  # any free port: other clusters may run
        memory_limit=0,
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
