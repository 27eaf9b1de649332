"""Live runs: a board of jobs shared by all visitors, and worker processes.

A page needs `board()`, `session_id()` and what `submit` refuses with (`BusyError`,
`TooLargeError`). The names are looked up when used (PEP 562): a worker process imports this
package too and must not load Streamlit.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pages.ui.runs.cost import TooLargeError
    from pages.ui.runs.job import Job
    from pages.ui.runs.job_board import BusyError, JobBoard
    from pages.ui.runs.sessions import board, session_id

_HOME = {
    "BusyError": "job_board",
    "Job": "job",
    "JobBoard": "job_board",
    "TooLargeError": "cost",
    "board": "sessions",
    "session_id": "sessions",
}

__all__ = ["BusyError", "Job", "JobBoard", "TooLargeError", "board", "session_id"]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
