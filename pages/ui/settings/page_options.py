"""A page's own settings: kept while the visitor looks at other pages, and in the page's link.

Widgets bound to the link belong to app.py: drawn inside a page they forget their values when
the page is left. A page therefore draws plain widgets, whose keys and ranges are those of its
table of options, between `arrive`, which reads the link, and `leave_in_link`, which writes it:

    say(arrive(OPTIONS))
    st.slider(..., key="m1", persist_state="session")
    leave_in_link(OPTIONS)

The names must not be those of the sidebar's settings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import streamlit as st

from pages.ui.plain_text import in_markdown

_WRITTEN = "_written_in_link"
_REFUSED = "_refused_in_link"
# A longer text stays on the page, but not in its address.
LONGEST_TEXT = 1_500


class Setting(Protocol):
    """What is asked of an option, such as those of data sets: a default, a check, a reader."""

    @property
    def default(self) -> object: ...  # noqa: D102  (the class says it)
    def check(self, value: object) -> object: ...  # noqa: D102
    def parse(self, text: str) -> object: ...  # noqa: D102


@dataclass(frozen=True)
class Several:
    """Some of a few whole numbers, at least one: a Setting for a widget of many choices."""

    name: str
    choices: tuple[int, ...]
    default: tuple[int, ...]
    most: int

    def check(self, value: object) -> tuple[int, ...]:
        """Return the numbers in their usual order, or refuse them with one sentence."""
        chosen = tuple(value) if isinstance(value, Sequence) and not isinstance(value, str) else ()
        if not 1 <= len(chosen) <= self.most or not all(one in self.choices for one in chosen):
            listed = ", ".join(str(choice) for choice in self.choices)
            raise ValueError(f"{self.name} must be one to {self.most} of {listed}.")
        return tuple(choice for choice in self.choices if choice in chosen)

    def parse(self, text: str) -> tuple[int, ...]:
        """Return the numbers written in a link.

        >>> Several("dims", (5, 50, 500), (500,), most=2).parse("500,5")
        (5, 500)
        """
        return self.check([int(part) for part in text.split(",") if part.strip().isdecimal()])


def arrive(options: Mapping[str, Setting]) -> tuple[str, ...]:
    """Take over what the link says, and return a sentence for each value that is not allowed.

    What this session has itself written into the link is not news: the widget may have moved
    on since. Names that the link leaves out keep their values, so a visitor who comes back by
    the menu finds everything as it was. A sentence stays until its setting is changed.
    """
    written = st.session_state.setdefault(_WRITTEN, {})
    refused = st.session_state.setdefault(_REFUSED, {})
    for name, option in options.items():
        text = st.query_params.get(name)
        if text is not None and text != written.get(name):
            written[name] = text
            try:
                st.session_state[name] = option.parse(text[:LONGEST_TEXT])
            except ValueError as error:
                used = value(options, name)
                sentence = f"{str(error).removesuffix('.')}: {_text(used)} is used."
                refused[name] = (used, sentence)
        now = value(options, name)
        # Only where it must be: what is set here is sent to the browser, over what is typed there.
        if name not in st.session_state or _text(now) != _text(st.session_state[name]):
            st.session_state[name] = now
    return tuple(
        sentence
        for name, (used, sentence) in refused.items()
        if name in options and used == value(options, name)
    )


def value(options: Mapping[str, Setting], name: str) -> object:
    """Return what is set, or the default: a browser can send anything."""
    option = options[name]
    try:
        return option.check(st.session_state.get(name, option.default))
    except ValueError:
        return option.default


def leave_in_link(options: Mapping[str, Setting]) -> None:
    """Write what differs from the defaults into the link, and take the rest out of it."""
    written = st.session_state.setdefault(_WRITTEN, {})
    for name, option in options.items():
        now = value(options, name)
        text = _text(now)
        wanted = None if now == option.default or len(text) > LONGEST_TEXT else text
        if wanted == st.query_params.get(name):
            continue
        if wanted is None:
            del st.query_params[name]
            written.pop(name, None)
        else:
            st.query_params[name] = written[name] = wanted


def say(problems: tuple[str, ...]) -> None:
    """Show what was wrong with the link."""
    for problem in problems:
        st.warning(in_markdown(problem[0].upper() + problem[1:]), icon=":material/link_off:")


def _text(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)
