"""Open a lesson: set every control, hide its curve or not, start its run."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import streamlit as st
from streamlit.errors import StreamlitAPIException

from pages.ui import visitor_run
from pages.ui.lessons import predict
from pages.ui.lessons.plans import LESSONS, LINK, Lesson
from pages.ui.settings import sidebar


def open_lesson(lesson: Lesson, predict_first: bool) -> None:
    """Set the sidebar and start the run. A callback; the page then goes to the explorer."""
    sidebar.choose(replace(lesson.settings, projector=sidebar.current().projector))
    if predict_first:
        predict.hide(lesson.hide)
    else:
        predict.reveal()
        predict.close()
    if not lesson.ships:
        visitor_run.submit(lesson.settings)


def open_link() -> None:
    """Read a lesson's short link as its long one. Before the sidebar is drawn."""
    asked = st.query_params.get(LINK)
    if asked is None:
        return
    del st.query_params[LINK]
    lesson = next((one for one in LESSONS if one.key == asked), None)
    if lesson is not None:
        with contextlib.suppress(StreamlitAPIException):  # the sidebar has been there already
            st.query_params.update(parse_qs(urlsplit(lesson.link(predict_first=True)).query))
