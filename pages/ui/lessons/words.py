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
    """Return all algorithms as a Markdown table: what they know, how they draw, their bounds."""
    head = ("Algorithm", "Knows in advance", "Draws for x̃", "Draws for φ̃", "Bound")
    rows = [head, ("---",) * len(head)]
    for entry in ALGORITHMS.values():
        proof = entry.bounds[0].source if entry.bounds else "none"
        rows.append((entry.label, entry.knows, entry.q, entry.p, proof))
    # a bar is part of |w_j| here, not the end of a cell
    return "\n".join(f"| {' | '.join(c.replace('|', '&#124;') for c in row)} |" for row in rows)


def plan(number: int, lesson: Lesson) -> str:
    """Return what a lesson is about and its question, as Markdown."""
    return (
        f"**{number}. {lesson.title}** · {lesson.minutes} minutes · {lesson.source}\n\n"
        f"**Ask.** {lesson.question}"
    )


def answer(lesson: Lesson) -> str:
    """Return what to see, and what to try next, as Markdown."""
    return f"**See.** {lesson.see}\n\n**Next.** {lesson.further}"
