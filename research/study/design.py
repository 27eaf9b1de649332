r"""The design of the study: panels, sizes, seeds, arms and comparisons, frozen beforehand.

This is the second time. The panels are those of the first, with other seeds, and our algorithms
take part twice: as they took part then, and guarded, as the estimators run them (`guards`,
`measured_length`). Both were chosen on other data, see `development`, after the first results
were known; the seeds below had never been used.

**Simulated panels.** Sixteen fresh data sets (each with its own w* and rows), two runs on each.
The paper's step sizes are searched on four further data sets and used for all sixteen. Errors are
exact: :math:`L(w)/L(0)`, since M, w* and the labels are known without noise.

**Real panels.** The error is the test loss over the zero predictor's. A small table is split
afresh sixteen times, with two runs on each split; Covertype is split afresh once, with sixteen
runs; MNIST keeps its own training and test rows, and only orders and draws are fresh. The steps
are searched on the training rows of each split. Whoever knows M knows the mean of x² over all
rows of the table, test rows included. Everybody is given the stored B, chosen on the usual split:
it may have seen rows that a fresh split tests on.

**The search** is the project's `fine` one, by ten-fold cross-validation, for every algorithm and
every size apart. What it looks at is charged to nobody. JAERR and the adaptive form are not tuned.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from aelr_core import checks
from aelr_core.algorithms import by_word
from aelr_core.datasets import DATASETS, facts_of
from aelr_core.letters import FAMILIES

# How often the study has been run, and the seeds of this time; another time takes others.
STUDY_RUN = 2
FIRST_SEED = 26_000_000
# Each panel has a thousand seeds: its data sets or splits are numbered from 0, those of the search
# from SEARCH_SEED, and the orders and draws of all runs come from RUN_SEED.
SEEDS_APART, SEARCH_SEED, RUN_SEED = 1_000, 100, 500

ALPHAS = (0.0, -0.5, -1.0, -1.5, -2.0)
LARGER = (-1.0, -2.0)  # where 40,000 examples are tried too
D, K = 500, 5
UNITS, RUNS, SEARCHED = 16, 2, 4
FOLDS = 10
SIZES = (2_000, 6_000, 20_000)
LARGE = (*SIZES, 40_000)
PASSES = 4  # how often the rows of a small table come again at the largest size


@dataclass(frozen=True)
class Panel:
    """One data set, family and budget, at several sizes.

    Attributes
    ----------
    key, title, family : its name in code and files, its name on the screen, "ridge" or "lasso".
    data, options : the registry's key of the data, and its options.
    budget : K = k + 1, attributes per example.
    sizes : numbers of examples, increasing; above the training rows examples come again.
    seed : its first seed.
    datasets, runs : how many data sets or splits, and runs on each.
    searched : other data sets for the search; 0 if the training rows of each split serve it.
    repeats : runs of the search on each fold.
    ball : factor on the norm bound B, the same for all algorithms.
    of : the panel whose B is varied, or "".
    """

    key: str
    title: str
    family: str
    data: str
    options: tuple[tuple[str, float], ...]
    budget: int
    sizes: tuple[int, ...]
    seed: int
    datasets: int = UNITS
    runs: int = RUNS
    searched: int = 0
    repeats: int = 1
    ball: float = 1.0
    of: str = ""

    @property
    def simulated(self) -> bool:
        """Whether its data are simulated."""
        return DATASETS[self.data].simulated

    @property
    def units(self) -> str:
        """What an interval is over: "data sets", "splits" or "runs"."""
        if self.simulated:
            return "data sets"
        return "splits" if self.datasets > 1 else "runs"

    @property
    def rows(self) -> int:
        """Training rows of each data set."""
        return self.sizes[-1] if self.simulated else facts_of(self.data).rows

    @property
    def dissected(self) -> bool:
        """Whether the study also looks at what each idea gains: the main panels only."""
        usual = not self.simulated or (dict(self.options)["dim"], self.budget) == (D, K)
        return usual and not self.of

    def sizes_of(self, part: str) -> tuple[int, ...]:
        """Return the sizes of a part of the study: the ablation has none above 20,000."""
        return self.sizes if part == "main" else tuple(n for n in self.sizes if n <= SIZES[-1])

    @property
    def checkpoints(self) -> tuple[int, ...]:
        """Sizes at which an arm is measured whose every prefix is a run: denser than `sizes`."""
        largest = self.sizes[-1]
        return tuple(sorted({round(largest / 2 ** (i / 2)) for i in range(14)} | {*self.sizes}))

    def reused(self, examples: int) -> bool:
        """Whether examples come again at this size."""
        return examples > self.rows


def minus(number: float) -> str:
    """Return a number with a minus sign instead of a hyphen.

    >>> minus(-0.5)
    '−0.5'
    """
    return f"{number:g}".replace("-", "−")


def _simulated(
    family: str, alpha: float, seed: int, *, d: int = D, budget: int = K, large: bool = False
) -> Panel:
    key, title = f"{family}-{abs(alpha):g}", f"Simulated {family}, α = {minus(alpha)}"
    if d != D:
        key, title = f"{key}-d{d}", f"{title}, d = {d}"
    if budget != K:
        key, title = f"{key}-K{budget}", f"{title}, k + 1 = {budget}"
    return Panel(
        key,
        title,
        family,
        "synthetic",
        (("alpha", alpha), ("dim", d)),
        budget,
        LARGE if large else SIZES,
        seed,
        searched=SEARCHED,
    )


def _real(
    key: str,
    family: str,
    data: str,
    budget: int,
    sizes: tuple[int, ...],
    seed: int,
    repeats: int,
    *,
    datasets: int = 1,
    runs: int = UNITS,
) -> Panel:
    title = f"{DATASETS[data].short} {family}, k + 1 = {budget}"
    name = f"{family}-{key}"
    return Panel(name, title, family, data, (), budget, sizes, seed, datasets, runs, 0, repeats)


def _small(key: str, family: str, data: str, seed: int) -> Panel:
    rows = facts_of(data).rows
    sizes = (rows // 2, rows, PASSES * rows)
    return _real(key, family, data, K, sizes, seed, 2, datasets=UNITS, runs=RUNS)


def _other_ball(panel: Panel, ball: float, word: str) -> Panel:
    """Return a panel with another norm bound, on the same data sets or split.

    With fewer sizes a simulated data set has fewer rows: the first ones, in another order.
    """
    given = {**vars(panel), "key": f"{panel.key}-{word}-B", "ball": ball, "of": panel.key}
    given["title"] = f"{panel.title}, {'B/2' if ball < 1 else '2B'}"
    given["sizes"] = SIZES
    return Panel(**given)


def _design() -> dict[str, Panel]:
    seeds = iter(range(FIRST_SEED, FIRST_SEED + 100 * SEEDS_APART, SEEDS_APART))
    mnist = facts_of("mnist-3v5").rows
    few, half = mnist // 8, mnist // 2
    panels = [_simulated(f, a, next(seeds), large=a in LARGER) for f in FAMILIES for a in ALPHAS]
    for family in FAMILIES:
        panels += [
            _simulated(family, -1.0, next(seeds), d=100),
            _simulated(family, -1.0, next(seeds), d=1_000),
            _simulated(family, -2.0, next(seeds), budget=2),
            _simulated(family, -1.0, next(seeds), budget=20),
        ]
    for family in FAMILIES:
        panels += [
            _real("mnist-57", family, "mnist-3v5", 57, (few, half, mnist), next(seeds), 2),
            _real("mnist-5", family, "mnist-3v5", 5, (few, half, mnist), next(seeds), 4),
            _real("covertype", family, "covertype", K, SIZES, next(seeds), 4),
            _small("digits", family, "digits-3v5", next(seeds)),
            _small("cancer", family, "breast-cancer", next(seeds)),
            _small("diabetes", family, "diabetes", next(seeds)),
        ]
    design = {panel.key: panel for panel in panels}
    for key in VARIED_B:
        for ball, word in ((0.5, "half"), (2.0, "twice")):
            other = _other_ball(design[key], ball, word)
            design[other.key] = other
    return design


# Panels that vary B are not counted among wins and losses.
VARIED_B = ("ridge-1", "ridge-covertype", "lasso-1", "lasso-covertype")
PANELS = _design()
# What is computed first.
FIRST = (
    "ridge-2",
    "ridge-1",
    "ridge-covertype",
    "ridge-mnist-57",
    "lasso-2",
    "lasso-covertype",
    "ridge-mnist-5",
    "lasso-1",
    "lasso-mnist-5",
    "ridge-0.5",
    "lasso-0.5",
    "ridge-0",
    "lasso-0",
)


def panel(key: object) -> Panel:
    """Return the panel with this key; refuse an unknown key."""
    return PANELS[str(checks.choice("panel", key, tuple(PANELS)))]


# -- arms --


@dataclass(frozen=True)
class Arm:
    """One way to learn, in both families.

    Attributes
    ----------
    key : its name in code and files.
    word : the registry's word of the algorithm.
    tuned : whether its step is searched; otherwise it is the automatic one.
    part : of the study, "main" or "ablation".
    variant : an addition to the algorithm's label, or "".
    after : the arm whose step is used in phase one, or "".
    average, aware : "linear" for the linear average; whether π follows w.
    length, guarded : as for `Joint`.
    """

    key: str
    word: str
    tuned: bool
    part: str = "main"
    variant: str = ""
    after: str = ""
    average: str = "uniform"
    aware: bool = True
    length: str = "plain"
    guarded: bool = False

    @property
    def joint(self) -> bool:
        """Whether it takes one joint sample per example."""
        return self.word in ("joint", "adaptive")

    def label(self, family: str) -> str:
        """Return its name on the screen.

        >>> ARMS["known-linear"].label("lasso"), ARMS["joint-guarded"].label("ridge")
        ('DDAELR, linear average', 'Guarded JAERR')
        """
        label = by_word(self.word, family).label
        if self.by_default:
            return f"Guarded {label}"
        return f"{label}, {self.variant}" if self.variant else label

    @property
    def by_default(self) -> bool:
        """Whether it runs as the estimators run it."""
        return self.guarded and self.length == "measured"

    @property
    def on_the_way(self) -> bool:
        """Whether every prefix of a run is a run, so that one run shows all sizes."""
        return self.joint and not self.tuned


ARMS = {
    arm.key: arm
    for arm in (
        Arm("uniform", "uniform", tuned=True),
        Arm("known", "known", tuned=True),
        Arm("two-phased", "two-phased", tuned=True, after="uniform"),
        Arm("online", "online", tuned=True),
        Arm("joint", "joint", tuned=False),
        Arm("adaptive", "adaptive", tuned=False),
        *(
            Arm(f"{word}-guarded", word, tuned=False, length="measured", guarded=True)
            for word in ("joint", "adaptive")
        ),
        Arm("known-linear", "known", True, "ablation", "linear average", average="linear"),
        Arm("joint-root-m", "joint", True, "ablation", "√M design, tuned", aware=False),
        Arm("joint-tuned", "joint", True, "ablation", "tuned"),
    )
}
PARTS = ("main", "ablation")


def arms_of(part: str) -> list[Arm]:
    """Return the arms of a part of the study."""
    return [arm for arm in ARMS.values() if arm.part == part]


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


# -- comparisons --


class Compared(NamedTuple):
    """Two arms that the study compares."""

    ours: str
    theirs: str

    def says(self, family: str) -> str:
        """Return the comparison in words."""
        return f"{ARMS[self.ours].label(family)} against {ARMS[self.theirs].label(family)}"


# Ours are not tuned; the paper's have the best steps that cross-validation finds.
PLAIN = {
    "a": Compared("joint", "known"),
    "b": Compared("adaptive", "two-phased"),
    "c": Compared("adaptive", "uniform"),
    "d": Compared("adaptive", "known"),
    "e": Compared("joint", "online"),
}
# The same with the guarded forms; all of them are counted, and corrected for, together.
GUARDED = {
    letter.upper(): Compared(f"{pair.ours}-guarded", pair.theirs) for letter, pair in PLAIN.items()
}
COMPARISONS = {**PLAIN, **GUARDED}
# What guards and measured length gain: each form of ours against itself.
GUARDS = {
    "joint": Compared("joint-guarded", "joint"),
    "adaptive": Compared("adaptive-guarded", "adaptive"),
}
# From DDAERR to JAERR, one idea at a time; all but the last are tuned.
LADDER = {
    "average": Compared("known-linear", "known"),
    "sample": Compared("joint-root-m", "known-linear"),
    "design": Compared("joint-tuned", "joint-root-m"),
    "step": Compared("joint", "joint-tuned"),
}
OURS = ("joint", "joint-guarded", "adaptive", "adaptive-guarded")
REFERENCES = ("known", "two-phased", "uniform", "online")
