"""The garbage collector of a server with many visitors: it looks at what is new.

Streamlit collects all garbage after every run of a script and every look of a fragment. That goes
over everything that is alive, all modules and all sessions, and soon takes longer than the look
itself: with thirty visitors it would take all the time there is. Here what has survived a
collection is left out of the next ones, and once a minute all of it is looked at.
"""

from __future__ import annotations

import gc
from time import monotonic

OLDEST = 2  # the generation of a collection of everything
WHOLE = 60.0  # seconds between two collections that leave nothing out


class Collecting:
    """A callback of the collector, see `gc.callbacks`."""

    def __init__(self, whole: float = WHOLE) -> None:
        self._whole = whole
        self._looked = monotonic()

    def __call__(self, phase: str, info: dict[str, int]) -> None:
        """Before a collection: leave nothing out if it is time. After it: spare what is alive."""
        if info["generation"] < OLDEST:
            return
        if phase == "stop":
            gc.freeze()
        elif monotonic() - self._looked >= self._whole:
            self._looked = monotonic()
            gc.unfreeze()


def collect_what_is_new() -> None:
    """Collect like this from now on, in this process."""
    if not any(isinstance(one, Collecting) for one in gc.callbacks):
        gc.callbacks.append(Collecting())
