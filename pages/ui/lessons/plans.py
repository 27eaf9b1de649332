"""Five lessons: what to ask, what to set, what to see, where to go on. Free of Streamlit.

The numbers in the texts are those of the settings beside them, seed included.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from pages.ui.settings import Settings
from pages.ui.settings.link import to_query


@dataclass(frozen=True)
class Lesson:
    """One plan.

    Attributes
    ----------
    key : its anchor.
    title, minutes : what it is about, and about how long it takes in class.
    source : the paper's figures and theorems.
    settings : everything that the sidebar says.
    hide : the word for the algorithm whose curve is to be predicted.
    question : what to ask before the curve is shown.
    see : what to see then.
    further : what to change next, and what to ask then.
    """

    key: str
    title: str
    minutes: int
    source: str
    settings: Settings
    hide: str
    question: str
    see: str
    further: str

    def link(self, *, predict_first: bool) -> str:
        """Return a link, from any page of the app, that opens the lesson and runs it.

        >>> LESSONS[0].link(predict_first=True)
        './?alpha=0.0&predict=known&run=1'
        """
        more = {"predict": self.hide} if predict_first else {}
        query = {**to_query(self.settings), **more}
        if self.settings != Settings():  # whose run ships with the app
            query["run"] = "1"
        return f"./?{urlencode(query, doseq=True)}"


LESSONS: tuple[Lesson, ...] = (
    Lesson(
        key="alike",
        title="All tests alike: nothing to choose",
        minutes=10,
        source="Figure 1a, equation 4, Theorem 3.5 with ρ = 1",
        settings=Settings(alpha=0.0),
        hide="known",
        question="All 500 attributes have the same second moment. One learner draws them blindly "
        "(AERR), the other knows all moments (DDAERR). Where will DDAERR's curve end?",
        see="The two end at 0.92 and 0.94: q is the same for both, 1/500 for every attribute, and "
        "what is left is the choice of the step size. Both ratios are 1, the sign that nothing is "
        "to be gained.",
        further="Pin the curves, move α to −0.5, −1 and −2, and run each. At −0.5 the ratio is "
        "still near 1, and there is no gap yet (both end at 0.87); from −1 on it opens as the "
        "ratio falls, to 0.86 against 0.75 and then 0.64 against 0.22 (Figures 1c and 1d).",
    ),
    Lesson(
        key="few",
        title="A few tests tell most",
        minutes=15,
        source="Figure 1d, equation 4, Theorem 3.5",
        settings=Settings(),
        hide="known",
        question="Now the moments fall like 1/i². AERR has looked at 25,000 attributes when its "
        "test error is 0.64. After how many does DDAERR, which knows the moments, get there?",
        see="After 1,434, about 17 times fewer, and it goes down to 0.22. The sampling picture "
        "says why: a tenth of the attributes get 66% of the draws. The ratio ρ = 0.056 was known "
        "before anything was run.",
        further="Which budget would be cheapest? Best k says 3, so k + 1 = 4. Halve and double the "
        "budget, and look at the planner on the page Bounds. For real pictures take the preset "
        "Fig. 3 or Fig. 4, where q can be seen on the pixels.",
    ),
    Lesson(
        key="all",
        title="Fifty tests of many, or all tests of a few?",
        minutes=15,
        source="Theorem 3.5, section 3.1; the lower bound of Hazan and Koren",
        settings=Settings(budget=50, examples=1_000),
        hide="online",
        question="For 50,000 tests in all one can see 50 tests of 1,000 patients, or all 500 tests "
        "of 100 patients. Where will the learner who sees everything (online ridge) end?",
        see="At 0.24: better than blind drawing (0.38), but not as good as well-chosen tests of "
        "more patients (0.13). Only the offline learner, who solves for the best predictor of "
        "those 100 patients, gets lower (0.11). Uniform sampling can never win this by the bounds, "
        "since it needs d in place of ‖M‖½.",
        further="Set α = 0 and run again: now seeing everything wins, 0.86 against 0.91. Ask at "
        "which α the order changes, then find it: at −1 the two are close.",
    ),
    Lesson(
        key="phases",
        title="Nobody tells you the moments",
        minutes=20,
        source="Algorithm 2, Theorems 3.6 and 3.12, Figure 1c",
        settings=Settings(alpha=-1.0),
        hide="two-phased",
        question="Two-Phased DDAERR spends a tenth of its examples on finding out the moments. "
        "Will it end nearer to AERR, which knows nothing, or to DDAERR, which knows them?",
        see="In between: 0.81, with AERR at 0.86 and DDAERR at 0.75. It comes down to AERR's last "
        "error after 7,400 attributes instead of 20,500. The sampling picture shows its estimate: "
        "486 of 500 attributes were never seen other than 0 in phase one and are never drawn, "
        "since ε = 0 in the paper's experiments.",
        further="Set α = −2: phase one now meets two or three attributes only, and two-phased does "
        "no better than uniform (0.68). What helps? In Details make phase one 0.4 of the examples: "
        "0.32. With the theory's ε nothing is left out, but the safety margin eats up the gain: "
        "0.66. The page Sampling shows phase one grow.",
    ),
    Lesson(
        key="promise",
        title="Promise and practice",
        minutes=15,
        source="Theorems 3.5 and 3.12, AERR's bound",
        settings=Settings(mode="theory", step="theory", scaled=True),
        hide="known",
        question="Everything is as the theorems want it: data inside the unit ball, their own step "
        "sizes and splits. How far below its bound will DDAERR's measured risk lie?",
        see="The light is green, so the bounds hold, and the points lie far below the lines: a "
        "bound is for the worst data with these moments. What it gets right is the order, known "
        "moments before uniform, 0.45 against 0.82 in test error.",
        further="Choose step size quick in Details: learning is faster, with no proof. Then load "
        "your own table on the page Your data and predict, from its two ratios, which family will "
        "gain.",
    ),
)


def lesson_of(settings: Settings, hide: str) -> Lesson | None:
    """Return the lesson with these settings and this hidden curve, if it is one."""
    return next(
        (one for one in LESSONS if to_query(one.settings) == _plain(settings) and one.hide == hide),
        None,
    )


def _plain(settings: Settings) -> dict[str, str | list[str]]:
    return {name: text for name, text in to_query(settings).items() if name != "projector"}
