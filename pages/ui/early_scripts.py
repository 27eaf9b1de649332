"""Browsers are told at once which large script a page's charts need.

Otherwise they hear of it when the first chart arrives, after a second of other scripts; the file is
then fetched and parsed while the visitor waits. The name travels in a header of the page's frame.
"""

from __future__ import annotations

from pathlib import Path

from pages.ui.addresses import Message, Receive, Send, Server, is_frame
from pages.ui.charts.chart import PLOTLY
from pages.ui.shell import PAGES

ADDRESSES = {"", *(Path(file).stem for file in PAGES)}


class EarlyScripts:
    """A server that names the charts' large script in the header of a page's frame."""

    def __init__(self, app: Server) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request."""
        path = str(scope.get("path", "")).removeprefix(str(scope.get("root_path", "")))
        link = early(path.strip("/")) if scope["type"] == "http" else None

        async def send_with_link(message: Message) -> None:
            if message["type"] == "http.response.start" and link and is_frame(message):
                headers = [*message["headers"], (b"link", link.encode())]
                message = {**message, "headers": headers}
            await send(message)

        await self._app(scope, receive, send_with_link)


def early(page: str) -> str | None:
    """Return the header's value for a page's address; None if there is nothing to say.

    >>> early("ratios")
    '<./app/static/plotly-cartesian-...min.js>; rel=preload; as=script'
    >>> early("nowhere")
    """
    return f"<./app/static/{PLOTLY.name}>; rel=preload; as=script" if page in ADDRESSES else None
