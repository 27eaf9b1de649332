"""The sidebar: widgets made from the table of settings, kept in the link, checked on every run.

The widgets are bound to the link (``bind="query-params"``), so app.py must draw them: drawn by a
page, they would forget their values when the visitor leaves it. Only the browser enforces their
limits, so every value is checked again here.
"""

from __future__ import annotations

import contextlib
from dataclasses import replace
from random import randrange
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.errors import StreamlitAPIException

from aelr_core.algorithms import of_family
from pages.ui import about_data, forged_values, uploads
from pages.ui.settings import opened_link, widgets
from pages.ui.settings.link import Draft, to_query
from pages.ui.settings.presets import CUSTOM, PRESETS, name_of
from pages.ui.settings.sidebar_rows import ROWS
from pages.ui.settings.values import DEFAULTS, RULES, Settings, mode_words, words_of

_CURRENT = "_settings"
_DRAWN = "_drawn"
_PRESET = "_preset"
_BROUGHT_DOWN = "_brought_down"
_GOOD, _REFUSED = "_good_numbers", "_refused_numbers"


def draw() -> Settings:
    """Draw the widgets and return valid settings. Called by app.py only, once per run."""
    opened_link.clean()
    draft = Draft(uploads.current())
    with st.sidebar:
        with st.container(key="experiment"):
            top = st.container()
            _experiment(draft)
        bottom = st.container(horizontal=True, vertical_alignment="center", gap="small")
        with bottom:
            _widget(draft, "projector")
        settings, problems = draft.finished()
        with top:
            _presets(name_of(settings))
        bottom.button("Reset", on_click=reset, key="reset", help="Restore all defaults.")
    st.session_state[_CURRENT] = settings
    st.session_state[_DRAWN] = tuple(name for name in ROWS if settings.uses(name))
    opened_link.say_problems(settings, (*problems, *forged_values.problems()))
    return settings


def _experiment(draft: Draft) -> None:
    """Draw what is run, and on what."""
    _data(draft)
    _widget(draft, "family")
    _numbers(draft)
    _seed(draft)
    _widget(draft, "mode", on_change=_follow_the_mode)
    _widget(draft, "origin")
    with st.expander("Details"):
        _details(draft)
    _say_what_differs(draft.so_far)


def current() -> Settings:
    """Return the settings of this run, for the pages; the defaults if the session lost its values.

    A client's message ``clear_cache`` empties its session, and callbacks come before `draw`.
    """
    settings: Settings = st.session_state.get(_CURRENT, DEFAULTS)
    return settings


def choose(settings: Settings) -> None:
    """Set every widget. A callback: the next run of the script shows the new values."""
    st.session_state.update({name: widget_value(settings, name) for name in ROWS})
    # A widget that appears with a value does not write it into the link, and nothing else may
    # write a bound name, so it is written before the widget appears. A name may already be bound
    # if its widget appeared in a run that was cut short before `_DRAWN` was set.
    for name, text in to_query(settings).items():
        if name in ROWS and name not in st.session_state.get(_DRAWN, ()):
            with contextlib.suppress(StreamlitAPIException):
                st.query_params[name] = text


def reset() -> None:
    """Set every widget to its default, except the one for large type. A callback."""
    choose(replace(DEFAULTS, projector=current().projector))


def as_before(settings: Settings) -> Settings:
    """Return other settings with the current size of type and choice of algorithms.

    A preset is about data and rules; whether ours are shown too is up to the visitor.
    """
    now = current()
    return replace(settings, projector=now.projector, origin=now.origin)


def widget_value(settings: Settings, name: str) -> object:
    """Return what a setting's widget holds."""
    value = getattr(settings, name)
    if value is None and ROWS[name].follows_mode:
        return mode_words(settings.mode)[name]
    if name == "algorithms":
        return [*words_of(settings.algorithms or of_family(settings.family))]
    return None if value == ROWS[name].empty else value


def _widget(draft: Draft, name: str, **how: Any) -> None:
    """Draw a setting and take its value."""
    if ROWS[name].widget == "field":
        _settle(draft, name, how.get("at_most"))
    begin = (
        mode_words(draft.so_far.mode)[name]
        if ROWS[name].follows_mode
        else widget_value(DEFAULTS, name)
    )
    value = widgets.bound(ROWS[name], begin, **how)
    draft.take(name, value)
    if ROWS[name].widget == "field":
        st.session_state[_GOOD][name] = value


