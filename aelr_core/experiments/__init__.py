"""Experiments: run a spec, watch its results grow, and turn them into tables and files.

`stream(spec)` yields a `Progress` about every 0.2 s and `run(spec)` returns the final result;
`summary(result)` makes its table, `save` and `load` store it, `as_plain` prepares it for JSON.

From a spec to a table, file by file::

    spec (fields)     the settings of an experiment; readings: four that follow the paper's protocol
    problem           its data, norm bound and points, and how good predictors are
    stream            runs it: which work comes next, provisional curves, the result so far
    work              the pieces of work it takes; cost: the seconds each one takes
    search            a piece that chooses step sizes and norm bounds, on folds of the rows
    growth            a piece that runs lanes, or fits the offline method
    curve             the measurements of one algorithm, joined from pieces
    result            all curves, searches and notes so far
    parallel          work in other processes, by joblib
    cluster           whole experiments on the workers of a Dask cluster, for the app
    summary, files    tables of a result; a result on disk and as JSON
    recipe            a spec as a command, a program or a notebook
    model             what was learnt from a table, to use on other tables
"""

from aelr_core.experiments.curve import Curve
from aelr_core.experiments.files import as_plain, load, save
from aelr_core.experiments.model import TableModel, load_model, model_of
from aelr_core.experiments.readings import READINGS, Reading
from aelr_core.experiments.result import Progress, Result
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.experiments.stream import run, stream
from aelr_core.experiments.summary import attributes_to_reach, paired_difference, summary
