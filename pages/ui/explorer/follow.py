"""Let the pictures follow the slider of α while it is dragged (``follow.js``).

The numbers of all stops are computed and sent once a visitor reaches for the slider, and from then
on with the pictures: most visitors of a class change other settings.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import streamlit as st

from aelr_core.analysis.learning import View
from aelr_core.analysis.what_if import at_alpha, at_every_stop
from aelr_core.experiments import Result
from pages.ui import atlas
from pages.ui.cache import Recent
from pages.ui.explorer.stops import packed
from pages.ui.settings import DEFAULTS, Settings
from pages.ui.settings.sidebar_rows import OURS_TOO

KEPT = 32  # a tenth of a megabyte each
_WANTED, _JUST_NOW = "_follow_wanted", "_follow_wanted_just_now"

_stops: Recent[str] = Recent(KEPT)
_component = st.components.v2.component(
    "aelr_follow", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def follow(settings: Settings, view: View) -> None:
    """Send what moves with α, if the data have one; at the end of a page, when all is drawn."""
    if not settings.entry.simulated:
        st.empty()
        return

    @st.fragment
    def stops() -> None:
        """Draw nothing; a fragment, so that reaching for the slider draws nothing else again."""
        wanted = st.session_state.get(_WANTED, False)
        data = {"stops": stops_of(settings, view) if wanted else ""}
        _component(key="follow", data=data, on_wanted_change=_want, height=1)
        if st.session_state.pop(_JUST_NOW, False):
            # whoever reaches for the slider and moves it at once would see the pictures of before:
            # of two wishes, Streamlit may fulfil the fragment's alone
            st.rerun()

    stops()
    _component(key="followed", data={"alpha": settings.alpha}, height=1)


def stops_of(settings: Settings, view: View) -> str:
    """Return what moves with α, made once for all visitors; "" where it would take too long."""
    spec = at_alpha(settings.spec(), DEFAULTS.alpha)

    def made() -> str:
        known = at_every_stop(spec)
        return packed(spec, known, _runs(settings), view) if known else ""

    return _stops.get((spec, view), made)


def _runs(settings: Settings) -> tuple[Result, ...]:
    """Return the stored runs at every stop, without ours if only the paper's are wanted."""
    return tuple(
        replace(run, curves={key: c for key, c in run.curves.items() if settings.shows(key)})
        for run in atlas.along_alpha(replace(settings, origin=OURS_TOO).spec())
    )


def _want() -> None:
    st.session_state[_WANTED] = st.session_state[_JUST_NOW] = True
