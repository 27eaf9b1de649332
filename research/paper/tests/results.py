"""The stored results, read and decided once per process, when a test first asks for them.

Never while tests are collected: each of the processes that share the tests would pay for it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from aelr_core.experiments import Curve
from aelr_core.experiments.readings import ONE_STEP
from research.paper.matrix import Matrix, Scoreboard, matrix, scoreboard
from research.paper.reasons import Along, PanelFacts

FOLDER = Path(__file__).parents[1] / "results"
# By the command: paper --figure 2c --runs 5 --examples 300, under every reading
SMALL = Path(__file__).with_name("small")


@cache
def decided(folder: Path = FOLDER) -> Matrix:
    """Return every claim under every reading."""
    return matrix(folder)


@cache
def board(reading: str = ONE_STEP) -> Scoreboard:
    """Return the scoreboard of a reading, before the matrix adds its words."""
    return scoreboard(FOLDER, reading)


def stored_curves() -> dict[str, dict[str, Curve]]:
    return board().curves


@cache
def facts() -> dict[str, PanelFacts]:
    return {key: PanelFacts(each.result, each.curves) for key, each in board().panels.items()}


def loss(key: str) -> dict[str, Along]:
    return facts()[key].loss


def mentions(text: str, *parts: str) -> bool:
    """Return whether all parts are in a text, one after the other."""
    at = 0
    for part in parts:
        at = text.find(part, at) + len(part)
        if at < len(part):
            return False
    return True
