"""The scenes: one idea each, with the controls that change its picture, and where to go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from aelr_core.datasets.options import Kind, Option
from aelr_core.letters import DECAY
from pages.ui.figures.frame import Picture
from pages.ui.settings import Settings
from pages.ui.settings.rows import Row
from pages.ui.story import pictures
from pages.ui.story.clinic import CLINIC, FILMED, THOUSAND, VOLUNTEERS

REPEATS = (1, 10, 100, 1_000, 10_000)
MET = (0, 10, 30, 100, 300, FILMED)
PAID = CLINIC.examples * CLINIC.budget // THOUSAND
STEEPEST = float(DECAY.keywords["at_least"])


@dataclass(frozen=True)
class Scene:
    """One screen of the story.

    Attributes
    ----------
    key : the name of its text, and in links.
    title : its idea in a few words.
    rows : its controls; their values are the arguments of `draw`, before the look.
    draw : makes the picture and its caption.
    settings : those of the explorer that go on from here, given the controls' values.
    there : what to look at in the explorer.
    """

    key: str
    title: str
    rows: tuple[Row, ...]
    draw: Callable[..., tuple[Picture, str]]
    there: str
    settings: Callable[..., Settings] = lambda *_: CLINIC


def _steps(option: Option, choices: tuple[int, ...]) -> Row:
    return Row(option, "segments", words={n: f"{n:,}" for n in choices})


def _slider(
    name: str, label: str, start: float, ends: tuple[float, float], step: float | None = None
) -> Row:
    kind: Kind = "integer" if isinstance(start, int) else "number"
    option = Option(name, label, kind, start, at_least=ends[0], at_most=ends[1])
    return Row(option, "slider", step=step)


SCENES: tuple[Scene, ...] = (
    Scene(
        "problem",
        "Five tests of a hundred",
        (
            _slider("volunteer", "Volunteer", 1, (1, VOLUNTEERS)),
            Row(Option("lifted", "Show the tests that were not run", "flag", False), "switch"),
        ),
        pictures.problem,
        "Budget, k + 1, on the left, is the number of tests per volunteer.",
    ),
    Scene(
        "blind",
        "Draw lots?",
        (_slider("group", "Volunteers", 300, (20, 2_000), 20),),
        pictures.blind,
        "The dotted line under Sampling distribution: every test equally often.",
    ),
    Scene(
        "average",
        "Right on average",
        (_steps(Option("repeats", "Estimates averaged", "choice", 100, choices=REPEATS), REPEATS),),
        pictures.average,
        "The page Microscope shows such a step number by number.",
    ),
    Scene(
        "cloud",
        "Choose by size",
        (_slider("lean", "Lean towards tests that are often positive, s", 0.0, (0, 1), 0.05),),
        pictures.cloud,
        "The solid line under Sampling distribution: the best draws.",
    ),
    Scene(
        "ratio",
        "One number: ρ",
        (_slider("decay", "How unequal the tests are, α", CLINIC.alpha, (STEEPEST, 0), 0.05),),
        pictures.ratio,
        "Move α on the left: ratios, draws and bounds follow.",
        lambda alpha: replace(CLINIC, alpha=alpha),
    ),
    Scene(
        "unknown",
        "Nothing known",
        (_steps(Option("met", "Volunteers so far", "choice", 0, choices=MET), MET),),
        pictures.unknown,
        "Sampling distribution shows what each algorithm has learnt by the end.",
    ),
    Scene(
        "race",
        "The race",
        (_slider("thousands", "Tests paid for, in thousands", PAID // 2, (PAID // 25, PAID), 2),),
        pictures.race,
        "Press Run to see these curves grow; change the seed and run again.",
    ),
    Scene(
        "worth",
        "When not to",
        (_slider("unequal", "How unequal the tests are, α", 0.0, (-3.0, 0), 0.5),),
        pictures.not_worth_it,
        "Run this α there, with all algorithms.",
        lambda alpha: replace(CLINIC, alpha=alpha),
    ),
)
