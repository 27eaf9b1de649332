"""Answers leave the server at once.

Streamlit makes the server's socket without naming its protocol, so asyncio does not take it for
TCP, and leaves Nagle's algorithm on: what is sent in two parts, as a file with its header is, waits
until the browser has acknowledged the first, 40 ms on Linux. A page asks for more than a hundred
files.
"""

from __future__ import annotations

import gc
import socket


def send_at_once() -> None:
    """Switch Nagle's algorithm off for all that connect to this process from now on.

    Connections inherit the option from the socket that listens. Streamlit keeps that one to itself.
    """
    for each in gc.get_objects():
        if type(each) is socket.socket and _listens(each):
            each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _listens(one: socket.socket) -> bool:
    internet = one.family in (socket.AF_INET, socket.AF_INET6) and one.type == socket.SOCK_STREAM
    return (
        internet
        and one.fileno() >= 0
        and bool(one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))
    )
