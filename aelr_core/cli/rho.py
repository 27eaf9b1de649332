"""Print d, m, the improvement ratios, the norms of the second moments and the best k."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from aelr_core.analysis.prior_facts import rho_report
from aelr_core.cli.arguments import add_data_options, data_options
from aelr_core.cli.terminal import say
from aelr_core.datasets import Dataset, load_dataset

WORDS = {
    "d": "attributes, d",
    "m": "training examples, m",
    "rho_ridge": "improvement ratio, ρ_ridge",
    "rho_lasso": "improvement ratio, ρ_lasso",
    "half_norm": "‖M‖_½, in the units of the data",
    "one_norm": "‖M‖₁, in the units of the data",
    "max_norm": "‖M‖_∞, in the units of the data",
    "k_star": "best k by the bounds, k*, in the units of the data",
    "k_star_in_ball": "k* for rows scaled into the unit ball, as in the app",
}


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options of `rho`."""
    add_data_options(parser)
    parser.add_argument("--json", action="store_true", help="Print JSON instead of a table")


def run(options: Namespace) -> None:
    """Load the data and print its report."""
    dataset = load_dataset(options.data, **data_options(options))
    report = rho_report(dataset)
    say(json.dumps(report) if options.json else _table(dataset, report))


def _table(dataset: Dataset, report: dict[str, int | float]) -> str:
    width = max(len(words) for words in WORDS.values())
    lines = [f"{dataset.label}, scaled for {dataset.family}"]
    lines += [f"  {WORDS[name].ljust(width)}  {value:.6g}" for name, value in report.items()]
    return "\n".join(lines)
