"""An argparse parser that reports an error in one sentence instead of a usage screen."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from typing import Any, NoReturn

from aelr_core.cli.printing import say


class Parser(ArgumentParser):
    """A parser that raises `ValueError`, which the command line prints."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=RawDescriptionHelpFormatter, **options)

    def print_help(self, file: object = None) -> None:
        """Print the help as every command prints."""
        say(self.format_help())

    def error(self, message: str) -> NoReturn:
        """Raise the message as one sentence."""
        raise ValueError(f"{self.prog}: {message} (see --help).")
