"""Browsers read the scripts that every page needs while the server prepares the page.

Otherwise they hear of the charts' large script when the first chart arrives, and of the scripts
that draw widgets, charts and formulas when the first of each kind does; a visitor waits until they
are fetched, and React then holds back what is ready, for up to half a second, while anything else
is missing. So the frame of every page names them, behind Streamlit's own scripts, which ask the
server for the page: a browser reads them while it would wait for the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from streamlit.file_util import get_static_dir

from pages.ui.addresses import Message, Receive, Send, Server, is_frame
from pages.ui.charts.chart import served
from pages.ui.shell import PAGES

ADDRESSES = {"", *(Path(file).stem for file in PAGES)}
# Streamlit's scripts for what all pages have: their names begin so, and end in a version.
KINDS = (
    "BidiComponent",
    "Selectbox",
    "Slider",
    "NumberInput",
    "ButtonGroup",
    "Button",
    "Checkbox",
    "Html",
    "rehype-katex",
)
HERE = '<script>window.__streamlit = {BACKEND_BASE_URL: new URL(".", location).href}</script>'
FRONT_END = Path(get_static_dir())
_IMPORTED = re.compile(r'(?:from|import)"\./([\w.-]+\.js)"')
# What is said of the frame without the scripts.
_OF_THE_OLD_FRAME = (b"content-length", b"etag", b"last-modified", b"accept-ranges")


class EarlyScripts:
    """A server whose pages name these scripts in their frame."""

    def __init__(self, app: Server) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request."""
        path = str(scope.get("path", "")).removeprefix(str(scope.get("root_path", "")))
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

        async def send_with_scripts(message: Message) -> None:
            nonlocal start, frame
            if message["type"] == "http.response.start" and is_frame(message):
                start = message
            elif start is None:
                await send(message)
            else:
                frame += message.get("body", b"")
                if not message.get("more_body"):
                    frame = with_scripts(frame, script, streamlits_own(FRONT_END))
                    length = (b"content-length", str(len(frame)).encode())
                    kept = [h for h in start["headers"] if h[0].lower() not in _OF_THE_OLD_FRAME]
                    await send({**start, "headers": [*kept, length]})
                    await send({"type": "http.response.body", "body": frame})

        await self._app({**scope, "headers": asked}, receive, send_with_scripts)


def with_scripts(frame: bytes, charts: str, others: Iterable[str]) -> bytes:
    """Return the frame of a page that names the charts' script and some of Streamlit's own.

    It also says where the server is. On a page's own address Streamlit would look for it below
    the page first, where it is not.

    >>> with_scripts(b"<head></head>", "charts.js", ["Slider.js"]).decode()
    '<head><script>window.__streamlit = {BACKEND_BASE_URL: new URL(".", location).href}</script>\
<script defer src="./app/static/charts.js"></script>\
<link rel="modulepreload" crossorigin href="./static/js/Slider.js"></head>'
    """
    script = f'<script defer src="./app/static/{charts}"></script>'
    links = (f'<link rel="modulepreload" crossorigin href="./static/js/{name}">' for name in others)
    return frame.replace(b"</head>", f"{HERE}{script}{''.join(links)}</head>".encode(), 1)


@lru_cache(maxsize=4)
def streamlits_own(front_end: Path) -> tuple[str, ...]:
    """Return the names of Streamlit's scripts for `KINDS`, with all that they import.

    Those that its frame names already are left out, and those that another version has not.
    """
    folder = front_end / "static/js"
    named = (front_end / "index.html").read_text(encoding="utf-8")
    waiting = [script.name for kind in KINDS for script in folder.glob(f"{kind}.*.js")]
    found: dict[str, None] = {}
    while waiting:
        name = waiting.pop(0)
        if name not in found and name not in named:
            found[name] = None
            waiting += _IMPORTED.findall((folder / name).read_text(encoding="utf-8"))
    return tuple(found)
