"""What a change gains or costs, as Markdown: the mends, each idea, the automatic step.

Not corrected for many comparisons: each interval is about its own difference alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from aelr_core.letters import FAMILIES
from aelr_core.study.arms import ARMS
from aelr_core.study.markdown import number, table
from aelr_core.study.panels import PANELS
from aelr_core.study.reading import LADDER, MENDS, Study
from aelr_core.study.statistics import LOSS, TIE, WIN, PairedTest

ALONE = "the 95 % interval of this difference alone leaves 0 out."
STAR_SAYS = f"A star: {ALONE}"
MENDS_SAY = (
    "Mended, as the estimators run them: guarded, and their length measured; the same draws. "
    f"Lower or higher: {ALONE}"
)
LADDER_SAYS = (
    "From DDAERR/DDAELR to JAERR/JAELR in four steps, each error over the one before. average: the "
    "linear average; sample: one joint sample by √M, with steps that fall; design: π follows w; "
    f"step: the automatic step instead of a tuned one. {STAR_SAYS}"
)
STEP_SAYS = (
    "The same algorithm with the automatic step and with a finely tuned one. "
    f"Lower or higher: {ALONE}"
)
# The sizes that the ablation has of every panel, and their places among them.
PLACES = {"smallest": 0, "middle": 1, "largest": -1}
_SPREAD = ["lower / unclear / higher", "least", "median", "most"]


def mends_summary(study: Study) -> str:
    """Return how often the mends gain and cost, and the ratios of errors, mended over plain."""
    rows = [
        [ARMS[ours].label(family), *_spread(own)]
        for letter, (ours, _) in MENDS.items()
        for family in FAMILIES
        if (own := [test for test in _of(study.mends, family) if test.letter == letter])
    ]
    heads = ["error over the plain form's", *_SPREAD]
    return f"{MENDS_SAY}\n\n{table(heads, rows)}" if rows else ""


def mends_table(study: Study) -> str:
    """Return the ratio of errors, mended over plain, at every size of every panel."""
    rows = []
    for key, outcome in study.outcomes.items():
        own = [test for test in study.mends if test.panel == key]
        for letter, (ours, _) in MENDS.items():
            cells = [f"{t.examples:,} × {_with_mark(t)}" for t in own if t.letter == letter]
            if cells:
                label = ARMS[ours].label(outcome.panel.family)
                rows.append([outcome.panel.title, label, ", ".join(cells)])
    heads = ["panel", "algorithm", "examples × error over the plain form's"]
    return f"{STAR_SAYS}\n\n{table(heads, rows)}" if rows else ""


def ladder_table(study: Study) -> str:
    """Return the ratio of errors at each rung from DDAERR to JAERR, at every size."""
    rows = []
    for key, outcome in study.ablations.items():
        for size in outcome.panel.sizes_of("ablation"):
            own = [t for t in study.ablation if (t.panel, t.examples) == (key, size)]
            rows.append([outcome.panel.title, f"{size:,}", *(_with_mark(test) for test in own)])
    return f"{LADDER_SAYS}\n\n{table(['panel', 'examples', *LADDER], rows)}" if rows else ""


def step_summary(study: Study) -> str:
    """Return how often the automatic step gains and costs at each size, and the ratios."""
    rows = [
        [f"{ARMS['joint'].label(family)}, {word} size", *_spread(own)]
        for family in FAMILIES
        for word, place in PLACES.items()
        if (own := _of(study.idea("step", place), family))
    ]
    return table(["error over the tuned step's", *_SPREAD], rows) if rows else ""


def step_losses(study: Study) -> str:
    """Return what the automatic step costs: a summary, then every size at which it clearly does."""
    if not (counted := step_summary(study)):
        return ""
    lost = [t for t in study.ablation if t.letter == "step" and t.by_interval == LOSS]
    lines = "\n".join(f"- {said}" for said in by_panel(lost)) or "- none"
    return f"{STEP_SAYS}\n\n{counted}\n\n{lines}"


def by_panel(tests: Sequence[PairedTest]) -> Iterable[str]:
    """Return the sizes, ratios of errors and counts of tests, panel by panel."""
    for key in dict.fromkeys(test.panel for test in tests):
        own = [
            f"{t.examples:,} × {number(t.ratio)} ({t.better} of {t.units})"
            for t in tests
            if t.panel == key
        ]
        yield f"{PANELS[key].title}: {', '.join(own)}"


def _of(tests: Iterable[PairedTest], family: str) -> list[PairedTest]:
    return [test for test in tests if PANELS[test.panel].family == family]


def _spread(tests: Sequence[PairedTest]) -> list[str]:
    """Return how many ratios are lower, unclear and higher, and the least, median and most."""
    ratios, found = sorted(test.ratio for test in tests), [test.by_interval for test in tests]
    counts = " / ".join(str(found.count(verdict)) for verdict in (WIN, TIE, LOSS))
    return [counts, *(number(ratios[at]) for at in (0, len(ratios) // 2, -1))]


def _with_mark(test: PairedTest) -> str:
    """Return the ratio; a star if the 95 % interval of the difference leaves 0 out."""
    return number(test.ratio) + ("" if test.by_interval == TIE else "*")
