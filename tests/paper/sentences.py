"""Checks the content of a sentence, whatever its wording: numbers and names, in order."""

from __future__ import annotations


def mentions(text: str, *parts: str) -> bool:
    """Return whether all parts are in a text, one after the other."""
    at = 0
    for part in parts:
        at = text.find(part, at) + len(part)
        if at < len(part):
            return False
    return True
