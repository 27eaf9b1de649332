"""Open a lesson: every control set, its curve hidden or not, its run started."""

from __future__ import annotations

from dataclasses import replace

from pages.ui import controls
from pages.ui.explore import shown
from pages.ui.lessons import predict
from pages.ui.lessons.plans import Lesson
from pages.ui.settings import DEFAULTS


def open_lesson(lesson: Lesson, predict_first: bool) -> None:
    """Set the sidebar and start the run. A callback; the page then goes to the explorer."""
    controls.choose(replace(lesson.settings, projector=controls.current().projector))
    if predict_first:
        predict.hide(lesson.hide)
    else:
        predict.reveal()
    if lesson.settings != DEFAULTS:  # whose run ships with the app
        shown.submit(lesson.settings)
