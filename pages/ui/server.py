"""The server around the script: addresses that no page has, an early script, a warm start."""

from __future__ import annotations

import asyncio
import errno
import inspect
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.middleware import Middleware

from pages.ui.charts.chart import served
from pages.ui.shell import OLD_ADDRESSES, PAGES
from pages.ui.streamlit_internals import (
    FILES,
    HERE,
    say_what_is_missing,
    send_at_once,
    wait_for_last_elements,
)

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Server = Callable[[Message, Receive, Send], Awaitable[None]]

SENTENCE = "AELR Lab has no page at this address."
_PAGE = Path(__file__).with_name("no_page.html").read_text(encoding="utf-8")


class OtherAddresses:
    """A server that answers addresses that no page has: old ones, and those of several levels.

    An old one leads to its page, with the settings of the link. Pages are one level deep, as
    ``/story`` is. Streamlit answers any address with the frame of its page, whose scripts are named
    relative to the address: below ``/a/b`` they are not found, and the browser shows nothing at
    all. Here such an address gets a sentence and a link home.
    """

    def __init__(self, app: Server) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request."""
        path = _below_the_base(scope)
        old = path.strip("/")
        if scope["type"] == "http" and old in OLD_ADDRESSES:
            up = "../" if path.endswith("/") else "./"
            await _lead_on(send, up + OLD_ADDRESSES[old], scope.get("query_string", b""))
            return
        levels = old.count("/")
        if scope["type"] != "http" or not levels or path.startswith(FILES):
            await self._app(scope, receive, send)
            return
        replaced = False

        async def send_no_frame(message: Message) -> None:
            nonlocal replaced
            if message["type"] == "http.response.start" and is_frame(message):
                replaced = True
                await _no_such_page(send, home="../" * levels)
            elif not replaced:
                await send(message)

        await self._app(scope, receive, send_no_frame)


def _below_the_base(scope: Message) -> str:
    """Return the path of a request, without the folder in which the server is."""
    path = str(scope.get("path", "")).removeprefix(str(scope.get("root_path", "")))
    base = str(st.get_option("server.baseUrlPath")).strip("/")
    return "/" + path.removeprefix(f"/{base}/" if base else "/")


def is_frame(start: Message) -> bool:
    """Return whether an answer begins that is the frame of a page."""
    headers: dict[bytes, bytes] = {name.lower(): value for name, value in start["headers"]}
    return bool(start["status"] == 200) and headers.get(b"content-type", b"").startswith(
        b"text/html"
    )


async def _lead_on(send: Send, to: str, query: bytes) -> None:
    page, hash_, anchor = to.encode().partition(b"#")
    place = page + (b"?" + query if query else b"") + hash_ + anchor
    await _answer(send, 307, (b"location", place))


async def _no_such_page(send: Send, home: str) -> None:
    page = _PAGE.replace("{sentence}", SENTENCE).replace("{home}", home)
    body = page.replace("{title}", next(iter(PAGES.values()))).encode()
    await _answer(send, 404, (b"content-type", b"text/html; charset=utf-8"), body)


async def _answer(send: Send, status: int, header: tuple[bytes, bytes], body: bytes = b"") -> None:
    length = (b"content-length", str(len(body)).encode())
    headers = [header, length, (b"cache-control", b"no-cache")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


ADDRESSES = {"", *(Path(file).stem for file in PAGES)}
# What is said of the frame without the script.
_OF_THE_OLD_FRAME = (b"content-length", b"etag", b"last-modified", b"accept-ranges")


class EarlyScript:
    """A server whose pages name the charts' large script in their frame.

    Otherwise browsers hear of it when the first chart arrives, and a visitor waits until it is
    fetched. So the frame names it behind Streamlit's own scripts, which ask the server for the
    page: a browser reads it while it would wait for the answer.
    """

    def __init__(self, app: Server) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request."""
        path = _below_the_base(scope)
        page = scope["type"] == "http" and scope["method"] == "GET" and path.strip("/") in ADDRESSES
        script = served() if page else None
        if script is None:
            await self._app(scope, receive, send)
            return
        # the frame is to come whole and not packed
        unwanted = (b"accept-encoding", b"if-none-match", b"if-modified-since", b"range")
        asked = [each for each in scope["headers"] if each[0].lower() not in unwanted]
        start: Message | None = None
        frame = b""

        async def send_with_script(message: Message) -> None:
            nonlocal start, frame
            if message["type"] == "http.response.start" and is_frame(message):
                start = message
            elif start is None:
                await send(message)
            else:
                frame += message.get("body", b"")
                if not message.get("more_body"):
                    frame = with_script(frame, script)
                    length = (b"content-length", str(len(frame)).encode())
                    kept = [h for h in start["headers"] if h[0].lower() not in _OF_THE_OLD_FRAME]
                    await send({**start, "headers": [*kept, length]})
                    await send({"type": "http.response.body", "body": frame})

        await self._app({**scope, "headers": asked}, receive, send_with_script)


def with_script(frame: bytes, charts: str) -> bytes:
    """Return the frame of a page that names the charts' script, and says where the server is.

    >>> with_script(b"<head></head>", "charts.js").decode()
    '<head><script>window.__streamlit = {BACKEND_BASE_URL: new URL(".", location).href}</script>\
<script defer src="./app/static/charts.js"></script></head>'
    """
    script = f'<script defer src="./app/static/{charts}"></script>'
    return frame.replace(b"</head>", f"{HERE}{script}</head>".encode(), 1)


# ---- Before it answers ----

# A visitor takes four file descriptors and a few more while the page loads. macOS refuses more
# than its OPEN_MAX where the hard limit is infinite.
ENOUGH_FILES = 10_240
SECONDS_APART = 60
NO_FILES_LEFT = (
    "The server has no file descriptor left, so new visitors wait: "
    "allow it more (ulimit -n), or limit connections in the proxy."
)


def middleware() -> list[Middleware]:
    """Return what answers before Streamlit does.

    The charts' script is in its place from now on: Streamlit looks for its folder before it calls
    `started`.
    """
    served()
    return [Middleware(OtherAddresses), Middleware(EarlyScript)]


@asynccontextmanager
async def started(app: st.App) -> AsyncIterator[None]:
    """Prepare the server, which answers as soon as this yields."""
    say_what_is_missing()
    wait_for_last_elements()
    send_at_once()
    many_connections()
    start_page()
    yield


def start_page() -> None:
    """Import what the start page needs and app.py has not imported, and read the run it shows.

    Besides the wait there is a danger in leaving imports to visitors. Each has a thread, and two
    that import NumPy in the same moment may find half a module: where threads wait for each other's
    imports in a circle, Python lets one of them go on.
    """
    from pages.ui import show  # noqa: F401
    from pages.ui.explorer import below, follow, panels  # noqa: F401
    from pages.ui.runs import sessions  # noqa: F401
    from pages.ui.stored_runs import example_run

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
