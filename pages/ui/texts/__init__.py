"""The app's static prose: a Markdown file per text, in a folder per page."""

from __future__ import annotations

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent


def text(name: str, **fields: object) -> str:
    """Return the Markdown of ``<name>.md``, each ``{field}`` filled in.

    Braces that are no field are left alone: formulas have them.

    >>> "margin** is 5 % of" in text("paper/how_decided", margin="5 %")
    True
    """
    found = _read(name)
    for field, value in fields.items():
        found = found.replace(f"{{{field}}}", str(value))
    return found


def sections(name: str) -> dict[str, str]:
    """Return the parts of ``<name>.md`` by their headings, ``## Heading``.

    >>> list(sections("lessons/few"))
    ['Ask', 'See', 'Next', 'Say']
    """
    _, *parts = f"\n{_read(name)}".split("\n## ")
    found = (part.partition("\n") for part in parts)
    return {heading: body.strip() for heading, _, body in found}


@cache
def _read(name: str) -> str:
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8")
