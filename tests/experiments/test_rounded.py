"""Many results in one small file: rounded as it says, and nothing else is lost."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from aelr_core.experiments import ExperimentSpec, Result, run
from aelr_core.experiments.files import (
    as_bytes,
    from_bytes,
    levels_of,
    load_rounded,
    numbers_of,
    save_rounded,
)
from aelr_core.experiments.result import diverged_note

SPEC = ExperimentSpec(
    options={"dim": 20}, budget=4, examples=200, runs=3, curve="anytime", points=5, step="theory"
)
FINE = 0.0007


@pytest.fixture(scope="module")
def results() -> list[Result]:
    return [run(replace(SPEC, options={"dim": 20, "alpha": alpha})) for alpha in (-2.0, -1.0)]


def test_levels_are_as_fine_as_they_say() -> None:
    x = np.array([[1e-9, 0.3, 17.0, 0.0], [1.0, 1.001, 0.0, 1e9]])
    levels = from_bytes(as_bytes(levels_of(x)))
    np.testing.assert_allclose(numbers_of(levels), x, rtol=FINE)
    np.testing.assert_array_equal(levels_of(numbers_of(levels)), levels)


def test_what_is_stored_comes_back_rounded(results: list[Result], tmp_path: Path) -> None:
    save_rounded(results, tmp_path / "some")
    found = load_rounded(tmp_path / "some")
    for one, whole in zip(found, results, strict=True):
        assert one.spec == whole.spec
        assert (one.notes, one.label, one.versions) == (whole.notes, whole.label, whole.versions)
        assert list(one.curves) == list(whole.curves)
        for key, curve in one.curves.items():
            own = whole.curves[key]
            assert curve.setting == own.setting
            for name in ("runs", "examples", "attributes"):
                np.testing.assert_array_equal(getattr(curve, name), getattr(own, name))
            for name in ("relative_loss", "excess_risk"):
                close = pytest.approx(getattr(own, name), rel=2 * FINE)
                assert getattr(curve, name) == close
            assert curve.distinct.mean(axis=0) == pytest.approx(own.distinct.mean(axis=0), abs=0.5)
            assert (curve.weights, curve.progressive) == (None, None)
        learnt = one.curves["two_phase_ddaerr"]
        assert learnt.q == pytest.approx(whole.curves["two_phase_ddaerr"].q, rel=FINE)
        np.testing.assert_array_equal(learnt.unsampled, whole.curves["two_phase_ddaerr"].unsampled)
        assert one.curves["jaerr"].pi == pytest.approx(whole.curves["jaerr"].pi, rel=FINE)

    save_rounded([*found, results[0]], tmp_path / "more")
    again = load_rounded(tmp_path / "more")[0]
    for key, curve in again.curves.items():
        np.testing.assert_array_equal(curve.relative_loss, found[0].curves[key].relative_loss)


def test_a_run_that_diverged_stays_out(results: list[Result], tmp_path: Path) -> None:
    aerr = results[0].curves["aerr"]
    kept = replace(
        aerr,
        **{
            n: getattr(aerr, n)[[0, 2]]
            for n in ("runs", "distinct", "relative_loss", "excess_risk")
        },
    )
    runs = results[0].spec.runs
    said = {key: diverged_note(key, runs, runs) for key in results[0].spec.algorithms}
    said["aerr"] = diverged_note("aerr", 1, runs)
    lost = replace(results[0], curves={"aerr": kept}, notes=tuple(said.values()))
    save_rounded([lost, results[1]], tmp_path / "some")
    found = load_rounded(tmp_path / "some")
    assert list(found[0].curves) == ["aerr"]
    assert found[0].curves["aerr"].runs.tolist() == [0, 2]
    assert found[0].curves["aerr"].relative_loss == pytest.approx(kept.relative_loss, rel=FINE)
    assert found[1].curves["aerr"].runs.tolist() == [0, 1, 2]


def test_another_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(b"no archive")
    with pytest.raises(ValueError, match="is not a file of rounded results"):
        load_rounded(tmp_path / "other")
