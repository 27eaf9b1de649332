"""Data sets: the paper's three, four small ones and your own table, scaled for one family.

`load_dataset(name, **options)` returns a `Dataset`; `DATASETS` lists the data sets and their
options.
"""

from aelr_core.datasets.dataset import ColumnFate, Dataset, DatasetError
from aelr_core.datasets.entry import Entry, Option
from aelr_core.datasets.registry import DATASETS, Facts, bundled, facts_of, load_dataset
from aelr_core.datasets.scaling import SCALINGS
from aelr_core.datasets.synthetic import synthetic_moments
