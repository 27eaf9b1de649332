"""The Python program of a run computes the same numbers with the core alone."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from aelr_core.datasets import load_dataset
from aelr_core.experiments import ExperimentSpec, Result, run
from aelr_core.modes import EXPERIMENTS
from pages.ui.explorer import files

ROOT = Path(__file__).parents[2]
SPEC = ExperimentSpec(
    options={"dim": 20}, budget=4, examples=120, runs=3, curve="anytime", points=6, step="theory"
)
TEXT = "a,b,c,y\n" + "".join(f"{n % 9},{n % 7},{n % 5},{n % 3}\n" for n in range(90))


def printed(program: str, folder: Path) -> dict[str, list[float]]:
    file = folder / "again.py"
    file.write_text(program, encoding="utf-8")
    text = subprocess.check_output(
        [sys.executable, str(file)], cwd=folder, env={"PYTHONPATH": str(ROOT)}, text=True
    )
    lines = [line.split() for line in text.splitlines()]
    half = len(lines) // 2  # the curves, then the largest weight of each predictor
    numbers = {key: [float(number) for number in point] for key, *point in lines[:half]}
    for key, _, _, attribute, _, weight in lines[half:]:
        numbers[key] += [float(attribute), float(weight)]
    return numbers


def expected(result: Result) -> dict[str, list[float]]:
    found = {}
    for key, curve in result.curves.items():
        assert curve.weights is not None
        w = curve.weights[-1]
        largest = int(abs(w).argmax())
        point = [float(f"{x:.9g}") for x in (curve.attributes[-1], curve.mean[-1], curve.sd[-1])]
        found[key] = [*point, float(largest), float(f"{w[largest]:.6g}")]
    return found


def test_the_program_makes_the_same_numbers(tmp_path: Path) -> None:
    result = run(SPEC)
    assert printed(files.program_of(result), tmp_path) == expected(result)


def test_the_program_of_a_table_reads_it(tmp_path: Path) -> None:
    loaded = load_dataset("csv", file=TEXT.encode(), target="y")
    options = {"fingerprint": loaded.fingerprint, "target": "y"}
    of_table = run(replace(SPEC, data="csv", options=options, budget=2), dataset=loaded)
    (tmp_path / "your-table.csv").write_text(TEXT, encoding="utf-8")
    named = replace(of_table, label='evil"""\nimport os\\')
    assert printed(files.program_of(named), tmp_path) == expected(of_table)


def test_the_cells_of_the_notebook_make_the_same_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result = replace(run(SPEC), label="_evil_ [x](http://e.x)")
    whole = json.loads(files.notebook_of(result))
    assert (whole["nbformat"], whole["nbformat_minor"]) == (4, 5)
    first, *others = whole["cells"]
    assert (first["cell_type"], "[x](" in "".join(first["source"])) == ("markdown", False)
    assert {cell["cell_type"] for cell in others} == {"code"}
    assert len({cell["id"] for cell in whole["cells"]}) == len(whole["cells"])
    names: dict[str, object] = {}
    for cell in others:
        assert cell["outputs"] == []
        exec("".join(cell["source"]), names)  # as a kernel would, one after the other
    cells = capsys.readouterr().out
    exec(files.program_of(result), {})
    assert cells == capsys.readouterr().out
    assert len(cells.splitlines()) == 2 * len(result.curves)


def test_a_program_says_rules_of_ones_own() -> None:
    mode = replace(EXPERIMENTS, warm_start=False)
    spec = replace(SPEC, mode=mode, algorithms=("aerr",), seed=5)
    program = files.program_of(run(spec))
    found: dict[str, object] = {}
    exec(compile(program.split("result =")[0], "again", "exec"), found)
    assert found["spec"] == spec
