"""The fields of an experiment as data: label, kind, range and help of each, said once.

`ExperimentSpec` checks its values by this table, ``python -m aelr_core run`` makes its options from
it, and the app its widgets, for which it only narrows the limits. A field's default stands in
`ExperimentSpec`.
"""

from __future__ import annotations

from dataclasses import replace

from aelr_core.algorithms import ALGORITHMS
from aelr_core.datasets import DATASETS
from aelr_core.datasets.options import FAMILY, SEED, Option
from aelr_core.modes import MODES

_ALL = (
    Option(
        "data",
        "Data",
        "choice",
        choices=tuple(DATASETS),
        choice_labels=tuple(entry.label for entry in DATASETS.values()),
        help="Simulated as in the paper, a bundled data set, or a table of your own.",
    ),
    replace(FAMILY, default=None, help="The family of algorithms: which norm of w they bound."),
    Option(
        "budget",
        "Budget, k + 1",
        "integer",
        at_least=2,
        help="Attributes that may be read per training example, from 2 to d.",
    ),
    Option(
        "examples",
        "Examples, m",
        "integer",
        at_least=2,
        help="Training examples for the budgeted algorithms. Full information gets the same "
        "number of attributes in all, and so fewer examples.",
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
        "algorithms",
        "Algorithms",
        "several",
        choices=tuple(ALGORITHMS),
        help="Algorithms of the family to run.",
    ),
    Option(
        "mode",
        "As in the paper's",
        "choice",
        choices=tuple(MODES),
        help="The paper's theory and its experiments differ in how draws are split, what is "
        "estimated and how phase two begins.",
    ),
    Option(
        "adaptive",
        "AdaGrad steps",
        "flag",
        help="A step size per attribute that shrinks as its gradients add up: the paper's "
        "appendix, for ridge only.",
    ),
    Option(
        "curve",
        "Curve",
        "choice",
        choices=("per_prefix", "anytime"),
        choice_labels=(
            "each point is a run of its own, as in the paper",
            "one pass, whose average is recorded on the way",
        ),
        help="How the points of a learning curve are made.",
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
        choices=("theory", "quick", "cv", "fine"),
        choice_labels=(
            "as the theorems say, or a multiple of it",
            "the best of seven multiples of the theory's, by 3 folds of at most 2,000 examples",
            "the same by 10 folds of all examples, as in the paper, which takes long",
            "as cv, but searched more finely, with the same η at every point",
        ),
        help="How far a step goes. A search is not charged to the budget.",
    ),
    Option(
        "multiplier",
        "Multiple of the theory's step",
        "number",
        above=0,
        help="Factor on the theory's step, where that is used. 1 is the theorems' own step, which "
        "is cautious.",
    ),
    Option(
        "norm_bound",
        "Norm bound, B",
        "rule",
        choices=("auto", "cv"),
        choice_labels=(
            "that of the true predictor for simulated data, otherwise that of the offline one; "
            "where steps are cross-validated, so is the offline method's own bound",
            "searched for each algorithm",
        ),
        help="The largest norm that a predictor may have.",
    ),
    replace(
        SEED,
        default=None,
        help="Fixes everything random: the same seed gives the same data and the same curves.",
    ),
)
FIELDS: dict[str, Option] = {field.name: field for field in _ALL}
