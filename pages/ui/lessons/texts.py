"""The words of the guide: chapters from files, lesson plans from their fields. No Streamlit."""

from __future__ import annotations

from pathlib import Path

from aelr_core.theory import LIKELY_NOTE
from pages.ui.lessons.plans import Lesson

FOLDER = Path(__file__).resolve().parents[3] / "assets" / "guide"
PURPOSE = (
    "What this app is about, how to read what it draws, and how to teach with it. Numbers of "
    "theorems and figures are those of the paper, arXiv:1410.6382."
)
LESSONS = (
    "Each lesson sets every control and runs; in a class of thirty the run is computed once for "
    "all. Ask the question, let everyone commit to an answer, then show the curve. The numbers in "
    "the answers are those you will see: everything random comes from the seed."
)
ANSWER = "What to see, and how to go on"
PREDICT = (
    "One curve, with its numbers and files, stays hidden in the explorer until Show it is pressed."
)


def chapter(name: str) -> str:
    """Return a chapter as Markdown; notes that the core has already are not written twice."""
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    return text.replace("{LIKELY_NOTE}", LIKELY_NOTE[0].lower() + LIKELY_NOTE[1:])


def plan(number: int, lesson: Lesson) -> str:
    """Return what a lesson is about and its question, as Markdown."""
    return (
        f"**{number}. {lesson.title}** · {lesson.minutes} minutes · {lesson.source}\n\n"
        f"**Ask.** {lesson.question}"
    )


def answer(lesson: Lesson) -> str:
    """Return what there is to see, and how to go on, as Markdown."""
    return f"**See.** {lesson.see}\n\n**Go on.** {lesson.further}"
