"""A spec written as a shell command, a Python program or a notebook, to run elsewhere."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import asdict, fields, replace
from typing import Any

from aelr_core.experiments.fields import FIELDS
from aelr_core.experiments.spec import ExperimentSpec
from aelr_core.modes import MODES

# Fields that a command leaves out where they are the default.
_QUIET = (
    "data_sets",
    "algorithms",
    "adagrad",
    "average",
    "length",
    "guarded",
    "multiplier",
    "weights",
)
# The file name used for a visitor's table, whose own name is not known.
TABLE = "your-table.csv"
_LEARNT = """\
learnt = {key: curve.weights[-1] for key, curve in result.curves.items()}  # w̄, (d,) each
for key, w in learnt.items():
    print(key, "weighs attribute", abs(w).argmax(), "most:", f"{w[abs(w).argmax()]:.6g}")
"""


def command(spec: ExperimentSpec) -> str:
    """Return the shell command that runs a spec, from a folder that holds aelr_core.

    >>> print(command(ExperimentSpec(data="wine", runs=3)))
    python -m aelr_core run --data=wine --scaling=centre-maxabs --family=ridge --budget=5
        --examples=5000 --runs=3 --mode=experiments ... --seed=0...
    """
    mode = _mode_name(spec)
    if mode is None:  # the command line has no words for other modes
        return f"python -c {shlex.quote(program(spec))}"
    given: dict[str, object] = {"data": spec.data}
    options = _options(spec)
    if spec.entry.uploaded:  # no columns to leave out are said, else the command finds identifiers
        given["file"], options["leave_out"] = TABLE, options["leave_out"] or ""
    given |= options | {name: getattr(spec, name) for name in FIELDS} | {"mode": mode}
    for name in _QUIET:
        if getattr(spec, name) == getattr(replace(spec, **{name: _usual(name)}), name):
            del given[name]
    words = [_argument(name, value) for name, value in given.items() if value is not None]
    return " ".join(["python -m aelr_core run", *words])


def program(spec: ExperimentSpec, heading: str = "") -> str:
    """Return a Python program that runs a spec and prints the last point of each curve.

    It also prints the largest weight of each predictor w̄, where the spec keeps them.

    heading : its docstring, if any; it may contain any file name a visitor has chosen.

    >>> print(program(ExperimentSpec(data="wine", runs=3)))
    import aelr_core as ac
    <BLANKLINE>
    spec = ac.ExperimentSpec(
        data='wine',
        options={'scaling': 'centre-maxabs'},
        family='ridge',
        runs=3,
        mode='experiments',
        seed=0,
    )
    result = ac.run(spec)
    for key, curve in result.curves.items():
        print(key, curve.attributes[-1], f"{curve.mean[-1]:.9g}", f"{curve.sd[-1]:.9g}")
    learnt = {key: curve.weights[-1] for key, curve in result.curves.items()}  # w̄, (d,) each
    for key, w in learnt.items():
        print(key, "weighs attribute", abs(w).argmax(), "most:", f"{w[abs(w).argmax()]:.6g}")
    """
    given = "".join(f"    {name}={text},\n" for name, text in _arguments(spec))
    table, use = _reading(spec)
    return (
        _docstring(heading)
        + f"import aelr_core as ac\n\n{table}"
        + f"spec = ac.ExperimentSpec(\n{given})\n"
        + f"result = ac.run(spec{use})\n"
        + "for key, curve in result.curves.items():\n"
        + '    print(key, curve.attributes[-1], f"{curve.mean[-1]:.9g}", f"{curve.sd[-1]:.9g}")\n'
        + ("" if spec.weights == "none" else _LEARNT)
    )


def estimator_program(spec: ExperimentSpec, heading: str = "") -> str:
    """Return a Python program that fits the estimator, with its defaults, to a visitor's table.

    It prints what was paid for, the score R², by the estimator's own estimate and on the test
    rows, and how often each attribute was looked at. heading : its docstring, if any.
    """
    name = f"AttributeEfficient{spec.family.title()}"
    table, _ = _reading(spec)
    return (
        _docstring(heading)
        + f"import aelr_core as ac\nfrom aelr_core.estimators import {name}\n\n{table}"
        + f"model = {name}(budget={spec.budget}, random_state={spec.seed})\n"
        + "model.fit(table.X_train, table.y_train)\n"
        + 'print("attributes paid for:", model.n_attributes_seen_)\n'
        + 'print("R², estimated on the way:", -model.progressive_loss_ / model.zero_loss_)\n'
        + 'print("R² on the test rows:", model.score(table.X_test, table.y_test))\n'
        + "looks = sorted(zip(model.attribute_counts_, table.attributes), reverse=True)\n"
        + "for times, attribute in looks:\n"
        + "    print(times, attribute)\n"
    )


def _docstring(heading: str) -> str:
    safe = heading.replace("\\", "/").replace('"', "'")
    return f'"""{safe}\n"""\n\n' if heading else ""


def _mode_name(spec: ExperimentSpec) -> str | None:
    return next((name for name, mode in MODES.items() if mode == spec.mode), None)


def _usual(name: str) -> Any:
    return getattr(ExperimentSpec, name)


def _options(spec: ExperimentSpec) -> dict[str, object]:
    """Return the options of the data, without a table's fingerprint, which nobody types."""
    return {name: value for name, value in spec.options if name != "fingerprint"}


