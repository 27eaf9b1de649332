"""Many results of one size in one small file: the same experiment at many values of a setting.

Of every curve it keeps each run's loss and excess risk, rounded to 0.07 % (`log_levels`), and q or
π; of the different attributes, the mean over runs. It keeps no predictors, no searches and no
progressive loss: a new run gives these. A file can be written again with more results, and those
that were in it stay exactly as they were.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aelr_core.checks import Floats
from aelr_core.experiments.curve import Curve
from aelr_core.experiments.files import PLAIN, setting_of, setting_words
from aelr_core.experiments.log_levels import as_bytes, from_bytes, levels_of, numbers_of
from aelr_core.experiments.result import Result
from aelr_core.experiments.soundness import check
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.files import Arrays, pack, read_as, require, unpack

FORMAT = "aelr-rounded-1"


def save_rounded(results: Sequence[Result], path: str | os.PathLike[str]) -> None:
    """Write results whose curves have the same points, completely or not at all."""
    arrays: Arrays = {}
    for key in dict.fromkeys(key for result in results for key in result.curves):
        arrays |= {f"{key}/{name}": array for name, array in _curves(key, results).items()}
    words = [
        {
            "spec": result.spec.to_dict(),
            "settings": {
                key: None if curve.setting is None else setting_words(curve.setting)
                for key, curve in result.curves.items()
            },
            **{name: getattr(result, name) for name in PLAIN},
        }
        for result in results
    ]
    pack(Path(path), {"format": FORMAT, "results": words}, arrays)


def load_rounded(path: str | os.PathLike[str]) -> tuple[Result, ...]:
    """Return the results stored in a file; raise ValueError if it holds none."""
    with read_as("a file of rounded results", path) as content:
        words, arrays = unpack(content, FORMAT)
        arrays = {name: _numbers(name, array) for name, array in arrays.items()}
        found = tuple(_result(at, own, arrays) for at, own in enumerate(words["results"]))
        for result in found:
            check(result)
    return found


def _curves(key: str, results: Sequence[Result]) -> Arrays:
    """Return the curves of one algorithm, S results with R runs and P points, as they are stored.

    A run that diverged has no numbers, and its mark in `there` is missing.
    """
    there = np.zeros((len(results), max(result.spec.runs for result in results)), dtype=np.bool_)
    found: Arrays = {"there": there}
    for at, curve in enumerate(result.curves.get(key) for result in results):
        if curve is None:
            continue
        require(curve.error_rate is None and curve.data_sets is None, "one data set, no classes")
        there[at, curve.runs] = True
        examples = found.setdefault("examples", curve.examples)
        require(np.array_equal(examples, curve.examples), f"the curves of {key} have other points")
        loss, excess = levels_of(curve.relative_loss), curve.excess_risk
        parts: dict[str, NDArray[Any] | None] = {
            "attributes": curve.attributes,
            "distinct": np.rint(curve.distinct.mean(axis=0)).astype(np.int64),
            "relative_loss": loss,
            # close to the loss: their ratio is all that is stored
            "excess_risk": None if excess is None else levels_of(excess) - loss,
            "unsampled": curve.unsampled,
            "q": None if curve.unsampled is None or curve.q is None else levels_of(curve.q),
            "pi": None if curve.pi is None else levels_of(curve.pi),
        }
        for name, part in parts.items():
            if part is not None:
                rows = curve.runs if name in ("relative_loss", "excess_risk") else slice(None)
                shape = (len(there[at]), len(examples)) if part.ndim == 2 else part.shape
                whole = found.setdefault(name, np.zeros((len(results), *shape), dtype=part.dtype))
                whole[at, rows] = part
    return {name: _small(name, array) for name, array in found.items()}


_LEVELS = ("relative_loss", "excess_risk", "q", "pi")


def _small(name: str, array: NDArray[Any]) -> NDArray[Any]:
    return as_bytes(array) if name in _LEVELS else array


def _numbers(name: str, array: NDArray[Any]) -> NDArray[Any]:
    return from_bytes(array) if name.partition("/")[2] in _LEVELS else array


def _result(at: int, words: dict[str, Any], arrays: Arrays) -> Result:
    return Result(
        spec=ExperimentSpec.from_dict(words["spec"]),
        curves={key: _curve(key, at, arrays, own) for key, own in words["settings"].items()},
        searches={},
        **{**{name: words[name] for name in PLAIN}, "notes": tuple(words["notes"])},
    )


def _curve(key: str, at: int, arrays: Arrays, setting: dict[str, Any] | None) -> Curve:
    def there(name: str) -> NDArray[Any] | None:
        found = arrays.get(f"{key}/{name}")
        return None if found is None else found[at]

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
        setting=None if setting is None else setting_of(setting),
        q=numbers("q"),
        unsampled=there("unsampled"),
        pi=numbers("pi"),
    )
