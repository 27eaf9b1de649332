"""Computes panels into a folder, continuing where an earlier call stopped.

The folder has a folder for each reading of the protocol, with one result file per experiment (every
run, spec, seed, versions and seconds), one file with our values of the printed numbers, and one
with the processor seconds of each experiment. (The first of these were measured panel by panel:
that of a panel includes its variants.)
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from aelr_core import checks
from aelr_core.experiments import ExperimentSpec, Result, load, save, stream
from aelr_core.experiments.cost import estimated_seconds
from aelr_core.experiments.problem import attributes_of
from aelr_core.experiments.readings import PRIMARY
from aelr_core.files import read_as, refuse_unwritable_folder, written
from research.paper.panels import PANELS, PRINTED
from research.progress import FolderProgress

NUMBERS, PROCESSOR = "numbers.json", "processor.json"
NOT_KEPT = dict.fromkeys(("q", "weights_at", "weights", "weights_sd", "weights_of_runs"))


def experiments(
    keys: Sequence[str],
    readings: Sequence[str] = (PRIMARY,),
    *,
    runs: int | None = None,
    examples: int | None = None,
    seed: int | None = None,
) -> dict[str, ExperimentSpec]:
    """Return the experiments of the panels, each once, by the name of its file.

    The name is that of the reading and that of the experiment: ``own/1d``. Readings come in the
    order given, and the quickest experiment of a reading first.

    runs, examples : smaller numbers than in the paper's protocol, for a trial.
    seed : another one than the stored results have.
    """
    given = {"runs": runs, "examples": examples, "seed": seed}
    changed = {name: n for name, n in given.items() if n is not None}
    all_specs: dict[str, ExperimentSpec] = {}
    for reading in readings:
        of_reading: dict[str, ExperimentSpec] = {}
        for key in keys:
            of_reading |= dict(PANELS[key].under(reading))
        specs = {f"{reading}/{name}": _changed(spec, changed) for name, spec in of_reading.items()}
        all_specs |= dict(sorted(specs.items(), key=lambda named: weight(named[1])))
    return all_specs


def _changed(spec: ExperimentSpec, changed: Mapping[str, int]) -> ExperimentSpec:
    sets = min(spec.data_sets, changed.get("runs", spec.data_sets))
    return replace(spec, **{**changed, "data_sets": max(sets, 1)})  # type: ignore[arg-type]


def reproduce(
    keys: Sequence[str],
    folder: Path,
    readings: Sequence[str] = (PRIMARY,),
    *,
    runs: int | None = None,
    examples: int | None = None,
    seed: int | None = None,
    again: bool = False,
    jobs: int = 1,
) -> Iterator[FolderProgress]:
    """Compute panels under some readings, and their printed numbers; yield the progress.

    A complete result of the same spec that is already in the folder is kept. With `again` it is
    computed again, and replaced when its replacement is complete.
    """
    jobs = checks.integer("jobs", jobs, at_least=1)
    for key in keys:
        checks.choice("figure", key, tuple(PANELS))
    wanted = experiments(keys, readings, runs=runs, examples=examples, seed=seed)
    folder.mkdir(parents=True, exist_ok=True)
    refuse_unwritable_folder(folder)
    keep_numbers({p.what: p.compute() for p in PRINTED if set(p.panels) & set(keys)}, folder)
    began = perf_counter()
    to_do = dict(wanted)
    for name, spec in wanted.items():
        if not again and kept(folder, name, spec) is not None:
            del to_do[name]
            yield FolderProgress(
                name, len(wanted) - len(to_do), len(wanted), 0.0, 0.0, already_there=True
            )
    work = sum(weight(spec) for spec in to_do.values())
    done, before = 0.0, len(wanted) - len(to_do)
    for number, (name, spec) in enumerate(to_do.items(), before):
        for progress in stream(spec, jobs=jobs):
            fraction = (done + weight(spec) * progress.fraction) / work
            if not progress.result.complete:
                seconds = perf_counter() - began
                yield FolderProgress(name, number, len(wanted), fraction, seconds)
        keep(progress.result, folder, name)
        keep_numbers({name: round(progress.processor_seconds, 1)}, folder, PROCESSOR)
        done += weight(spec)
        seconds = perf_counter() - began
        yield FolderProgress(
            name, number + 1, len(wanted), done / work, seconds, took=progress.seconds
        )


def weight(spec: ExperimentSpec) -> float:
    """Return about how many seconds an experiment takes."""
    return estimated_seconds(spec, attributes_of(spec, None))


# -- the folder --------------------------------------------------------------------------------


def result_file(folder: Path, name: str) -> Path:
    """Return the path of the result of an experiment."""
    return folder / f"{name}.npz"


def keep(result: Result, folder: Path, name: str) -> None:
    """Write a result without its mean q and w̄, which no panel shows."""
    curves = result.curves.items()
    slim = {key: replace(curve, **NOT_KEPT) for key, curve in curves}  # type: ignore[arg-type]
    file = result_file(folder, name)
    file.parent.mkdir(exist_ok=True)
    save(replace(result, curves=slim), file)


def kept(folder: Path, name: str, spec: ExperimentSpec | None = None) -> Result | None:
    """Return the complete result of an experiment (of this spec, if one is given), or None."""
    file = result_file(folder, name)
    if not file.is_file():
        return None
    result = load(file)
    right = spec is None or result.spec == spec
    return result if right and result.complete else None


def keep_numbers(ours: Mapping[str, float], folder: Path, name: str = NUMBERS) -> None:
    """Add numbers by name, our values of the printed ones, to those in a file of the folder."""
    both = {**numbers(folder, name), **ours}
    text = json.dumps(both, indent=1, ensure_ascii=False, sort_keys=True)
    with written(folder / name) as file:
        file.write(f"{text}\n".encode())


def numbers(folder: Path, name: str = NUMBERS) -> dict[str, float]:
    """Return the numbers in a file of the folder by name; none if there is no such file."""
    file = folder / name
    if not file.is_file():
        return {}
    with read_as("a table of numbers by name", file) as content:
        return {what: checks.number(what, ours) for what, ours in json.loads(content).items()}
