"""How the app looks: light or dark, larger in a large window, and larger for a projector."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from pages.ui.settings import Settings, ignored, sidebar
from pages.ui.theme import CHOSEN, MUTED, ROOMS, WINDOW, Look, Theme

_ROOM = "_room"

# Streamlit calls this again when the theme changes. It reports a theme, or the size of the window,
# only if the figures have another one, so that opening a page costs no second run. A film of
# Plotly's that is paused rejects its promise without a reason, which is no error.
_WATCH = """
window.aelrFilms ??= window.addEventListener('unhandledrejection', (event) => {
    if (event.reason === undefined) event.preventDefault();
}) ?? true;
window.aelrRoom ??= window.addEventListener('resize', () => window.aelrLook()) ?? true;
export default function ({ data, parentElement, setTriggerValue }) {
    window.aelrLook = () => {
        const style = getComputedStyle(document.documentElement);
        const room = Number(style.getPropertyValue('--aelr-room')) || 1;
        if (room !== data.room) setTriggerValue('room', room);
    };
    const style = getComputedStyle(parentElement.querySelector('span'));
    const background = style.getPropertyValue('--st-background-color').trim();
    const [red, green, blue] = [1, 3, 5].map(at => parseInt(background.slice(at, at + 2), 16));
    const theme = red + green + blue < 3 * 128 ? 'dark' : 'light';
    if (theme !== data.theme) setTriggerValue('theme', theme);
    else window.aelrLook();
}
"""

# Streamlit measures everything in rem, so one size enlarges everything.
_REM, _PROJECTED_REM = 16, 20
# Streamlit measures the sidebar's width, 300, in pixels.
_SIDEBAR = "[data-testid=stSidebar][data-collapsed=false] { min-width: 18.75rem; }"
# On a wall the sidebar keeps its size: it has no room to grow, and only the lecturer reads it. The
# explorer's row of numbers grows less, so that it stays one row.
_LARGE = """
[data-testid=stSidebarContent] { zoom: 0.8; }
.st-key-cards { zoom: 0.9; }
"""
# On a wall one picture at a time fills the window below the menu, with its title and its caption:
# charts grow into the room that is left. `--aelr-above` is what stands above the first one
# (``ways.js``); once that is chosen, it has the whole window too.
_FILLING = """
html { --aelr-wall: 1; --aelr-menu: 3.75rem; }
[data-testid=stMainBlockContainer] { padding-inline: 1.4rem; }
.st-key-explorer.st-key-explorer { margin-inline: 0; min-width: 100%; }
[class*="st-key-panel-"]:has(.aelr-chart-place) {
    min-height: calc(100vh - var(--aelr-menu) - 0.8rem);
}
.st-key-story { min-height: calc(100vh - var(--aelr-menu) - 0.8rem); }
[data-first]:not([data-chosen]) { min-height: calc(100vh - var(--aelr-above) - 0.4rem); }
:is([class*="st-key-panel-"], .st-key-story) :has(.aelr-chart-place) {
    display: flex; flex: 1 1 auto; flex-direction: column; height: auto;
}
.st-key-story [data-testid=stHorizontalBlock]:has(.aelr-chart-place) { flex-direction: row; }
:is([class*="st-key-panel-"], .st-key-story) :is(.aelr-chart-place, .aelr-chart) {
    display: flex; flex: 1 1 17rem; flex-direction: column; min-height: 17rem;
    height: auto !important;
}
"""
# What watches the browser stands before the page and takes no room.
_WATCHING = ".st-key-theme.st-key-theme { position: absolute; width: 0; overflow: hidden; }"
_CHOSEN = """[data-testid=stMain] :is(
    button[data-selected=true], [data-testid=stSliderThumbValue], [role=tab][aria-selected=true]
)"""
# A page has a title and sections; at Streamlit's sizes they would take the room of the pictures.
_HEADINGS = """
[data-testid=stMain] h1 { font-size: 1.5rem; padding: 0 0 0.4rem; }
[data-testid=stMain] h2 { font-size: 1.25rem; padding: 0.5rem 0 0.5rem; }
"""
# A chart's buttons are in the corner below the y-axis, off the legend and the axis titles; where a
# film has its own buttons there, in the other one. Three fit there, whatever the width. Fingers
# cannot hover, so they always see them, but only those that save the chart. A table's buttons are
# above it, off what is there.
_BUTTONS = """
.modebar-container, .modebar { top: auto !important; bottom: 0; }
.modebar { right: auto !important; left: 0; }
.modebar, .modebar-group { display: flex !important; padding: 0 !important; }
.modebar-btn { padding: 3px !important; min-height: 0 !important; }
.js-plotly-plot:has(.updatemenu-container) .modebar { left: auto !important; right: 0 !important; }
@media (hover: none) {
    .modebar-group:has([data-attr]) { display: none !important; }
    [data-testid=stMain] [data-testid=stElementContainer]:has([data-testid=stDataFrame]) {
        margin-top: 2rem;
    }
}
"""
# On a phone images side by side are small, and so is the chart that holds them.
_IMAGES = """
@media (max-width: 640px) {
    :is(.st-key-step_images, [class*=st-key-pixels_]) { flex-basis: auto; height: auto; }
    .st-key-step_images .aelr-chart { height: 74vw !important; }
    [class*=st-key-pixels_] .aelr-chart { height: 50vw !important; }
}
"""


def theme() -> Theme:
    """Return the theme in use."""
    return "dark" if st.context.theme.type == "dark" else "light"


def look(settings: Settings) -> Look:
    """Return the current look of figures."""
    return Look(theme(), settings.projector, st.session_state.get(_ROOM, ROOMS[0]))


def sidebar_state(*, folded: bool) -> Literal["auto", "collapsed"]:
    """Return whether the sidebar is folded away: on a wall its room belongs to the pictures.

    `folded` : whether the page wants it anyway. The page's frame is set before the sidebar is
    read, so this looks at what it will read.
    """
    asked = st.session_state.get("projector", st.query_params.get("projector") == "true")
    return "collapsed" if asked or folded else "auto"


def dress(page: str) -> None:
    """Set the sizes of type, the colour of captions, and hide controls that the page ignores.

    `page` : its file. Called by app.py only, once per script run.
    """
    projector = sidebar.current().projector
    captions = f"[data-testid=stCaptionContainer] {{ color: {MUTED[theme()]}; opacity: 1; }}"
    chosen = f"{_CHOSEN} {{ color: {CHOSEN[theme()]} !important; }}"
    large = _LARGE + _FILLING if projector else ""
    st.html(
        f"<style>{_sizes(projector)}{_WATCHING}{_HEADINGS}{captions}{chosen}{_BUTTONS}{_IMAGES}"
        f"{large}{ignored.style(page)}</style>"
    )


def _sizes(projector: bool) -> str:
    """Return the sizes of type by the size of the window, which the browser knows."""
    rem, rules = _PROJECTED_REM if projector else _REM, []
    for room in ROOMS:
        width, height = (round(room * pixels) for pixels in WINDOW)
        size = rem * Look("light", projector, room).growth
        rule = f"html {{ --aelr-room: {room}; font-size: {size:g}px; }}"
        large = f"@media (min-width: {width}px) and (min-height: {height}px)"
        rules.append(rule if room == ROOMS[0] else f"{large} {{ {rule} {_SIDEBAR} }}")
    return "\n".join(rules)


def follow_the_browser() -> None:
    """Run the script again when the visitor switches the theme or enlarges the window.

    Streamlit does neither. Without it, figures would keep the colours of the other theme, or stay
    small, until the next click. Called by app.py only, once per script run.
    """
    watch = st.components.v2.component("aelr_theme", html="<span></span>", js=_WATCH)
    now = {"theme": theme(), "room": st.session_state.get(_ROOM, ROOMS[0])}
    watch(key="theme", data=now, on_theme_change=lambda: None, on_room_change=_take_room)


def _take_room() -> None:
    """Keep the size of the window. A callback; anyone can send anything."""
    sent = getattr(st.session_state.get("theme"), "room", None)
    st.session_state[_ROOM] = sent if sent in ROOMS else ROOMS[0]
