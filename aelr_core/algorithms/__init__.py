"""The registry of algorithms: one entry holds all facts about one algorithm.

Widgets, legends, colours, links, the command line, the experiments, the pages and the contract
tests all read `ALGORITHMS`. To add an algorithm, write its step (textbook and engine) and its
theorem, and add its entry to the tuple at the end of `ridge` or `lasso`.
"""

from aelr_core.algorithms.bounds import GROUPS, Bound, Group, Question
from aelr_core.algorithms.entry import Algorithm, BoundRow
from aelr_core.algorithms.lanes import adagrad_step_size
from aelr_core.algorithms.registry import (
    ALGORITHMS,
    adagrad_family,
    algorithm,
    bound,
    bound_rows,
    by_word,
    check_rules,
    in_legend,
    of_family,
    runnable,
    step_size,
    words,
)
from aelr_core.algorithms.task import AUTOMATIC_STEP, THEORY_STEP, Learner, StepRule, Task

__all__ = [
    "ALGORITHMS",
    "AUTOMATIC_STEP",
    "GROUPS",
    "THEORY_STEP",
    "Algorithm",
    "Bound",
    "BoundRow",
    "Group",
    "Learner",
    "Question",
    "StepRule",
    "Task",
    "adagrad_family",
    "adagrad_step_size",
    "algorithm",
    "bound",
    "bound_rows",
    "by_word",
    "check_rules",
    "in_legend",
    "of_family",
    "runnable",
    "step_size",
    "words",
]
