"""Load a CSV table: read, choose rows, encode, split, scale, and report every column's fate."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from aelr_core.datasets.csv.columns import Column
from aelr_core.datasets.csv.content import Content, File, read_content
from aelr_core.datasets.csv.encoding import encode, reason_to_leave_out
from aelr_core.datasets.csv.layout import SEPARATORS, Layout, find_layout
from aelr_core.datasets.csv.reading import read_columns
from aelr_core.datasets.csv.target import check_target_name, make_target
from aelr_core.datasets.dataset import ColumnFate, Dataset, DatasetError
from aelr_core.datasets.streams import split_order
from aelr_core.datasets.tables import prepare

TEST_SHARE = 0.2


def load_csv(
    *,
    file: File,
    target: str,
    positive: str | None,
    missing: str,
    max_categories: int,
    seed: int,
    family: str,
    scaling: str,
) -> Dataset:
    """Return a table as a `Dataset`, or refuse it in one sentence saying what to change.

    Numeric columns are kept, columns of at most `max_categories` texts are one-hot encoded,
    others left out; a fifth of the rows, drawn by the seed, are test rows. Nothing in the file
    is ever executed or unpickled.
    """
    content = read_content(file)
    layout = find_layout(content.text)
    check_target_name(target, layout)
    columns = read_columns(layout)
    fates: dict[str, ColumnFate] = {}
    usable: dict[str, Column] = {}
    for name, column in columns.items():
        if name == target:
            continue
        fate = reason_to_leave_out(name, column, max_categories)
        if fate is None:
            usable[name] = column
        else:
            fates[name] = fate
    _refuse_gaps({target: columns[target], **usable}, missing)
    keep, missing_step = _rows_to_keep(columns[target], usable, missing)
    made = make_target(target, columns[target], positive, keep)
    if not usable:
        raise DatasetError(
            "No column besides the target holds numbers or a few categories: add one, or raise "
            "max_categories."
        )
    encoded = encode(usable, missing, keep)
    if len(encoded.attributes) < 2:
        raise DatasetError(
            "The table has one attribute besides the target, but choosing among attributes needs "
            "at least two: add a column."
        )
    if (encoded.table.min(axis=0) == encoded.table.max(axis=0)).all():
        raise DatasetError("Every attribute has the same value in all rows: add one that varies.")
    fates.update((fate.name, fate) for fate in encoded.fates)
    fates[target] = ColumnFate(
        target, "number" if made.classes is None else "category", "target", made.step
    )

    test_rows = max(1, round(TEST_SHARE * len(made.y)))
    order = split_order(made.y, test_rows, seed)
    rows = prepare(encoded.table, test_rows, scaling, family, order=order)
    y = made.y[order]
    return Dataset(
        name="csv",
        label=content.name,
        family=family,
        X_train=rows.X_train,
        y_train=y[:-test_rows],
        X_test=rows.X_test,
        y_test=y[-test_rows:],
        attributes=encoded.attributes,
        moments=rows.moments,
        known_moments=rows.known_moments,
        scale=rows.scale,
        targets_are_classes=made.classes is not None,
        classes=made.classes,
        seed=seed,
        provenance=f"The table {content.name}, {content.fingerprint}.",
        licence="That of the table; nothing of it is kept.",
        steps=(
            _reading_step(content, layout, len(columns[target].missing)),
            made.step,
            *missing_step,
            f"Test rows, drawn by the seed: {test_rows:,} of {len(y):,}.",
            *rows.steps,
        ),
        columns=tuple(fates[name] for name in layout.names),
        fingerprint=content.fingerprint,
    )


def _refuse_gaps(columns: Mapping[str, Column], missing: str) -> None:
    """With missing = "refuse", refuse the first column that has a missing value."""
    if missing != "refuse":
        return
    for name, column in columns.items():
        count = int(column.missing.sum())
        if count:
            row = int(column.missing.argmax()) + 1
            raise DatasetError(
                f"Column {name!r} has {count:,} missing value{'s' if count > 1 else ''}, the first "
                f"in data row {row}: fill them in, or choose another setting of missing than "
                "'refuse'."
            )


def _rows_to_keep(
    target: Column, usable: Mapping[str, Column], missing: str
) -> tuple[NDArray[np.bool_], tuple[str, ...]]:
    """Return which rows have a target and, if incomplete rows are dropped, all attributes."""
    keep = ~target.missing
    why = "its target"
    if missing == "drop":
        why = "a value"
        for column in usable.values():
            keep = keep & ~column.missing
    dropped = int((~keep).sum())
    if keep.sum() < 2:
        raise DatasetError(
            "Fewer than 2 rows are complete enough to be used: fill in missing values."
        )
    if not dropped:
        return keep, ()
    are = "row was" if dropped == 1 else "rows were"
    return keep, (f"{dropped:,} {are} left out because {why} is missing.",)


def _reading_step(content: Content, layout: Layout, rows: int) -> str:
    step = (
        f"The file was read as {content.encoding} text with {SEPARATORS[layout.separator]} "
        f"between columns{' and decimal commas' if layout.decimal == ',' else ''}: {rows:,} rows"
    )
    if layout.repeated:
        listed = ", ".join(repr(name) for name in sorted(layout.repeated)[:10])
        step += f"; columns of the same name were numbered ({listed})"
    return step + "."