def _argument(name: str, value: object) -> str:
    text = ",".join(value) if isinstance(value, tuple) else str(value)
    if isinstance(value, bool):
        text = text.lower()
    return f"--{name.replace('_', '-')}={shlex.quote(text)}"


def _arguments(spec: ExperimentSpec) -> list[tuple[str, str]]:
    """Return the fields of a spec that the program states, as Python source."""
    options = spec.options if spec.entry.uploaded else ()
    usual = ExperimentSpec(data=spec.data, options=options, mode=spec.mode)
    stated = []
    for field in fields(spec):
        value = getattr(spec, field.name)
        if field.name == "options":
            csv = '{**options, "fingerprint": table.fingerprint}'
            stated.append(("options", csv if spec.entry.uploaded else repr(_options(spec))))
        elif field.name == "mode":
            name = _mode_name(spec)
            stated.append(("mode", f"ac.Mode(**{asdict(value)!r})" if name is None else repr(name)))
        elif field.name in ("data", "family", "seed") or value != getattr(usual, field.name):
            stated.append((field.name, repr(value)))
    return stated


def _reading(spec: ExperimentSpec) -> tuple[str, str]:
    """Return the lines that read a table, and the argument that passes it to the run."""
    if not spec.entry.uploaded:
        return "", ""
    lines = (
        f"options = {_options(spec)!r}\n"
        f'table = ac.load_dataset("csv", file={TABLE!r}, family={spec.family!r}, '
        f"seed={spec.seed}, **options)\n"
    )
    return lines, ", dataset=table"


# -- a Jupyter notebook (nbformat 4.5) ---------------------------------------------------------

# The program's three parts: what it needs, what is run, and the run.
_BEGINNINGS = re.compile(r"^(?=spec = |result = )", re.MULTILINE)
_KERNEL = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}


def notebook(spec: ExperimentSpec, heading: str = "") -> str:
    r"""Return a notebook that runs a spec and prints the last point of each curve.

    heading : its first cell, in Markdown, if any.

    >>> made = json.loads(notebook(ExperimentSpec(data="wine", runs=3)))
    >>> [cell["source"][0] for cell in made["cells"]]
    ['import aelr_core as ac', 'spec = ac.ExperimentSpec(\n', 'result = ac.run(spec)\n']
    """
    parts = [part.strip() for part in _BEGINNINGS.split(program(spec))]
    cells = [_cell("markdown", heading)] if heading else []
    cells += [_cell("code", part) | {"execution_count": None, "outputs": []} for part in parts]
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    whole = {"nbformat": 4, "nbformat_minor": 5, "metadata": _KERNEL, "cells": cells}
    return json.dumps(whole, indent=1, ensure_ascii=False)


def _cell(kind: str, text: str) -> dict[str, object]:
    return {"cell_type": kind, "metadata": {}, "source": text.splitlines(keepends=True)}
