"""Results in files: everything comes back, nothing is a pickle, other files are refused."""

import json
import zipfile
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from aelr_core.experiments import ExperimentSpec, Result, as_plain, load, run, save, stream
from aelr_core.experiments.curve import Curve
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
