"""Computes what is stored and ships with the app; the product only reads it.

``facts [NAME ...]``: the facts of the bundled data sets, of these or of all. It takes a minute or
two, nearly all of it for the norm bounds of MNIST and Covertype. ``runs``: the run of the defaults.
``atlas``: the runs for every stop of α that are missing, one after the other; it can be stopped at
any time and goes on where it was.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aelr_core import checks
from aelr_core.analysis.what_if import STOPS
from aelr_core.baselines import tune_norm_bound
from aelr_core.checks import Floats
from aelr_core.datasets import load_dataset
from aelr_core.datasets.registry import FILE, Facts, bundled, compute_facts
from aelr_core.datasets.registry import stored as stored_facts
from aelr_core.experiments import Result, run, save
from aelr_core.experiments.files import (
    LEVELS,
    LOWEST,
    PER_OCTAVE,
    ROUNDED_FORMAT,
    Bytes,
    Levels,
    words_of,
)
from aelr_core.files import Arrays, pack, require
from aelr_core.letters import FAMILIES
from pages.ui import stored_runs
from pages.ui.settings import DEFAULTS


def main(words: Sequence[str]) -> None:
    """Compute what the first word says."""
    parser = ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="what", required=True)
    commands.add_parser("facts").add_argument("names", nargs="*", metavar="NAME")
    commands.add_parser("runs")
    commands.add_parser("atlas")
    given = parser.parse_args(words)
    if given.what == "facts":
        facts(*given.names)
    elif given.what == "runs":
        runs()
    else:
        fill_atlas()


def facts(*names: str) -> None:
    """Write the facts of all bundled data sets: computed for these names, or for all if none."""
    for name in names:
        checks.choice("name", name, bundled())
    kept = {name: held for name, held in stored_facts().items() if names and name not in names}
    all_facts = {name: kept.get(name) or with_norm_bounds(name) for name in bundled()}
    lines = (f"{json.dumps(name)}: {json.dumps(_plain(held))}" for name, held in all_facts.items())
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def with_norm_bounds(name: str) -> Facts:
    """Return all facts of a data set with its default options and seed 0."""
    bounds = {}
    for family in FAMILIES:
        data = load_dataset(name, family=family)
        bounds[family], _ = tune_norm_bound(data.X_train, data.y_train, family, seed=0)
    return replace(compute_facts(name), norm_bounds=bounds)


def _plain(held: Facts) -> dict[str, Any]:
    return {
        "rows": held.rows,
        "ridge_scale": held.ridge_scale,
        "norm_bounds": dict(held.norm_bounds),
        "lasso_moments": held.lasso_moments.tolist(),
        "known_moments": held.known_moments.tolist(),
    }


def runs() -> None:
    """Run the defaults and store the result."""
    stored_runs.EXAMPLE.parent.mkdir(parents=True, exist_ok=True)
    save(run(DEFAULTS.spec()), stored_runs.EXAMPLE)


def fill_atlas() -> None:
    """Compute the runs of the atlas that are missing."""
    stored_runs.FOLDER.mkdir(parents=True, exist_ok=True)
    for budget in stored_runs.BUDGETS:
        for family in FAMILIES:
            file = stored_runs.file_of(family, budget)
            there = dict(stored_runs.stored(file))
            wanted = [stored_runs.cell(family, budget, alpha) for alpha in STOPS]
            for spec in wanted:
                if spec not in there:
                    there[spec] = run(spec)
                    save_rounded([there[one] for one in wanted if one in there], file)
                    done = f"{family}, k + 1 = {budget}: {len(there)} of {len(wanted)}\n"
                    sys.stdout.write(done)
                    sys.stdout.flush()


def save_rounded(results: Sequence[Result], path: str | os.PathLike[str]) -> None:
    """Write results whose curves have the same points, completely or not at all.

    A file can be written again with more results, and those that were in it stay exactly as they
    were. `load_rounded` reads it.
    """
    arrays: Arrays = {}
    for key in dict.fromkeys(key for result in results for key in result.curves):
        arrays |= {f"{key}/{name}": array for name, array in _curves(key, results).items()}
    words = {"format": ROUNDED_FORMAT, "results": [words_of(result) for result in results]}
    pack(Path(path), words, arrays)


def _curves(key: str, results: Sequence[Result]) -> Arrays:
    """Return the curves of one algorithm, S results with R runs and P points, as they are stored.

    A run that diverged has no numbers, and its mark in `there` is missing.
    """
    there = np.zeros((len(results), max(result.spec.runs for result in results)), dtype=np.bool_)
    arrays: Arrays = {"there": there}
    for at, curve in enumerate(result.curves.get(key) for result in results):
        if curve is None:
            continue
        require(curve.error_rate is None and curve.data_sets is None, "one data set, no classes")
        there[at, curve.runs] = True
        examples = arrays.setdefault("examples", curve.examples)
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
                whole = arrays.setdefault(name, np.zeros((len(results), *shape), dtype=part.dtype))
                whole[at, rows] = part
    return {name: as_bytes(array) if name in LEVELS else array for name, array in arrays.items()}


def levels_of(x: Floats) -> Levels:
    """Return the levels of numbers >= 0, of the same shape; NaN counts as 0.

    >>> levels_of(np.array([1.0, 2.0, 0.5]))
    array([   0,  512, -512], dtype=int32)
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = PER_OCTAVE * np.log2(x)
    levels: Levels = np.rint(np.where(logs > LOWEST, logs, LOWEST)).astype(np.int32)
    return levels


def as_bytes(levels: Levels) -> Bytes:
    """Return levels, (..., P), as differences of neighbours, byte by byte: (4, ..., P).

    The sign of a difference is its lowest bit, so that the upper bytes of a small one are 0.

    >>> from aelr_core.experiments.files import from_bytes
    >>> from_bytes(as_bytes(np.array([[7, -3], [-90000, 5]], dtype=np.int32))).tolist()
    [[7, -3], [-90000, 5]]
    """
    steps = np.diff(levels, axis=-1, prepend=np.int32(0))
    unsigned = ((steps << 1) ^ (steps >> 31)).astype("<u4")
    parts = unsigned[..., np.newaxis].view(np.uint8)
    return np.ascontiguousarray(np.moveaxis(parts, -1, 0))


if __name__ == "__main__":
    main(sys.argv[1:])
