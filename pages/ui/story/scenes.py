"""The scenes: one idea each, with the controls that change its picture, and where to go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from aelr_core.datasets.options import Option
from aelr_core.letters import DECAY
from pages.ui.figures.frame import Picture
from pages.ui.settings import Settings
from pages.ui.settings.rows import Row
from pages.ui.story import pictures
from pages.ui.story.clinic import CLINIC, FILMED, VOLUNTEERS

REPEATS = (1, 10, 100, 1_000, 10_000)
MET = (0, 10, 30, 100, 300, FILMED)
PAID = CLINIC.examples * CLINIC.budget
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


SCENES: tuple[Scene, ...] = (
    Scene(
        "problem",
        "Five tests of a hundred",
        (
            Row(
                Option("volunteer", "Volunteer", "integer", 1, at_least=1, at_most=VOLUNTEERS),
                "slider",
            ),
            Row(Option("lifted", "Show the tests that were not run", "flag", False), "switch"),
        ),
        pictures.problem,
        "Attributes per example, on the left, is the number of tests per volunteer.",
    ),
    Scene(
        "blind",
        "Draw lots?",
        (
            Row(
                Option("group", "Volunteers", "integer", 300, at_least=20, at_most=2_000),
                "slider",
                step=20,
            ),
        ),
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
        (
            Row(
                Option("lean", "Lean towards large tests, s", "number", 0.0, at_least=0, at_most=1),
                "slider",
                step=0.05,
            ),
        ),
        pictures.cloud,
        "The solid line under Sampling distribution: the best draws.",
    ),
    Scene(
        "ratio",
        "One number: ρ",
        (
            Row(
                Option("decay", "How unequal the tests are, α", "number", CLINIC.alpha,
                       at_least=STEEPEST, at_most=0),
                "slider",
                step=0.05,
            ),
        ),
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
        (
            Row(
                Option("paid", "Tests paid for", "integer", PAID // 2, at_least=PAID // 25,
                       at_most=PAID),
                "slider",
                step=PAID // 25,
            ),
        ),
        pictures.race,
        "Press Run to see these curves grow; change the seed and run again.",
    ),
    Scene(
        "worth",
        "When not to",
        (
            Row(
                Option("unequal", "How unequal the tests are, α", "number", 0.0, at_least=-3.0,
                       at_most=0),
                "slider",
                step=0.5,
            ),
        ),
        pictures.not_worth_it,
        "Run this α there, with all algorithms.",
        lambda alpha: replace(CLINIC, alpha=alpha),
    ),
)  # fmt: skip
