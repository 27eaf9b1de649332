"""Addresses that no page has: pages are one level deep, as ``/guide`` is.

Streamlit answers any address with the frame of its page, whose scripts are named relative to the
address. Below ``/a/b`` they are not found, and the browser shows nothing at all.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from pages.ui.shell import PAGES

# Where Streamlit serves files that may be pages of their own.
FILES = ("/component/", "/_stcore/bidi-components/", "/app/static/", "/media/")
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Server = Callable[[Message, Receive, Send], Awaitable[None]]

SENTENCE = "AELR Lab has no page at this address."
_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No such page · AELR Lab</title>
<style>
  :root {{ color-scheme: light dark; font-family: "Source Sans", sans-serif; }}
  body {{ max-width: 34rem; margin: 4rem auto; padding: 0 1rem; line-height: 1.5; }}
</style>
<h1>AELR Lab</h1>
<p>{sentence} <a href="{home}">Go to the {title}.</a></p>
</html>
"""


class SeveralLevels:
    """A server that answers an address of several levels with a sentence and a link home."""

    def __init__(self, app: Server) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request."""
        path = str(scope.get("path", "")).removeprefix(str(scope.get("root_path", "")))
        levels = path.strip("/").count("/")
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


def is_frame(start: Message) -> bool:
    """Return whether an answer begins that is the frame of a page."""
    headers: dict[bytes, bytes] = {name.lower(): value for name, value in start["headers"]}
    return bool(start["status"] == 200) and headers.get(b"content-type", b"").startswith(
        b"text/html"
    )


async def _no_such_page(send: Send, home: str) -> None:
    body = _PAGE.format(sentence=SENTENCE, home=home, title=next(iter(PAGES.values()))).encode()
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-cache"),
    ]
    await send({"type": "http.response.start", "status": 404, "headers": headers})
    await send({"type": "http.response.body", "body": body})
