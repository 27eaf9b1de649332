"""The arms of the study: algorithms, and variants of them that show what each idea contributes."""

from __future__ import annotations

from dataclasses import dataclass

from aelr_core.algorithms import Learner, StepRule, by_word
from aelr_core.checks import Floats
from aelr_core.engine.joint.lanes import Joint
from aelr_core.engine.joint.lasso import JAELR
from aelr_core.engine.joint.ridge import JAERR
from aelr_core.engine.lanes import Lanes
from aelr_core.learners import full_information_examples, learner
from aelr_core.modes import EXPERIMENTS
from aelr_core.study.panels import Panel
from aelr_core.study.tables import Tables

JOINT: dict[str, type[Joint]] = {"ridge": JAERR, "lasso": JAELR}


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

        >>> ARMS["known-linear"].label("lasso"), ARMS["joint-mended"].label("ridge")
        ('DDAELR, linear average', 'Mended JAERR')
        """
        label = by_word(self.word, family).label
        if self.mended:
            return f"Mended {label}"
        return f"{label}, {self.variant}" if self.variant else label

    @property
    def mended(self) -> bool:
        """Whether it runs as the estimators run it."""
        return self.guarded and self.length == "measured"

    @property
    def on_the_way(self) -> bool:
        """Whether every prefix of a run is a run, so that one run shows all sizes."""
        return self.joint and not self.tuned

    def examples(self, panel: Panel, d: int, examples: int) -> int:
        """Return how many examples it sees at a size: fewer, if it sees them whole."""
        if self.word != "online":
            return examples
        return full_information_examples(examples, panel.budget, d)

    def lanes(
        self, panel: Panel, tables: Tables, lanes: Lanes, multiplier: Floats, phase_one: Floats
    ) -> Learner:
        """Return its lanes, ready to advance; multiplier and phase_one are (L,)."""
        if self.joint:
            M = tables.M if self.word == "joint" else None
            return JOINT[panel.family](
                tables.X,
                tables.y,
                lanes,
                K=panel.budget,
                M=M,
                multiplier=multiplier,
                aware=self.aware,
                length=self.length,
                guarded=self.guarded,
            )
        return learner(
            by_word(self.word, panel.family).key, tables.X, tables.y, lanes, budget=panel.budget,
            mode=EXPERIMENTS, M=tables.M,
            step=StepRule(multiplier=multiplier, phase_one=phase_one), average=self.average,
        )  # fmt: skip


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
            Arm(f"{word}-mended", word, tuned=False, length="measured", guarded=True)
            for word in ("joint", "adaptive")
        ),
        Arm(
            "known-linear",
            "known",
            tuned=True,
            part="ablation",
            variant="linear average",
            average="linear",
        ),
        Arm(
            "joint-root-m",
            "joint",
            tuned=True,
            part="ablation",
            variant="√M design, tuned",
            aware=False,
        ),
        Arm("joint-tuned", "joint", tuned=True, part="ablation", variant="tuned"),
    )
}
PARTS = ("main", "ablation")


def arms_of(part: str) -> list[Arm]:
    """Return the arms of a part of the study."""
    return [arm for arm in ARMS.values() if arm.part == part]
