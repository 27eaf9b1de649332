"""The words of the guide: chapters, and lesson plans from their parts."""

from __future__ import annotations

import re

from aelr_core.algorithms import ALGORITHMS
from aelr_core.theory import LIKELY_NOTE
from pages.ui.lessons.plans import Lesson
from pages.ui.texts import text

ANSWER = "What to see, and what to try next"

# The address on a teacher's card can be copied from a wall.
CARD_STYLE = """<style>
[class*="st-key-address-"] [data-testid="stText"] {
  font-size: 2rem; overflow-wrap: anywhere; white-space: normal;
}
</style>"""


def chapter(name: str) -> str:
    """Return a chapter of the guide as Markdown, with the core's note on the likely bound."""
    return text(f"guide/{name}", likely_note=LIKELY_NOTE[0].lower() + LIKELY_NOTE[1:])


def algorithms() -> str:
    """Return what each algorithm knows, how it draws and what is proved, as a Markdown list.

    A table of five columns does not fit on a phone.
    """
    lines = []
    for entry in ALGORITHMS.values():
        draws = ""
        if entry.joint:
            draws = f" Draws {formula(entry.q)}; its pairs serve the gradient."
        elif entry.budgeted:
            draws = f" Draws for x̃: {formula(entry.q)}; for φ̃: {formula(entry.p)}."
        proof = f" Bound: {entry.bounds[0].source}." if entry.bounds else ""
        whose = entry.family if entry.origin == "the paper" else f"{entry.family}, {entry.origin}"
        lines.append(f"- **{entry.label}** ({whose}) knows {entry.knows}.{draws}{proof}")
    return "\n".join(lines)


# What stands between two parentheses, with parentheses in it, two deep.
_INSIDE = r"((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)"


def formula(rule: str) -> str:
    r"""Return a rule of the registry with its formula typeset, as Markdown.

    >>> print(formula("plain, or p_j ∝ |w_j|√A_j"), formula("q_i ∝ √(A_i + 13ε/6)"), formula("all"))
    plain, or $p_j \propto |w_j|\sqrt{A_j}$ $q_i \propto \sqrt{A_i + 13\varepsilon/6}$ all
    """
    found = re.search(r"\w_\w ∝ .*", rule)
    if found is None:
        return rule
    typeset = re.sub(
        rf"√\({_INSIDE}\)|√(\w_\w)", lambda root: rf"\sqrt{{{root[1] or root[2]}}}", found[0]
    )
    signs = {"∝": r"\propto", "ε": r"\varepsilon", "σ": r"\sigma", "π": r"\pi", "²": "^2"}
    for sign, command in signs.items():
        typeset = typeset.replace(sign, command)
    return f"{rule[: found.start()]}${typeset}$"


def plan(number: int, lesson: Lesson) -> str:
    """Return what a lesson is about and its question, as Markdown."""
    return (
        f"**{number}. {lesson.title}** · {lesson.minutes} minutes · {lesson.source}\n\n"
        f"**Ask.** {lesson.question}"
    )


def answer(lesson: Lesson) -> str:
    """Return what to see, and what to try next, as Markdown."""
    return f"**See.** {lesson.see}\n\n**Next.** {lesson.further}"


def card(lesson: Lesson) -> str:
    """Return the rest of a teacher's card: minutes, what to ask, to say and to try, as Markdown."""
    return (
        f"**{lesson.title}** · {lesson.minutes} minutes · {lesson.source}\n\n"
        f"**Ask.** {lesson.question}\n\n**Say.** {lesson.say}\n\n{answer(lesson)}"
    )
