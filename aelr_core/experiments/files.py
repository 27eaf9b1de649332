"""Saves a result as one npz file and loads it again; also prepares a result for JSON.

The file is an archive of arrays and one JSON text, without pickle. What is loaded is checked, so
that whoever reads it need not ask whether its parts fit together.

**Many results in one small file**, the same experiment at many values of a setting, as
`research.stored` writes them: of every curve each run's loss and excess risk, rounded to 0.07 %,
and q or π; of the different attributes, the mean over runs. There are no predictors, no searches
and no progressive loss: a new run gives these.
"""

from __future__ import annotations

import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aelr_core import checks
from aelr_core.algorithms import ALGORITHMS, StepRule
from aelr_core.checks import Floats, Ints
from aelr_core.experiments.curve import AXES, Curve, Setting
from aelr_core.experiments.result import Result, Search, Trial, diverged_note
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.files import Arrays, pack, read_as, require, unpack

FORMAT = "aelr-result-1"
# What is stored of a result as it is.
PLAIN = (
    "notes",
    "label",
    "d",
    "rows",
    "norm_bound",
    "zero_loss",
    "seconds",
    "complete",
    "versions",
)
# What is stored of a search as it is.
SEARCHED = ("algorithm", "folds", "repeats", "examples", "at_edge")


def save(result: Result, path: str | os.PathLike[str]) -> None:
    """Write a result to `path`, completely or not at all; no suffix is added to the name."""
    arrays = {
        f"{key}/{name}": array
        for key, curve in result.curves.items()
        for name in AXES
        if (array := getattr(curve, name)) is not None
    }
    searches = {key: _search_words(search) for key, search in result.searches.items()}
    words = {"format": FORMAT, **words_of(result), "searches": searches}
    if result.prefix_searches:
        words["prefix_searches"] = {
            key: [_search_words(search) for search in searches]
            for key, searches in result.prefix_searches.items()
        }
    pack(Path(path), words, arrays)


def load(path: str | os.PathLike[str]) -> Result:
    """Return the result stored in `path`; raise ValueError if the file is not a result."""
    with read_as("a result saved by AELR Lab", path) as content:
        words, arrays = unpack(content, FORMAT)
        settings = words["settings"].items()
        require(isinstance(words["notes"], list), "notes are a list")
        result = Result(
            spec=ExperimentSpec.from_dict(words["spec"]),
            curves={key: _curve(key, arrays, setting) for key, setting in settings},
            searches={key: _search(given) for key, given in words["searches"].items()},
            prefix_searches={
                key: tuple(_search(each) for each in given)
                for key, given in words.get("prefix_searches", {}).items()
            },
            **{**{name: words[name] for name in PLAIN}, "notes": tuple(words["notes"])},
        )
        check(result)
    return result


def as_plain(result: Result) -> dict[str, Any]:
    """Return a result as plain data for JSON: mean and sd of every curve, weights, notes, spec."""
    return {
        "curves": {
            key: {"origin": ALGORITHMS[key].origin, **_plain_curve(curve, result.bound_of(key))}
            for key, curve in result.curves.items()
        },
        "data": result.label,
        "d": result.d,
        "norm_bound": result.norm_bound,
        "complete": result.complete,
        "notes": list(result.notes),
        "spec": result.spec.to_dict(),
        "seconds": result.seconds,
        "versions": result.versions,
    }


def _curve(key: str, arrays: Arrays, setting: dict[str, Any] | None) -> Curve:
    own_arrays = {name: arrays.get(f"{key}/{name}") for name in AXES}
    return Curve(algorithm=key, setting=_setting(setting), **own_arrays)  # type: ignore[arg-type]


def words_of(result: Result) -> dict[str, Any]:
    """Return what is stored of a result besides arrays and searches, as plain data."""
    settings = {key: _setting_words(curve.setting) for key, curve in result.curves.items()}
    plain = {name: getattr(result, name) for name in PLAIN}
    return {"spec": result.spec.to_dict(), "settings": settings, **plain}


def _setting_words(setting: Setting | None) -> dict[str, Any] | None:
    if setting is None:
        return None
    first_bound = {} if setting.B_one is None else {"B_one": setting.B_one}
    return {"B": setting.B, **first_bound, **asdict(setting.step)}


