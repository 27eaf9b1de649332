"""Loads a CSV table: reads, chooses rows, encodes, splits, scales, and reports on every column."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

import numpy as np

from aelr_core.checks import Floats, shown
from aelr_core.datasets.csv.columns import (
    Column,
    Numbers,
    Source,
    attributes_of,
    columns_of,
    encode,
    fate_of_unused,
    fate_of_used,
    read_columns,
)
from aelr_core.datasets.csv.read import (
    SEPARATORS,
    File,
    TableText,
    read_text,
    split_names,
    unique_names,
)
from aelr_core.datasets.dataset import (
    ColumnFate,
    Dataset,
    DatasetError,
    TableEncoding,
    centre_and_size,
    centred_target,
    signs,
    split_by_seed,
)
from aelr_core.datasets.scaling import Table, line_of


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
    kept unless it is named there, as the command line and the page Your data do: so the same call
    always means the same columns. Its line in `columns` says what it looks like. A fifth of the
    rows, drawn by the seed, are test rows.
    Nothing in the file is ever executed or unpickled.
    """
    text = read_text(file)
    check_target(target, text.names, text.repeated)
    unwanted = _names_to_leave_out(target, leave_out, text)
    columns = read_columns(text)
    steps = [_reading_step(text, len(columns[target].missing))]
    if missing == "refuse":
        refuse_gaps({target: columns[target]})
    columns, without_target = rows_without_gaps(columns, {target}, "its target")

    fates = {
        name: fate
        for name, column in columns.items()
        if (fate := fate_of_unused(name, column, max_categories, unwanted))
    }
    usable = {name: columns[name] for name in columns if name not in fates and name != target}
    without_value: tuple[str, ...] = ()
    if missing == "refuse":
        refuse_gaps(usable)
    elif missing == "drop":
        columns, without_value = rows_without_gaps(columns, set(usable), "a value")
        usable = {name: columns[name] for name in usable}
    made = make_target(target, columns[target], positive)
    y, how, middle, largest = made.y, made.steps, 0.0, 1.0
    if made.classes is None:
        middle, largest = centre_and_size(made.y)
        y, sentence = centred_target(made.y)
        how = (sentence,)
    steps += [*how, *without_target, *without_value]
    encoded = encode(usable, missing)
    table = np.concatenate([one.values for one in encoded], axis=1)
    refuse_constants(table)
    kind = "number" if made.classes is None else "category"
    for one in encoded:
        fates[one.code.name] = fate_of_used(usable[one.code.name], one, missing)
    fates[target] = ColumnFate(target, kind, "target", *how)

    dataset = split_by_seed(
        table,
        y,
        *steps,
        name="csv",
        label=text.file_name,
        scaling=scaling,
        family=family,
        seed=seed,
        attributes=unique_names([name for one in encoded for name in one.code.attributes]),
        classes=made.classes,
        provenance=f"The table {text.file_name}, {text.fingerprint}.",
        columns=tuple(fates[name] for name in text.names),
        fingerprint=text.fingerprint,
    )
    a, b, c = line_of(table, scaling)
    encoding = TableEncoding(
        columns=tuple(one.code for one in encoded),
        scaling=scaling,
        subtract=a + b,
        divide_by=dataset.scale * c,
        target=target,
        classes=made.classes,
        middle=middle,
        largest=largest,
    )
    return replace(dataset, encoding=encoding)


def check_target(target: str, names: Collection[str], repeated: Collection[str] = ()) -> None:
    """Refuse a target that is not one column."""
    if target in repeated:
        raise DatasetError(
            f"target must name one column, but several are called {target!r}: rename all but one."
        )
    if target not in names:
        raise DatasetError(
            f"target must be the name of a column, one of {listed(names)}, but it is "
            f"{shown(target)}."
        )


def _names_to_leave_out(target: str, leave_out: str | None, text: TableText) -> frozenset[str]:
    """Return the columns to leave out, checked."""
    names = frozenset(split_names(leave_out))
    others = [name for name in text.names if name != target]
    for name in sorted(names.difference(others)):
        raise DatasetError(
            f"leave_out must name columns besides the target, such as {listed(others)}, but it "
            f"has {name!r}."
        )
    return names


