"""The data sets' options on the command line, made from their registry.

Every command that takes ``--data`` uses these two functions; a new data set, or a new option of
one, appears here by itself.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Collection

from aelr_core import checks
from aelr_core.datasets import DATASETS, Option

_PREFIX = "data_option_"


def add_data_options(parser: ArgumentParser, omit: Collection[str] = ()) -> None:
    """Add ``--data`` and every option that some data set takes.

    `omit` names options that the command has itself.
    """
    names = ", ".join(DATASETS)
    parser.add_argument("--data", required=True, metavar="NAME", help=f"one of {names}")
    takers: dict[str, list[str]] = {}
    options: dict[str, Option] = {}
    for entry in DATASETS.values():
        for option in entry.options:
            takers.setdefault(option.name, []).append(entry.name)
            options.setdefault(option.name, option)
    group = parser.add_argument_group("options of the data")
    for name, option in options.items():
        if name in omit:
            continue
        is_flag = option.kind == "flag"
        group.add_argument(
            _flag(name),
            dest=_PREFIX + name,
            metavar=_metavar(option),
            help=_help(option, takers[name]),
            nargs="?" if is_flag else None,
            const="true" if is_flag else None,
        )


def data_options(given: Namespace) -> dict[str, object]:
    """Return the options that were given for ``--data``, checked, as `load_dataset` takes them.

    An option that does not belong to the chosen data is refused.
    """
    entry = DATASETS[checks.choice("data", given.data, tuple(DATASETS))]
    texts = {
        key.removeprefix(_PREFIX): text
        for key, text in vars(given).items()
        if key.startswith(_PREFIX) and text is not None
    }
    return {name: entry.option(name).parse(text) for name, text in texts.items()}


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def _metavar(option: Option) -> str:
    if option.kind == "choice":
        return "WORD" if isinstance(option.choices[0], str) else "N"
    return {"integer": "N", "number": "X", "flag": "true|false", "text": "TEXT", "file": "PATH"}[
        option.kind
    ]


def _help(option: Option, takers: list[str]) -> str:
    allowed = ""
    if option.kind == "choice":
        allowed = "; " + ", ".join(str(choice) for choice in option.choices)
    elif option.at_least is not None and option.at_most is not None:
        allowed = f"; from {option.at_least:,.16g} to {option.at_most:,.16g}"
    default = "" if option.default is None else f"; default {option.default}"
    whose = "" if len(takers) == len(DATASETS) else f" [{', '.join(takers)}]"
    text = f"{option.help.rstrip('.')}{allowed}{default}{whose}"
    return text.replace("%", "%%")
