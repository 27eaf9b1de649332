"""The timers of a page's fragments, as a browser keeps them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable


class Timers:
    """Ask for a `look` at each fragment that has a timer, again and again."""

    def __init__(self, look: Callable[[str], Awaitable[None]]) -> None:
        self._look = look
        self._ticking: dict[str, asyncio.Task[None]] = {}
        self._paces: dict[str, float] = {}

    def have(self, fragments: Iterable[str]) -> bool:
        """Whether all of these have one."""
        return {*fragments} <= self._ticking.keys()

    def start(self, fragment: str, seconds: float) -> None:
        """Start the timer of a fragment, unless it has one of the same pace."""

        async def tick() -> None:
            while True:
                await asyncio.sleep(seconds)
                await self._look(fragment)

        if self._paces.get(fragment) == seconds:
            return
        self.stop([fragment])
        self._paces[fragment] = seconds
        self._ticking[fragment] = asyncio.create_task(tick())

    def stop(self, fragments: Iterable[str] | None = None) -> None:
        """Stop the timers of some fragments, or all."""
        for fragment in [*self._ticking] if fragments is None else fragments:
            if fragment in self._ticking:
                self._ticking.pop(fragment).cancel()
                del self._paces[fragment]
