"""What a visitor reads of an escaped Markdown text."""

from __future__ import annotations

import re


def as_read(markdown: str) -> str:
    r"""Return the text that Markdown shows.

    >>> as_read(r"a\_b must be \-1\: 0 is used\.")
    'a_b must be -1: 0 is used.'
    """
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", markdown).replace("\N{WORD JOINER}", "")
