"""The app's static prose: a Markdown file per text, in a folder per page."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent


def text(name: str, **fields: object) -> str:
    """Return the Markdown of ``<name>.md``, each ``{field}`` filled in.

    Braces that are no field are left alone: formulas have them.

    >>> "two samples" in text("results/ours")
    True
    """
    return _with(_read(name), fields)


def fill(template: str, **fields: object) -> str:
    """Return Markdown with each ``{field}`` filled in, its lines as they are."""
    return _with(template, fields)


def filled(sentence: str, **fields: object) -> str:
    r"""Return a sentence in one line, each ``{field}`` filled in.

    >>> filled("{n} runs\nof {what}", n=3, what="one table")
    '3 runs of one table'
    """
    return " ".join(_with(sentence, fields).split())


def sections(name: str) -> dict[str, str]:
    """Return the parts of ``<name>.md`` by their headings, ``## Heading``.

    >>> list(sections("lessons/few"))
    ['Ask', 'See', 'Next', 'Say']
    """
    _, *parts = f"\n{_read(name)}".split("\n## ")
    pairs = (part.partition("\n") for part in parts)
    return {heading: body.strip() for heading, _, body in pairs}


def _with(template: str, fields: Mapping[str, object]) -> str:
    for field, value in fields.items():
        template = template.replace(f"{{{field}}}", str(value))
    return template


@cache
def _read(name: str) -> str:
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8")
