"""The opened link: cleaned before a widget reads it, with a sentence for each bad value.

Streamlit's bound widgets drop bad values silently, or fail on them and end the page.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.ui import uploads
from pages.ui.plain_text import in_markdown
from pages.ui.settings.link import OLD_NAMES, from_query, usable
from pages.ui.settings.sidebar_rows import ROWS
from pages.ui.settings.values import Settings, takes

_OPENED_WITH = "_opened_with"
_LINK_PROBLEMS = "_link_problems"
_BAD = "_bad_in_link"


def clean() -> None:
    """Leave only good values to the widgets, and keep a sentence for each bad one.

    On every run: a bad value may come with the first one, with the browser's Back, or with a link
    inside the app. One that was typed into a field is in the link too; the field refuses it.
    """
    query = {name: st.query_params.get_all(name) for name in st.query_params}
    good = usable(query)
    first = _LINK_PROBLEMS not in st.session_state
    ours = {name: texts for name, texts in query.items() if name in ROWS or name in OLD_NAMES}
    ours = {name: ours[name] for name in ours if name in good or not _typed(name, ours[name])}
    bad = {name: ours[name] for name in ours if OLD_NAMES.get(name, name) not in good}
    if first or (bad and bad != st.session_state[_BAD]):
        settings, st.session_state[_LINK_PROBLEMS] = from_query(query, uploads.current())
        st.session_state.pop(_OPENED_WITH, None)
    st.session_state[_BAD] = bad
    if first:  # what no widget will show must not come back when the data change
        good = {name: texts for name, texts in good.items() if takes(settings.data, name)}
        if good.get("budget", [str(settings.budget)]) != [str(settings.budget)]:
            del good["budget"]  # more than the data have
    others = [name for name in ours if not good.get(name)]  # an old name always
    _seed_widgets(good, others, tell=first)


def say_problems(settings: Settings, problems: tuple[str, ...]) -> None:
    """Show what is wrong now, and what was wrong with the link until a setting is changed."""
    if settings == st.session_state.setdefault(_OPENED_WITH, settings):
        now = {_setting(sentence) for sentence in problems}
        before = [each for each in st.session_state[_LINK_PROBLEMS] if _setting(each) not in now]
        problems = (*before, *problems)
    if problems:
        said = [in_markdown(problem[0].upper() + problem[1:]) for problem in problems]
        text = said[0] if len(said) == 1 else "\n".join(f"- {sentence}" for sentence in said)
        st.warning(text, icon=":material/link_off:")
    else:
        st.empty()  # what follows keeps its position, from which a fragment's id is made


def _setting(sentence: str) -> str:
    """Return the setting that a sentence is about, as it is called; else the sentence."""
    called = (row.called for row in ROWS.values())
    return next((name for name in called if sentence.startswith(name)), sentence)


def as_opened(settings: Settings) -> bool:
    """Whether the settings are still those of the link: the visitor has changed nothing."""
    return bool(settings == st.session_state.get(_OPENED_WITH))


def _typed(name: str, texts: Sequence[str]) -> bool:
    """Whether what the link says of a setting is the number that its field holds."""
    with contextlib.suppress(ValueError):
        return [float(text) for text in texts] == [st.session_state.get(name)]
    return False


def _seed_widgets(good: Mapping[str, Sequence[str]], others: Sequence[str], *, tell: bool) -> None:
    """Let the bound widgets read only the good values, and forget the others.

    `st.query_params` cannot do it: it refuses bound names, and widgets do not read it. The
    browser's address is changed only if `tell`, and only once: each change is a step in its
    history, and a visitor who goes back to a bad address must be able to go back further.
    """
    context = get_script_run_ctx()
    if context is None:
        return
    with context.session_state.query_params() as link:
        link.set_initial_query_params(urlencode(good, doseq=True))
        for name in OLD_NAMES.values():  # or its value would leave the address with its old name
            if name in good and not link.has_param(name):
                link.set_with_no_forward_msg(name, good[name][-1])
        for name in others[tell:]:
            link.discard_param_no_forward_msg(name)
        for name in others[:tell]:
            link.remove_param(name)
