"""argparse that refuses with one sentence instead of a usage screen."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from typing import Any, NoReturn


class Parser(ArgumentParser):
    """A parser whose errors are `ValueError`; the command line prints and counts them."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=RawDescriptionHelpFormatter, **options)

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments."""
        raise ValueError(f"{self.prog}: {message} (see --help).")
