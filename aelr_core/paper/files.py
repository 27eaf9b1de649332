"""The folder of a reproduction: one result file an experiment, and our printed numbers.

Everything a result file holds (every run, spec, seed, versions, seconds) is written by
`aelr_core.experiments.save`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from aelr_core.experiments import ExperimentSpec, Result, load, save

NUMBERS = "numbers.json"


def result_file(folder: Path, name: str) -> Path:
    """Return where the result of an experiment is kept."""
    return folder / f"{name}.npz"


def keep(result: Result, folder: Path, name: str) -> None:
    """Write a result, without what no panel shows: how q was in the mean."""
    slim = {key: replace(curve, q=None) for key, curve in result.curves.items()}
    save(replace(result, curves=slim), result_file(folder, name))


def kept(folder: Path, name: str, spec: ExperimentSpec | None = None) -> Result | None:
    """Return the complete result of an experiment, of just this spec if one is given, or None."""
    file = result_file(folder, name)
    if not file.is_file():
        return None
    result = load(file)
    right = spec is None or result.spec == spec
    return result if right and result.complete else None


def keep_numbers(ours: Mapping[str, float], folder: Path) -> None:
    """Add our printed numbers, by name, to those that are there."""
    text = json.dumps({**numbers(folder), **ours}, indent=1, ensure_ascii=False, sort_keys=True)
    draft = folder / f"{NUMBERS}.part"
    draft.write_text(text + "\n", encoding="utf-8")
    os.replace(draft, folder / NUMBERS)


def numbers(folder: Path) -> dict[str, float]:
    """Return our printed numbers by name; none if they have not been computed."""
    file = folder / NUMBERS
    if not file.is_file():
        return {}
    try:
        return {str(k): float(v) for k, v in json.loads(file.read_text(encoding="utf-8")).items()}
    except (ValueError, AttributeError, TypeError) as error:
        raise ValueError(f"{file} does not hold numbers by name.") from error
