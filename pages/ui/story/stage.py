"""The stage: one scene on the screen, its control beside its picture, Back and Next below."""

from __future__ import annotations

import re
from pathlib import Path

import streamlit as st

from aelr_core.plots.theme import Look
from pages.ui.cache import Recent
from pages.ui.charts.chart import chart, clicked
from pages.ui.lessons import predict
from pages.ui.lessons.plans import LESSONS
from pages.ui.prose import sections, text
from pages.ui.settings import PageSettings, Setting
from pages.ui.shell import START, go
from pages.ui.show import turned_to
from pages.ui.story.scenes import HEIGHT, SCENES, Scene

KEYS = tuple(scene.key for scene in SCENES)
OWN = PageSettings(
    Setting(
        "scene",
        "Scene",
        "choice",
        KEYS[0],
        choices=KEYS,
        words={key: str(number) for number, key in enumerate(KEYS, start=1)},
    ),
    *(row for scene in SCENES for row in scene.rows),
)
# What to do, in a sentence: a phone has it above the picture, and the text below.
TASKS = sections("story/tasks")
STYLE, PROJECTED = (Path(__file__).with_name(file) for file in ("story.css", "projector.css"))
_drawn: Recent[tuple[str, str, str]] = Recent(200)  # pictures as JSON, alternatives, captions


def show(look: Look) -> None:
    """Show the chosen scene; whatever the reader touches draws only this part of the page."""
    st.html(STYLE)
    if look.projector:
        st.html(PROJECTED)
    OWN.arrive()

    @st.fragment(key="story")
    def screen() -> None:
        with st.container(key="story"):
            at = KEYS.index(OWN.value("scene"))
            st.title(f"{at + 1}. {SCENES[at].title}", anchor=False)
            with st.container(key="task"):
                st.markdown(TASKS[KEYS[at]])
            with st.container(key="body"):
                _scene(SCENES[at], look)
            with st.container(horizontal=True, vertical_alignment="center", key="turns"):
                _turns(at)
            turned_to(KEYS[at])
        if at == len(KEYS) - 1:
            _end()
        OWN.leave_in_link()

    screen()


def _scene(scene: Scene, look: Look) -> None:
    """Draw the idea on the left, its controls and its picture on the right."""
    left, right = st.columns([1, 2] if look.projector else [2, 3], gap="medium")
    with right:
        with st.container(horizontal=True, vertical_alignment="bottom", key="touch"):
            values = tuple(OWN.draw(row.name) for row in scene.rows)
        figure, alt, below = _drawn.get(
            (scene.key, values, look), lambda: _made(scene, values, look)
        )
        key = f"story-{scene.key}"
        picks = (lambda: _pick(key, scene.picks)) if scene.picks else None
        chart(figure, key=key, alt=alt, height=look.height(HEIGHT), on_click=picks)
        st.markdown(below)
    with left:
        st.markdown(text(f"story/{scene.key}"))


def _made(scene: Scene, values: tuple[object, ...], look: Look) -> tuple[str, str, str]:
    picture, below = scene.draw(*values, look)
    return picture.figure.to_json(remove_uids=False), picture.alt, below


def _pick(chart_key: str, name: str) -> None:
    """Pick the tile that was clicked, or put it back. A callback; anyone can send anything."""
    number, setting = clicked(chart_key), OWN.settings[name]
    if isinstance(number, int | float) and number in setting.choices:
        picked = {*OWN.value(name)} ^ {int(number)}
        if len(picked) <= (setting.most or 0):
            st.session_state[name] = sorted(picked)


def _turns(at: int) -> None:
    """Draw Back, the numbers of the scenes, and Next; the arrow keys turn the page too."""
    st.button("Back", key="back", on_click=_turn, args=(at - 1,), disabled=at == 0, shortcut="Left")
    OWN.draw("scene")
    with st.container(key="place", width="content"):
        st.markdown(f"{at + 1} / {len(KEYS)}")
    if at + 1 < len(KEYS):
        st.button(
            "Next", key="next", on_click=_turn, args=(at + 1,), shortcut="Right", type="primary"
        )
    elif st.button(
        "Do lesson 1",
        key="first_lesson",
        on_click=predict.open_lesson,
        args=(LESSONS[0],),
        type="primary",
    ):
        go(START)


def _turn(to: int) -> None:
    """Go to another scene. A callback."""
    st.session_state["scene"] = KEYS[max(0, min(to, len(KEYS) - 1))]


def _end() -> None:
    """Draw what the story said, three questions about it, and when to use it."""
    recap, check, card = st.columns([4, 5, 4], gap="medium")
    parts = sections("story/end")
    for place, headings in ((recap, [*parts][:1]), (card, [*parts][1:])):
        with place.container(border=True, height="stretch"):
            for heading in headings:
                st.markdown(f"##### {heading}\n{parts[heading]}")
    with check.container(border=True, height="stretch", key="check"):
        st.markdown("##### Three questions")
        for number, (question, body) in enumerate(sections("story/check").items()):
            answers = {words: mark for mark, words in re.findall(r"- \[(.)\] (.*)", body)}
            *_, why = body.split("\n\n")
            given = st.radio(question, [*answers], index=None, key=f"check_{number}")
            if given is not None:
                verdict = "**Right.**" if answers.get(given) == "x" else "**Not quite.**"
                st.markdown(f"{verdict} {why}")
