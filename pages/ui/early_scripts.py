"""Browsers are told at once which large script a page's charts need.

Otherwise they hear of it when the first chart arrives, after a second of other scripts; the file is
then fetched and parsed while the visitor waits. The name travels in a header of the page's frame.
"""

from __future__ import annotations

from pathlib import Path

import streamlit

from pages.ui.addresses import Message, Receive, Send, Server, is_frame
from pages.ui.shell import PAGES, START, STORY

_ROOT = Path(__file__).resolve().parents[2]
# Charts that are updated in place have a script of ours, see runs/live_chart.py.
_OURS = [*(_ROOT / "assets" / "plotly").glob("plotly-*.min.js")]
_STREAMLITS = [*Path(streamlit.__file__).parent.glob("static/static/js/PlotlyChart.*.js")]
IN_PLACE = {"", Path(START).stem, Path(STORY).stem}
OTHERS = {Path(file).stem for file in PAGES} - IN_PLACE


class EarlyScripts:
    """A server that names a page's large script in the header of its frame."""

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
    '<./static/js/PlotlyChart...js>; rel=modulepreload'
    >>> early("nowhere")
    """
    if page in IN_PLACE and len(_OURS) == 1:
        return f"<./app/static/{_OURS[0].name}>; rel=preload; as=script"
    if page in OTHERS and len(_STREAMLITS) == 1:
        return f"<./static/js/{_STREAMLITS[0].name}>; rel=modulepreload"
    return None
