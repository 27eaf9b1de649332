"""Messages over a connection, with a time limit on everything, on any system.

A message is a pickle behind its length. `send` never waits for the other side unless it is told
to: what is not taken at once goes out during `receive`, and a side that takes nothing for a while
counts as gone, so a process that was stopped blocks nobody.
"""

from __future__ import annotations

import pickle
import selectors
import socket
from collections import deque
from time import monotonic

# Seconds after which a side that takes nothing of what is sent to it counts as gone.
STALLED = 20.0
_HEAD = 8  # bytes of a length
_READ = 2**18  # bytes read at a time


class Channel:
    """One end of a connection whose both ends are known; all methods are for one thread."""

    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket = connection
        self._selector = selectors.DefaultSelector()
        self._selector.register(connection, selectors.EVENT_READ)
        self._outbox: deque[memoryview] = deque()
        self._inbox = bytearray()
        self._moved = monotonic()  # when something was last taken

    def send(self, message: object, *, whole: bool = False) -> None:
        """Send a message, as far as the other side takes it; if `whole`, wait until it has it.

        EOFError or OSError if the other side is gone.
        """
        frame = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
        if not self._outbox:
            self._moved = monotonic()
        self._outbox += memoryview(len(frame).to_bytes(_HEAD)), memoryview(frame)
        self._write()
        while whole and self._outbox:
            self._exchange(None)

    def receive(self, seconds: float | None) -> tuple[object, int] | None:
        """Return the next message and its bytes, or None if none comes in time; None waits.

        EOFError or OSError if the other side is gone, or takes nothing (`TimeoutError`).
        """
        end = None if seconds is None else monotonic() + seconds
        while (size := self._size()) is None:
            left = None if end is None else end - monotonic()
            if left is not None and left < 0:
                return None
            self._exchange(left)
        message = pickle.loads(memoryview(self._inbox)[_HEAD : _HEAD + size])
        self._inbox = self._inbox[_HEAD + size :]
        return message, size

    def poll(self) -> bool:
        """Return whether a message can be received without waiting."""
        self._exchange(0.0)
        return self._size() is not None

    def close(self) -> None:
        """Close this end."""
        self._selector.close()
        self._socket.close()

    def _size(self) -> int | None:
        """Return the bytes of the next message, None if it is not all there."""
        size = int.from_bytes(self._inbox[:_HEAD])
        return size if len(self._inbox) >= _HEAD + size and self._inbox else None

    def _exchange(self, seconds: float | None) -> None:
        """Wait until something can be written or read, and do so."""
        writing = selectors.EVENT_WRITE if self._outbox else 0
        self._selector.modify(self._socket, selectors.EVENT_READ | writing)
        for _, events in self._selector.select(seconds):
            if events & selectors.EVENT_WRITE:
                self._write()
            if events & selectors.EVENT_READ:
                self._read()
        if self._outbox and seconds is not None and monotonic() - self._moved > STALLED:
            raise TimeoutError("The other side takes nothing of what is sent to it.")

    def _write(self) -> None:
        try:
            while self._outbox:
                sent = self._socket.send(self._outbox[0])
                self._moved = monotonic()
                if sent == len(self._outbox[0]):
                    self._outbox.popleft()
                else:
                    self._outbox[0] = self._outbox[0][sent:]
        except BlockingIOError:
            return

    def _read(self) -> None:
        try:
            data = self._socket.recv(_READ)
        except BlockingIOError:
            return
        if not data:
            raise EOFError
        self._inbox += data
