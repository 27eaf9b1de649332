"""The sidebar: widgets made from the table of settings, kept in the link, checked on every run."""

from __future__ import annotations

import streamlit as st

from pages.ui.state import DEFAULTS, OPTIONS, Settings, checked, from_query

_CURRENT = "_settings"
_OPENED_WITH = "_opened_with"
_LINK_PROBLEMS = "_link_problems"


def sidebar() -> Settings:
    """Draw the widgets and return valid settings. Called by app.py alone, once a run.

    The widgets are bound to the link (``bind="query-params"``), which must be drawn by app.py:
    bound widgets of a page would forget their values on leaving it. The browser alone holds
    their ranges, so the values are checked again here.
    """
    _read_link_once()
    with st.sidebar:
        st.subheader("Simulated data")
        values: dict[str, object] = {
            "alpha": _slider("alpha", step=0.05),
            "dim": _whole_number("dim", step=50),
            "examples": _whole_number("examples", step=500),
            "seed": _whole_number("seed", step=1),
        }
        st.subheader("Learner")
        values["family"] = _segments("family")
        values["budget"] = _budget(checked(values)[0].dim)
    settings, problems = checked(values)
    st.session_state[_CURRENT] = settings
    _say_problems(settings, problems)
    return settings


def current() -> Settings:
    """Return the settings of this run, for the pages."""
    settings: Settings = st.session_state[_CURRENT]
    return settings


def choose(settings: Settings) -> None:
    """Set every widget. A callback: the sidebar of the run that follows shows it."""
    drawn = ("alpha", "dim", "examples", "seed", "family", "budget")
    st.session_state.update({name: getattr(settings, name) for name in drawn})


def _read_link_once() -> None:
    """Keep what is wrong with the link: the bound widgets drop bad values without a word."""
    if _LINK_PROBLEMS not in st.session_state:
        query = {name: st.query_params.get_all(name) for name in st.query_params}
        st.session_state[_LINK_PROBLEMS] = from_query(query)[1]


def _say_problems(settings: Settings, problems: tuple[str, ...]) -> None:
    """Show what is wrong now, and what was wrong with the link until a setting is changed."""
    if settings == st.session_state.setdefault(_OPENED_WITH, settings):
        problems = tuple(dict.fromkeys((*st.session_state[_LINK_PROBLEMS], *problems)))
    for problem in problems:
        st.warning(problem[0].upper() + problem[1:], icon=":material/link_off:")


def _slider(name: str, *, step: float) -> object:
    option = OPTIONS[name]
    return st.slider(
        option.label,
        float(option.at_least or 0),
        float(option.at_most or 0),
        float(getattr(DEFAULTS, name)),
        step,
        key=name,
        help=option.help,
        bind="query-params",
    )


def _whole_number(name: str, *, step: int, at_most: int | None = None) -> object:
    option = OPTIONS[name]
    least, most = int(option.at_least or 0), at_most or int(option.at_most or 0)
    return st.number_input(
        option.label,
        least,
        most,
        min(getattr(DEFAULTS, name), most),
        step,
        key=name,
        help=option.help,
        bind="query-params",
    )


def _segments(name: str) -> object:
    """Draw the choices as they are: a link holds what is on the screen, so no other words."""
    option = OPTIONS[name]
    return st.segmented_control(
        option.label,
        option.choices,
        default=getattr(DEFAULTS, name),
        required=True,
        key=name,
        help=option.help,
        width="stretch",
        bind="query-params",
    )


def _budget(d: int) -> object:
    """Draw k + 1 with d as its upper end: a smaller d takes the budget along."""
    if st.session_state.get("budget", 0) > d:
        st.session_state["budget"] = d
    return _whole_number("budget", step=1, at_most=d)
