"""Printing to standard output, whose reader may have read enough, as ``| head`` has."""

from __future__ import annotations

import os
import sys


def say(text: str) -> None:
    """Print a text at once; a reader that is gone is no error."""
    try:
        print(text, flush=True)
    except OSError as error:
        # what could not be written is dropped, or Python would complain about it at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise OSError(error.errno, error.strerror, "Standard output") from error