def _setting(given: dict[str, Any] | None) -> Setting | None:
    if given is None:
        return None
    step = {name: value for name, value in given.items() if name not in ("B", "B_one")}
    return Setting(given["B"], StepRule(**step), given.get("B_one"))


def _search_words(search: Search) -> dict[str, Any]:
    """Return a search as plain data. JSON has no infinity: a diverged trial's loss is None."""
    trials = [_trial_words(trial) for trial in search.trials]
    first = None if search.phase_one is None else _trial_words(search.phase_one)
    chosen = _trial_words(search.chosen)
    return {**asdict(search), "trials": trials, "chosen": chosen, "phase_one": first}


def _trial_words(trial: Trial) -> dict[str, float | None]:
    return {**asdict(trial), "loss": trial.loss if np.isfinite(trial.loss) else None}


def _search(given: dict[str, Any]) -> Search:
    trials = tuple(_trial(each) for each in given["trials"])
    first = given.get("phase_one")  # older files have none
    plain = {name: given[name] for name in SEARCHED}
    chosen, phase_one = _trial(given["chosen"]), None if first is None else _trial(first)
    return Search(**plain, trials=trials, chosen=chosen, phase_one=phase_one)


def _trial(given: dict[str, Any]) -> Trial:
    return Trial(**{**given, "loss": np.inf if given["loss"] is None else given["loss"]})


def _plain_curve(curve: Curve, B: float) -> dict[str, Any]:
    setting = curve.setting
    plain: dict[str, Any] = {
        "attributes": curve.attributes.tolist(),
        "distinct": curve.distinct.mean(axis=0).tolist(),
        "examples": curve.examples.tolist(),
        "mean": curve.mean.tolist(),
        "sd": curve.sd.tolist(),
        "runs": len(curve.runs),
        "step": None if setting is None else setting.number,
        "step_is": None if setting is None else setting.number_is,
        "norm_bound": B,
    }
    if curve.excess_risk is not None:
        plain["excess_risk"] = curve.excess_risk.mean(axis=0).tolist()
    if curve.error_rate is not None:
        plain["error_rate"] = curve.error_rate.mean(axis=0).tolist()
    if curve.progressive is not None:  # JSON has no NaN: after the first pass there is nothing
        plain["progressive"] = without_nan(curve.progressive.mean(axis=0))
    if curve.weights_at is not None:
        plain["weights"] = _plain_weights(curve, curve.weights_at)
    return plain


def _plain_weights(curve: Curve, at: Ints) -> dict[str, Any]:
    """Return the predictors w̄, a list of d numbers for each point at which they were kept."""
    kinds = {"mean": curve.weights, "sd": curve.weights_sd, "runs": curve.weights_of_runs}
    lists = {name: _short(kept) for name, kept in kinds.items() if kept is not None}
    return {"examples": curve.examples[at].tolist()} | lists


def _short(numbers: Floats) -> Any:
    """Return nested lists of numbers with seven digits; they were rounded to about as many."""
    texts = np.char.mod("%.7g", numbers.ravel())
    return texts.astype(np.float64).reshape(numbers.shape).tolist()


def without_nan(values: Floats) -> list[float | None]:
    """Return (n,) numbers for JSON, which has no NaN: None in its place."""
    return [float(value) if np.isfinite(value) else None for value in values]


# -- whether the parts of a stored result fit together -----------------------------------------

WHOLE = ("runs", "examples", "attributes", "unsampled", "weights_at", "data_sets")
NEEDED = ("runs", "examples", "attributes", "distinct", "relative_loss")
FINITE = tuple(name for name in AXES if name not in (*WHOLE, "progressive"))
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
    last_searches = {key: (search,) for key, search in result.searches.items()}
    all_searches = (*last_searches.items(), *result.prefix_searches.items())
    for key, searches in all_searches:
        for search in searches:
            require(key in ALGORITHMS and search.algorithm == key, f"the search of {key}")
            _check_search(search)
    in_a_row = [search for _, searches in all_searches for search in searches]
    _check_trials([trial for search in in_a_row for trial in _trials(search)])


