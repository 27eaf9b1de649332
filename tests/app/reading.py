"""What a visitor reads of an escaped Markdown text, and the numbers of a chart."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from streamlit.testing.v1 import AppTest


@dataclass(frozen=True)
class Chart:
    """A chart on the screen: its words, and its figure as it was sent."""

    alt: str
    sent: str

    @property
    def figure(self) -> Any:
        """The figure, its packed arrays as arrays."""
        return unpacked(json.loads(self.sent))


def charts(app: AppTest) -> dict[str, Chart]:
    """Return the charts on the screen by their keys, in the order of the page."""
    sent = [json.loads(one.proto.json) for one in app.get("bidi_component") if one.proto.json]
    return {one["key"]: Chart(one["alt"], one["figure"]) for one in sent if "figure" in one}


def as_read(markdown: str) -> str:
    r"""Return the text that Markdown shows.

    >>> as_read(r"a\_b must be \-1\: 0 is used\.")
    'a_b must be -1: 0 is used.'
    """
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", markdown).replace("\N{WORD JOINER}", "")


def unpacked(value: Any) -> Any:
    """Return what JSON holds, its packed arrays as arrays."""
    if isinstance(value, dict) and "bdata" in value:
        return np.frombuffer(base64.b64decode(value["bdata"]), value["dtype"])
    if isinstance(value, dict):
        return {key: unpacked(each) for key, each in value.items()}
    return [unpacked(each) for each in value] if isinstance(value, list) else value


def words_at_first(app: AppTest) -> int:
    """Return how many words a page has outside its pictures before anything is unfolded."""

    def texts(block: Any) -> Iterator[str]:
        for child in block.children.values():
            if child.type == "expander":
                yield child.label
            elif hasattr(child, "children"):
                yield from texts(child)
            elif child.type in ("markdown", "heading", "caption", "alert"):
                yield re.sub(r"\$[^$]*\$", "formula", as_read(child.value))
            elif child.type not in ("bidi_component", "html"):
                yield str(getattr(child, "label", ""))
                yield from getattr(child, "options", ()) if child.type == "button_group" else ()

    return sum(len(re.findall(r"\w[\w’'.,/-]*", text)) for text in texts(app.main))
