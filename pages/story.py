"""The story in eight scenes, then five lessons."""

import streamlit as st

from pages.ui import appearance
from pages.ui.lessons import classroom, predict
from pages.ui.lessons.plans import LESSONS, LINK
from pages.ui.prose import text
from pages.ui.settings import sidebar
from pages.ui.shell import START, go, require_shell, start_page
from pages.ui.story import stage

require_shell()
for name in (LINK, classroom.JOIN):  # a lesson, and a class, are on the start page
    if name in st.query_params:
        go(START, {name: st.query_params[name]})
stage.show(appearance.look(sidebar.current()))

st.header("Five lessons", anchor="lessons", divider="gray")
st.markdown(text("lessons/about"))
classroom.arrive()
classroom.open_class()
classroom.stay_in_link()
with st.container(key="lesson-list"):
    for lesson in LESSONS:
        with st.container(border=True, key=f"lesson-{lesson.key}"):
            st.markdown(lesson.plan)
            with st.container(horizontal=True, vertical_alignment="center"):
                if st.button(
                    "Open in the explorer",
                    key=f"open_{lesson.key}",
                    on_click=predict.open_lesson,
                    args=(lesson,),
                ):
                    go(START)
                with st.popover("Teacher's card", key=f"card_{lesson.key}"):
                    st.subheader(f"{start_page()}?{LINK}={lesson.key}", anchor=False)
                    st.markdown(lesson.card)