def _settle(draft: Draft, name: str, at_most: int | None) -> None:
    """Put the last valid number back into a field, before it is drawn, and say why."""
    good, refused = (st.session_state.setdefault(key, {}) for key in (_GOOD, _REFUSED))
    if name not in st.session_state:  # the link gives the first value, and was checked
        return
    row, now = ROWS[name], st.session_state[name]
    limited = row.option if at_most is None else replace(row.option, at_most=at_most)
    try:
        if now is not None or row.empty is None:
            limited.check(now)
    except ValueError as error:
        now = good.get(name, widget_value(DEFAULTS, name))
        if at_most is not None:
            now = min(now, at_most)
        refused[name] = now, row.refusal(error, row.shown(row.empty if now is None else now))
        st.session_state[name] = now
    if name in refused and refused[name][0] == now:
        draft.say(refused[name][1])
    else:
        refused.pop(name, None)


def _presets(name: str) -> None:
    """Draw the presets. The choice is not a setting itself: it follows from the others."""
    st.session_state[_PRESET] = name
    st.selectbox(
        "Preset",
        [CUSTOM, *PRESETS] if name == CUSTOM else [*PRESETS],
        key=_PRESET,
        on_change=_choose_preset,
        help="The defaults, figures of the paper with fewer runs, and small data sets. Choosing "
        "one sets everything below.",
    )


def _choose_preset() -> None:
    preset = PRESETS.get(st.session_state.get(_PRESET, CUSTOM))
    if preset is not None:
        choose(as_before(preset))


def _data(draft: Draft) -> None:
    """Draw the choice of data, and their own settings."""
    _widget(draft, "data", leave_out=() if uploads.current() else ("csv",))
    if draft.so_far.uses("alpha"):
        _widget(draft, "alpha")
    else:
        chosen = draft.so_far
        with st.container(key="about_data"):
            st.caption(about_data.summary(chosen), help=about_data.source(chosen.data))
    if draft.so_far.uses("species"):
        _widget(draft, "species")


def _numbers(draft: Draft) -> None:
    """Draw the numbers of attributes, examples and runs."""
    if draft.so_far.uses("dim"):
        left, right = st.columns(2, gap="small")
        with left:
            _widget(draft, "dim")
        with right:
            _budget(draft)
    else:
        _budget(draft)
    _say_brought_down(draft.so_far)
    left, right = st.columns(2, gap="small")
    with left:
        _widget(draft, "examples")
    with right:
        _widget(draft, "runs")
    examples, rows = draft.so_far.examples, draft.so_far.size.rows
    if examples > rows:
        st.caption(f"Each of the {rows:,} rows is used about {examples / rows:.0f} times.")


def _budget(draft: Draft) -> None:
    """Draw k + 1, limited by d: a smaller d reduces the budget."""
    budget, d = st.session_state.get("budget"), draft.so_far.d
    before = st.session_state.get(_GOOD, {}).get("budget")
    if isinstance(budget, int) and budget > d and budget == before:
        st.session_state["budget"] = d
        st.session_state[_BROUGHT_DOWN] = d
    _widget(draft, "budget", at_most=d)


def _say_brought_down(settings: Settings) -> None:
    """Say why the budget was reduced, until it or d changes."""
    d = settings.d
    if st.session_state.get(_BROUGHT_DOWN) == d == settings.budget:
        st.caption(f"The budget was reduced to {d}, the number of attributes.")
    else:
        st.session_state.pop(_BROUGHT_DOWN, None)


def _seed(draft: Draft) -> None:
    with _row():
        _widget(draft, "seed")
        st.button("New seed", on_click=_new_seed, width="content")


def _new_seed() -> None:
    st.session_state["seed"] = randrange(int(ROWS["seed"].option.at_most or 0) + 1)


def _follow_the_mode() -> None:
    """Set the details to those of the chosen mode."""
    st.session_state.update(mode_words(st.session_state.get("mode", DEFAULTS.mode)))


def _details(draft: Draft) -> None:
    """Draw the settings that most visitors never change."""
    for name, row in ROWS.items():
        if row.place == "details" and draft.so_far.uses(name):
            _widget(draft, name)
    _say_which_are_used(draft.so_far)


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


def _say_what_differs(settings: Settings) -> None:
    """Say which details differ from the chosen mode: the expander may be closed."""
    unlike = [name for name in RULES if getattr(settings, name) is not None]
    unlike += ["m1"] if settings.m1 != DEFAULTS.m1 else []
    if unlike:
        words = ", ".join(ROWS[name].option.label.lower() for name in unlike)
        st.caption(f"Differs from the paper's {settings.mode} in: {words}.")


def _row() -> DeltaGenerator:
    return st.container(horizontal=True, vertical_alignment="bottom", gap="small")
