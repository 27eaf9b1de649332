"""Run an experiment with the paper's protocol and print its learning curves.

The curves are test losses over the zero predictor's. A running experiment shows its progress on
a terminal; Ctrl-C stops it and keeps what is done in the file given by --out.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from aelr_core import checks
from aelr_core.algorithms import ALGORITHMS
from aelr_core.cli.data_options import add_data_options, data_options
from aelr_core.datasets import DATASETS, Dataset, load_dataset
from aelr_core.experiments import ExperimentSpec, Progress, Result, stream
from aelr_core.experiments.report import as_plain
from aelr_core.experiments.spec import CURVES, NORM_RULES, STEP_RULES
from aelr_core.experiments.storage import save
from aelr_core.modes import MODES
from aelr_core.sampling import FAMILIES

WIDTH = 30


def add_arguments(parser: ArgumentParser) -> None:
    """Say what `run` takes."""
    add_data_options(parser, omit=("family", "seed", "examples"))
    add = parser.add_argument
    add("--family", default="ridge", metavar="WORD", help="ridge or lasso; default ridge")
    add("--budget", type=int, metavar="N", help="attributes an example, k+1; default the paper's")
    add("--examples", type=int, default=5_000, metavar="N", help="m; default 5000")
    add("--runs", type=int, default=20, metavar="N", help="repetitions; default 20")
    add("--algorithms", default="", metavar="KEYS", help="with commas; default all of the family")
    add("--mode", default="experiments", metavar="WORD", help=", ".join(MODES))
    add("--curve", default="per_prefix", metavar="WORD", help=", ".join(CURVES))
    add("--adaptive", action="store_true", help="AdaGrad steps (ridge)")
    add(
        "--step",
        default="quick",
        metavar="RULE",
        help=f"{', '.join(STEP_RULES)} or η; default quick",
    )
    add("--multiplier", type=float, default=1.0, metavar="X", help="of the theory's step")
    add(
        "--norm-bound",
        default="auto",
        metavar="RULE",
        help=f"{', '.join(NORM_RULES)} or B; default auto",
    )
    add("--points", type=int, default=10, metavar="N", help="prefixes; default 10")
    add("--seed", type=int, default=0, metavar="N", help="makes the data and the runs; default 0")
    add("--jobs", type=int, default=1, metavar="N", help="processes; default 1")
    add("--dask", metavar="ADDRESS", help="run on the Dask cluster at this address")
    add("--out", metavar="FILE", help="save the result with every run")
    add("--json", action="store_true", help="print JSON instead of a table")


def run(options: Namespace) -> None:
    """Run and print."""
    spec, dataset = _experiment(options)
    out = None if options.out is None else _writable(options.out)
    last: Progress | None = None
    interrupted = False
    with _cluster(options.dask):
        jobs = max(2, options.jobs) if options.dask else options.jobs
        try:
            for last in stream(spec, jobs=jobs, dataset=dataset):
                _show(last)
        except KeyboardInterrupt:
            interrupted = True
    if last is not None and out is not None:
        save(last.result, out)
    if interrupted:
        _clear()
        raise KeyboardInterrupt
    assert last is not None
    print(
        json.dumps(as_plain(last.result), allow_nan=False) if options.json else as_text(last.result)
    )


def _experiment(options: Namespace) -> tuple[ExperimentSpec, Dataset | None]:
    """Return the spec of the arguments, and the table if there is one."""
    given = data_options(options)
    dataset = None
    if options.data == "csv":
        common = {"family": options.family, "seed": options.seed}
        dataset = load_dataset("csv", **given, **common)
        given = {**given, "fingerprint": dataset.fingerprint}
        given.pop("file", None)
    budget = options.budget
    if budget is None:
        checks.choice("family", options.family, FAMILIES)
        entry = DATASETS[options.data]
        d = dataset.d if dataset is not None else given.get("dim", entry.budgets[options.family])
        budget = entry.default_budget(options.family, int(str(d)))
    spec = ExperimentSpec(
        data=options.data,
        options=tuple(given.items()),  # type: ignore[arg-type]  # checked by the data set
        family=options.family,
        budget=budget,
        examples=options.examples,
        runs=options.runs,
        algorithms=tuple(filter(None, options.algorithms.split(","))),
        mode=options.mode,
        adaptive=options.adaptive,
        curve=options.curve,
        points=options.points,
        step=_number_or_word(options.step),
        multiplier=options.multiplier,
        norm_bound=_number_or_word(options.norm_bound),
        seed=options.seed,
    )
    return spec, dataset


def _number_or_word(text: str) -> str | float:
    try:
        return float(text)
    except ValueError:
        return text


def _writable(name: str) -> Path:
    """Refuse a file that cannot be written before hours are spent on its content."""
    path = Path(name)
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise ValueError(f"--out must name a file in a folder that exists, but it is {name!r}.")
    return path


def _cluster(address: str | None) -> AbstractContextManager[object]:
    if address is None:
        return nullcontext()
    from aelr_core.experiments.cluster import on_cluster

    return on_cluster(address)


def as_text(result: Result) -> str:
    """Return a table: every algorithm's relative test loss at the end, and the notes."""
    width = max([len(ALGORITHMS[key].label) for key in result.curves], default=0)
    lines = [f"{result.label}, {result.spec.family}, k + 1 = {result.spec.budget}"]
    for key, curve in result.curves.items():
        how = ""
        if curve.setting is not None:
            how = f", {curve.setting.number_is} {curve.setting.number:.3g}"
        runs = "1 run" if len(curve.runs) == 1 else f"{len(curve.runs)} runs"
        lines.append(
            f"  {ALGORITHMS[key].label.ljust(width)}  {curve.mean[-1]:.4f} ± {curve.sd[-1]:.4f} "
            f"after {curve.attributes[-1]:,} attributes ({runs}{how})"
        )
    lines.append("  (test loss over the zero predictor's, mean ± standard deviation)")
    return "\n".join([*lines, *result.notes])


def _show(progress: Progress) -> None:
    """Draw the progress bar on a terminal; say nothing in a pipe."""
    if not sys.stderr.isatty():
        return
    if progress.result.complete:
        _clear()
        return
    done = round(WIDTH * progress.fraction)
    left = progress.seconds_left
    text = "" if left is None else f", about {left:.0f} s left"
    bar = "█" * done + "·" * (WIDTH - done)
    print(f"\r{bar} {progress.fraction:4.0%}{text}   ", end="", file=sys.stderr, flush=True)


def _clear() -> None:
    if sys.stderr.isatty():
        print("\r" + " " * (WIDTH + 40) + "\r", end="", file=sys.stderr, flush=True)
