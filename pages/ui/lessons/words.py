"""The words of the guide: chapters, and lesson plans from their parts."""

from __future__ import annotations

from aelr_core.algorithms import ALGORITHMS
from aelr_core.theory import LIKELY_NOTE
from pages.ui.lessons.plans import Lesson
from pages.ui.texts import text

ANSWER = "What to see, and what to try next"


def chapter(name: str) -> str:
    """Return a chapter of the guide as Markdown, with the core's note on the likely bound."""
    return text(f"guide/{name}", likely_note=LIKELY_NOTE[0].lower() + LIKELY_NOTE[1:])


def algorithms() -> str:
    """Return what each algorithm knows, how it draws and what is proved, as a Markdown list.

    A table of five columns does not fit on a phone.
    """
    lines = []
    for entry in ALGORITHMS.values():
        draws = f" Draws for x̃: {entry.q}; for φ̃: {entry.p}." if entry.budgeted else ""
        proof = f" Bound: {entry.bounds[0].source}." if entry.bounds else ""
        lines.append(f"- **{entry.label}** ({entry.family}) knows {entry.knows}.{draws}{proof}")
    return "\n".join(lines)


def plan(number: int, lesson: Lesson) -> str:
    """Return what a lesson is about and its question, as Markdown."""
    return (
        f"**{number}. {lesson.title}** · {lesson.minutes} minutes · {lesson.source}\n\n"
        f"**Ask.** {lesson.question}"
    )


def answer(lesson: Lesson) -> str:
    """Return what to see, and what to try next, as Markdown."""
    return f"**See.** {lesson.see}\n\n**Next.** {lesson.further}"
