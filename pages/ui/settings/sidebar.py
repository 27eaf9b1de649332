"""The sidebar: widgets made from the table of settings, kept in the link, checked on every run.

The widgets are bound to the link (``bind="query-params"``), so app.py must draw them: drawn by a
page, they would forget their values when the visitor leaves it. Only the browser enforces their
limits, so every value is checked again here. Streamlit's bound widgets drop bad values of a link
silently, or fail on them and end the page, so the link is cleaned before they read it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from random import randrange
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.errors import StreamlitAPIException

from aelr_core.algorithms import unasked
from pages.ui import data, uploads
from pages.ui.settings import widgets
from pages.ui.settings.table import NUMBER, SETTINGS, Setting
from pages.ui.settings.values import (
    CUSTOM,
    DEFAULTS,
    OLD_NAMES,
    PRESETS,
    RULES,
    Settings,
    allowed,
    from_query,
    mode_words,
    name_of,
    takes,
    to_query,
    usable,
    words_of,
)
from pages.ui.streamlit_internals import forged, seed_widgets

_CURRENT, _OPENED, _DRAWN, _PRESET = "_settings", "_opened_with", "_drawn", "_preset"
# Without a widget: links set them, and they are kept while the visitor stays.
_OF_LINKS = widgets.PageSettings(*(one for one in SETTINGS.values() if one.place == "link"))
_BOUND = {name: one for name, one in SETTINGS.items() if one.place != "link"}
Values = dict[str, Any]


def draw(
    go: Callable[[Settings, str], None] | None = None, *, above: Sequence[str] = ()
) -> Settings:
    """Draw the widgets and return valid settings. Called by app.py only, once per run.

    go : draws Run or Stop.
    above : the settings that stand above the page, because the sidebar is folded away.
    """
    _clean_link()
    _OF_LINKS.take_link()
    values = _OF_LINKS.values()
    row = st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="above")
    places = dict.fromkeys(above, row)
    with st.sidebar:
        with st.container(key="experiment"):
            _start(values, places)
            button = st.container()
            with st.expander("More settings", key="more"):
                presets = st.container()
                _more(values)
        bottom = st.container(horizontal=True, vertical_alignment="center", gap="small")
        with bottom:
            _widget(values, "projector")
        settings = Settings(**values)
        with presets:
            _presets(name_of(settings))
        bottom.button("Reset", on_click=reset, key="reset", help="Restore all defaults.")
        _say_what_links_set(settings)
    st.session_state.update({name: getattr(settings, name) for name in _OF_LINKS.settings})
    _OF_LINKS.leave_in_link()
    st.session_state[_CURRENT] = settings
    st.session_state.setdefault(_OPENED, settings)
    st.session_state[_DRAWN] = tuple(name for name in _BOUND if settings.uses(name))
    if go is not None:
        with button:
            go(settings, "_here")
    widgets.say(SETTINGS, settings, *forged())
    return settings


def current() -> Settings:
    """Return the settings of this run, for the pages; the defaults if the session lost its values.

    A client's message ``clear_cache`` empties its session, and callbacks come before `draw`.
    """
    settings: Settings = st.session_state.get(_CURRENT, DEFAULTS)
    return settings


def choose(settings: Settings) -> None:
    """Set every widget. A callback: the next run of the script shows the new values."""
    st.session_state.update({name: widget_value(settings, name) for name in SETTINGS})
    # A widget that appears with a value does not write it into the link, and nothing else may
    # write a bound name, so it is written before the widget appears. A name may already be bound
    # if its widget appeared in a run that was cut short before `_DRAWN` was set.
    for name, text in to_query(settings).items():
        if name in SETTINGS and name not in st.session_state.get(_DRAWN, ()):
            with suppress(StreamlitAPIException):
                st.query_params[name] = text


def reset() -> None:
    """Set every widget to its default, except the one for large type. A callback."""
    choose(replace(DEFAULTS, projector=current().projector))


def widget_value(settings: Settings, name: str) -> object:
    """Return what a setting's widget holds."""
    value = getattr(settings, name)
    if value is None and name in RULES:
        return mode_words(settings.mode)[name]
    if name == "algorithms":
        return [*words_of(settings.algorithms or unasked(settings.family))]
    return SETTINGS[name].held(value)


def _start(values: Values, places: Mapping[str, DeltaGenerator]) -> None:
    """Draw what everyone sets: the data, the budget and the family."""
    with places.get("data") or nullcontext():
        _widget(values, "data")
    now = Settings(**values)
    if now.uses("alpha"):
        with places.get("alpha") or nullcontext():
            _widget(values, "alpha")
    else:
        with st.container(key="about_data"):
            st.caption(data.summary(now), help=data.source(now.data))
    if now.uses("species"):
        _widget(values, "species")
    sizes = ("dim", "budget") if now.uses("dim") else ("budget",)
    columns = st.columns(len({*sizes} - {*places}) or 1, gap="small")
    for name, column in zip(sizes, (*columns, columns[-1]), strict=False):
        with places.get(name) or column:
            _widget(values, name)
    _widget(values, "family")


def _more(values: Values) -> None:
    """Draw the settings that most visitors never change."""
    for name, column in zip(("examples", "runs"), st.columns(2, gap="small"), strict=True):
        with column:
            _widget(values, name)
    now = Settings(**values)
    if now.examples > now.size.rows:
        often = f"{now.examples / now.size.rows:.0f}"
        st.caption(f"Each of the {now.size.rows:,} rows is used about {often} times.")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        _widget(values, "seed")
        st.button("New seed", on_click=_new_seed, width="content")
    for name, setting in SETTINGS.items():
        if setting.place == "more" and name not in values and Settings(**values).uses(name):
            _widget(values, name, on_change=_follow_the_mode if name == "mode" else None)
    _say_which_are_used(Settings(**values))


