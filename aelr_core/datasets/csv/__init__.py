"""Your own table: a CSV file or uploaded bytes. pandas is imported when one is loaded."""

from __future__ import annotations

from aelr_core.datasets.dataset import Dataset
from aelr_core.datasets.entry import FAMILY, SCALING, SEED, Entry, Option
from aelr_core.files import ASSETS

# An invented clinic with everything found in a real file, made by `python -m research.clinic`.
SAMPLE = ASSETS / "guide" / "clinic.csv"
# A column of more different texts is not learnt from unless somebody wants it to be.
MOST_CATEGORIES = 20


def load(**options: object) -> Dataset:
    """Return the table as a `Dataset`; see `aelr_core.datasets.csv.loader`."""
    from aelr_core.datasets.csv.loader import load_csv

    return load_csv(**options)  # type: ignore[arg-type]  # Entry.resolve has checked every one


MISSING = {
    "refuse": "Refuse the file",
    "mean": "Fill in the mean",
    "median": "Fill in the median",
    "drop": "Leave out rows",
}

ENTRY = Entry(
    name="csv",
    label="Your own table (CSV)",
    short="Your table",
    description="A CSV file of at most 20 MB, 200,000 rows and 5,000 attributes.",
    provenance="A table that you load yourself.",
    licence="The table's own; no part of the table is kept.",
    task="either",
    options=(
        Option("file", "CSV file", "file", required=True, help="a path, bytes or an open file."),
        Option(
            "target", "Target, y", "text", required=True, help="the name of the column to predict."
        ),
        Option(
            "positive",
            "Value that counts as +1",
            "text",
            help="This value of the target against all others. Not needed if the target has two "
            "values or is numeric.",
            symbol="value for +1",
        ),
        Option(
            "missing",
            "Missing values",
            "choice",
            "refuse",
            choices=tuple(MISSING),
            choice_labels=tuple(MISSING.values()),
            help="In a column of categories, missing values become a category of their own.",
        ),
        Option(
            "max_categories",
            "Categories per column, at most",
            "integer",
            MOST_CATEGORIES,
            at_least=2,
            at_most=200,
            help="A column of text with more different values is left out.",
            symbol="maximum categories",
        ),
        Option(
            "leave_out",
            "Columns to leave out",
            "text",
            help="names of columns, separated by commas, that are not learnt from, such as "
            "identifiers.",
        ),
        SEED,
        FAMILY,
        SCALING,
    ),
    budgets={"ridge": 5, "lasso": 5},
    load=load,
)
