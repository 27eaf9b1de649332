"""A page's own settings: kept in the page's link, and while the visitor is on other pages.

Widgets bound to the link belong to app.py: drawn by a page, they would forget their values when
the visitor leaves it. A page therefore draws plain widgets from its own rows, between `arrive`,
which reads the link, and `leave_in_link`, which writes it:

    OWN = PageOptions(Row(Option("m1", ...), "slider"))  # in the page's room

    OWN.arrive()
    m1 = OWN.draw("m1")
    OWN.leave_in_link()

The names must not be those of the sidebar's settings.
"""

from __future__ import annotations

import contextlib
from typing import Any

import streamlit as st

from pages.ui.plain_text import in_markdown
from pages.ui.settings import widgets
from pages.ui.settings.rows import Row, by_name

_WRITTEN = "_written_in_link"
_REFUSED = "_refused_in_link"
_GOOD = "_last_valid"
# A longer text stays on the page, but not in its address.
LONGEST_TEXT = 1_500


class PageOptions:
    """The rows of one page, and what the session and the link say about them."""

    def __init__(self, *rows: Row) -> None:
        self.rows = by_name(*rows)

    def arrive(self) -> None:
        """Take the values of the link, and show a sentence for each that is not allowed.

        What this session itself wrote into the link is ignored: the widget may have changed
        since. Settings that are not in the link keep their values, so a visitor who comes back
        through the menu finds everything unchanged. A sentence stays until its setting changes.
        """
        written = st.session_state.setdefault(_WRITTEN, {})
        refused = st.session_state.setdefault(_REFUSED, {})
        for name, row in self.rows.items():
            text = st.query_params.get(name)
            if text is not None and text != written.get(name):
                written[name] = text
                try:
                    st.session_state[name] = row.parse([text[:LONGEST_TEXT]])
                except ValueError as error:
                    used = self.value(name)
                    refused[name] = (used, row.refusal(error, row.shown(used)))
            self._settle(name)
        for name in [name for name in refused if name in self.rows]:
            used, sentence = refused[name]
            if used == self.value(name):
                _warn(sentence)
            else:
                del refused[name]

    def replace(self, name: str, value: object, why: str) -> None:
        """Use another value than the one asked for, before its widget is drawn, and say why."""
        sentence = f"{self.rows[name].called}: {why}."
        st.session_state[name] = value
        st.session_state.setdefault(_REFUSED, {})[name] = (value, sentence)
        _warn(sentence)

    def draw(self, name: str, **how: Any) -> Any:
        """Draw a setting's widget and return its value, checked; `how` as `widgets.kept` has it."""
        self._settle(name)
        widgets.kept(self.rows[name], **how)
        return self.value(name)

    def value(self, name: str) -> Any:
        """Return the value if it is valid, or else the last valid one: a browser sends anything."""
        row, good = self.rows[name], st.session_state.setdefault(_GOOD, {})
        now = st.session_state.get(name, row.option.default)
        for value in (now, good.get(name)):  # a table's rows may have other choices than before
            with contextlib.suppress(ValueError):
                good[name] = row.check(value)
                return good[name]
        return row.option.default

    def leave_in_link(self) -> None:
        """Write what differs from the defaults into the link, and remove the rest from it."""
        written = st.session_state.setdefault(_WRITTEN, {})
        for name, row in self.rows.items():
            now = self.value(name)
            text = _text(row, now)
            wanted = None if now == row.option.default or len(text) > LONGEST_TEXT else text
            if wanted == st.query_params.get(name):
                continue
            if wanted is None:
                del st.query_params[name]
                written.pop(name, None)
            else:
                st.query_params[name] = written[name] = wanted

    def _settle(self, name: str) -> None:
        """Give the widget a valid value, and keep a sentence about one that is not allowed.

        Only if it has none: what is set here overwrites what the visitor is typing.
        """
        row, now = self.rows[name], self.value(name)
        try:
            row.check(st.session_state.get(name, now))
        except ValueError as error:
            refused = st.session_state.setdefault(_REFUSED, {})
            refused[name] = (now, row.refusal(error, row.shown(now)))
        if name not in st.session_state or _text(row, st.session_state[name]) != _text(row, now):
            st.session_state[name] = now


def _warn(sentence: str) -> None:
    st.warning(in_markdown(sentence[0].upper() + sentence[1:]), icon=":material/link_off:")


def _text(row: Row, value: object) -> str:
    return ",".join(row.texts(tuple(value) if isinstance(value, list) else value))
