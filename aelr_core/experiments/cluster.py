"""Past one machine: the same experiment on a Dask cluster (an optional requirement)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from joblib import parallel_config

# Seconds to wait for a scheduler.
TIMEOUT = 10.0


@contextmanager
def on_cluster(address: str) -> Iterator[None]:
    """Connect to the scheduler at `address`; inside, `stream` and `run` spread over its workers.

    The workers need this package and its requirements.
    """
    try:
        from distributed import Client
    except ImportError:
        raise ValueError(
            "--dask needs Dask: install it with 'pip install -r requirements-dask.txt'."
        ) from None
    try:
        client = Client(address, timeout=TIMEOUT)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise ValueError(f"There is no Dask scheduler at {address!r}.") from error
    with client, parallel_config(backend="dask"):
        yield
