"""One BLAS thread: faster for small products, and the same sums in every process."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache


def one_blas_thread() -> AbstractContextManager[object]:
    """Return a context in which BLAS uses one thread (where threadpoolctl is installed)."""
    controller = _controller()
    return nullcontext() if controller is None else controller.limit(limits=1)


@lru_cache(maxsize=1)
def _controller():  # type: ignore[no-untyped-def]  # threadpoolctl has no types
    try:
        from threadpoolctl import (  # type: ignore[import-untyped]
            ThreadpoolController,
        )
    except ImportError:
        return None
    return ThreadpoolController()
