"""Turns options, which are data, into arguments of the command line.

Every command that takes ``--data`` uses `add_data_options` and `data_options`; a new data set, or a
new option of one, appears here by itself. `run` adds the settings of an experiment the same way.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Collection
from typing import Any

from aelr_core import checks
from aelr_core.datasets import DATASETS, Option
from aelr_core.datasets.csv.read import join_names, read_text

_PREFIX = "data_option_"
_METAVARS = {
    "integer": "N",
    "number": "X",
    "choice": "WORD",
    "several": "KEYS",
    "rule": "WORD|X",
    "flag": "true|false",
    "text": "TEXT",
    "file": "PATH",
}


def add_option(add: Any, option: Option, *, dest: str, default: object, note: str = "") -> None:
    """Add ``--name`` for an option; its value is the text as typed, or None.

    Parameters
    ----------
    add : ``add_argument`` of a parser or of an argument group.
    default : the default to mention in the help; None mentions none.
    note : a remark at the end of the help.
    """
    is_flag = option.kind == "flag"
    is_number = option.kind == "choice" and isinstance(option.choices[0], int)
    add(
        "--" + option.name.replace("_", "-"),
        dest=dest,
        metavar="N" if is_number else _METAVARS[option.kind],
        help=_help(option, default, note),
        nargs="?" if is_flag else None,
        const="true" if is_flag else None,
    )
    if default is True:
        no = "--no-" + option.name.replace("_", "-")
        add(no, dest=dest, action="store_const", const="false", help=f"{option.label}: off")


def add_data_options(parser: ArgumentParser, omit: Collection[str] = ()) -> None:
    """Add ``--data`` and every option that some data set takes.

    `omit` names options that the command adds itself.
    """
    names = ", ".join(DATASETS)
    parser.add_argument("--data", required=True, metavar="NAME", help=f"One of {names}")
    takers: dict[str, list[str]] = {}
    options: dict[str, Option] = {}
    for entry in DATASETS.values():
        for option in entry.options:
            takers.setdefault(option.name, []).append(entry.name)
            options.setdefault(option.name, option)
    group = parser.add_argument_group("options of the data")
    for name, option in options.items():
        if name not in omit:
            whose = "" if len(takers[name]) == len(DATASETS) else f" [{', '.join(takers[name])}]"
            add_option(
                group.add_argument,
                option,
                dest=_PREFIX + name,
                default=option.default,
                note=whose,
            )


def data_options(given: Namespace) -> dict[str, object]:
    """Return the checked options for ``--data``, as `load_dataset` takes them.

    An option that the chosen data set does not have is refused. Columns of a table that look like
    identifiers are left out, and named on standard error, unless ``--leave-out`` is given.
    """
    entry = DATASETS[checks.choice("data", given.data, tuple(DATASETS))]
    texts = {
        key.removeprefix(_PREFIX): text
        for key, text in vars(given).items()
        if key.startswith(_PREFIX) and text is not None
    }
    options = {name: entry.option(name).parse(text) for name, text in texts.items()}
    if entry.uploaded and {"file", "target"} <= options.keys() and "leave_out" not in options:
        options |= _without_identifiers(options["file"], options["target"])
    return {name: value for name, value in options.items() if value != ""}  # --leave-out=


def _without_identifiers(file: Any, target: object) -> dict[str, object]:
    """Return the options that leave out the identifiers of a table, and say which they are."""
    from aelr_core.datasets.csv.columns import identifier, read_columns

    text = read_text(file)  # once: it may be a pipe
    columns = read_columns(text) if target in text.names else {}  # else it is refused later
    reasons = {name: identifier(name, each) for name, each in columns.items() if name != target}
    left_out = {name: why for name, why in reasons.items() if why}
    if left_out:
        them = "it looks like an identifier" if len(left_out) == 1 else "they look like identifiers"
        listed = ", ".join(f"{name!r} ({why})" for name, why in left_out.items())
        print(
            f"Left out, because {them}: {listed}. --leave-out= uses all columns, and "
            "--leave-out=NAMES leaves out others.",
            file=sys.stderr,
        )
    return {"file": text, "leave_out": join_names(left_out)}


def _help(option: Option, default: object, note: str) -> str:
    parts = [option.help.removesuffix(".")]
    if option.choice_labels:
        means = zip(option.choices, option.choice_labels, strict=True)
        parts += [f"{choice}: {label}" for choice, label in means]
    elif option.choices:
        parts.append(", ".join(str(choice) for choice in option.choices))
    elif option.at_least is not None and option.at_most is not None:
        parts.append(f"from {option.at_least:,.16g} to {option.at_most:,.16g}")
    if option.kind == "rule":
        parts.append("or a number > 0")
    if default is not None:
        parts.append(f"default {str(default).lower() if option.kind == 'flag' else default}")
    return ("; ".join(parts) + note).replace("%", "%%")
