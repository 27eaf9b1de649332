"""Start the dashboard and print its address; Ctrl-C stops it.

It is not part of the installed package: the command looks for a checkout of the repository where
the code itself is, in the current folder, and above it. Settings of Streamlit may follow "--".
"""

from __future__ import annotations

import runpy
import signal
import sys
from argparse import REMAINDER, ArgumentParser, Namespace
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from aelr_core.cli.terminal import REQUESTS

SERVER = "app.py"
NO_CHECKOUT = (
    "The dashboard is not part of the installed package: get the repository, and start it there "
    "with 'make run', or with 'aelr app' from inside its folder."
)
NO_STREAMLIT = (
    "The dashboard needs Streamlit and Plotly: install them with "
    "'pip install -r requirements.txt' in the repository."
)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options of `app`."""
    parser.add_argument("--port", type=int, default=8501, metavar="N", help="Default 8501")
    parser.add_argument("--address", metavar="HOST", help="Default localhost: this machine only")
    parser.add_argument("streamlit", nargs=REMAINDER, metavar="-- ...", help="Streamlit's own")


def run(options: Namespace) -> None:
    """Serve the dashboard in this process, so that whatever ends it ends the server."""
    before, *settings = options.streamlit or ["--"]
    if before != "--":
        raise ValueError(f"The command app takes options only, but it was given {before!r}.")
    folder = checkout([Path(__file__).resolve(), Path.cwd() / "here"])
    if find_spec("streamlit") is None or find_spec("plotly") is None:
        raise ValueError(NO_STREAMLIT)
    sys.argv = ["streamlit", "run", str(folder / SERVER), f"--server.port={options.port}"]
    sys.argv += [f"--server.address={options.address}"] if options.address else []
    sys.argv += settings
    for request in REQUESTS:
        if signal.getsignal(request) is not signal.SIG_IGN:
            signal.signal(request, signal.SIG_DFL)  # the server has its own way to end
    for name in [name for name in sys.modules if name.partition(".")[0] == "aelr_core"]:
        del sys.modules[name]  # it may be an installed one: the dashboard uses the checkout's
    runpy.run_module("streamlit", run_name="__main__", alter_sys=True)


def checkout(places: Iterable[Path]) -> Path:
    """Return the first folder above one of the places that holds the dashboard."""
    for place in places:
        for folder in place.parents:
            if (folder / SERVER).is_file() and (folder / "pages" / "ui").is_dir():
                return folder
    raise ValueError(NO_CHECKOUT)
