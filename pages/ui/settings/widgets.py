"""A setting on the screen: its widget, its last valid value, and what was refused.

Widgets bound to the link belong to app.py: drawn by a page, they would forget their values when
the visitor leaves it. A page therefore draws plain widgets of its own settings, between `arrive`,
which reads the link, and `leave_in_link`, which writes it:

    OWN = PageSettings(Setting("m1", ...))  # in the page's room

    OWN.arrive()
    m1 = OWN.draw("m1")
    OWN.leave_in_link()

The names must not be those of the sidebar's settings.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from pages.ui.prose import in_markdown, sections
from pages.ui.settings.table import Setting, by_name
from pages.ui.settings.values import read_link

# By name: the last valid value; what was refused, and while what is so; the link's last text.
_GOOD, _REFUSED, _SEEN = "_last_valid", "_refused", "_seen_in_link"
# A longer text stays on the page, but not in its address.
LONGEST_TEXT = 1_500


class PageSettings:
    """The settings of one page, and what the session and the link say about them."""

    def __init__(self, *settings: Setting, helps: str = "") -> None:
        """Take the settings, and their help texts from the Markdown `helps`, by their names."""
        texts = sections(helps) if helps else {}
        self.settings = by_name(
            *(replace(one, help=texts[one.name]) if one.name in texts else one for one in settings)
        )

    def arrive(self) -> None:
        """Take the values of the link, and show a sentence for each that is not allowed.

        A sentence stays until one of the settings is changed.
        """
        self.take_link()
        self.say()

    def say(self, *names: str) -> None:
        """Show what was refused of some settings, of all if none is named."""
        say(names or self.settings, self.values())

    def take_link(self) -> None:
        """Take the values of the link, and keep a sentence for each that is not allowed.

        What this session itself wrote into the link is ignored: the widget may have changed
        since. Settings that are not in the link keep their values, so a visitor who comes back
        through the menu finds everything unchanged.
        """
        query = {
            name: [text[:LONGEST_TEXT]]
            for name in self.settings
            if (text := st.query_params.get(name)) is not None and new_in_link(name, text)
        }
        good, refused = read_link(self.settings, query)
        st.session_state.update({name: self.settings[name].held(good[name]) for name in good})
        for name, error in refused.items():
            refuse(name, self.settings[name].refusal(error, self.value(name)))
        for name in self.settings:
            self._settle(name)

    def replace(self, name: str, value: object, why: str) -> None:
        """Use another value than the one asked for, before its widget is drawn, and say why."""
        st.session_state[name] = value
        sentence = f"{self.settings[name].full_name}: {why}."
        refuse(name, sentence, self.values())
        _warn(sentence)

    def draw(
        self,
        name: str,
        *,
        without: Sequence[str] = (),
        on_change: Callable[[], None] | None = None,
    ) -> Any:
        """Draw a setting's widget, `without` some choices, and return its value, checked."""
        self._settle(name)
        offered = self.settings[name].narrowed(without=without)
        draw(offered, on_change=on_change, persist_state="session")
        return self.value(name)

    def value(self, name: str) -> Any:
        """Return the value, always a valid one."""
        return value(self.settings[name])

    def values(self) -> dict[str, Any]:
        """Return all values, by name."""
        return {name: self.value(name) for name in self.settings}

    def leave_in_link(self) -> None:
        """Write what differs from the defaults into the link, and remove the rest from it."""
        for name, setting in self.settings.items():
            now = self.value(name)
            text = ",".join(setting.texts(now))
            wanted = None if now == setting.default or len(text) > LONGEST_TEXT else text
            if wanted == st.query_params.get(name):
                continue
            _of_session(_SEEN)[name] = wanted
            if wanted is None:
                del st.query_params[name]
            else:
                st.query_params[name] = wanted

    def _settle(self, name: str) -> None:
        st.session_state.setdefault(name, self.settings[name].held(self.value(name)))
        settle(self.settings[name])


