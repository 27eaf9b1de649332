"""How a worker gets to its server: by a port of this machine, and a key that only the two know.

The server opens a door per worker, writes the invitation to the worker's standard input, and shuts
the door behind it. Both show a secret of the invitation before a message is read, for messages are
pickles; who comes without it is turned away.
"""

from __future__ import annotations

import contextlib
import hmac
import secrets
import socket
from time import monotonic

from pages.ui.runs.channel import Channel

HERE = "127.0.0.1"
_KEY = 32  # bytes
# Seconds for a visitor at the door to show the key; a worker sends it as soon as it is connected.
PATIENCE = 10.0


class Door:
    """The server's side, for one worker."""

    def __init__(self) -> None:
        self._key, self._answer = secrets.token_bytes(_KEY), secrets.token_bytes(_KEY)
        self._listening = socket.create_server((HERE, 0), backlog=8)

    @property
    def invitation(self) -> str:
        """A line with what a worker needs to be let in. For its standard input, never its command.

        The commands of all processes can be read by everybody on a machine.
        """
        port = self._listening.getsockname()[1]
        return f"{port} {self._key.hex()} {self._answer.hex()}\n"

    def let_in(self, seconds: float) -> Channel | None:
        """Return the channel to the worker, or None if it does not come in time."""
        end = monotonic() + seconds
        while True:
            self._listening.settimeout(max(0.0, end - monotonic()))
            try:
                connection, _ = self._listening.accept()
            except OSError:  # in time nobody came, or the system has no more connections
                return None
            if _shows(connection, self._key):
                with contextlib.suppress(OSError):  # gone again: noticed when it is used
                    connection.sendall(self._answer)
                self.close()
                return Channel(connection)
            connection.close()

    def close(self) -> None:
        """Let nobody in any more."""
        self._listening.close()


def enter(invitation: str) -> Channel:
    """Return the channel to the server that wrote an invitation.

    EOFError or OSError if the server is gone, or is not the one that wrote it.
    """
    port, key, answer = invitation.split()
    connection = socket.create_connection((HERE, int(port)))
    connection.sendall(bytes.fromhex(key))
    if not _shows(connection, bytes.fromhex(answer), patience=None):
        connection.close()
        raise EOFError
    return Channel(connection)


def _shows(connection: socket.socket, key: bytes, patience: float | None = PATIENCE) -> bool:
    """Return whether the other side sends this key, and before long."""
    connection.settimeout(patience)
    shown = b""
    try:
        while len(shown) < _KEY and (more := connection.recv(_KEY - len(shown))):
            shown += more
    except OSError:
        return False
    return hmac.compare_digest(shown, key)
