"""What a visitor reads of an escaped Markdown text, and the numbers of a chart."""

from __future__ import annotations

import base64
import json
import re
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
