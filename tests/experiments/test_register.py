"""An entry is all that a new algorithm needs, even if it shares a role: `register` adds it."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aelr_core as ac
from aelr_core.algorithms import (
    ALGORITHMS,
    Algorithm,
    Learner,
    StepRule,
    Task,
    bound_rows,
    by_word,
    in_legend,
    one_phase,
    one_sample,
    register,
    registered,
    words,
)
from aelr_core.experiments import Result, run, stream
from aelr_core.experiments.problem import dataset_of
from tests.experiments.specs import small

ROOT = Path(__file__).parents[2]
SMALL = small()
LIKE = (
    "aerr",
    "ddaerr",
    "two_phase_ddaerr",
    "jaerr",
    "adaptive_jaerr",
    "online_ridge",
    "offline_ridge",
)
ASKED = "run --data synthetic --dim 12 --budget 4 --examples 90 --runs 2 --step theory"
PLUGIN = """
from dataclasses import replace

import aelr_core as ac
from aelr_core.algorithms import one_phase


def squares(entry, task):
    return one_phase(entry, task, q=task.M / task.M.sum())


ac.register(
    replace(
        ac.ALGORITHMS["ddaerr"],
        key="squares",
        label="Squares",
        short="Squares",
        word="squares",
        does="By squares",
        origin="a plugin",
        colour=-1,
        step_size=lambda ask: ac.ALGORITHMS["ddaerr"].step_size(ask) / 2,
        make=squares,
        bounds=(),
    )
)
"""


@pytest.fixture(autouse=True)
def _the_registry_is_as_before() -> Iterator[None]:
    before = dict(ALGORITHMS)
    yield
    ALGORITHMS.clear()
    ALGORITHMS.update(before)


@pytest.fixture(params=LIKE)
def pair(request: pytest.FixtureRequest) -> tuple[str, str]:
    """An algorithm, and a copy of it under another key."""
    return request.param, register(copy(request.param)).key


def copy(like: str, **other: Any) -> Algorithm:
    new = {"key": "copy", "label": "Copy", "short": "Copy", "word": "copy", "colour": -1}
    return replace(ALGORITHMS[like], **new | other)


def power(entry: Algorithm, task: Task) -> Learner:
    """Return lanes with q_i ∝ M_i."""
    assert task.M is not None
    return one_phase(entry, task, q=task.M / task.M.sum())


def timid(entry: Algorithm, task: Task) -> Learner:
    """Return joint lanes whose automatic step is a third of the usual one."""
    assert task.step.factor is not None
    return one_sample(entry, replace(task, step=StepRule(factor=task.step.factor / 3)))


@pytest.mark.parametrize("curve", ["per_prefix", "anytime"])
@pytest.mark.parametrize(
    ("key", "make", "step"),
    [
        ("ddaerr", power, "theory"),
        ("ddaerr", power, "quick"),
        ("jaerr", timid, "auto"),
        ("adaptive_jaerr", timid, "auto"),
    ],
)
def test_an_entry_with_lanes_of_its_own_is_not_replaced_in_company(
    key: str,
    make: Callable[[Algorithm, Task], Learner],
    step: str,
    curve: str,
) -> None:
    entry = copy(key, make=make)
    if make is power and (usual := entry.step_size) is not None:
        entry = replace(entry, step_size=lambda ask: usual(ask) / 2)
    register(entry)
    spec = replace(SMALL, step=step, curve=curve)
    company = run(replace(spec, algorithms=("aerr", key, "copy"))).curves
    alone = run(replace(spec, algorithms=("copy",))).curves["copy"]
    np.testing.assert_array_equal(company["copy"].relative_loss, alone.relative_loss)
    assert not np.isclose(alone.relative_loss, company[key].relative_loss).any()
    if make is power:
        M = dataset_of(spec).known_moments
        np.testing.assert_allclose(alone.q, M / M.sum(), rtol=1e-12)
        np.testing.assert_allclose(company["copy"].q, M / M.sum(), rtol=1e-12)


def horizon(entry: Algorithm, task: Task) -> Learner:
    """Return joint lanes whose step depends on how many examples a lane gets."""
    return one_sample(entry, replace(task, step=StepRule(eta=1 / np.sqrt(task.lanes.steps))))


@pytest.mark.parametrize("like", ["jaerr", "adaptive_jaerr"])
def test_every_point_has_lanes_of_its_own_where_their_step_needs_the_horizon(like: str) -> None:
    register(copy(like, make=horizon))
    spec = replace(SMALL, algorithms=(like, "copy"), step="auto")
    points = run(replace(spec, curve="per_prefix")).curves
    one_run = run(replace(spec, curve="anytime")).curves
    for key, alike in ((like, True), ("copy", False)):
        before, after = points[key].relative_loss, one_run[key].relative_loss
        np.testing.assert_allclose(before[:, -1], after[:, -1])
        assert np.isclose(before[:, :-1], after[:, :-1]).all() == alike


def same(result: Result, pair: tuple[str, str]) -> None:
    first, second = (result.curves[key] for key in pair)
    assert first.relative_loss == pytest.approx(second.relative_loss, rel=1e-12)
    assert np.array_equal(first.attributes, second.attributes)
    assert np.array_equal(first.distinct, second.distinct)
    assert (first.q is None) == (second.q is None)


@pytest.mark.parametrize("curve", ["per_prefix", "anytime"])
@pytest.mark.parametrize("step", ["theory", "quick"])
def test_a_copy_learns_the_same_curve_beside_the_first(
    pair: tuple[str, str], curve: str, step: str
) -> None:
    spec = replace(SMALL, algorithms=pair, curve=curve, step=step)
    result = [*stream(spec)][-1].result
    assert result.complete
    assert list(result.curves) == list(pair)
    same(result, pair)
    for key in pair:
        alone = run(replace(spec, algorithms=(key,)))
        expected = alone.curves[key].relative_loss
        assert result.curves[key].relative_loss == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("exponent", [2.0, 3.0])  # the second time the processes know the first
def test_the_processes_of_jobs_know_it_as_it_is_now(exponent: float) -> None:
    def make(entry: Algorithm, task: Task) -> Learner:
        assert task.M is not None
        return one_phase(entry, task, q=task.M**exponent / (task.M**exponent).sum())

    register(copy("ddaerr", make=make))
    spec = replace(SMALL, algorithms=("ddaerr", "copy"))
    here, there = run(spec).curves, run(spec, jobs=2).curves
    for key in ("ddaerr", "copy"):
        np.testing.assert_array_equal(here[key].relative_loss, there[key].relative_loss)
    M = dataset_of(spec).known_moments
    np.testing.assert_allclose(there["copy"].q, M**exponent / (M**exponent).sum())


def command(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Return what the command line says to someone in this folder."""
    return subprocess.run(
        [sys.executable, "-m", "aelr_core", *ASKED.split(), *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1", **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_a_plugin_adds_it_on_the_command_line_in_every_process(tmp_path: Path) -> None:
    (tmp_path / "squares_plugin.py").write_text(PLUGIN, encoding="utf-8")
    asked = ("--plugin", "squares_plugin", "--algorithms", "ddaerr,squares", "--json")
    one, two = (json.loads(command(tmp_path, *asked, "--jobs", n).stdout)["curves"] for n in "12")
    assert list(two) == ["ddaerr", "squares"]
    assert two["squares"]["origin"] == "a plugin"
    assert two["squares"]["mean"] == one["squares"]["mean"] != two["ddaerr"]["mean"]
    refused = command(tmp_path, "--algorithms", "squares")
    assert refused.returncode == 2
    assert refused.stderr.startswith("each of algorithms must be one of 'aerr'")
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize("given_by", ["--plugin", "AELR_PLUGINS"])
@pytest.mark.parametrize(
    ("name", "program", "sentence"),
    [
        ("fails", "import aelr_core as ac\n\n1 / 0", "ZeroDivisionError: division by zero."),
        ("fails", "raise RuntimeError", "RuntimeError."),
        ("fails", "import no_such_package", "No module named 'no_such_package'."),
        ("fails", "def f(:", "SyntaxError: invalid syntax (fails.py, line 1)."),
        ("absent", "", "must name a module in this folder or an installed one, .* 'absent'."),
        ("fails.py", "", "must name a module in this folder or an installed one, .* 'fails.py'."),
    ],
)
def test_a_plugin_that_cannot_be_imported_gets_one_sentence(
    tmp_path: Path, given_by: str, name: str, program: str, sentence: str
) -> None:
    (tmp_path / "fails.py").write_text(program, encoding="utf-8")
    if given_by == "--plugin":
        refused = command(tmp_path, given_by, name)
    else:
        refused = command(tmp_path, AELR_PLUGINS=name)
    assert refused.returncode == 2
    assert refused.stderr.startswith(given_by)
    assert refused.stderr.count("\n") == 1
    assert re.search(re.escape(sentence).replace(r"\.\*", ".*") + "$", refused.stderr)


def test_menus_legends_and_the_table_of_bounds_have_it() -> None:
    entry = register(copy("ddaerr"))
    assert ac.ALGORITHMS["copy"] is entry
    assert registered() == (entry,)
    assert words()[-1] == "copy"
    assert by_word("copy", "ridge") is entry
    assert by_word("known", "ridge").key == "ddaerr"
    assert in_legend("ridge")[-1] is entry
    rows = {row.key: row.bound.words for row in bound_rows("ridge")}
    assert rows["copy.known"] == rows["ddaerr.known"] == "known moments"
    with pytest.raises(ValueError, match="no algorithm of the family lasso"):
        by_word("copy", "lasso")


def test_the_same_entry_may_be_registered_twice() -> None:
    first = register(copy("ddaerr"))
    assert first.colour not in {ALGORITHMS[key].colour for key in LIKE}
    assert register(copy("ddaerr")) is first
    assert register(first) is first
    twin = register(copy("ddaelr", key="twin"))  # the pair in the other family has the same word
    assert (twin.word, twin.colour) == (first.word, first.colour)
    assert register(copy("ddaerr", key="third", word="third")).colour in range(8)


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (copy("ddaerr", key="ddaerr"), "key must be new, but 'ddaerr' is DDAERR's."),
        (copy("ddaerr", key="aelr"), "key must be new, but 'aelr' is AELR's."),
        (copy("ddaerr", key="a,b"), "key must be letters, digits, - and _, but it is 'a,b'."),
        (copy("ddaerr", word=""), "word must be letters, digits, - and _, but it is ''."),
        (copy("ddaerr", word="uniform"), "word must be new, but 'uniform' is AERR's."),
        (copy("ddaerr", family="elastic"), "family must be one of 'ridge', 'lasso', but"),
        (copy("ddaerr", role="guess"), "role must be one of 'uniform'"),
        (copy("ddaerr", colour=8), "colour must be a whole number from 0 to 7, but it is 8."),
        ("ddaerr", "entry must be an Algorithm, but it is of type str."),
    ],
)
def test_an_entry_that_cannot_be_added_is_refused(entry: Algorithm, sentence: str) -> None:
    before = dict(ALGORITHMS)
    with pytest.raises(ValueError, match=r"\.$") as caught:
        register(entry)
    assert str(caught.value).startswith(sentence)
    assert before == ALGORITHMS


def test_a_copy_without_adagrad_is_refused_it() -> None:
    register(copy("ddaerr", adagrad=False))
    with pytest.raises(ValueError, match="adagrad must be False for the ridge's Copy"):
        replace(SMALL, algorithms=("ddaerr", "copy"), adagrad=True)
    assert replace(SMALL, algorithms=("ddaerr",), adagrad=True).adagrad
