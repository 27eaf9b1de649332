"""The sidebar: widgets made from the table of settings, kept in the link, checked on every run.

The widgets are bound to the link (``bind="query-params"``), so app.py must draw them: bound
widgets of a page would forget their values on leaving it. The browser alone holds their ranges,
so all values are checked again on every run.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import randrange
from urllib.parse import urlencode

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.errors import StreamlitAPIException
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.ui import about_data, uploads
from pages.ui.plain_text import in_markdown
from pages.ui.settings import widgets
from pages.ui.settings.link import OPTIONS, checked, from_query, to_query, usable
from pages.ui.settings.presets import CUSTOM, PRESETS, name_of
from pages.ui.settings.values import DEFAULTS, RULES, Settings, mode_words, takes, words_of

_CURRENT = "_settings"
_DRAWN = "_drawn"
_OPENED_WITH = "_opened_with"
_LINK_PROBLEMS = "_link_problems"
_PRESET = "_preset"
_BROUGHT_DOWN = "_brought_down"


def draw() -> Settings:
    """Draw the widgets and return valid settings. Called by app.py alone, once a run."""
    _read_link()
    with st.sidebar:
        top = st.container()
        values = _data()
        values["family"] = widgets.segments("family")
        values |= _numbers(values)
        values["seed"] = _seed()
        values["mode"] = widgets.segments("mode", on_change=_follow_the_mode)
        with st.expander("Details"):
            values |= _details(values)
        _say_what_differs(_settings(values)[0])
        bottom = st.container(horizontal=True, vertical_alignment="center", gap="small")
        with bottom:
            values["projector"] = widgets.switch("projector")
        settings, problems = _settings(values)
        with top:
            _presets(name_of(settings))
        bottom.button("Reset", on_click=reset, help="All of these as they were at the start.")
    st.session_state[_CURRENT] = settings
    st.session_state[_DRAWN] = tuple(values)
    _say_problems(settings, problems)
    return settings


def current() -> Settings:
    """Return the settings of this run, for the pages."""
    settings: Settings = st.session_state[_CURRENT]
    return settings


def choose(settings: Settings) -> None:
    """Set every widget. A callback: the sidebar of the run that follows shows it."""
    st.session_state.update({name: widget_value(settings, name) for name in OPTIONS})
    # A widget that appears with a value does not write it into the link, and no one else may
    # write what a widget is bound to: so it is done before. Some widget may have appeared in a
    # run that was cut short, before it was noted.
    for name, text in to_query(settings).items():
        if name in OPTIONS and name not in st.session_state.get(_DRAWN, ()):
            with contextlib.suppress(StreamlitAPIException):
                st.query_params[name] = text


def reset() -> None:
    """Set every widget to its default, but leave the projector on. A callback."""
    choose(replace(DEFAULTS, projector=current().projector))


def widget_value(settings: Settings, name: str) -> object:
    """Return what a setting's widget holds."""
    value = getattr(settings, name)
    if name in RULES and value is None:
        return mode_words(settings.mode)[name]
    if name == "algorithms":
        return [*words_of(settings.keys)]
    if name == "norm_bound":
        return None if value == "auto" else value
    return value


def _settings(values: Mapping[str, object]) -> tuple[Settings, tuple[str, ...]]:
    return checked(values, uploads.current())


def _presets(name: str) -> None:
    """Draw the named settings. The choice is no setting of its own: it says what the others are."""
    st.session_state[_PRESET] = name
    st.selectbox(
        "Preset",
        [CUSTOM, *PRESETS] if name == CUSTOM else [*PRESETS],
        key=_PRESET,
        on_change=_choose_preset,
        help="The start, figures of the paper with fewer runs, and small data. Choosing one sets "
        "everything below.",
    )


def _choose_preset() -> None:
    preset = PRESETS.get(st.session_state[_PRESET])
    if preset is not None:
        choose(replace(preset, projector=current().projector))


def _data() -> dict[str, object]:
    """Draw what the examples are made of."""
    without = () if uploads.current() else ("csv",)
    values: dict[str, object] = {"data": widgets.choice("data", leave_out=without)}
    chosen = _settings(values)[0]
    if takes(chosen.data, "alpha"):
        values["alpha"] = widgets.slider("alpha", step=0.05)
    else:
        st.caption(about_data.summary(chosen), help=about_data.source(chosen.data))
    if takes(chosen.data, "species"):
        values["species"] = widgets.choice("species")
    return values


def _numbers(values: Mapping[str, object]) -> dict[str, object]:
    """Draw how many attributes, examples and runs."""
    numbers: dict[str, object] = {}
    chosen = _settings(values)[0]
    if takes(chosen.data, "dim"):
        left, right = st.columns(2, gap="small")
        with left:
            numbers["dim"] = widgets.whole_number("dim", step=50)
        chosen = _settings({**values, **numbers})[0]
        with right:
            numbers["budget"] = _budget(chosen.d)
    else:
        numbers["budget"] = _budget(chosen.d)
    _say_brought_down(chosen.d, numbers["budget"])
    left, right = st.columns(2, gap="small")
    with left:
        numbers["examples"] = widgets.whole_number("examples", step=500)
    with right:
        numbers["runs"] = widgets.whole_number("runs", step=5)
    chosen = _settings({**values, **numbers})[0]
    if chosen.examples > chosen.size.rows:
        times = chosen.examples / chosen.size.rows
        st.caption(f"{chosen.size.rows:,} rows to learn from: each is met about {times:.0f} times.")
    return numbers


