"""A page's own settings: kept while the visitor looks at other pages, and in the page's link.

Widgets bound to the link belong to app.py: drawn inside a page they forget their values when
the page is left. A page therefore draws plain widgets, whose keys and ranges are those of its
table of options, between `arrive`, which reads the link, and `leave_in_link`, which writes it:

    problems = arrive(OPTIONS)
    st.slider(..., key="m1", persist_state="session")
    settings = checked(OPTIONS)
    leave_in_link(OPTIONS)
"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from aelr_core.datasets.options import Option

_WRITTEN = "_written_in_link"
# A longer text stays on the page, but not in its address.
LONGEST_TEXT = 1_500


def arrive(options: Mapping[str, Option]) -> tuple[str, ...]:
    """Take over what the link says, and return a sentence for each value that is not allowed.

    What this session has itself written into the link is not news: the widget may have moved
    on since. Names that the link leaves out keep their values, so a visitor who comes back by
    the menu finds everything as it was.
    """
    written = st.session_state.setdefault(_WRITTEN, {})
    problems = []
    for name, option in options.items():
        text = st.query_params.get(name)
        if text is not None and text != written.get(name):
            written[name] = text
            try:
                st.session_state[name] = option.parse(text[:LONGEST_TEXT])
            except ValueError as error:
                used = st.session_state.get(name, option.default)
                problems.append(f"{str(error).removesuffix('.')}: {used} is used.")
        st.session_state.setdefault(name, option.default)
    return tuple(problems)


def value(options: Mapping[str, Option], name: str) -> object:
    """Return what is set, or the default: a browser can send anything."""
    option = options[name]
    try:
        return option.check(st.session_state.get(name, option.default))
    except ValueError:
        return option.default


def leave_in_link(options: Mapping[str, Option]) -> None:
    """Write what differs from the defaults into the link, and take the rest out of it."""
    written = st.session_state.setdefault(_WRITTEN, {})
    for name, option in options.items():
        now = value(options, name)
        text = str(now)
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
        st.warning(problem[0].upper() + problem[1:], icon=":material/link_off:")
