"""The command line: one module per command.

A command is a module here with ``add_arguments(parser)`` and ``run(options)``, and a line in
`COMMANDS`. It is imported only when it is called. JSON and tables go to standard output; an error
is one sentence on standard error and exit code 2.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

from aelr_core import __version__
from aelr_core.cli.terminal import AskedToEndError, Parser, as_ctrl_c, say

COMMANDS = {
    "rho": "improvement ratios, norms and best budget of a data set, from its second moments",
    "run": "learning curves of the paper's algorithms, under its protocol",
    "campaign": "order tests person by person and learn from the results: new, ask, tell, report",
    "app": "the dashboard, in a browser; needs a checkout of the repository",
}


def main(arguments: Sequence[str]) -> int:
    """Run one command of the package; return the exit code."""
    return _exit_code(lambda: _choose(arguments))


def run_module(command: ModuleType, called: str, arguments: Sequence[str]) -> int:
    """Run a command that is a program of its own, such as `research.study`; return the exit code.

    Parameters
    ----------
    command : a module with ``add_arguments(parser)`` and ``run(options)``.
    called : how it is called, for its help.
    """
    return _exit_code(lambda: _run(command, called, arguments))


def _choose(arguments: Sequence[str]) -> None:
    name, rest = (arguments[0], arguments[1:]) if arguments else ("--help", [])
    if name in ("-h", "--help"):
        say(_help())
    elif name == "--version":
        say(f"AELR Lab {__version__}")
    elif name in COMMANDS:
        _run(import_module(f"{__name__}.{name}"), f"{_called()} {name}", rest)
    else:
        listed = ", ".join(COMMANDS)
        raise ValueError(f"The command must be one of {listed}, but it is {name!r}.")


def _run(command: ModuleType, called: str, arguments: Sequence[str]) -> None:
    parser = Parser(prog=called, description=command.__doc__)
    command.add_arguments(parser)
    options = parser.parse_args(arguments)
    with as_ctrl_c():
        command.run(options)


def _exit_code(work: Callable[[], None]) -> int:
    """Do the work; an error is one sentence on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # no error on a terminal that lacks ρ
    try:
        work()
    except (ValueError, OSError, MemoryError, ModuleNotFoundError) as error:
        print(_sentence(error), file=sys.stderr)
        return 2
    except AskedToEndError as request:
        return request.exit_code
    except KeyboardInterrupt:
        return 130
    return 0


def _called() -> str:
    """Return how the command line was called."""
    return "aelr" if Path(sys.argv[0]).stem == "aelr" else "python -m aelr_core"


def _help() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name.ljust(width)}  {what}" for name, what in COMMANDS.items()]
    return "\n".join(
        [
            "Attribute-efficient linear regression.",
            "",
            f"{_called()} COMMAND ...",
            *lines,
            "",
            f"{_called()} COMMAND --help lists the options of a command.",
            f"{_called()} --version prints the version.",
        ]
    )


def _sentence(error: BaseException) -> str:
    if isinstance(error, MemoryError):
        return "This needs more memory than there is: use smaller data or fewer runs."
    if isinstance(error, ModuleNotFoundError):
        return f"This needs the package {error.name}, which is not installed."
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename} cannot be used: {error.strerror}."
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}."  # No space left on device, say
    return " ".join(str(error).split()) or type(error).__name__
