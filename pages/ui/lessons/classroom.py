"""Open a lesson: set every control, hide its curve or not, start its run."""

from __future__ import annotations

from dataclasses import replace

from pages.ui import visitor_run
from pages.ui.lessons import predict
from pages.ui.lessons.plans import Lesson
from pages.ui.settings import sidebar


def open_lesson(lesson: Lesson, predict_first: bool) -> None:
    """Set the sidebar and start the run. A callback; the page then goes to the explorer."""
    sidebar.choose(replace(lesson.settings, projector=sidebar.current().projector))
    if predict_first:
        predict.hide(lesson.hide)
    else:
        predict.reveal()
    if not lesson.ships:
        visitor_run.submit(lesson.settings)
