"""The stage: one scene on the screen, its control beside its picture, Back and Next below."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import streamlit as st

from aelr_core.datasets.options import Option
from pages.ui import visitor_run
from pages.ui.cache import Recent
from pages.ui.charts.chart import chart
from pages.ui.settings import Settings, sidebar
from pages.ui.settings.page_options import PageOptions
from pages.ui.settings.rows import Row
from pages.ui.shell import go
from pages.ui.story.clinic import CLINIC
from pages.ui.story.pictures import HEIGHT
from pages.ui.story.scenes import SCENES, Scene
from pages.ui.texts import text
from pages.ui.theme import Look

KEYS = tuple(scene.key for scene in SCENES)
OWN = PageOptions(
    Row(
        Option("scene", "Scene", "choice", KEYS[0], choices=KEYS),
        "segments",
        words={key: str(number) for number, key in enumerate(KEYS, start=1)},
    ),
    *(row for scene in SCENES for row in scene.rows),
)
STYLE = """<style>
.st-key-story { gap: 0.5rem; }
.st-key-story h1 { padding-top: 0; scroll-margin-top: 4.5rem; }
.st-key-story [data-testid="stMarkdown"] p { font-size: 1.12rem; }
.st-key-touch { min-height: 4rem; }
.st-key-turned { position: absolute; width: 0; overflow: hidden; }
.st-key-scene label[data-testid="stWidgetLabel"] { position: absolute; clip-path: inset(50%); }
</style>"""
# On a wall the picture takes what the words leave, and the words take less room.
WALL = """<style>
.st-key-story [data-testid="stMarkdown"] p { font-size: 1.05rem; margin-bottom: 0.6rem; }
.st-key-story [data-testid="stColumn"] > * { gap: 0.3rem; }
.st-key-touch { min-height: 3.4rem; }
.st-key-story { margin-top: -1rem; }
</style>"""

# Shows the title of a scene that was turned to (``turned.js``).
_turned = st.components.v2.component(
    "aelr_turned", js=Path(__file__).with_name("turned.js").read_text(encoding="utf-8")
)
_drawn: Recent[tuple[str, str, str]] = Recent(200)  # pictures as JSON, alternatives, captions


def show(look: Look) -> None:
    """Show the chosen scene; whatever the reader touches draws only this part of the page."""
    st.html(STYLE)
    if look.projector:
        st.html(WALL)
    OWN.arrive()

    @st.fragment(key="story")
    def stage() -> None:
        with st.container(key="story"):
            at = KEYS.index(OWN.value("scene"))
            values = _scene(SCENES[at], at, look)
            with st.container(horizontal=True, vertical_alignment="center", key="turns"):
                _turns(at)
                _explore(SCENES[at], values)
            with st.container(key="turned"):  # it takes no room
                _turned(key="scene-shown", data={"scene": KEYS[at]}, height=1)
        OWN.leave_in_link()

    stage()


def _scene(scene: Scene, at: int, look: Look) -> tuple[object, ...]:
    """Draw the idea on the left, its controls and its picture on the right; return the values."""
    left, right = st.columns([1, 2] if look.projector else [2, 3], gap="medium")
    with left:
        st.title(f"{at + 1}. {scene.title}", anchor=False)
        st.markdown(text(f"story/{scene.key}"))
    with right:
        with st.container(horizontal=True, vertical_alignment="center", key="touch"):
            values = tuple(OWN.draw(row.name) for row in scene.rows)
        figure, alt, below = _drawn.get(
            (scene.key, values, look), lambda: _made(scene, values, look)
        )
        chart(figure, key=f"story-{scene.key}", alt=alt, height=look.height(HEIGHT))
        st.markdown(below)
    return values


def _made(scene: Scene, values: tuple[object, ...], look: Look) -> tuple[str, str, str]:
    picture, below = scene.draw(*values, look)
    return picture.figure.to_json(remove_uids=False), picture.alt, below


def _turns(at: int) -> None:
    """Draw Back, the numbers of the scenes, and Next; the arrow keys turn the page too."""
    last = at == len(SCENES) - 1
    st.button("Back", key="back", on_click=_turn, args=(at - 1,), disabled=at == 0, shortcut="Left")
    OWN.draw("scene")
    st.button(
        "Next",
        key="next",
        on_click=_turn,
        args=(at + 1,),
        disabled=last,
        shortcut="Right",
        type="primary",
    )


def _turn(to: int) -> None:
    """Go to another scene. A callback."""
    st.session_state["scene"] = KEYS[max(0, min(to, len(KEYS) - 1))]


def _explore(scene: Scene, values: tuple[object, ...]) -> None:
    """Draw the way on: the explorer with the scene's settings."""
    if st.button(
        "Try it in the explorer",
        key=f"try_{scene.key}",
        help=scene.there,
        on_click=_open,
        args=(scene.settings(*values),),
    ):
        go("pages/explorer.py")


def _open(settings: Settings) -> None:
    """Set the sidebar, and start the run unless it ships with the app. A callback."""
    sidebar.choose(replace(settings, projector=sidebar.current().projector))
    if settings != CLINIC:
        visitor_run.submit(settings)
