"""Results in files: everything comes back, nothing is a pickle, other files are refused."""

import json
import zipfile
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from aelr_core.experiments import ExperimentSpec, Result, as_plain, load, run, save, stream
from aelr_core.experiments.curve import Curve
from aelr_core.experiments.files import from_bytes, load_rounded, numbers_of
from aelr_core.experiments.result import diverged_note
from research.stored import as_bytes, levels_of, save_rounded
from tests.experiments.specs import small

SPEC = small(9, alpha=-2, test_examples=60, budget=3, examples=60, runs=3, step="quick", seed=2)


@pytest.fixture(scope="module")
def result() -> Result:
    return run(SPEC)


def assert_same(a: Result, b: Result) -> None:
    for field in fields(Result):
        if field.name != "curves":
            assert getattr(a, field.name) == getattr(b, field.name), field.name
    assert list(a.curves) == list(b.curves)
    for key, curve in a.curves.items():
        for field in fields(Curve):
            x, y = getattr(curve, field.name), getattr(b.curves[key], field.name)
            if isinstance(x, np.ndarray):
                assert x.dtype == y.dtype
                assert np.array_equal(x, y), (key, field.name)
            else:
                assert x == y, (key, field.name)


def test_everything_comes_back(result: Result, tmp_path: Path) -> None:
    save(result, tmp_path / "a.npz")
    assert_same(load(tmp_path / "a.npz"), result)
    assert [path.name for path in tmp_path.iterdir()] == ["a.npz"]  # no draft is left


def test_an_older_file_calls_adagrad_adaptive(result: Result, tmp_path: Path) -> None:
    save(result, tmp_path / "a.npz")
    with np.load(tmp_path / "a.npz", allow_pickle=False) as archive:
        held = dict(archive)
    words = json.loads(str(held["json"]))
    del words["spec"]["adagrad"]
    words["spec"]["adaptive"] = True
    words["spec"]["algorithms"] = ["aerr", "ddaerr"]
    words["settings"] = {key: words["settings"][key] for key in ("aerr", "ddaerr")}
    np.savez(tmp_path / "old.npz", **{**held, "json": np.array(json.dumps(words))})
    assert load(tmp_path / "old.npz").spec == replace(
        SPEC, adagrad=True, algorithms=("aerr", "ddaerr")
    )


def test_the_name_is_taken_as_it_is(result: Result, tmp_path: Path) -> None:
    save(result, str(tmp_path / "result"))
    assert load(tmp_path / "result").complete


def test_classes_and_diverged_searches_come_back(tmp_path: Path) -> None:
    spec = ExperimentSpec(data="wine", examples=40, runs=2, points=2, step="theory")
    result = run(spec)
    assert result.curves["aerr"].error_rate is not None
    found = run(SPEC).searches["aerr"]
    lost = replace(found, trials=(replace(found.trials[0], loss=np.inf), *found.trials[1:]))
    result = replace(result, searches={"aerr": lost})
    save(result, tmp_path / "a")
    assert_same(load(tmp_path / "a"), result)


def test_a_result_so_far_can_be_saved(tmp_path: Path) -> None:
    first = next(iter(stream(replace(SPEC, examples=60, step="theory"))))
    empty = replace(first.result, curves={}, complete=False)
    save(empty, tmp_path / "a")
    assert load(tmp_path / "a").curves == {}
    assert not load(tmp_path / "a").complete


def test_there_is_json_inside_and_no_pickle(result: Result, tmp_path: Path) -> None:
    save(result, tmp_path / "a.npz")
    with np.load(tmp_path / "a.npz", allow_pickle=False) as archive:
        words = json.loads(str(archive["json"]))
        assert all(archive[name].dtype.kind in "fiU" for name in archive.files)
    assert words["spec"] == SPEC.to_dict()
    assert set(words["versions"]) == {"aelr_core", "numpy", "python"}
    assert words["seconds"] > 0


def test_other_files_are_refused(result: Result, tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    for content in (b"", b"not an archive", b"PK\x03\x04 cut short"):
        path.write_bytes(content)
        with pytest.raises(ValueError, match=r"a\.npz is not a result saved by AELR Lab\.$"):
            load(path)
    np.savez(path, json=np.array(json.dumps({"format": "other"})))
    with pytest.raises(ValueError, match="is not a result"):
        load(path)
    save(result, path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ValueError, match="is not a result"):
        load(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("json.npy", "nothing")
    with pytest.raises(ValueError, match="is not a result"):
        load(path)
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "missing")


def test_a_failed_save_leaves_the_old_file(result: Result, tmp_path: Path) -> None:
    save(result, tmp_path / "a")
    broken = replace(result, seconds=float("nan"))  # JSON has no NaN
    with pytest.raises(ValueError):
        save(broken, tmp_path / "a")
    assert load(tmp_path / "a").seconds == result.seconds
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_plain_data_for_json(result: Result) -> None:
    plain = json.loads(json.dumps(as_plain(result), allow_nan=False))
    assert list(plain["curves"]) == list(SPEC.algorithms)
    curve = plain["curves"]["ddaerr"]
    assert curve["attributes"] == [60, 120, 180]
    assert curve["examples"] == [20, 40, 60]
    assert curve["mean"] == pytest.approx(result.curves["ddaerr"].relative_loss.mean(axis=0))
    assert curve["sd"] == pytest.approx(result.curves["ddaerr"].relative_loss.std(axis=0, ddof=1))
    assert curve["step"] == result.searches["ddaerr"].chosen.multiplier
    assert curve["step_is"] == "multiplier"
    assert plain["curves"]["offline_ridge"]["step"] is None
    assert ExperimentSpec.from_dict(plain["spec"]) == SPEC


# -- Many results in one small file: rounded as it says, and nothing else is lost

ROUNDED = ExperimentSpec(
    options={"dim": 20}, budget=4, examples=200, runs=3, curve="anytime", points=5, step="theory"
)
FINE = 0.0007


@pytest.fixture(scope="module")
def results() -> list[Result]:
    return [run(replace(ROUNDED, options={"dim": 20, "alpha": alpha})) for alpha in (-2.0, -1.0)]


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
