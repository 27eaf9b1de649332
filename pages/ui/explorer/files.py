"""A run as files: curves and predictors as CSV, spec and result as JSON, programs to repeat it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from aelr_core.algorithms import ALGORITHMS
from aelr_core.checks import Floats
from aelr_core.experiments import ExperimentSpec, Result, as_plain
from aelr_core.experiments.files import without_nan
from aelr_core.experiments.recipe import notebook, program
from aelr_core.experiments.summary import QUANTILES, VALUES, estimates, spread, values_of
from pages.ui.prose import in_markdown, one_line
from pages.ui.show import csv_table

WHERE = "Run it where AELR Lab is installed, or in the folder that holds aelr_core."


def csv_of(result: Result) -> str:
    """Return the curves for any spreadsheet, one line per point of each algorithm."""
    quantiles = [f"q{100 * each:02.0f}" for each in QUANTILES]
    curves = result.curves.values()
    there = [name for name in VALUES if all(getattr(one, name) is not None for one in curves)]
    header = ["data", "algorithm", "origin", "examples", "attributes", "distinct", "runs"]
    for value in there:
        header += [f"{value}_{what}" for what in ("mean", "sd", *quantiles)]
    header += ["progressive_loss_mean", "progressive_loss_sd"]
    return csv_table(header, _points(result, there), digits=9)


def weights_of(result: Result, names: Sequence[str]) -> str:
    """Return the predictors w̄, one line per attribute of each algorithm and prefix.

    names : of the d attributes
    """
    header = [
        "data",
        "algorithm",
        "examples",
        "attributes",
        "attribute",
        "weight_mean",
        "weight_sd",
    ]
    return csv_table(header, _weights(result, names), digits=7)


def json_of(result: Result) -> str:
    """Return spec and result with every run; the spec is as `ExperimentSpec.from_dict` takes it."""
    plain = as_plain(result)
    for key, curve in result.curves.items():
        made = plain["curves"][key]
        made["run_numbers"] = curve.runs.tolist()
        measured = {f"{value}_of_runs": getattr(curve, value) for value in VALUES}
        for name, array in (measured | {"q": curve.q, "pi": curve.pi}).items():
            if array is not None:
                made[name] = array.tolist()
        if curve.progressive is not None:
            made["progressive_of_runs"] = [without_nan(run) for run in curve.progressive]
    return json.dumps(plain, indent=1, allow_nan=False, ensure_ascii=False)


def program_of(result: Result) -> str:
    """Return a Python program that computes the same numbers with the core alone."""
    return program(result.spec, f"{one_line(result.label)}: {_what(result)}.\n\n{WHERE}")


def notebook_of(result: Result) -> str:
    """Return the same program as a Jupyter notebook."""
    label = in_markdown(one_line(result.label))
    return notebook(result.spec, f"# {label}\n\nThis computes {_what(result)}. {WHERE}")


def _what(result: Result) -> str:
    return "the same curves" if result.complete else "the whole run, which was stopped early"


def file_name(spec: ExperimentSpec, ending: str) -> str:
    """Return a name that says what the file holds.

    >>> file_name(ExperimentSpec(), "csv")
    'aelr-synthetic-ridge-k5-m5000-seed0.csv'
    """
    middle = f"{spec.data}-{spec.family}-k{spec.budget}-m{spec.examples}-seed{spec.seed}"
    return f"aelr-{middle}.{ending}"


def _weights(result: Result, names: Sequence[str]) -> Iterator[list[str | float]]:
    for key, curve in result.curves.items():
        if curve.weights_at is None or curve.weights is None or curve.weights_sd is None:
            continue
        for at, mean, sd in zip(curve.weights_at, curve.weights, curve.weights_sd, strict=True):
            n, paid = int(curve.examples[at]), int(curve.attributes[at])
            for name, w, spread_of_w in zip(names, mean.tolist(), sd.tolist(), strict=True):
                yield [result.label, key, n, paid, name, w, spread_of_w]


def _points(result: Result, values: list[str]) -> Iterator[list[str | float]]:
    for key, curve in result.curves.items():
        estimated = estimates(curve)
        columns = [column for value in values for column in _columns(values_of(curve, value))]
        for point in range(len(curve.examples)):
            yield [
                result.label,
                key,
                ALGORITHMS[key].origin,
                int(curve.examples[point]),
                int(curve.attributes[point]),
                float(curve.distinct[:, point].mean()),
                len(curve.runs),
                *(float(column[point]) for column in columns),
                *(estimated[point] or ("", "")),  # the loss that an algorithm estimated itself
            ]


def _columns(values: Floats) -> list[Floats]:
    mean, sd, quantiles = spread(values)
    return [mean, sd, *quantiles]
