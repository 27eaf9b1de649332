"""Whether the parts of a stored result fit together, so that whoever reads it need not ask."""

from __future__ import annotations

from typing import Any

import numpy as np

from aelr_core import checks
from aelr_core.algorithms import ALGORITHMS
from aelr_core.experiments.curve import Curve, Setting
from aelr_core.experiments.result import Result, Search, Trial, diverged_note
from aelr_core.files import require

# The axes of a curve's arrays: R runs, P points, W of them with weights, d attributes; "?" is any
# number. Runs that diverged are left out of the others, but not of `unsampled`.
AXES = {
    "runs": "R", "examples": "P", "attributes": "P", "distinct": "RP", "relative_loss": "RP",
    "excess_risk": "RP", "error_rate": "RP", "q": "d", "unsampled": "?", "pi": "d",
    "progressive": "RP", "weights_at": "W", "weights": "Wd", "weights_sd": "Wd",
    "weights_of_runs": "RWd", "data_sets": "R",
}  # fmt: skip
WHOLE = ("runs", "examples", "attributes", "unsampled", "weights_at", "data_sets")
NEEDED = ("runs", "examples", "attributes", "distinct", "relative_loss")
FINITE = (
    "distinct", "relative_loss", "excess_risk", "error_rate", "q", "pi", "weights", "weights_sd",
    "weights_of_runs",
)  # fmt: skip
NOT_NEGATIVE = ("distinct", "relative_loss", "error_rate", "q", "pi", "weights_sd")
LEARNT = ("weights_at", "weights", "weights_sd")


def check(result: Result) -> None:
    """Raise ValueError if a result contradicts itself."""
    checks.integer("d", result.d, at_least=1)
    checks.integer("rows", result.rows, at_least=1)
    checks.number("norm_bound", _plain(result.norm_bound), above=0)
    checks.number("zero_loss", _plain(result.zero_loss), at_least=0)
    checks.number("seconds", _plain(result.seconds), at_least=0)
    require(isinstance(result.complete, bool), "complete is true or false")
    require(isinstance(result.label, str), "the label is a text")
    require(all(isinstance(note, str) for note in result.notes), "notes are texts")
    versions: object = result.versions
    require(isinstance(versions, dict), "versions have names")
    require(all(isinstance(each, str) for each in result.versions.values()), "versions are texts")
    if result.complete:
        _check_whole(result)
    for key, curve in result.curves.items():
        require(key in result.spec.algorithms, f"{key} is not of the experiment")
        _check_curve(curve, result)
    found = {key: (search,) for key, search in result.searches.items()}
    every = (*found.items(), *result.prefix_searches.items())
    for key, searches in every:
        for search in searches:
            require(key in ALGORITHMS and search.algorithm == key, f"the search of {key}")
            _check_search(search)
    _check_trials([trial for _, each in every for search in each for trial in _trials(search)])


def _check_whole(result: Result) -> None:
    """Refuse a complete result that lacks a run and does not say that it diverged."""
    for key in result.spec.algorithms:
        there = 0 if key not in result.curves else len(result.curves[key].runs)
        lost = result.spec.runs - there
        said = diverged_note(key, lost, result.spec.runs) in result.notes
        require(not lost or said, f"{lost} runs of {key} are missing")


def _check_curve(curve: Curve, result: Result) -> None:
    arrays = {name: getattr(curve, name) for name in AXES}
    for name in NEEDED:
        require(arrays[name] is not None, f"{name} is missing")
    require(len({arrays[name] is None for name in LEARNT}) == 1, "weights are incomplete")
    W = 0 if curve.weights_at is None else curve.weights_at.size
    lengths = {"R": curve.runs.size, "P": curve.examples.size, "W": W, "d": result.d}
    for name, array in arrays.items():
        if array is None:
            continue
        require(array.size > 0, f"{name} is empty")
        require(array.dtype.kind == ("i" if name in WHOLE else "f"), f"the numbers of {name}")
        shape = tuple(lengths.get(axis, array.size) for axis in AXES[name])
        require(array.shape == shape, f"{name} has the shape {array.shape}, not {shape}")
        require(name not in FINITE or bool(np.isfinite(array).all()), f"{name} is not finite")
        require(name not in NOT_NEGATIVE or bool((array >= 0).all()), f"{name} is negative")
    require(len(set(curve.runs.tolist())) == curve.runs.size, "two runs have one number")
    require(curve.runs.min() >= 0 and curve.runs.max() < result.spec.runs, "runs beyond the last")
    require(curve.examples[0] > 0 and bool((np.diff(curve.examples) > 0).all()), "examples grow")
    require(curve.attributes[0] >= 0 and bool((np.diff(curve.attributes) >= 0).all()), "cost grows")
    if curve.weights_at is not None and curve.weights_sd is not None:
        at = curve.weights_at
        require(at[0] >= 0 and at[-1] < lengths["P"], "weights are of points of the curve")
        require(bool((np.diff(at) > 0).all() and (curve.weights_sd >= 0).all()), "weights grow")
    steps = ALGORITHMS[curve.algorithm].takes_steps
    require((curve.setting is not None) == steps, "a setting is for algorithms that take steps")
    if curve.setting is not None:
        _check_setting(curve.setting)


def _check_setting(setting: Setting) -> None:
    B_one = setting.B if setting.B_one is None else setting.B_one
    for number in (setting.B, B_one, setting.number, setting.phase_one):
        checks.number("a setting", _plain(number), above=0)


def _check_search(search: Search) -> None:
    for name in ("folds", "repeats", "examples"):
        checks.integer(name, getattr(search, name), at_least=1)
    require(isinstance(search.at_edge, bool), "at_edge is true or false")
    require(len(search.trials) > 0, "a search tries something")


def _trials(search: Search) -> tuple[Trial, ...]:
    """Return everything a search has tried, and what it chose."""
    first = () if search.phase_one is None else (search.phase_one,)
    return (*search.trials, search.chosen, *first)


def _check_trials(trials: list[Trial]) -> None:
    """Check all trials in one go: a panel of the paper has thousands."""
    if not trials:
        return
    names = ("multiplier", "B", "standard_error", "loss")
    every = {name: [getattr(trial, name) for trial in trials] for name in names}
    for name, values in every.items():
        require({*map(type, values)} <= {int, float}, f"{name} is not always a number")
    checks.numbers("multiplier", every["multiplier"], above=0)
    checks.numbers("B", every["B"], above=0)
    checks.numbers("standard_error", every["standard_error"], at_least=0)
    checks.numbers("loss", every["loss"], at_least=0, infinity=True)


def _plain(value: Any) -> Any:
    """Return a number of JSON; a text or true, which could be taken for one, is refused."""
    require(isinstance(value, int | float) and not isinstance(value, bool), f"{value!r}, no number")
    return value
