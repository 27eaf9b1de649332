"""The page's prose, in which no line breaks inside "d = 5" or "k + 1"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pages.ui.texts import text

_FORMULA, _SIGN = re.compile(r"(\$\$?[^$]+\$\$?)"), re.compile(r"[ \n]([=+×])[ \n]")
_UNBROKEN = "\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}"


def prose(name: str) -> str:
    """Return a text of the page."""
    return unbroken(text(f"beyond/{name}"))


def bullets(sentences: Sequence[str]) -> str:
    r"""Return sentences as a list.

    >>> bullets(["one", "d = 5"]) == "- one\n- d\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}5"
    True
    """
    return "\n".join(f"- {unbroken(sentence)}" for sentence in sentences)


def unbroken(said: str) -> str:
    r"""Return words that do not break at the sign of "k + 1"; formulas stay as they are.

    >>> unbroken("$a = k$ and k + 1") == "$a = k$ and k\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}1"
    True
    """
    return "".join(
        part if part.startswith("$") else _SIGN.sub(_UNBROKEN, part)
        for part in _FORMULA.split(said)
    )
