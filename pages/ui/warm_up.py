"""What the server does before it answers: imports, so that no visitor waits for them, and limits.

Besides the wait there is a danger in leaving imports to visitors. Each has a thread, and two that
import NumPy in the same moment may find half a module: where threads wait for each other's imports
in a circle, Python lets one of them go on.
"""

from __future__ import annotations

import asyncio
import errno
import inspect
import logging
import time
from contextlib import suppress
from importlib import import_module

# A visitor takes four file descriptors and a few more while the page loads. macOS refuses more
# than its OPEN_MAX where the hard limit is infinite.
ENOUGH_FILES = 10_240
SECONDS_APART = 60
NO_FILES_LEFT = (
    "The server has no file descriptor left, so new visitors wait: "
    "allow it more (ulimit -n), or limit connections in the proxy."
)


def start_page() -> None:
    """Import what the start page needs and app.py has not imported, and read the run it shows."""
    from pages.ui import about_data, show  # noqa: F401
    from pages.ui.example_run import example_run
    from pages.ui.explorer import follow, learnt, panels, results, top_row  # noqa: F401
    from pages.ui.runs import sessions  # noqa: F401

    example_run()
    # With its first element Streamlit asks who has called it, and Python then looks for the file of
    # every module there is; it remembers them.
    inspect.stack()


def many_connections() -> None:
    """Allow as many open files as the system does; when they run out, say so once per minute."""
    # ImportError: Windows has no such limit; the others: a system may allow less than it says
    with suppress(ImportError, ValueError, OSError):
        resource = import_module("resource")
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = ENOUGH_FILES if hard == resource.RLIM_INFINITY else hard
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    for logger in [*logging.root.manager.loggerDict.values()]:
        if isinstance(logger, logging.Logger):  # Streamlit's do not pass their records on
            logger.addFilter(_SELDOM)
    _accept_one_by_one(asyncio.get_running_loop())


class _Seldom(logging.Filter):
    """Lets one error per minute pass that says that no file descriptor is left, as a sentence."""

    _again = 0.0  # when the next one may pass

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, OSError) or error.errno not in (errno.EMFILE, errno.ENFILE):
            return True
        now = time.monotonic()
        if now < self._again:
            return False
        self._again = now + SECONDS_APART
        record.msg, record.args, record.exc_info = NO_FILES_LEFT, (), None
        return True


_SELDOM = _Seldom()


def _accept_one_by_one(loop: asyncio.AbstractEventLoop) -> None:
    """Accept one connection per turn of the loop, not up to 2,048.

    Without a free descriptor each attempt fails, and asyncio plans another one for each: they
    multiply until they take all the time there is (python/cpython#151615).
    """
    accept = getattr(loop, "_accept_connection", None)  # Windows has none
    if accept is None:
        return

    def accept_one(
        factory: object, sock: object, ssl: object, server: object, backlog: int, *more: object
    ) -> None:
        accept(factory, sock, ssl, server, min(1, backlog), *more)

    vars(loop)["_accept_connection"] = accept_one
