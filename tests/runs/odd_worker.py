"""A worker like the real one, except for what it is asked to do wrong by the seed of a spec."""

import os
import sys
import time
from collections.abc import Iterator
from typing import Any

from aelr_core.experiments import Progress, stream
from pages.ui.runs import worker

PRINT, HANG, RAISE, EXIT, REFUSE, FULL = range(101, 107)


def odd_stream(spec: Any, **options: Any) -> Iterator[Progress]:
    for progress in stream(spec, **options):
        if spec.seed == PRINT:
            print("stray words", flush=True)  # noqa: T201
            os.write(1, b"\x00\x00\x00\x05stray bytes\n")
            sys.stderr.write("stray complaints\n")
        yield progress
        if spec.seed == HANG:
            time.sleep(3600)  # as one long call that looks at no message
        if spec.seed == RAISE:
            raise KeyError(" ".join(("not", "for", "visitors")))  # a log shows the line as well
        if spec.seed == REFUSE:
            raise ValueError("budget must be smaller.")  # as the core refuses an argument
        if spec.seed == FULL:
            raise OSError("no space left, not for visitors")  # the server is there all the same
        if spec.seed == EXIT:
            os._exit(3)


if __name__ == "__main__":
    worker.stream = odd_stream
    worker.main()