def _budget(d: int) -> object:
    """Draw k + 1 with d as its upper end: a smaller d takes the budget along."""
    budget = st.session_state.get("budget")
    if isinstance(budget, int) and budget > d:
        st.session_state["budget"] = d
        st.session_state[_BROUGHT_DOWN] = d
    return widgets.whole_number("budget", step=1, at_most=d)


def _say_brought_down(d: int, budget: object) -> None:
    """Say why the budget is another one, until it or d is changed."""
    if st.session_state.get(_BROUGHT_DOWN) == d == budget:
        st.caption(f"The budget was brought down to {d}: there are no more attributes than that.")
    else:
        st.session_state.pop(_BROUGHT_DOWN, None)


def _seed() -> object:
    with _row():
        seed = widgets.whole_number("seed", step=1)
        st.button("New seed", on_click=_new_seed, width="content")
    return seed


def _new_seed() -> None:
    st.session_state["seed"] = randrange(int(OPTIONS["seed"].at_most or 0) + 1)


def _follow_the_mode() -> None:
    """Set the details to what the chosen mode says."""
    st.session_state.update(mode_words(st.session_state["mode"]))


def _details(values: Mapping[str, object]) -> dict[str, object]:
    """Draw what most visitors leave alone."""
    chosen = _settings(values)[0]
    own = mode_words(chosen.mode)
    details: dict[str, object] = {
        "split": widgets.segments("split", default=own["split"]),
        "p": widgets.segments("p", default=own["p"]),
        "epsilon": widgets.segments("epsilon", default=own["epsilon"]),
        "m1": widgets.slider("m1", step=0.05),
        "warm": widgets.switch("warm", default=bool(own["warm"])),
        "step": widgets.segments("step"),
    }
    if details["step"] == "theory":
        details["multiplier"] = widgets.number("multiplier", step=1.0)
    details["norm_bound"] = widgets.number("norm_bound", step=1.0, empty="auto")
    for name in ("scaled", "scaling"):
        if takes(chosen.data, name):
            draw = widgets.switch if name == "scaled" else widgets.choice
            details[name] = draw(name)
    if chosen.family == "ridge":
        details["adaptive"] = widgets.switch("adaptive")
    details["algorithms"] = widgets.several("algorithms")
    if not details["algorithms"]:
        st.caption("None is chosen, so all five are used.")
    return details


def _say_what_differs(settings: Settings) -> None:
    """Say which details are not the chosen mode's: the expander may be closed."""
    unlike = [name for name in RULES if getattr(settings, name) is not None]
    unlike += ["m1"] if settings.m1 != DEFAULTS.m1 else []
    if unlike:
        words = ", ".join(OPTIONS[name].label.lower() for name in unlike)
        st.caption(f"Other than in the paper's {settings.mode}: {words}.")


def _row() -> DeltaGenerator:
    return st.container(horizontal=True, vertical_alignment="bottom", gap="small")


def _read_link() -> None:
    """Clean the link before a widget reads it, and keep a sentence for each bad value.

    On every run: a bad value comes with the first one, with the browser's Back, or with a link
    inside the app. The bound widgets would drop it without a word, or fail on it.
    """
    query = {name: st.query_params.get_all(name) for name in st.query_params}
    good = usable(query)
    first = _LINK_PROBLEMS not in st.session_state
    if first or any(name in OPTIONS and name not in good for name in query):
        settings, st.session_state[_LINK_PROBLEMS] = from_query(query, uploads.current())
        st.session_state.pop(_OPENED_WITH, None)
    if first:  # what no widget will show must not come back with other data
        good = {name: texts for name, texts in good.items() if takes(settings.data, name)}
    _seed_widgets(query, good)


def _seed_widgets(query: Mapping[str, object], good: Mapping[str, Sequence[str]]) -> None:
    """Let the bound widgets read the good values alone, and take the others out of the address.

    `st.query_params` cannot do it: it refuses names that are bound, and widgets do not read it.
    """
    context = get_script_run_ctx()
    if context is None:
        return
    with context.session_state.query_params() as link:
        link.set_initial_query_params(urlencode(good, doseq=True))
        for name in query:
            if name in OPTIONS and name not in good:
                link.remove_param(name)


def _say_problems(settings: Settings, problems: tuple[str, ...]) -> None:
    """Show what is wrong now, and what was wrong with the link until a setting is changed."""
    if settings == st.session_state.setdefault(_OPENED_WITH, settings):
        problems = tuple(dict.fromkeys((*st.session_state[_LINK_PROBLEMS], *problems)))
    if problems:
        said = [in_markdown(problem[0].upper() + problem[1:]) for problem in problems]
        text = said[0] if len(said) == 1 else "\n".join(f"- {sentence}" for sentence in said)
        st.warning(text, icon=":material/link_off:")
    else:
        st.empty()  # what follows keeps its place: a fragment's name is made of it
