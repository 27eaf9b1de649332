"""The frame around every page: the table of pages and the guard that keeps them inside it."""

from __future__ import annotations

import re
import socket
from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import NoReturn
from urllib.parse import SplitResult, urlsplit, urlunsplit

import streamlit as st

_IN_SHELL = "_in_shell"

# The first is the start page; a file's stem is its URL. No icons: Streamlit would make them the
# browser tab's icon for a moment, and fetch the Material ones from a server on the internet.
PAGES = {
    "pages/explorer.py": "Explorer",
    "pages/what_if.py": "What if",
    "pages/one_step.py": "One step",
    "pages/bounds.py": "Bounds",
    "pages/results.py": "Results",
    "pages/your_data.py": "Your data",
    "pages/story.py": "Story",
}
START = next(iter(PAGES))
# Addresses that pages had, and where they lead on to with the settings in their links; "" is the
# start page, which Streamlit serves at "/".
OLD_ADDRESSES = {
    Path(START).stem: "",
    "guide": "story",
    "ratios": "what_if",
    "sampling": "what_if",
    "microscope": "one_step",
    "paper": "results",
    "beyond": "results#ours",
}

ONLY_HERE = (
    "Links work on this machine only, because the server listens on `localhost`: for others, start "
    "it with `ADDRESS=0.0.0.0 make run`, or with `--server.address=0.0.0.0`."
)


def navigation() -> st.Page:
    """Draw the menu and return the page that the visitor asked for."""
    pages = [st.Page(file, title=name, default=file == START) for file, name in PAGES.items()]
    return st.navigation(pages, position="top")


def is_start(page: st.Page) -> bool:
    """Return whether it is the start page."""
    return page.title == PAGES[START]


def this_page() -> SplitResult:
    """Return the address of this page under which others reach it.

    It is the one that this visitor came by. A visitor at the server's own machine may have come by
    ``localhost``, which to others is their own: they need ``browser.serverAddress`` if it is set,
    as for a container, or else the machine's address in its network.
    """
    address = urlsplit(st.context.url or "")
    if not _is_here(address.hostname):
        return address
    host = str(st.get_option("browser.serverAddress"))
    if _is_here(host):
        if _is_loopback(st.get_option("server.address")):
            return address
        host = _in_the_network()
    port = re.search(r":\d+$", address.netloc)
    return address._replace(netloc=host + (port[0] if port else ""))


def for_others() -> str:
    """Return why a link does not work for others, and what to do, in Markdown; "" if it does."""
    return ONLY_HERE if _is_here(this_page().hostname) else ""


def start_page() -> str:
    """Return the address of the start page under which others reach it."""
    folder = this_page().path.rpartition("/")[0]
    return urlunsplit(this_page()._replace(path=f"{folder}/", query="", fragment=""))


def _is_here(host: str | None) -> bool:
    """Return whether a visitor who came by this host is at the server's own machine.

    >>> [_is_here(host) for host in ("localhost", "0.0.0.0", "192.168.7.5", "a.org")]
    [True, True, False, False]
    """
    return _is_loopback(host) or host in ("0.0.0.0", "::")


def _is_loopback(host: str | None) -> bool:
    """Return whether a host is the machine itself.

    >>> [_is_loopback(host) for host in ("localhost", "127.0.0.1", "::1", "0.0.0.0", "a.org", None)]
    [True, True, True, False, False, False]
    """
    if host == "localhost":
        return True
    try:
        return ip_address(host or "").is_loopback
    except ValueError:
        return False


def _in_the_network() -> str:
    """Return this machine's address in its network, or its name. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address of nobody: only the way to it is chosen
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def file_of(page: st.Page) -> str:
    """Return a page's file."""
    return next(file for file, title in PAGES.items() if title == page.title)


def go(file: str, query: Mapping[str, str] | None = None) -> NoReturn:
    """Go to another page and keep the settings. Use it instead of `st.switch_page`.

    query : what else its link says.

    `st.switch_page` clears the link first, which Streamlit forbids while widgets are bound to it.
    Given an empty query it does not, and the widgets write theirs again.
    """
    st.switch_page(file, query_params=query or {})


def enter() -> None:
    """Record that app.py has drawn the frame, so that the page may run. Called by app.py only."""
    st.session_state[_IN_SHELL] = True


def require_shell() -> None:
    """Send a page that was opened without app.py through it. First line of every page.

    Until some session has called `st.navigation`, Streamlit treats a deep link as a file of the
    folder ``pages/`` and runs it alone. Calling `st.navigation` once switches the whole process
    over; the rerun then starts at app.py and keeps the link's query. The mark is removed when
    read, so that it never counts for a later run.
    """
    if not st.session_state.pop(_IN_SHELL, False):
        navigation()
        st.rerun()


_ways = st.components.v2.component(
    "aelr_ways", js=Path(__file__).with_name("ways.js").read_text(encoding="utf-8")
)


def show_ways() -> None:
    """Give the page its ways: past the sidebar, back, out of the menu, along the pictures.

    They are in ``ways.js``. Called by app.py only, once per script run.
    """
    _ways(key="ways", data={}, height=1)
