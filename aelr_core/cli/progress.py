"""A progress bar on standard error: drawn on a terminal, silent in a pipe."""

from __future__ import annotations

import sys

from aelr_core.experiments.stages import Stage

WIDTH = 30
_EMPTY = "\r" + " " * (WIDTH + 50) + "\r"


def draw(fraction: float, seconds_left: float | None, name: str = "") -> None:
    """Draw the bar in place of the previous one."""
    if sys.stderr.isatty():
        done = round(WIDTH * fraction)
        bar = "█" * done + "·" * (WIDTH - done)
        line = f"{name} {bar} {fraction:4.0%}{left(seconds_left)}".lstrip()
        print(f"{_EMPTY}{line}", end="", file=sys.stderr, flush=True)


def clear() -> None:
    """Remove the bar."""
    if sys.stderr.isatty():
        print(_EMPTY, end="", file=sys.stderr, flush=True)


def show(stage: Stage) -> None:
    """Draw how far a long computation is; print a line when a part of it is done."""
    count = f"{stage.done} of {stage.of}"
    remaining = None if stage.fraction >= 1 else stage.seconds_left
    if stage.found:
        line = f"{stage.name}: already there ({count})"
    elif stage.took is not None:
        line = f"{stage.name}: {stage.took:.0f} s ({count}){left(remaining)}"
    else:
        draw(stage.fraction, remaining, stage.name)
        return
    clear()
    print(line, file=sys.stderr, flush=True)


def left(seconds: float | None) -> str:
    """Return the time left, to end a line with; "" if it is not known.

    >>> left(12.3), left(300), left(None)
    (', about 12 s left', ', about 5 min left', '')
    """
    if seconds is None:
        return ""
    return (
        f", about {seconds / 60:.0f} min left" if seconds >= 90 else f", about {seconds:.0f} s left"
    )