def _check_whole(result: Result) -> None:
    """Refuse a complete result that lacks a run and does not say that it diverged."""
    for key in result.spec.algorithms:
        there = 0 if key not in result.curves else len(result.curves[key].runs)
        lost = result.spec.runs - there
        noted = diverged_note(key, lost, result.spec.runs) in result.notes
        require(not lost or noted, f"{lost} runs of {key} are missing")


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
    by_name = {name: [getattr(trial, name) for trial in trials] for name in names}
    for name, values in by_name.items():
        require({*map(type, values)} <= {int, float}, f"{name} is not always a number")
    checks.numbers("multiplier", by_name["multiplier"], above=0)
    checks.numbers("B", by_name["B"], above=0)
    checks.numbers("standard_error", by_name["standard_error"], at_least=0)
    checks.numbers("loss", by_name["loss"], at_least=0, infinity=True)


def _plain(value: Any) -> Any:
    """Return a number of JSON; a text or true, which could be taken for one, is refused."""
    require(isinstance(value, int | float) and not isinstance(value, bool), f"{value!r}, no number")
    return value


# -- many results of one size in one small file ------------------------------------------------
#
# Positive numbers become whole ones, n = round(512 log₂ x), which compress well.
# What is stored along the last axis are differences of neighbours: the points of one run lie close
# together, so their differences are small. 0 has a level of its own, the lowest.

PER_OCTAVE = 512
LOWEST = -60 * PER_OCTAVE  # below any loss that is not 0 but for rounding

Levels = NDArray[np.int32]
Bytes = NDArray[np.uint8]


def numbers_of(levels: Levels) -> Floats:
    """Return the numbers of levels.

    >>> numbers_of(np.array([0, 512, LOWEST], dtype=np.int32))
    array([1., 2., 0.])
    """
    numbers: Floats = np.where(levels > LOWEST, np.exp2(levels / PER_OCTAVE), 0.0)
    return numbers


def from_bytes(given: Bytes) -> Levels:
    """Return the levels, (..., P), of differences of neighbours, byte by byte: (4, ..., P).

    The sign of a difference is its lowest bit, so that the upper bytes of a small one are 0.
    """
    together = np.ascontiguousarray(np.moveaxis(given, 0, -1)).view("<u4")[..., 0]
    steps = (together >> 1).astype(np.int32) ^ -(together & 1).astype(np.int32)
    levels: Levels = np.cumsum(steps, axis=-1, dtype=np.int32)
    return levels


ROUNDED_FORMAT = "aelr-rounded-1"
LEVELS = ("relative_loss", "excess_risk", "q", "pi")  # stored as levels


def load_rounded(path: str | os.PathLike[str]) -> tuple[Result, ...]:
    """Return the results stored in a file; raise ValueError if it holds none."""
    with read_as("a file of rounded results", path) as content:
        words, arrays = unpack(content, ROUNDED_FORMAT)
        for name in arrays:
            if name.partition("/")[2] in LEVELS:
                arrays[name] = from_bytes(arrays[name])
        results = tuple(_result(at, about, arrays) for at, about in enumerate(words["results"]))
        for result in results:
            check(result)
    return results


def _result(at: int, words: dict[str, Any], arrays: Arrays) -> Result:
    return Result(
        spec=ExperimentSpec.from_dict(words["spec"]),
        curves={
            key: _rounded_curve(key, at, arrays, setting)
            for key, setting in words["settings"].items()
        },
        searches={},
        **{**{name: words[name] for name in PLAIN}, "notes": tuple(words["notes"])},
    )


def _rounded_curve(key: str, at: int, arrays: Arrays, setting: dict[str, Any] | None) -> Curve:
    def there(name: str) -> NDArray[Any] | None:
        of_all = arrays.get(f"{key}/{name}")
        return None if of_all is None else of_all[at]

    def numbers(name: str) -> Floats | None:
        levels = there(name)
        return None if levels is None else numbers_of(levels)

    runs = np.flatnonzero(arrays[f"{key}/there"][at])
    loss, ratio = arrays[f"{key}/relative_loss"][at][runs], there("excess_risk")
    distinct = arrays[f"{key}/distinct"][at].astype(np.float64)
    return Curve(
        algorithm=key,
        runs=runs,
        examples=arrays[f"{key}/examples"],
        attributes=arrays[f"{key}/attributes"][at],
        distinct=np.broadcast_to(distinct, loss.shape),
        relative_loss=numbers_of(loss),
        excess_risk=None if ratio is None else numbers_of(ratio[runs] + loss),
        error_rate=None,
        setting=_setting(setting),
        q=numbers("q"),
        unsampled=there("unsampled"),
        pi=numbers("pi"),
    )