def listed(names: Collection[str]) -> str:
    """Return names as an error quotes them: at most 20."""
    more = f" and {len(names) - 20:,} more" if len(names) > 20 else ""
    return ", ".join(repr(name) for name in [*names][:20]) + more


def refuse_gaps(columns: Mapping[str, Column]) -> None:
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


def refuse_constants(table: Table) -> None:
    """Refuse attributes (n, d) none of which varies; NaN does not count."""
    if (np.nanmin(table, axis=0) == np.nanmax(table, axis=0)).all():
        raise DatasetError("Every attribute has the same value in all rows: add one that varies.")


def rows_without_gaps(
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


def _reading_step(text: TableText, rows: int) -> str:
    step = (
        f"The file was read as {text.encoding} text with {SEPARATORS[text.separator]} "
        f"between columns{' and decimal commas' if text.decimal == ',' else ''}: {rows:,} rows"
    )
    if text.repeated:
        listed = ", ".join(repr(name) for name in sorted(text.repeated)[:10])
        step += f"; columns of the same name were numbered ({listed})"
    return step + "."


@dataclass(frozen=True)
class Target:
    """y (n,), the classes −1 and +1 if there are any, and which is which in a sentence."""

    y: Floats
    classes: tuple[str, str] | None = None
    steps: tuple[str, ...] = ()


def make_target(name: str, column: Column, positive: str | None) -> Target:
    """Return y of a column without gaps: two values become ±1, numbers stay as they are.

    Parameters
    ----------
    name : the target's name
    column : its values, (n,)
    positive : the one value that counts as +1 against all others, or None
    """
    values = column.as_texts()
    names = values.texts
    if len(names) < 2:
        raise DatasetError(
            f"The target {name!r} has the same value in every row, {names[0]!r}: choose a column "
            "that varies."
        )
    if positive is not None:
        if positive not in names:
            raise DatasetError(
                f"positive must be a value of the target {name!r}, such as {names[0]!r}, but it "
                f"is {positive!r}."
            )
        is_positive = values.codes == names.index(positive)
        y, step = signs(is_positive, "all other values", repr(positive))
        return Target(y, ("other", positive), (step,))
    if len(names) == 2:
        y, step = signs(values.codes == 1, repr(names[0]), repr(names[1]))
        return Target(y, (names[0], names[1]), (step,))
    if not isinstance(column, Numbers):
        raise DatasetError(
            f"The target {name!r} holds {len(names):,} different texts: choose a column of "
            "numbers or of two values, or name the value that counts as +1 with positive."
        )
    return Target(column.values)


def read_again(table: Source, encoding: TableEncoding) -> tuple[Floats, tuple[str, ...]]:
    """Return another table with the columns that were learnt from, encoded and scaled alike.

    Its rows are (n, d); the phrases are about values that had to be replaced.

    A table that does not fit is refused in one sentence. Other columns, the target's too, are not
    looked at. A missing number becomes the fill value of its column, or stays missing if there is
    none; a category that was never seen is none of the known ones.
    """
    columns = columns_of(table, least=1, only=[code.name for code in encoding.columns])
    missing = [code.name for code in encoding.columns if code.name not in columns]
    if missing:
        more = f" and {len(missing) - 1:,} more are" if len(missing) > 1 else " is"
        raise DatasetError(
            f"The table must have the columns that were learnt from, but {missing[0]!r}{more} "
            "not among its columns."
        )
    parts, notes = [], []
    for code in encoding.columns:
        values = attributes_of(columns[code.name], code)
        parts.append(values)
        gaps = int(columns[code.name].missing.sum())
        unseen = int((values.sum(axis=1) == 0).sum())
        if code.categories is not None and unseen:
            notes.append(f"{unseen:,} in {code.name!r} were never seen: none of its categories")
        elif code.categories is None and code.fill is not None and gaps:
            notes.append(f"{gaps:,} missing in {code.name!r}: {code.fill:.6g} in their place")
    return encoding.scaled(np.concatenate(parts, axis=1)), tuple(notes)
