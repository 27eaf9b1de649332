"""The study as Markdown tables: wins, ties and losses, losses as large as wins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf

from aelr_core.letters import FAMILIES
from aelr_core.study.arms import ARMS, arms_of
from aelr_core.study.first_run import first_run
from aelr_core.study.panels import PANELS, Panel
from aelr_core.study.reading import COMPARISONS, LADDER, MENDS, OURS, PLAIN, REFERENCES, Study
from aelr_core.study.statistics import LOSS, TIE, WIN, Needed, PairedTest

CAVEATS = (
    "All that is counted (panels, sizes, seeds, tests) was fixed before anything of this run was "
    "computed, and so were the constants of our algorithms and of their mends. They had been "
    "chosen while looking at other data of the same kinds, the mends when the first run was known.",
    "JAERR, JAELR and their adaptive forms, plain or mended, are not tuned. The others have the "
    "best step sizes that ten-fold cross-validation finds for each size; what the search looks at "
    "is not charged.",
    "A difference is paired: same data set, same order. Runs of one data set are averaged before "
    "the test; each panel has sixteen data sets, splits or runs.",
    "MNIST keeps its own test rows, which had been seen before; there and on Covertype intervals "
    "are over runs on one split. The splits of a small table overlap, so an interval there is "
    "about this table only.",
    "Above the number of training rows, examples come again.",
    "All algorithms, the adaptive ones too, are given the same B: ‖w*‖ on simulated data; on real "
    "data a stored one, chosen on the usual split, which may have seen rows that a fresh split "
    "tests on. Those that know M have it from all rows of a real table, test rows included, but "
    "without labels.",
    "On the lasso with α = 0 the tuned Two-Phased DDAELR stays far above DDAELR: its mean error is "
    "0.004, then 0.018, then 0.016, since steps searched on four other data sets do not suit every "
    "one of sixteen. Ours needs few attributes for that; in the first run it was worse still.",
    "Panels with B/2 and 2B use the data sets of other panels, so they are not counted. On "
    "simulated data their orders are not those of the panel with B, which has 40,000 rows where "
    "they have 20,000: small differences between B/2, B and 2B are noise.",
)

MENDS_SAY = (
    "Mended, as the estimators run them: guarded, and their length measured; the same draws. "
    "Lower or higher: the 95 % interval of this difference alone leaves 0 out."
)
STAR_SAYS = "A star: the 95 % interval of this difference alone leaves 0 out."

LADDER_SAYS = (
    "From DDAERR/DDAELR to JAERR/JAELR in four steps, each error over the one before. average: the "
    "linear average; sample: one joint sample by √M, with steps that fall; design: π follows w; "
    f"step: the automatic step instead of a tuned one. {STAR_SAYS}"
)


def as_text(study: Study) -> str:
    """Return all tables, with headings."""
    if not study.outcomes:
        return f"The study is not computed yet: none of its {len(PANELS)} panels is there."
    parts = [
        _heading(study),
        _section("Wins, ties and losses", counts_table(study)),
        _section("What the mends gain: error over the plain form's", mends_summary(study)),
        _section("What the mends gain, panel by panel", mends_table(study)),
        _section("Errors relative to the zero predictor's", errors_table(study)),
        *(_section(*part) for part in _by_verdict(study)),
        _section("Attributes needed, over those that the other used", needed_summary(study)),
        _section("Attributes needed, panel by panel", needed_table(study)),
        _section("What each idea gains: ratio of errors at the largest size", ladder_table(study)),
        _section("Another norm bound", balls_table(study)),
        _section("How to read it", "\n".join(f"- {sentence}" for sentence in CAVEATS)),
    ]
    return "\n\n".join(part for part in parts if part)


def _heading(study: Study) -> str:
    both, same, opposite = first_run().agrees(study.tests)
    lines = [
        f"The study was run twice, each time with fresh seeds. Of {both} comparisons that are in "
        f"both runs, {same} have the same verdict and {opposite} the opposite one.",
        f"Panels computed this time: {len(study.outcomes)} of {len(PANELS)}, "
        f"ablations: {len(study.ablations)}, in {study.seconds / 60:.0f} minutes of one process.",
        f"A win or a loss is significant at 5 % by t-tests, corrected by Holm for all "
        f"{study.family_of_tests} tests together.",
    ]
    if study.missing:
        lines.append("Not computed yet: " + ", ".join(study.missing) + ".")
    return "\n".join(lines)


def _section(title: str, body: str) -> str:
    return f"### {title}\n\n{body}" if body else ""


def names(arm: str) -> str:
    """Return the labels of an arm in both families, without saying the same word twice.

    >>> names("known"), names("two-phased")
    ('DDAERR/DDAELR', 'Two-Phased DDAERR/DDAELR')
    """
    first, second = (ARMS[arm].label(family).split() for family in FAMILIES)
    pairs = zip(first, second, strict=True)
    return " ".join(a if a == b else _both(a, b) for a, b in pairs)


def _both(a: str, b: str) -> str:
    """Return two words as one, with the comma of the first at the end."""
    return f"{a.rstrip(',')}/{b}"


def counts_table(study: Study) -> str:
    """Return wins, ties and losses of every comparison: ridge, lasso, all, and not corrected."""
    rows = []
    for letter, (ours, theirs) in COMPARISONS.items():
        cells = [" / ".join(map(str, study.counts(letter, f))) for f in (*FAMILIES, None)]
        cells.append(" / ".join(map(str, study.counts(letter, alone=True))))
        before = letter in PLAIN
        cells.append(" / ".join(map(str, first_run().counts(letter))) if before else "")
        rows.append([f"({letter}) {names(ours)} against {names(theirs)}", *cells])
    heads = ["wins / ties / losses", *FAMILIES, "all", "all, not corrected", "all, first run"]
    return _table(heads, rows) if study.tests else ""


def mends_summary(study: Study) -> str:
    """Return how often the mends gain and cost, and the ratios of errors, mended over plain."""
    rows = []
    for letter, (ours, _) in MENDS.items():
        for family in FAMILIES:
            own = [
                t for t in study.mends if t.letter == letter and PANELS[t.panel].family == family
            ]
            if own:
                ratios = sorted(test.ratio for test in own)
                lower, higher = sum(t.high < 0 for t in own), sum(t.low > 0 for t in own)
                cells = [number(ratios[at]) for at in (0, len(ratios) // 2, -1)]
                unclear = len(own) - lower - higher
                counts = f"{lower} / {unclear} / {higher}"
                rows.append([ARMS[ours].label(family), counts, *cells])
    heads = ["error over the plain form's", "lower / unclear / higher", "least", "median", "most"]
    return f"{MENDS_SAY}\n\n{_table(heads, rows)}" if rows else ""


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
    return f"{STAR_SAYS}\n\n{_table(heads, rows)}" if rows else ""


def errors_table(study: Study) -> str:
    """Return the mean errors of all arms and the verdicts, for every panel and size."""
    arms = [arm.key for arm in arms_of("main")]
    rows = []
    for key, outcome in study.outcomes.items():
        panel = outcome.panel
        for size in panel.sizes:
            errors = [number(float(outcome.arms[arm].at(size).mean())) for arm in arms]
            found = [test for test in study.of_panel(key) if test.examples == size]
            verdicts = "" if panel.of else " ".join(_LETTER[test.verdict] for test in found)
            rows.append([panel.title, _size(panel, size), *errors, verdicts])
    heads = ["panel", "examples", *map(names, arms), " ".join(COMPARISONS)]
    return _table(heads, rows) if rows else ""


_LETTER = {WIN: "W", TIE: "t", LOSS: "L"}


def _by_verdict(study: Study) -> Iterable[tuple[str, str]]:
    """Return the losses and the wins, comparison by comparison, with the ratios of the errors."""
    for title, verdict in (("Losses", LOSS), ("Wins", WIN)):
        lines = []
        for letter, (ours, theirs) in COMPARISONS.items():
            found = [t for t in study.tests if t.letter == letter and t.verdict == verdict]
            said = "; ".join(_of_panels(found)) or "none"
            lines.append(f"- **({letter}) {names(ours)} against {names(theirs)}**: {said}.")
        if study.tests:
            yield (
                f"{title}: examples × our error over theirs (units with a lower error)",
                "\n".join(lines),
            )


def _of_panels(tests: Sequence[PairedTest]) -> Iterable[str]:
    for key in dict.fromkeys(test.panel for test in tests):
        own = [
            f"{t.examples:,} × {number(t.ratio)} ({t.better} of {t.units})"
            for t in tests
            if t.panel == key
        ]
        yield f"{PANELS[key].title}: {', '.join(own)}"


def needed_summary(study: Study) -> str:
    """Return how often ours reach the errors of the others, and what they need for it."""
    rows = []
    for ours in OURS:
        for theirs in REFERENCES:
            every = [n for n in study.needed if (n.ours, n.theirs) == (ours, theirs)]
            own = [n for n in every if not PANELS[n.panel].of]
            own.sort(key=lambda n: inf if n.fraction is None else n.fraction)
            found = [n for n in own if n.fraction is not None]
            cells = [f"{len(found)} of {len(own)}", _fraction(own[len(own) // 2]) if own else ""]
            cells.append(f"{_fraction(found[0])} to {_fraction(found[-1])}" if found else "")
            rows.append([names(ours), names(theirs), *cells])
    heads = ["attributes that", "needs for the error of", "reached on", "median", "where reached"]
    return _table(heads, rows) if study.needed else ""


def needed_table(study: Study) -> str:
    """Return the attributes that ours need for the errors of the others."""
    rows = []
    for key in study.outcomes:
        if not PANELS[key].of:
            own = {(n.ours, n.theirs): n for n in study.needed if n.panel == key}
            cells = [_fraction(own[ours, theirs]) for ours in OURS for theirs in REFERENCES]
            rows.append([PANELS[key].title, *cells])
    heads = [f"{names(ours)} for {names(theirs)}'s error" for ours in OURS for theirs in REFERENCES]
    return _table(["panel", *heads], rows) if rows else ""


def _fraction(needed: Needed) -> str:
    if needed.fraction is None:
        return "not reached"
    return ("≤ " if needed.at_most else "") + f"{needed.fraction:.2f}"


def ladder_table(study: Study) -> str:
    """Return the ratio of errors at each rung from DDAERR to JAERR, at the largest size."""
    rows = []
    for key, outcome in study.ablations.items():
        size = outcome.panel.sizes_of("ablation")[-1]
        own = [t for t in study.ablation if (t.panel, t.examples) == (key, size)]
        rows.append([outcome.panel.title, f"{size:,}", *(_with_mark(test) for test in own)])
    return f"{LADDER_SAYS}\n\n{_table(['panel', 'examples', *LADDER], rows)}" if rows else ""


def _with_mark(test: PairedTest) -> str:
    """Return the ratio; a star if the 95 % interval of the difference leaves 0 out."""
    return number(test.ratio) + ("" if test.low <= 0 <= test.high else "*")


def balls_table(study: Study) -> str:
    """Return the errors of ours and DDAERR with B/2, B and 2B, on the panels that vary B."""
    arms = ("known", "two-phased", "joint", "adaptive")
    rows = []
    for key in dict.fromkeys(p.of for p in PANELS.values() if p.of):
        same = [p for p in PANELS.values() if key in (p.of, p.key) and p.key in study.outcomes]
        for one in sorted(same, key=lambda p: p.ball):
            for size in [n for n in one.sizes if n in PANELS[f"{key}-half-B"].sizes]:
                errors = [
                    number(float(study.outcomes[one.key].arms[a].at(size).mean())) for a in arms
                ]
                rows.append([PANELS[key].title, f"{one.ball:g} B", f"{size:,}", *errors])
    return _table(["panel", "norm bound", "examples", *map(names, arms)], rows) if rows else ""


def number(value: float) -> str:
    """Return an error or a ratio in three digits.

    >>> number(0.1234), number(1.5), number(2.5e-07), number(31.2)
    ('0.123', '1.50', '2.5e-07', '31')
    """
    if value != 0 and not 0.001 <= abs(value) < 10_000:
        return f"{value:.1e}"
    return f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 10 else f"{value:.0f}"


def _size(panel: Panel, size: int) -> str:
    return f"{size:,}" + (" (again)" if panel.reused(size) else "")


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
