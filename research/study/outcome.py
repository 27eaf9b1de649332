"""What one part of a panel gave, and its file."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aelr_core import checks, student
from aelr_core.checks import Floats, Ints
from aelr_core.files import pack, read_as, require, unpack
from research.study.design import Panel, arms_of

FORMAT = "aelr-study-1"
# The committed results.
RESULTS = Path(__file__).with_name("results")


@dataclass(frozen=True, eq=False)
class Measured:
    """The errors of one arm, relative to the zero predictor's.

    Attributes
    ----------
    examples : (P,) numbers of examples, increasing: the panel's sizes, and others between them
        for an arm whose every prefix is a run.
    errors : (data sets, runs, P)
    multipliers : (groups, sizes) factors on the step that were searched; None if it is not tuned.
        There is one group for all data sets, or one for each.
    attributes : attributes seen by a run at the largest size, on average.
    """

    examples: Ints
    errors: NDArray[np.float32]
    multipliers: Floats | None
    attributes: float

    @property
    def by_unit(self) -> Floats:
        """Errors of each unit, (units, P): a data set's mean over its runs, or a run's."""
        errors = self.errors.astype(np.float64)
        units: Floats = errors[0] if len(errors) == 1 else errors.mean(axis=1)
        return units

    @property
    def mean(self) -> Floats:
        """Mean error over the units, (P,)."""
        mean: Floats = self.by_unit.mean(axis=0)
        return mean

    @property
    def half_width(self) -> Floats:
        """Half the 95 % interval of the mean, over the units, (P,)."""
        return np.array([student.half_width(errors, 0.95) for errors in self.by_unit.T])

    def at(self, examples: int) -> Floats:
        """Return the errors of each unit at this number of examples, (units,)."""
        (point,) = np.flatnonzero(self.examples == examples)
        errors: Floats = self.by_unit[:, point]
        return errors


@dataclass(frozen=True, eq=False)
class Outcome:
    """A part of a panel, computed.

    Attributes
    ----------
    panel, part : which.
    arms : by arm.
    study_run : how often the study had been run, this time included.
    seconds, versions : how long it took, and the software that computed it.
    """

    panel: Panel
    part: str
    arms: dict[str, Measured]
    study_run: int
    seconds: float
    versions: dict[str, str]


def file_of(folder: Path, panel: Panel, part: str) -> Path:
    """Return the path of a part of a panel."""
    return folder / (f"{panel.key}.npz" if part == "main" else f"{panel.key}.{part}.npz")


def keep(outcome: Outcome, folder: Path) -> None:
    """Write a part of a panel, completely or not at all."""
    arrays: dict[str, NDArray[np.generic]] = {}
    for key, arm in outcome.arms.items():
        arrays |= {f"{key}/examples": arm.examples, f"{key}/errors": arm.errors}
        if arm.multipliers is not None:
            arrays[f"{key}/multipliers"] = arm.multipliers
    words = {
        "format": FORMAT,
        "panel": _plain(outcome.panel),
        "part": outcome.part,
        "arms": {key: arm.attributes for key, arm in outcome.arms.items()},
        "study_run": outcome.study_run,
        "seconds": outcome.seconds,
        "versions": outcome.versions,
    }
    folder.mkdir(parents=True, exist_ok=True)
    pack(file_of(folder, outcome.panel, outcome.part), words, arrays)


def kept(folder: Path, panel: Panel, part: str = "main") -> Outcome | None:
    """Return a part of a panel if it was computed with this design, else None."""
    path = file_of(folder, panel, part)
    if not path.is_file():
        return None
    with read_as("a stored panel of the study", path) as content:
        words, arrays = unpack(content, FORMAT)
        if words["panel"] != _plain(panel):
            return None
        arms = {
            key: Measured(
                arrays[f"{key}/examples"],
                arrays[f"{key}/errors"],
                arrays.get(f"{key}/multipliers"),
                checks.number("attributes", spent, at_least=0),
            )
            for key, spent in words["arms"].items()
        }
        outcome = Outcome(
            panel, words["part"], arms, words["study_run"], words["seconds"], words["versions"]
        )
        _check(outcome, part)
    return outcome


def _check(outcome: Outcome, part: str) -> None:
    """Raise ValueError if a part of a panel contradicts itself, or is another part."""
    panel, sizes = outcome.panel, outcome.panel.sizes_of(part)
    require(outcome.part == part, "it is another part")
    require([*outcome.arms] == [arm.key for arm in arms_of(part)], "its arms")
    checks.integer("study_run", outcome.study_run, at_least=1)
    checks.number("seconds", outcome.seconds, at_least=0)
    require(isinstance(outcome.versions, dict), "versions have names")
    for arm in outcome.arms.values():
        points = checks.array("examples", arm.examples, ndim=1, at_least=0)
        require(arm.examples.dtype.kind == "i" and bool((np.diff(points) > 0).all()), "examples")
        require(set(sizes) <= set(arm.examples.tolist()), "a size is missing")
        errors = checks.array("errors", arm.errors, ndim=3)
        require(errors.shape == (panel.datasets, panel.runs, len(points)), "the shape of errors")
        if arm.multipliers is not None:
            factors = checks.array("multipliers", arm.multipliers, ndim=2, above=0)
            require(factors.shape[1] == len(sizes), "the shape of multipliers")


def _plain(panel: Panel) -> dict[str, object]:
    plain: dict[str, object] = json.loads(json.dumps(asdict(panel)))
    return plain
