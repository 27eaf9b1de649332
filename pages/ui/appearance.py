"""How the app looks: light or dark, larger in a large window, and larger for a projector."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from aelr_core.plots.theme import BACKGROUNDS, CHOSEN, MUTED, ROOMS, WINDOW, Look, Theme
from pages.ui.settings import Settings, sidebar
from pages.ui.settings.table import style

_ROOM = "_room"

# Streamlit measures everything in rem, so one size enlarges everything.
_REM, _PROJECTED_REM = 16, 20
# Streamlit measures the sidebar's width, 300, in pixels.
_SIDEBAR = "[data-testid=stSidebar][data-collapsed=false] { min-width: 18.75rem; }"
_CHOSEN = "[data-testid=stMain] :is(button[data-selected=true], [data-testid=stSliderThumbValue])"
_CSS, _PROJECTED_CSS, _WATCH = (
    Path(__file__).with_name(file).read_text(encoding="utf-8")
    for file in ("appearance.css", "projector.css", "watch.js")
)


def theme() -> Theme:
    """Return the theme in use."""
    return "dark" if st.context.theme.type == "dark" else "light"


def look(settings: Settings) -> Look:
    """Return the current look of figures."""
    projector = settings.projector and not _phone()
    return Look(theme(), projector, st.session_state.get(_ROOM, ROOMS[0]))


def projected() -> bool:
    """Return whether the page is for a projector, before the sidebar is read: what it will read."""
    asked = st.session_state.get("projector", st.query_params.get("projector") == "true")
    return bool(asked) and not _phone()


def _phone() -> bool:
    """Return whether the visitor has a phone, which has no room for large type."""
    return "Mobi" in str(st.context.headers.get("User-Agent"))


def above() -> tuple[str, ...]:
    """Return the settings that stand above the page, where the sidebar is not beside it."""
    if projected():
        return ("data", "alpha", "budget")
    return ("alpha", "budget") if _phone() else ()


def dress(page: str) -> None:
    """Set the sizes of type, the colour of captions, and hide controls that the page ignores.

    `page` : its file. Called by app.py only, once per script run.
    """
    projector = look(sidebar.current()).projector
    behind = f":root {{ --aelr-page: {BACKGROUNDS[theme()][0]}; }}"
    captions = f"[data-testid=stCaptionContainer] {{ color: {MUTED[theme()]}; opacity: 1; }}"
    chosen = f"{_CHOSEN} {{ color: {CHOSEN[theme()]} !important; }}"
    large = _PROJECTED_CSS if projector else ""
    st.html(
        f"<style>{_sizes(projector)}{behind}{_CSS}{captions}{chosen}{large}{style(page)}</style>"
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
