"""The guide: the story, then lessons, how to read the pictures, symbols, misprints, references."""

import streamlit as st

from pages.ui import appearance
from pages.ui.lessons import classroom, words
from pages.ui.lessons.plans import LESSONS
from pages.ui.settings import sidebar
from pages.ui.shell import for_others, go, require_shell, start_page
from pages.ui.story import stage

require_shell()

CHAPTERS = {
    "lessons": "Five lessons",
    "problem": "The problem",
    "algorithms": "The algorithms",
    "pictures": "How to read the pictures",
    "glossary": "Symbols",
    "misprints": "Misprints in the paper",
    "references": "References, and how to cite",
}


def lessons() -> None:
    """Draw the lesson plans; opening one sets every control and starts its run."""
    st.html(words.CARD_STYLE)
    st.markdown(words.chapter("lessons"))
    if said := for_others():
        st.caption(said)
    predict_first = st.toggle(
        "Predict first",
        True,
        key="predict_first",
        persist_state="session",
        help=words.chapter("predict"),
    )
    for number, lesson in enumerate(LESSONS, start=1):
        with st.container(border=True, key=f"lesson-{lesson.key}"):
            st.markdown(words.plan(number, lesson))
            with st.expander(words.ANSWER):
                st.markdown(words.answer(lesson))
            with st.container(horizontal=True, vertical_alignment="center"):
                if st.button(
                    "Open in the explorer",
                    key=f"open_{lesson.key}",
                    on_click=classroom.open_lesson,
                    args=(lesson, predict_first),
                ):
                    go("pages/explorer.py")
                link = lesson.link(predict_first=predict_first).removeprefix("./")
                st.markdown(f"[Link for the class]({start_page()}{link})")
                with st.popover("Teacher's card", key=f"card_{lesson.key}"):
                    with st.container(key=f"address-{lesson.key}"):
                        st.text(f"{start_page()}{lesson.short_link}")
                    st.markdown(words.card(lesson))


stage.show(appearance.look(sidebar.current()))

with st.container(width=860):
    st.header("Behind the story", anchor="behind", divider="gray")
    st.markdown(words.chapter("purpose"))
    st.markdown(" · ".join(f"[{title}](#{name})" for name, title in CHAPTERS.items()))
    for name, title in CHAPTERS.items():
        st.subheader(title, anchor=name, divider="gray")
        if name == "lessons":
            lessons()
        elif name == "algorithms":
            st.markdown(words.algorithms())
        else:
            st.markdown(words.chapter(name))