def value(setting: Setting) -> Any:
    """Return a setting's value if it is valid, or else the last valid one: anyone sends anything.

    A last one above the limit, which the data may have lowered, is brought down to it.
    """
    good = _of_session(_GOOD)
    last = good.get(setting.name)
    tried = [st.session_state.get(setting.name, setting.default), last]
    if setting.at_most is not None and isinstance(last, int | float):
        tried.append(type(last)(min(last, setting.at_most)))
    for one in tried:
        with contextlib.suppress(ValueError):
            good[setting.name] = setting.check(one)
            return good[setting.name]
    return setting.default


def settle(setting: Setting) -> None:
    """Put a valid value back into a widget, before it is drawn, and keep a sentence about it.

    Only if it holds none: what is set here overwrites what the visitor is typing.
    """
    if setting.name not in st.session_state:
        return
    try:
        setting.check(st.session_state[setting.name])
    except ValueError as error:
        used = value(setting)
        refuse(setting.name, setting.refusal(error, used))
        st.session_state[setting.name] = setting.held(used)


def new_in_link(name: str, text: object) -> bool:
    """Return whether a link says something else of a setting than when it was looked at last."""
    seen = _of_session(_SEEN)
    is_new = bool(seen.get(name) != text)
    seen[name] = text
    return is_new


def refuse(name: str, sentence: str, state: object = None) -> None:
    """Keep a sentence about a value that is not used, for `say` and its `state`."""
    _of_session(_REFUSED)[name] = sentence, state


def say(names: Container[str], state: object, *others: str) -> None:
    """Show what was refused of some settings while their state, all their values, is the same."""
    refused = _of_session(_REFUSED)
    sentences = [*others]
    for name in [name for name in refused if name in names]:
        sentence, then = refused.pop(name)
        if then in (None, state):
            refused[name] = sentence, state
            sentences.append(sentence)
    if sentences:
        _warn(*sentences)
    else:
        st.empty()  # what follows keeps its position, from which a fragment's id is made


def _warn(*sentences: str) -> None:
    lines = [in_markdown(sentence[0].upper() + sentence[1:]) for sentence in sentences]
    text = lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines)
    st.warning(text, icon=":material/link_off:")


def draw(setting: Setting, *, on_change: Callable[[], None] | None = None, **how: Any) -> object:
    """Draw a setting's widget and return the browser's value; `how` as Streamlit takes it."""
    how |= {"label": setting.label, "key": setting.name, "help": setting.explained or None}
    how |= {"on_change": on_change} if on_change else {}
    how |= {"width": setting.width} if setting.width is not None else {}
    if setting.words is not None:
        how["format_func"] = setting.words.__getitem__
    match setting.widget:
        case "field":
            # without limits: the browser would keep a number out of range in a red field and send
            # nothing, while another one is used; sent, it is refused with a sentence
            return st.number_input(placeholder=setting.empty, **how | _step(setting))
        case "slider":
            kind = int if setting.kind == "integer" else float
            ends = {"min_value": setting.at_least or 0, "max_value": setting.at_most or 0}
            limits = {end: kind(limit) for end, limit in ends.items()}
            return st.slider(**how | _step(setting) | limits)
        case "segments":
            return st.segmented_control(options=setting.choices, required=True, **how)
        case "menu" if setting.kind == "several":
            how |= {"placeholder": f"{setting.choices[0]} … {setting.choices[-1]}"}
            how |= {"max_selections": setting.most, "select_all": False, "filter_mode": "prefix"}
            return st.multiselect(options=setting.choices, **how)
        case "menu":
            return st.selectbox(options=setting.choices, **how)
        case "pills":
            return st.pills(options=setting.choices, selection_mode="multi", **how)
        case "switch":
            return st.toggle(**how)
        case _:
            return st.text_area(height=setting.height, max_chars=setting.most, **how)


def _step(setting: Setting) -> dict[str, int | float]:
    """Return the step, of the setting's type: without it, whole numbers would be decimals."""
    if setting.kind == "integer":
        return {"step": int(setting.step or 1)}
    return {} if setting.step is None else {"step": float(setting.step)}


def _of_session(name: str) -> dict[str, Any]:
    values: dict[str, Any] = st.session_state.setdefault(name, {})
    return values
