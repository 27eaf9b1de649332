"""The lines of an algorithm with the numbers of one step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from aelr_core.checks import Floats, Ints
from pages.ui.numerals import signed
from pages.ui.plain_text import in_markdown

# Longer lists of numbers are cut.
MOST = 6
LONGEST_NAME = 24


@dataclass(frozen=True)
class Line:
    """A line of an algorithm: its number, its text in LaTeX, and its result."""

    number: str
    text: str
    gave: str


def in_a_list(lines: Iterable[Line]) -> str:
    """Return the lines as a Markdown list."""
    return "\n".join(
        f"- **{line.number}** {line.text}  \n  {in_markdown(line.gave)}" for line in lines
    )


def short(name: str) -> str:
    """Return an attribute's name for a list of them.

    >>> short("pixel 5,4"), short("x3")
    ('(5,4)', 'x3')
    """
    if name.startswith("pixel "):
        return f"({name.removeprefix('pixel ')})"
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def some(words: Iterable[str]) -> str:
    """Return the first few words, and how many there are if there are more.

    >>> some("abc")
    'a, b, c'
    """
    listed = list(words)
    more = f", … ({len(listed)} in total)" if len(listed) > MOST else ""
    return ", ".join(listed[:MOST]) + more


def numbers(values: Floats) -> str:
    """Return the first few numbers."""
    return some(signed(value) for value in values)


def sparse(values: Floats, at: Ints, names: Sequence[str]) -> str:
    """Return the drawn coordinates, `at`, of a vector that is 0 elsewhere."""
    return some(f"{names[i]}: {signed(values[i])}" for i in sorted({*at.tolist()}))
