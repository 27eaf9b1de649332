"""Saves a result as one npz file and loads it again; also prepares a result for JSON.

The file is an archive of arrays and one JSON text, without pickle.
"""

from __future__ import annotations

import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from aelr_core.algorithms import ALGORITHMS, StepRule
from aelr_core.checks import Floats, Ints
from aelr_core.experiments.curve import Curve, Setting
from aelr_core.experiments.result import Result, Search, Trial
from aelr_core.experiments.soundness import AXES, check
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.files import Arrays, pack, read_as, require, unpack

FORMAT = "aelr-result-1"
# What is stored of a result as it is.
PLAIN = (
    "notes", "label", "d", "rows", "norm_bound", "zero_loss", "seconds", "complete", "versions",
)  # fmt: skip
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
    words = {
        "format": FORMAT,
        "spec": result.spec.to_dict(),
        "settings": {
            key: None if curve.setting is None else setting_words(curve.setting)
            for key, curve in result.curves.items()
        },
        "searches": {key: _search_words(search) for key, search in result.searches.items()},
        **{name: getattr(result, name) for name in PLAIN},
    }
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
    own = None if setting is None else setting_of(setting)
    return Curve(algorithm=key, setting=own, **own_arrays)  # type: ignore[arg-type]


def setting_words(setting: Setting) -> dict[str, Any]:
    """Return a setting as plain data."""
    own = {} if setting.B_one is None else {"B_one": setting.B_one}
    return {"B": setting.B, **own, **asdict(setting.step)}


def setting_of(given: dict[str, Any]) -> Setting:
    """Return the setting of `setting_words`."""
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
    own = {name: given[name] for name in SEARCHED}
    chosen, phase_one = _trial(given["chosen"]), None if first is None else _trial(first)
    return Search(**own, trials=trials, chosen=chosen, phase_one=phase_one)


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
        plain["excess_risk"] = _mean(curve.excess_risk)
    if curve.error_rate is not None:
        plain["error_rate"] = _mean(curve.error_rate)
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


def _mean(values: Floats) -> list[float]:
    return [float(value) for value in values.mean(axis=0)]
