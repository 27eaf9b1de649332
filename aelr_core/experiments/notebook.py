"""A spec as a Jupyter notebook: the cells of the program that runs it (nbformat 4.5)."""

from __future__ import annotations

import json
import re

from aelr_core.experiments.recipe import program
from aelr_core.experiments.spec import ExperimentSpec

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
