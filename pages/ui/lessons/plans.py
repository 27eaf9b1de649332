"""Five lessons: their settings, and their texts under pages/ui/texts/lessons. Free of Streamlit.

The numbers in a text are those of the lesson's settings, seed included.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any
from urllib.parse import urlencode

from pages.ui.prose import sections
from pages.ui.settings import DEFAULTS, Settings
from pages.ui.settings.table import D_OF_THE_PAPER, THE_PAPERS
from pages.ui.settings.values import to_query

# A link with this parameter opens a lesson.
LINK = "lesson"
# Of a lesson that does not set its own.
EXAMPLES = 5_000


@dataclass(frozen=True)
class Lesson:
    """A lesson plan.

    Attributes
    ----------
    key : its anchor, and the name of its text.
    title, minutes : what it is about, and about how long it takes in class.
    source : the paper's figures and theorems.
    settings : those of the sidebar.
    hide : the word for the algorithm whose curve is to be predicted.
    guess : what of it: its last error ("level"), where it reaches that of uniform draws ("place"),
        its rank among all curves at the end ("order"), or whether it ends nearer to Uniform or
        to Chosen by size ("nearer").
    """

    key: str
    title: str
    minutes: int
    source: str
    settings: Settings
    hide: str
    guess: str = "level"

    @property
    def number(self) -> int:
        """Its place among the lessons, from 1."""
        return 1 + LESSONS.index(self)

    @property
    def question(self) -> str:
        """What to ask before the curve is shown."""
        return self._text("Ask")

    @property
    def answer(self) -> str:
        """What the curve then shows, and what to try next, as Markdown."""
        return f"**See.** {self._text('See')}\n\n**Try.** {self._text('Next')}"

    @property
    def plan(self) -> str:
        """What it is about, and its question, as Markdown."""
        return f"**{self.number}. {self.title}** · {self.minutes} minutes\n\n{self.question}"

    @property
    def card(self) -> str:
        """What a teacher says on the way, as Markdown."""
        about = f"{self.minutes} minutes · {self.source}"
        return f"{about}\n\n**Say.** {self._text('Say')}\n\n{self.answer}"

    @property
    def next(self) -> Lesson | None:
        """The lesson after this one; None after the last."""
        return dict(pairwise(LESSONS)).get(self)

    @property
    def ships(self) -> bool:
        """Whether its run comes with the app, like that of the defaults."""
        return replace(self.settings, origin=DEFAULTS.origin) == DEFAULTS

    def _text(self, heading: str) -> str:
        return sections(f"lessons/{self.key}")[heading]

    def link(self) -> str:
        """Return a link, from any page of the app, that opens the lesson and runs it.

        >>> LESSONS[0].link()
        './?alpha=0.0&dim=500&examples=5000&origin=the+paper%27s&predict=known&run=1'
        """
        query: dict[str, Any] = {**to_query(self.settings), "predict": self.hide}
        if not self.ships:
            query["run"] = "1"
        return f"./?{urlencode(query, doseq=True)}"


def _paper(**chosen: Any) -> Settings:
    """Return settings for the paper's algorithms and attributes, which the lessons are about."""
    fixed = {"origin": THE_PAPERS, "dim": D_OF_THE_PAPER, "examples": EXAMPLES}
    return Settings(**{**fixed, **chosen})


LESSONS: tuple[Lesson, ...] = (
    Lesson(
        key="alike",
        title="All tests alike: nothing to choose",
        minutes=10,
        source="Figure 1a, equation 4, Theorem 3.5 with ρ = 1",
        settings=_paper(alpha=0.0),
        hide="known",
    ),
    Lesson(
        key="few",
        title="A few tests tell you most",
        minutes=15,
        source="Figure 1d, equation 4, Theorem 3.5",
        settings=Settings(origin=THE_PAPERS),  # its run ships with the app
        hide="known",
        guess="place",
    ),
    Lesson(
        key="all",
        title="Fifty tests of many patients, or all tests of a few?",
        minutes=15,
        source="Theorem 3.5, section 3.1; the lower bound of Hazan and Koren",
        settings=_paper(budget=50, examples=1_000),
        hide="online",
        guess="order",
    ),
    Lesson(
        key="phases",
        title="Nobody tells you the moments",
        minutes=20,
        source="Algorithm 2, Theorems 3.6 and 3.12, Figure 1c",
        settings=_paper(alpha=-1.0),
        hide="two-phased",
        guess="nearer",
    ),
    Lesson(
        key="promise",
        title="Bounds and measured errors",
        minutes=15,
        source="Theorems 3.5 and 3.12, AERR's bound",
        settings=_paper(mode="theory", step="theory", scaled=True),
        hide="known",
    ),
)


def lesson_of(settings: Settings, hide: str) -> Lesson | None:
    """Return the lesson with these settings and this hidden curve, if there is one."""
    query = to_query(replace(settings, projector=DEFAULTS.projector))
    same = (one for one in LESSONS if to_query(one.settings) == query and one.hide == hide)
    return next(same, None)