def _widget(values: Values, name: str, on_change: Callable[[], None] | None = None) -> None:
    """Draw a setting, bound to the link, and take its value.

    The link holds what is on the screen: the choices, or their labels; never the default.
    """
    now = Settings(**values)
    setting = _offered(allowed(name, now))
    begin = setting.held(setting.default)
    if setting.mode_field or name == "algorithms":
        begin = widget_value(replace(DEFAULTS, mode=now.mode), name)
    how: dict[str, Any] = {"bind": "query-params"}
    if setting.widget in ("segments", "pills"):
        how |= {"width": "stretch", "default": begin}  # the sidebar is narrow
    elif setting.widget == "menu":
        how["index"] = [*setting.choices].index(str(begin))
    else:
        how["value"] = begin
    if setting.widget == "field" and setting.kind == "number":
        how["format"] = "%g"
    widgets.settle(setting)
    widgets.draw(setting, on_change=on_change, **how)
    values[name] = widgets.value(setting)
    if name == "data" and values[name] == "csv":
        values["table"] = uploads.current()


def _offered(setting: Setting) -> Setting:
    """Return a setting without choices that are not there: a table, or a number by a link."""
    if setting.name == "data" and uploads.current() is None:
        return setting.narrowed(without=("csv",))
    asked = st.session_state.get("step", st.query_params.get("step"))
    if setting.name == "step" and asked != NUMBER:
        return setting.narrowed(without=(NUMBER,))
    return setting


def _presets(name: str) -> None:
    """Draw the presets. The choice is not a setting itself: it follows from the others."""
    st.session_state[_PRESET] = name
    st.selectbox(
        "Preset",
        [CUSTOM, *PRESETS] if name == CUSTOM else [*PRESETS],
        key=_PRESET,
        on_change=_choose_preset,
        help="The defaults, figures of the paper with fewer runs, and small data sets. Choosing "
        "one sets everything else.",
    )


def _choose_preset() -> None:
    preset, now = PRESETS.get(st.session_state.get(_PRESET, CUSTOM)), current()
    if preset is not None:  # about data and rules: ours and the size of type are up to the visitor
        choose(replace(preset, projector=now.projector, origin=now.origin))


def _new_seed() -> None:
    st.session_state["seed"] = randrange(int(SETTINGS["seed"].at_most or 0) + 1)


def _follow_the_mode() -> None:
    """Set the rules to those of the chosen mode."""
    st.session_state.update(mode_words(st.session_state.get("mode", DEFAULTS.mode)))


def _say_which_are_used(settings: Settings) -> None:
    """Say which of the chosen algorithms cannot be used, or that none is chosen."""
    chosen, used = st.session_state["algorithms"], words_of(settings.keys)
    left_out = [word for word in chosen if word not in used]
    if not chosen:
        st.caption("No algorithm is chosen, so all are used.")
    elif len(left_out) == len(chosen):
        st.caption("The other settings allow none of these, so all others are used.")
    elif left_out:
        st.caption(f"Left out by the other settings: {', '.join(left_out)}.")


def _say_what_links_set(settings: Settings) -> None:
    """Say which settings without a widget a link has set."""
    of_links = {name: getattr(settings, name) for name in _OF_LINKS.settings}
    words = [
        f"{SETTINGS[name].called} = {SETTINGS[name].shown(value)}"
        for name, value in of_links.items()
        if value != getattr(DEFAULTS, name)
    ]
    if words:
        st.caption(f"Set by the link: {', '.join(words)}. Reset clears it.")


def _clean_link() -> None:
    """Leave only good values to the widgets, and keep a sentence for each bad one.

    On every run: a bad value may come with the first one, with the browser's Back, or with a link
    inside the app. One that was typed into a field is in the link too; the field refuses it.
    """
    query = {name: st.query_params.get_all(name) for name in st.query_params}
    good = {name: texts for name, texts in usable(query).items() if name in _BOUND}
    ours = {name: texts for name, texts in query.items() if OLD_NAMES.get(name, name) in _BOUND}
    ours = {name: ours[name] for name in ours if name in good or not _typed(name, ours[name])}
    for name in _BOUND.keys() - query.keys():  # a link that brings it back is new again
        widgets.new_in_link(name, None)
    new = [name for name, texts in ours.items() if widgets.new_in_link(name, texts)]
    bad = {OLD_NAMES.get(name, name) for name in new} - {*good}
    first = _OPENED not in st.session_state
    if first or bad:
        settings, problems = from_query(query, uploads.current())
        for name in problems:
            if first or name in bad:
                widgets.refuse(name, problems[name])
    if first:  # what no widget will show must not come back when the data change
        good = {name: texts for name, texts in good.items() if takes(settings.data, name)}
        if good.get("budget", [str(settings.budget)]) != [str(settings.budget)]:
            del good["budget"]  # more than the data have
    others = [name for name in ours if not good.get(name)]  # an old name always
    seed_widgets(good, others, renamed=OLD_NAMES.values(), tell=first)


def _typed(name: str, texts: Sequence[str]) -> bool:
    """Whether what the link says of a setting is the number that its field holds."""
    with suppress(ValueError):
        return [float(text) for text in texts] == [st.session_state.get(name)]
    return False
