"""What one part of a panel gave, and its file."""

from __future__ import annotations

import json
import os
import zipfile
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aelr_core import student
from aelr_core.checks import Floats, Ints
from aelr_core.study.panels import Panel
from aelr_core.whole_files import written

FORMAT = "aelr-study-1"
# The committed results.
RESULTS = Path(__file__).parents[2] / "assets" / "results" / "study"


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
        found: Floats = self.by_unit[:, point]
        return found


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
    with written(file_of(folder, outcome.panel, outcome.part)) as file:
        np.savez_compressed(file, allow_pickle=False, json=np.array(json.dumps(words)), **arrays)


def kept(folder: Path, panel: Panel, part: str = "main") -> Outcome | None:
    """Return a part of a panel if it was computed with this design, else None."""
    path = file_of(folder, panel, part)
    if not path.is_file():
        return None
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            words = json.loads(str(archive["json"]))
            if words["format"] != FORMAT:
                raise ValueError
            if words["panel"] != _plain(panel):
                return None
            arms = {
                key: Measured(
                    archive[f"{key}/examples"],
                    archive[f"{key}/errors"],
                    archive.get(f"{key}/multipliers", None),
                    float(spent),
                )
                for key, spent in words["arms"].items()
            }
    except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise ValueError(f"{os.fspath(path)} is not a stored panel of the study.") from error
    return Outcome(
        panel, words["part"], arms, words["study_run"], words["seconds"], words["versions"]
    )


def _plain(panel: Panel) -> dict[str, object]:
    plain: dict[str, object] = json.loads(json.dumps(asdict(panel)))
    return plain
