"""An entry in the registry is all that a new algorithm needs, even if it shares a role."""

import json
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from aelr_core.algorithms import (
    ALGORITHMS,
    Algorithm,
    Learner,
    StepRule,
    Task,
    bound_rows,
    by_word,
    in_legend,
    words,
)
from aelr_core.algorithms.lanes import one_phase, one_sample
from aelr_core.cli import main
from aelr_core.experiments import Result, run, stream
from aelr_core.experiments.fields import FIELDS
from aelr_core.experiments.problem import dataset_of
from aelr_core.experiments.summary import summary
from tests.experiments.specs import small

SMALL = small()
LIKE = (
    "aerr", "ddaerr", "two_phase_ddaerr", "jaerr", "adaptive_jaerr", "online_ridge", "offline_ridge"
)  # fmt: skip


@pytest.fixture(params=LIKE)
def pair(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """An algorithm, and a copy of it under another key."""
    return request.param, copied(request.param, monkeypatch).key


def copied(key: str, monkeypatch: pytest.MonkeyPatch) -> Algorithm:
    entry = replace(
        ALGORITHMS[key], key="copy", label="Copy", short="Copy", word="copy", colour=7
    )  # fmt: skip
    monkeypatch.setitem(ALGORITHMS, "copy", entry)
    return entry


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
    monkeypatch: pytest.MonkeyPatch,
    key: str,
    make: Callable[[Algorithm, Task], Learner],
    step: str,
    curve: str,
) -> None:
    entry = replace(copied(key, monkeypatch), make=make)
    if make is power and (usual := entry.step_size) is not None:
        entry = replace(entry, step_size=lambda ask: usual(ask) / 2)
    monkeypatch.setitem(ALGORITHMS, "copy", entry)
    spec = replace(SMALL, step=step, curve=curve)
    company = run(replace(spec, algorithms=("aerr", key, "copy"))).curves
    alone = run(replace(spec, algorithms=("copy",))).curves["copy"]
    np.testing.assert_array_equal(company["copy"].relative_loss, alone.relative_loss)
    assert not np.isclose(alone.relative_loss, company[key].relative_loss).any()
    if make is power:
        M = dataset_of(spec).known_moments
        np.testing.assert_allclose(alone.q, M / M.sum(), rtol=1e-12)
        np.testing.assert_allclose(company["copy"].q, M / M.sum(), rtol=1e-12)


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


def test_the_summary_has_a_row_for_both(pair: tuple[str, str]) -> None:
    rows = summary(run(replace(SMALL, algorithms=("aerr", *pair))))
    assert [row.label for row in rows if row.algorithm == "copy"] == ["Copy"]
    ends = {row.algorithm: row.mean for row in rows}
    assert ends[pair[0]] == pytest.approx(ends["copy"], rel=1e-12)


def test_the_command_line_takes_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copied("ddaerr", monkeypatch)
    # the table of fields reads the registry when it is imported
    offered = replace(FIELDS["algorithms"], choices=tuple(ALGORITHMS))
    monkeypatch.setitem(FIELDS, "algorithms", offered)
    asked = "run --data synthetic --dim 12 --family ridge --budget 4 --examples 90 --runs 2"
    main([*asked.split(), "--algorithms", "ddaerr,copy", "--step", "theory", "--json"])
    curves = json.loads(capsys.readouterr().out)["curves"]
    assert list(curves) == ["ddaerr", "copy"]
    assert curves["ddaerr"]["mean"] == pytest.approx(curves["copy"]["mean"], rel=1e-12)


def test_menus_legends_and_the_table_of_bounds_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = copied("ddaerr", monkeypatch)
    assert words()[-1] == "copy"
    assert by_word("copy", "ridge") is entry
    assert by_word("known", "ridge").key == "ddaerr"
    assert in_legend("ridge")[-1] is entry
    rows = {row.key: row.name for row in bound_rows("ridge")}
    assert rows["copy.known"] == "Copy, known moments"
    assert rows["ddaerr.known"] == "DDAERR, known moments"
    with pytest.raises(ValueError, match="no algorithm of the family lasso"):
        by_word("copy", "lasso")


def test_a_copy_without_adagrad_is_refused_it(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = copied("ddaerr", monkeypatch)
    monkeypatch.setitem(ALGORITHMS, "copy", replace(entry, adagrad=False))
    with pytest.raises(ValueError, match="adagrad must be False for the ridge's Copy"):
        replace(SMALL, algorithms=("ddaerr", "copy"), adagrad=True)
    assert replace(SMALL, algorithms=("ddaerr",), adagrad=True).adagrad
