"""The table of an experiment's settings: label, kind, range and help text of each.

`ExperimentSpec` checks its values against this table, ``python -m aelr_core run`` builds its
options from it, and the app its widgets, some with narrower limits. The defaults are in
`ExperimentSpec`.
"""

from __future__ import annotations

from dataclasses import replace

from aelr_core.algorithms import ALGORITHMS
from aelr_core.datasets import DATASETS
from aelr_core.datasets.entry import FAMILY, SEED, Option
from aelr_core.letters import AVERAGES, LENGTHS, LETTERS
from aelr_core.modes import MODES

_ALL = (
    Option(
        "data",
        "Data",
        "choice",
        choices=tuple(DATASETS),
        choice_labels=tuple(entry.label for entry in DATASETS.values()),
        help="Synthetic data as in the paper, a bundled data set, or a table of your own.",
    ),
    replace(FAMILY, default=None, help="The family of algorithms: which norm of w they bound."),
    Option(
        "budget",
        "Budget, k + 1",
        "integer",
        **LETTERS["budget"].keywords,
        help="Attributes that may be read per training example, from 2 to d.",
        symbol="k + 1",
    ),
    Option(
        "examples",
        "Examples, m",
        "integer",
        at_least=2,
        help="Training examples for the budgeted algorithms. Full information gets the same "
        "total number of attributes, and so fewer examples.",
        symbol="m",
    ),
    Option(
        "runs",
        "Runs",
        "integer",
        at_least=1,
        at_most=10_000,
        help="Repetitions, each with its own order of examples and its own draws. More runs give "
        "smoother curves.",
    ),
    Option(
        "data_sets",
        "Data sets",
        "integer",
        at_least=1,
        at_most=1_000,
        help="Data sets that the runs are spread over: synthetic ones, or splits of your table.",
        symbol="data sets",
    ),
    Option(
        "algorithms",
        "Algorithms",
        "several",
        choices=tuple(ALGORITHMS),
        help="Algorithms of the family to run.",
    ),
    Option(
        "mode",
        "Mode",
        "choice",
        choices=tuple(MODES),
        help="Rules as in the paper's theory or as in its experiments. They differ in how draws "
        "are split, what is estimated and how phase two starts.",
    ),
    Option(
        "adagrad",
        "AdaGrad steps",
        "flag",
        help="A step size for each attribute, which shrinks as its gradients add up. From the "
        "paper's appendix, for ridge only.",
        symbol="AdaGrad",
    ),
    Option(
        "average",
        "Average of the iterates",
        "choice",
        choices=AVERAGES,
        choice_labels=("all iterates count the same, as in the paper", "later ones count more"),
        help="What the paper's budgeted algorithms return. This project's have weights of their "
        "own.",
    ),
    Option(
        "length",
        "Length of w̄",
        "choice",
        choices=LENGTHS,
        choice_labels=(
            "the average as it is",
            "lengthened by a factor estimated from the attributes already read",
        ),
        help="What this project's algorithms return. The paper's return their average as it is.",
        symbol="length",
    ),
    Option(
        "guarded",
        "Guards",
        "flag",
        help="This project's algorithms take no step that goes too far for one attribute, and "
        "average what they learn once the moments can be trusted. The paper's are as they are.",
        symbol="guards",
    ),
    Option(
        "curve",
        "Curve",
        "choice",
        choices=("per_prefix", "anytime"),
        choice_labels=(
            "a separate run for each point, as in the paper",
            "one pass, whose average is recorded on the way",
        ),
        help="How the points of a learning curve are made.",
        symbol="kind of curve",
    ),
    Option(
        "points",
        "Points of a curve",
        "integer",
        at_least=1,
        at_most=500,
        help="Points of a curve, evenly spaced up to m examples.",
    ),
    Option(
        "step",
        "Step size, η",
        "rule",
        choices=("auto", "theory", "quick", "cv", "fine", "scaled", "each"),
        choice_labels=(
            "the automatic step of this project's algorithms; for the paper's, as theory",
            "the theorems' step, or a multiple of it; the automatic one without a theorem",
            "the best of seven multiples of the theorems' or the automatic step, by 3-fold "
            "cross-validation on at most 2,000 examples",
            "the same by 10-fold cross-validation on all examples, as in the paper: slow",
            "as cv, but a finer search, with the same η at every point",
            "one factor on the theorems' step, from coarse to fine, each phase its own",
            "the same at every point of a curve: slower",
        ),
        help="How far each step goes; if not given, auto for this project's algorithms and quick "
        "for the paper's. A search is not charged to the budget.",
        symbol="step size",
    ),
    Option(
        "multiplier",
        "Multiple of the theory's step",
        "number",
        above=0,
        help="Factor on the theory's step, where that is used. 1 is the theorems' own step, which "
        "is cautious.",
        symbol="step multiplier",
    ),
    Option(
        "norm_bound",
        "Norm bound, B",
        "rule",
        choices=("auto", "cv"),
        choice_labels=(
            "the norm of the true predictor for synthetic data, otherwise of the offline one; "
            "where steps are cross-validated, so is the bound of the offline method",
            "searched for each algorithm",
        ),
        at_least=1e-50,  # bounds are proportional to its square
        at_most=1e50,
        help="The largest norm a predictor may have.",
        symbol="B",
    ),
    Option(
        "weights",
        "Predictors kept",
        "choice",
        choices=("mean", "runs", "none"),
        choice_labels=(
            "mean and standard deviation over runs, at ten points of a curve at most",
            "the same, and those of every run",
            "none, for smaller files",
        ),
        help="What the result keeps of the predictors w̄ that were learnt.",
        symbol="predictors kept",
    ),
    replace(
        SEED,
        default=None,
        help="Fixes everything random: the same seed gives the same data and the same curves.",
    ),
)
FIELDS: dict[str, Option] = {field.name: field for field in _ALL}
