"""Loads a CSV table: reads, chooses rows, encodes, splits, scales, and reports on every column."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

import numpy as np

from aelr_core.datasets.csv.attributes import Encoded, encode, identifier, reason_to_leave_out
from aelr_core.datasets.csv.columns import Column, read_columns
from aelr_core.datasets.csv.file_text import Content, File, read_content
from aelr_core.datasets.csv.layout import SEPARATORS, Layout, find_layout, split_names
from aelr_core.datasets.csv.target import Target, check_target_name, make_target
from aelr_core.datasets.dataset import ColumnFate, Dataset, DatasetError
from aelr_core.datasets.encoding import TableEncoding
from aelr_core.datasets.prepare import prepare, split_order
from aelr_core.datasets.scaling import line_of

TEST_SHARE = 0.2


def load_csv(
    *,
    file: File,
    target: str,
    positive: str | None,
    missing: str,
    max_categories: int,
    leave_out: str | None,
    seed: int,
    family: str,
    scaling: str,
) -> Dataset:
    """Return a table as a `Dataset`, or refuse it in one sentence saying what to change.

    Numeric columns are kept, columns of at most `max_categories` texts are one-hot encoded,
    others left out, as are those that `leave_out` names. A column that looks like an identifier is
    kept unless it is named there, so that the same call always means the same columns; its line in
    `columns` says what it looks like. A fifth of the rows, drawn by the seed, are test rows.
    Nothing in the file is ever executed or unpickled.
    """
    content = read_content(file)
    layout = find_layout(content.text)
    check_target_name(target, layout)
    unwanted = _checked_names(leave_out, target, layout)
    columns = read_columns(layout)
    read_rows = len(columns[target].missing)
    if missing == "refuse":
        _refuse_gaps({target: columns[target]})
    columns, target_rows_step = _rows_without_gaps(columns, {target}, "its target")

    usable, fates = _usable_columns(columns, target, max_categories, unwanted)
    attribute_rows_step: tuple[str, ...] = ()
    if missing == "refuse":
        _refuse_gaps(usable)
    elif missing == "drop":
        columns, attribute_rows_step = _rows_without_gaps(columns, set(usable), "a value")
        usable = {name: columns[name] for name in usable}
    made = make_target(target, columns[target], positive)
    encoded = encode(usable, missing)
    _refuse_nothing_to_choose(encoded, unwanted)
    fates.update((fate.name, _marked(fate, usable[fate.name])) for fate in encoded.fates)
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
        steps=(
            _reading_step(content, layout, read_rows),
            made.step,
            *target_rows_step,
            *attribute_rows_step,
            f"Test rows, drawn by the seed: {test_rows:,} of {len(y):,}.",
            *rows.steps,
        ),
        columns=tuple(fates[name] for name in layout.names),
        fingerprint=content.fingerprint,
        encoding=_encoding(encoded, scaling, rows.scale, target, made),
    )


def _encoding(
    encoded: Encoded, scaling: str, scale: float, target: str, made: Target
) -> TableEncoding:
    """Return how the columns became scaled rows, which were divided by `scale` at the end."""
    line = line_of(encoded.table, scaling)
    zero, one = np.zeros(len(encoded.attributes)), np.ones(len(encoded.attributes))
    return TableEncoding(
        columns=encoded.codes,
        scaling=scaling,
        subtract=zero if line is None else line[0] + line[1],
        divide_by=scale * (one if line is None else line[2]),
        target=target,
        classes=made.classes,
        middle=made.middle,
        largest=made.largest,
    )


def _usable_columns(
    columns: Mapping[str, Column], target: str, max_categories: int, leave_out: Collection[str]
) -> tuple[dict[str, Column], dict[str, ColumnFate]]:
    """Return the columns that can be attributes, and the fates of those that cannot."""
    fates: dict[str, ColumnFate] = {}
    usable: dict[str, Column] = {}
    for name, column in columns.items():
        if name == target:
            continue
        fate = reason_to_leave_out(name, column, max_categories, leave_out)
        if fate is None:
            usable[name] = column
        else:
            fates[name] = fate
    if not usable:
        raise DatasetError(
            "No column besides the target holds numbers or a few categories: add one, "
            + ("leave out fewer columns, " if leave_out else "")
            + "or raise max_categories."
        )
    return usable, fates


def _checked_names(leave_out: str | None, target: str, layout: Layout) -> frozenset[str]:
    """Return the names of the columns to leave out, or refuse one that is no such column."""
    names = frozenset(split_names(leave_out))
    others = [name for name in layout.names if name != target]
    for name in sorted(names.difference(others)):
        shown = ", ".join(repr(one) for one in others[:20])
        raise DatasetError(
            f"leave_out must name columns besides the target, such as {shown}, but it has {name!r}."
        )
    return names


def _marked(fate: ColumnFate, column: Column) -> ColumnFate:
    """Return the fate of a column that was kept, and what it looks like, if that is suspicious."""
    why = identifier(fate.name, column)
    if not why:
        return fate
    return replace(fate, detail="; ".join(filter(None, (fate.detail, f"identifier? {why}"))))


def _refuse_nothing_to_choose(encoded: Encoded, leave_out: Collection[str]) -> None:
    """Refuse a single attribute, and attributes that never vary."""
    if len(encoded.attributes) < 2:
        raise DatasetError(
            "The table has one attribute besides the target, but choosing among attributes needs "
            f"at least two: add a column{', or leave out fewer' if leave_out else ''}."
        )
    if (encoded.table.min(axis=0) == encoded.table.max(axis=0)).all():
        raise DatasetError("Every attribute has the same value in all rows: add one that varies.")


def _refuse_gaps(columns: Mapping[str, Column]) -> None:
    """Refuse the first column that has a missing value."""
    for name, column in columns.items():
        count = int(column.missing.sum())
        if count:
            row = int(column.missing.argmax()) + 1
            raise DatasetError(
                f"Column {name!r} has {count:,} missing value{'s' if count > 1 else ''}, the first "
                f"in data row {row}: fill them in, or choose another setting of missing than "
                "'refuse'."
            )


def _rows_without_gaps(
    columns: dict[str, Column], needed: Collection[str], what: str
) -> tuple[dict[str, Column], tuple[str, ...]]:
    """Return the columns with only the rows that have all `needed` values, and a sentence."""
    gaps = np.logical_or.reduce([columns[name].missing for name in needed])
    dropped = int(gaps.sum())
    if dropped == 0:
        return columns, ()
    if len(gaps) - dropped < 2:
        raise DatasetError(
            "Fewer than 2 rows are complete enough to be used: fill in missing values."
        )
    left = {name: column.of_rows(~gaps) for name, column in columns.items()}
    were = "row was" if dropped == 1 else "rows were"
    return left, (f"{dropped:,} {were} left out because {what} is missing.",)


def _reading_step(content: Content, layout: Layout, rows: int) -> str:
    step = (
        f"The file was read as {content.encoding} text with {SEPARATORS[layout.separator]} "
        f"between columns{' and decimal commas' if layout.decimal == ',' else ''}: {rows:,} rows"
    )
    if layout.repeated:
        listed = ", ".join(repr(name) for name in sorted(layout.repeated)[:10])
        step += f"; columns of the same name were numbered ({listed})"
    return step + "."
