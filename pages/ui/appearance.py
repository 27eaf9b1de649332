"""How the app looks: light or dark, and larger for a projector."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from pages.ui.settings import Settings, sidebar
from pages.ui.theme import Look, Theme

# Streamlit calls this again when the theme changes. It reports a theme only if the figures have
# another one, so that opening a page costs no second run. A film of Plotly's that is paused rejects
# its promise without a reason, which is no error.
_WATCH = """
window.aelrFilms ??= window.addEventListener('unhandledrejection', (event) => {
    if (event.reason === undefined) event.preventDefault();
}) ?? true;
export default function ({ data, parentElement, setTriggerValue }) {
    const style = getComputedStyle(parentElement.querySelector('span'));
    const background = style.getPropertyValue('--st-background-color').trim();
    const [red, green, blue] = [1, 3, 5].map(at => parseInt(background.slice(at, at + 2), 16));
    const theme = red + green + blue < 3 * 128 ? 'dark' : 'light';
    if (theme !== data.theme) setTriggerValue('theme', theme);
}
"""

# Streamlit measures everything in rem, so one size enlarges everything. The sidebar keeps its size:
# it has no room to grow, and only the lecturer reads it. The explorer's row of numbers grows less,
# so that it stays one row.
_LARGE = """
html { font-size: 20px; }
[data-testid=stSidebarContent] { zoom: 0.8; }
.st-key-cards { zoom: 0.9; }
"""
# A page has a title and sections; at Streamlit's sizes they would take the room of the pictures.
_HEADINGS = """
[data-testid=stMain] h1 { font-size: 1.5rem; padding: 0 0 0.4rem; }
[data-testid=stMain] h2 { font-size: 1.25rem; padding: 0.5rem 0 0.5rem; }
"""
# Fingers cannot hover, so a chart's buttons are always visible: in the corner below the y-axis, off
# the legend and the axis titles, and only those that save the chart. A finger that moves over a
# chart scrolls the page (live charts handle this themselves, and can be tapped).
_FINGERS = """
@media (hover: none) {
    .modebar-container, .modebar { top: auto !important; bottom: 0; }
    .modebar { right: auto !important; left: 0; }
    .modebar-group { padding: 0 !important; }
    .modebar-btn { padding: 3px !important; }
    .modebar-group:has([data-attr]) { display: none !important; }
    [data-testid=stPlotlyChart] .drag { pointer-events: none !important; }
}
"""


def theme() -> Theme:
    """Return the theme in use."""
    return "dark" if st.context.theme.type == "dark" else "light"


def look(settings: Settings) -> Look:
    """Return the current look of figures."""
    return Look(theme(), settings.projector)


def sidebar_state(*, folded: bool) -> Literal["auto", "collapsed"]:
    """Return whether the sidebar is folded away: on a wall its room belongs to the pictures.

    `folded` : whether the page wants it anyway. The page's frame is set before the sidebar is
    read, so this looks at what it will read.
    """
    asked = st.session_state.get("projector", st.query_params.get("projector") == "true")
    return "collapsed" if asked or folded else "auto"


def enlarge() -> None:
    """Make all type larger for a projector. Called by app.py only, once per script run."""
    projector = sidebar.current().projector
    st.html(f"<style>{_HEADINGS}{_FINGERS}{_LARGE if projector else ''}</style>")


def follow_the_theme() -> None:
    """Run the script again when the visitor switches the theme, which Streamlit does not do.

    Without it, figures would keep the colours of the other theme until the next click.
    Called by app.py only, once per script run.
    """
    watch = st.components.v2.component("aelr_theme", html="<span></span>", js=_WATCH)
    watch(key="theme", data={"theme": theme()}, on_theme_change=lambda: None)
