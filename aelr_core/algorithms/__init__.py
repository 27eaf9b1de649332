"""The registry of algorithms: one entry holds all facts about one algorithm.

Widgets, legends, colours, links, the command line, the experiments, the pages and the contract
tests all read `ALGORITHMS`. Estimators and experiments call `learner`: which algorithm, on which
rows, how many examples per lane, and how the step size is found. A new algorithm is an entry of
`table`, or one that `register` adds at run time; a new kind of step also needs its code in
`textbook` and `engine`.
"""

import os

from aelr_core.algorithms.bounds import GROUPS, Bound, Group, Question
from aelr_core.algorithms.entry import Algorithm, BoundRow
from aelr_core.algorithms.lanes import (
    AUTOMATIC_STEP,
    THEORY_STEP,
    Learner,
    StepRule,
    Task,
    adagrad_step_size,
    full_information,
    one_phase,
    one_sample,
    two_phases,
)
from aelr_core.algorithms.registry import (
    ALGORITHMS,
    adagrad_family,
    algorithm,
    bound,
    bound_rows,
    by_word,
    check_rules,
    full_information_examples,
    in_legend,
    learner,
    load_plugin,
    of_family,
    register,
    registered,
    runnable,
    step_size,
    unasked,
    words,
)

for _plugin in filter(None, os.environ.get("AELR_PLUGINS", "").split(",")):
    load_plugin(_plugin, "AELR_PLUGINS")  # processes that are started here do the same
