"""The study as it stands in a folder: what was computed, every comparison, what each idea gains."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from aelr_core.study.arms import ARMS
from aelr_core.study.first_run import Counts, count
from aelr_core.study.outcome import Outcome, kept
from aelr_core.study.panels import PANELS, STUDY_RUN
from aelr_core.study.statistics import Needed, PairedTest, compare, corrected, needed


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
# The same with the mended forms; all of them are counted, and corrected for, together.
MENDED = {
    letter.upper(): Compared(f"{pair.ours}-mended", pair.theirs) for letter, pair in PLAIN.items()
}
COMPARISONS = {**PLAIN, **MENDED}
# What the mends gain: each form of ours against itself.
MENDS = {
    "joint": Compared("joint-mended", "joint"),
    "adaptive": Compared("adaptive-mended", "adaptive"),
}
# From DDAERR to JAERR, one idea at a time; all but the last are tuned.
LADDER = {
    "average": Compared("known-linear", "known"),
    "sample": Compared("joint-root-m", "known-linear"),
    "design": Compared("joint-tuned", "joint-root-m"),
    "step": Compared("joint", "joint-tuned"),
}
OURS = ("joint", "joint-mended", "adaptive", "adaptive-mended")
REFERENCES = ("known", "two-phased", "uniform", "online")


@dataclass(frozen=True, eq=False)
class Study:
    """The study, as far as it was computed.

    Attributes
    ----------
    outcomes, ablations : by panel, those that were computed.
    missing : the panels that were not computed yet.
    study_run : how often the study has been run with fresh seeds.
    tests : every comparison, panel and size, corrected for all of them together. The panels that
        vary B are apart, in `other_balls`: their data sets are those of other panels, though
        simulated rows come in another order.
    needed : attributes needed by ours for the error of the others.
    mends : what the mends gain, the pairs of `MENDS`; not corrected, and not counted.
    ablation : what each idea gains, the steps of `LADDER`; not corrected, and not counted.
    """

    outcomes: dict[str, Outcome]
    ablations: dict[str, Outcome]
    missing: tuple[str, ...]
    study_run: int
    tests: tuple[PairedTest, ...]
    other_balls: tuple[PairedTest, ...]
    needed: tuple[Needed, ...]
    mends: tuple[PairedTest, ...]
    ablation: tuple[PairedTest, ...]

    @property
    def family_of_tests(self) -> int:
        """How many tests Holm's correction is for."""
        return len(self.tests)

    @property
    def seconds(self) -> float:
        """How long the computation took, in seconds of one process."""
        return sum(one.seconds for one in [*self.outcomes.values(), *self.ablations.values()])

    def of_panel(self, key: str) -> tuple[PairedTest, ...]:
        """Return the tests of one panel."""
        return tuple(test for test in (*self.tests, *self.other_balls) if test.panel == key)

    def idea(self, letter: str, place: int) -> tuple[PairedTest, ...]:
        """Return what a step of `LADDER` gains, on every panel at one place among its sizes."""
        return tuple(
            test
            for test in self.ablation
            if test.letter == letter
            and test.examples == PANELS[test.panel].sizes_of("ablation")[place]
        )

    def counts(self, letter: str, family: str | None = None, *, alone: bool = False) -> Counts:
        """Return how often ours won, tied and lost in one comparison.

        alone : count the verdict of each test alone, which is not corrected.
        """
        return count(
            [
                test.alone if alone else test.verdict
                for test in self.tests
                if test.letter == letter and family in (None, PANELS[test.panel].family)
            ]
        )


def read(folder: Path) -> Study:
    """Return the study from the files in a folder."""
    outcomes, ablations = dict[str, Outcome](), dict[str, Outcome]()
    for key, panel in PANELS.items():
        for part, found in (("main", outcomes), ("ablation", ablations)):
            if (outcome := kept(folder, panel, part)) is not None:
                found[key] = outcome
    tests, mends = (
        [
            compare(key, letter, *pair, outcome.arms, examples)
            for key, outcome in outcomes.items()
            for letter, pair in pairs.items()
            for examples in outcome.panel.sizes
        ]
        for pairs in (COMPARISONS, MENDS)
    )
    ladder = [
        compare(key, letter, *pair, {**outcomes[key].arms, **outcome.arms}, examples)
        for key, outcome in ablations.items()
        if key in outcomes
        for letter, pair in LADDER.items()
        for examples in outcome.panel.sizes_of("ablation")
    ]
    return Study(
        outcomes,
        ablations,
        tuple(key for key in PANELS if key not in outcomes),
        STUDY_RUN,
        corrected([test for test in tests if not PANELS[test.panel].of]),
        tuple(test for test in tests if PANELS[test.panel].of),
        tuple(
            needed(key, ours, theirs, outcome.arms)
            for key, outcome in outcomes.items()
            for ours in OURS
            for theirs in REFERENCES
        ),
        tuple(test for test in mends if not PANELS[test.panel].of),
        tuple(ladder),
    )
