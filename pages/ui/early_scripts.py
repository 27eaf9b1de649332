"""Browsers read the charts' large script while the server prepares the page.

Otherwise they hear of it when the first chart arrives, and the visitor waits until it is fetched
and evaluated. So the frame of every page names it, behind Streamlit's own scripts, which ask the
server for the page: a browser evaluates it while it would wait for the answer.
"""

from __future__ import annotations

from pathlib import Path

from pages.ui.addresses import Message, Receive, Send, Server, is_frame
from pages.ui.charts.chart import served
from pages.ui.shell import PAGES

ADDRESSES = {"", *(Path(file).stem for file in PAGES)}
# What is said of the frame without the script.
_OF_THE_OLD_FRAME = (b"content-length", b"etag", b"last-modified", b"accept-ranges")


class EarlyScripts:
    """A server whose pages name the charts' script in their frame."""

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


def with_script(frame: bytes, script: str) -> bytes:
    """Return the frame of a page that names a served script, last in its head.

    >>> with_script(b"<head><title>AELR</title></head>", "charts.js")
    b'<head><title>AELR</title><script defer src="./app/static/charts.js"></script></head>'
    """
    tag = f'<script defer src="./app/static/{script}"></script>'
    return frame.replace(b"</head>", f"{tag}</head>".encode(), 1)
