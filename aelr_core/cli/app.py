"""Start the dashboard and print its address; Ctrl-C stops it.

It is not part of the installed package: the command looks for a checkout of the repository where
the code itself is, in the current folder, and above it. Settings of Streamlit may follow "--".
"""

from __future__ import annotations

import subprocess
import sys
from argparse import REMAINDER, ArgumentParser, Namespace
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

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
    """Serve the dashboard until it is stopped."""
    folder = checkout([Path(__file__).resolve(), Path.cwd() / "here"])
    if find_spec("streamlit") is None or find_spec("plotly") is None:
        raise ValueError(NO_STREAMLIT)
    words = [sys.executable, "-m", "streamlit", "run", str(folder / SERVER)]
    words += [f"--server.port={options.port}"]
    words += [f"--server.address={options.address}"] if options.address else []
    words += [word for word in options.streamlit if word != "--"]
    server = subprocess.Popen(words)
    try:
        server.wait()
    finally:  # a signal that ends this command ends the server too
        server.terminate()
        server.wait()


def checkout(places: Iterable[Path]) -> Path:
    """Return the first folder above one of the places that holds the dashboard."""
    for place in places:
        for folder in place.parents:
            if (folder / SERVER).is_file() and (folder / "pages" / "ui").is_dir():
                return folder
    raise ValueError(NO_CHECKOUT)
