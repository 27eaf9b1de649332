"""Run an experiment with the paper's protocol and print its learning curves.

A curve shows the test loss divided by the zero predictor's. A terminal shows a progress bar.
Ctrl-C stops the run and saves what has been computed so far to the file given by --out, or beside
it under another name if that file exists: it is replaced only by a complete result.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from aelr_core.algorithms import ALGORITHMS, Algorithm, load_plugin
from aelr_core.algorithms.entry import IN_EXPECTATION
from aelr_core.cli import terminal
from aelr_core.cli.arguments import add_data_options, add_option, data_options
from aelr_core.cli.terminal import say
from aelr_core.datasets import DATASETS, Dataset, load_dataset
from aelr_core.experiments import ExperimentSpec, Progress, Result, stream
from aelr_core.experiments.fields import FIELDS
from aelr_core.experiments.files import as_plain, save
from aelr_core.experiments.problem import attributes_of
from aelr_core.experiments.spec import PLAIN_FORM
from aelr_core.files import free_name, is_stream, refuse_unwritable
from aelr_core.modes import Mode

# Names in the help for defaults that are not plain values.
DEFAULTS = {
    "budget": "the paper's",
    "algorithms": "all",
    "mode": "experiments",
    "step": "auto for this project's algorithms, quick for the paper's",
}
# What the number of a step size counts, by what it is.
STEP_IN = {"eta": "", "multiplier": " × the theory's", "factor": " × automatic"}


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options of `run`."""
    add_data_options(parser, omit=tuple(FIELDS))
    add = parser.add_argument
    for name, field in FIELDS.items():
        if name != "data":
            usual = DEFAULTS.get(name, getattr(ExperimentSpec, name))
            add_option(add, field, dest=name, default=usual)
    add(
        "--plugin",
        action="append",
        default=[],
        metavar="MODULE",
        help="Module that adds algorithms with aelr_core.register; may be given more than once",
    )
    add("--jobs", type=int, default=1, metavar="N", help="Processes; default 1")
    add("--dask", metavar="ADDRESS", help="Address of a Dask cluster to run on")
    add("--out", metavar="FILE", help="File for the result, with every run")
    add("--json", action="store_true", help="Print JSON instead of a table")


def run(options: Namespace) -> None:
    """Run the experiment and print its curves."""
    for name in options.plugin:
        _import(name)
    spec, dataset = _experiment(options)
    out = None if options.out is None else Path(options.out)
    if out is not None:
        refuse_unwritable(out, "--out")  # before hours of computing rather than after
    last: Progress | None = None
    with _cluster(options.dask):
        jobs = max(2, options.jobs) if options.dask else options.jobs
        try:
            for last in stream(spec, jobs=jobs, dataset=dataset):
                terminal.draw(last.fraction, last.seconds_left)
            if out is not None and last is not None:
                save(last.result, out)
        except BaseException:  # Ctrl-C, or an error hours after the start
            terminal.clear()
            if out is not None:
                _keep_unfinished(last, out)
            raise
    terminal.clear()
    assert last is not None
    say(
        json.dumps(as_plain(last.result), allow_nan=False) if options.json else as_text(last.result)
    )


def _import(plugin: str) -> None:
    """Import a module that registers algorithms, from the current folder too."""
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))  # the command aelr has not got it
    load_plugin(plugin, "--plugin")


def _experiment(options: Namespace) -> tuple[ExperimentSpec, Dataset | None]:
    """Return the spec that the arguments describe, and the table for csv."""
    texts = {name: getattr(options, name) for name in FIELDS}
    known = FIELDS | {"algorithms": replace(FIELDS["algorithms"], choices=tuple(ALGORITHMS))}
    fields: dict[str, Any] = {
        name: known[name].parse(text) for name, text in texts.items() if text is not None
    }
    family = str(fields.get("family", ExperimentSpec.family))
    given = data_options(options)
    dataset = None
    if DATASETS[options.data].uploaded:
        seed = fields.get("seed", ExperimentSpec.seed)
        dataset = load_dataset(options.data, **given, family=family, seed=seed)
        given = {**given, "fingerprint": dataset.fingerprint}
        given.pop("file", None)
    least = FIELDS["budget"].at_least
    spec = ExperimentSpec(**{"budget": least, **fields, "options": given})
    for name in PLAIN_FORM.keys() & fields.keys():
        if fields[name] != (used := getattr(spec, name)):
            raise ValueError(
                f"{name} must be {str(used).lower()} in mode {options.mode}, whose theorems are "
                "about plain steps and their average."
            )
    if "budget" not in fields:
        budget = DATASETS[spec.data].default_budget(family, attributes_of(spec, dataset))
        spec = replace(spec, budget=budget)
    return spec, dataset


def _keep_unfinished(last: Progress | None, out: Path) -> None:
    """Save what was computed before a run ended early, and say where; keep what is there."""
    if last is None or not (last.result.curves or last.result.searches):
        print("Nothing was saved: the run ended before anything was computed.", file=sys.stderr)
        return
    place = out if is_stream(out) or not out.is_file() else free_name(out, "unfinished")
    save(last.result, place)
    print(f"What was computed, {last.fraction:.0%} of the run, is in {place}.", file=sys.stderr)


def _cluster(address: str | None) -> AbstractContextManager[object]:
    if address is None:
        return nullcontext()
    from aelr_core.experiments.parallel import on_cluster

    return on_cluster(address)


def _name(entry: Algorithm, mode: Mode) -> str:
    """Return an algorithm's label, whose it is if not the paper's, and how its budget is meant."""
    if entry.origin == "the paper":
        return entry.label
    expected = f", {IN_EXPECTATION}" if entry.name_in(mode) != entry.name else ""
    return f"{entry.label} ({entry.origin}'s{expected})"


def as_text(result: Result) -> str:
    """Return a table of the algorithms' last relative test losses, and the notes."""
    names = {key: _name(ALGORITHMS[key], result.spec.mode) for key in result.curves}
    width = max([len(name) for name in names.values()], default=0)
    lines = [f"{result.label}, {result.spec.family}, k + 1 = {result.spec.budget}"]
    for key, curve in result.curves.items():
        how = ""
        if curve.setting is not None:
            how = f", step {curve.setting.number:.3g}{STEP_IN[curve.setting.number_is]}"
        runs = "1 run" if len(curve.runs) == 1 else f"{len(curve.runs)} runs"
        lines.append(
            f"  {names[key].ljust(width)}  {curve.mean[-1]:.4f} ± {curve.sd[-1]:.4f} "
            f"after {curve.attributes[-1]:,} attributes ({runs}{how})"
        )
    lines.append("  (test loss divided by the zero predictor's, mean ± standard deviation)")
    return "\n".join([*lines, *result.notes])
