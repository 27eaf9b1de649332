"""A tiny panel, computed end to end: twice the same, resumed, alone and among others."""

from __future__ import annotations

from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path
from time import monotonic, sleep

import numpy as np
import pytest

from research.study.__main__ import main
from research.study.compute import evaluate, load_tables
from research.study.conduct import conduct
from research.study.design import ARMS, PANELS, Panel
from research.study.outcome import file_of, kept
from research.study.report import as_text
from research.study.statistics import read

TINY = replace(
    PANELS["ridge-2"],
    key="tiny",
    title="Tiny",
    options=(("alpha", -2.0), ("dim", 20)),
    sizes=(20, 40),
    seed=7,
    datasets=3,
    searched=2,
)
TABLE = replace(PANELS["lasso-diabetes"], sizes=(15, 30), seed=7, datasets=2, repeats=1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with both tiny panels."""
    folder = tmp_path_factory.mktemp("study")
    stages = [*conduct([TINY, TABLE], folder)]
    assert [s.name for s in stages if s.took is not None] == [
        "tiny",
        "lasso-diabetes",
        "lasso-diabetes, ablation",
    ]
    fractions = [stage.fraction for stage in stages]
    assert fractions == sorted(fractions)
    assert fractions[-1] == pytest.approx(1.0)
    return folder


def errors(folder: Path, panel: Panel, part: str = "main") -> dict[str, np.ndarray]:
    outcome = kept(folder, panel, part)
    assert outcome is not None
    return {key: arm.errors for key, arm in outcome.arms.items()}


def test_every_arm_is_there(folder: Path) -> None:
    outcome = kept(folder, TINY)
    assert outcome is not None
    assert outcome.study_run == 2
    assert [*outcome.arms] == [key for key, arm in ARMS.items() if arm.part == "main"]
    for key, arm in outcome.arms.items():
        assert arm.errors.shape == (3, 2, len(arm.examples))
        assert np.isfinite(arm.errors).all()
        assert (arm.multipliers is not None) == ARMS[key].tuned
        assert arm.attributes <= 40 * TINY.budget
    assert set(outcome.arms["joint"].examples) == set(TINY.checkpoints)


def test_a_split_has_its_own_search(folder: Path) -> None:
    outcome = kept(folder, TABLE)
    assert outcome is not None
    known = outcome.arms["known"]
    assert known.multipliers is not None
    assert known.multipliers.shape == (2, 2)
    assert outcome.arms["joint"].attributes == 30 * 5


def test_it_goes_on_where_it_stopped(folder: Path) -> None:
    stages = [*conduct([TINY, TABLE], folder)]
    assert all(stage.already_there for stage in stages)
    assert [(stage.done, stage.of) for stage in stages] == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.long
def test_again_gives_the_same_numbers_in_processes_too(folder: Path, tmp_path: Path) -> None:
    """The old file stays until the new one is complete."""
    first = {panel.key: errors(folder, panel) for panel in (TINY, TABLE)}
    stages = conduct([TINY], folder, parts=("main",), again=True)
    next(stages)
    assert file_of(folder, TINY, "main").is_file()
    assert [*stages][-1].done == 1
    *_, last = conduct([TINY, TABLE], tmp_path, parts=("main",), jobs=2)
    assert (last.done, last.of) == (2, 2)
    for where, panel in ((folder, TINY), (tmp_path, TINY), (tmp_path, TABLE)):
        for key, again in errors(where, panel).items():
            np.testing.assert_array_equal(again, first[panel.key][key])


@pytest.mark.parametrize("killed", [True, False])
def test_its_processes_end_with_it(tmp_path: Path, killed: bool) -> None:
    longer = [replace(TINY, key=key, sizes=(20_000, 40_000)) for key in ("one", "two")]
    before = {*active_children()}
    stages = conduct(longer, tmp_path, parts=("main",), jobs=2)
    next(stages)
    if killed:
        ({*active_children()} - before).pop().kill()
        with pytest.raises(ChildProcessError, match="A worker process was killed"):
            list(stages)
    else:
        stages.close()  # type: ignore[attr-defined]
    end = monotonic() + 60
    while not {*active_children()} <= before:  # the pool is collecting them
        assert monotonic() < end
        sleep(0.05)
    assert [*tmp_path.iterdir()] == []


def test_a_data_set_alone_is_the_same_as_among_others(folder: Path) -> None:
    outcome = kept(folder, TINY)
    assert outcome is not None
    multipliers = {k: a.multipliers for k, a in outcome.arms.items() if a.multipliers is not None}
    tables = load_tables(TINY, [TINY.seed + 2])
    for key in ("two-phased", "joint", "adaptive-guarded", "online"):
        alone = evaluate(TINY, ARMS[key], tables, [2], multipliers)
        np.testing.assert_allclose(alone.errors[0], outcome.arms[key].errors[2], rtol=1e-6)


def test_another_design_is_not_taken_for_the_same(folder: Path) -> None:
    assert kept(folder, replace(TINY, seed=8)) is None
    assert kept(folder, TINY, "ablation") is None


def test_a_file_of_something_else_is_refused_in_one_sentence(tmp_path: Path) -> None:
    file_of(tmp_path, TINY, "main").write_bytes(b"no")
    with pytest.raises(ValueError, match=r"tiny\.npz is not a stored panel of the study\.$"):
        kept(tmp_path, TINY)


def test_a_damaged_file_is_refused_in_one_sentence(folder: Path, tmp_path: Path) -> None:
    path, sentence = file_of(tmp_path, TINY, "main"), r"is not a stored panel of the study\.$"
    whole = file_of(folder, TINY, "main").read_bytes()
    path.write_bytes(whole)
    with np.load(path) as archive:
        arrays = dict(archive)
    text = np.array("[" * 100_000)
    for name in ("json", "joint/errors", "joint/examples", "known/multipliers"):
        for other in (arrays[name][None], arrays[name][..., None][:0], np.array(1.0), text):
            np.savez(path, **{**arrays, name: other})  # type: ignore[arg-type]
            with pytest.raises(ValueError, match=sentence):
                kept(tmp_path, TINY)
    np.savez(path, **{**arrays, "joint/errors": arrays["joint/errors"] * np.nan})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=sentence):
        kept(tmp_path, TINY)
    rng = np.random.default_rng(0)
    for cut in rng.integers(len(whole), size=20):
        path.write_bytes(whole[:cut])
        with pytest.raises(ValueError, match=sentence):
            kept(tmp_path, TINY)
    for place in rng.integers(200, len(whole) // 2, size=20):  # inside the arrays, mostly
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        try:
            kept(tmp_path, TINY)
        except ValueError as error:
            refusal = str(error)
        else:
            refusal = "is not a stored panel of the study."
        assert refusal.endswith("is not a stored panel of the study.")
    path.write_bytes(file_of(folder, TABLE, "ablation").read_bytes())
    assert kept(tmp_path, TINY) is None  # of another design
    file_of(tmp_path, TABLE, "main").write_bytes(path.read_bytes())
    with pytest.raises(ValueError, match=sentence):
        kept(tmp_path, TABLE)  # the other part


# -- the command --


def test_a_panel_is_computed_listed_and_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PANELS, "tiny", TINY)
    out = ["--out", str(tmp_path)]
    assert main(["--panel", "tiny", *out]) == 0
    assert "tiny: " in capsys.readouterr().err
    assert main(["--panel", "tiny", *out]) == 0
    assert "tiny: already there (1 of 1)" in capsys.readouterr().err
    assert main(["--list", *out]) == 0
    states = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert "Tiny" in states["tiny"]
    assert "not computed yet" not in states["tiny"]
    assert states["ridge-1"].startswith("not computed yet")

    assert main(["--report", *out]) == 0
    printed = capsys.readouterr().out
    assert "Panels computed: 1 of 39" in printed
    assert "corrected by Holm for all 20 tests together" in printed
    assert "Not computed yet: ridge-0, " in printed
    assert "JAERR/JAELR against DDAERR/DDAELR" in printed
    assert printed.count("| Tiny | 20 |") == 1
    assert "| Tiny | Guarded Adaptive JAERR | 20 × " in printed
    study = read(tmp_path)
    for letter in "abcdeABCDE":
        assert sum(study.counts(letter)) == 2
        assert sum(study.counts(letter, "lasso")) == 0


def test_an_empty_folder_is_a_study_that_was_not_computed_yet(tmp_path: Path) -> None:
    text = as_text(read(tmp_path))
    assert text == "The study is not computed yet: none of its 38 panels is there."


def test_what_cannot_be_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["--freeze", "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("Only a complete study can be frozen; missing: ")
    missing = str(tmp_path / "missing")
    assert main(["--report", "--out", missing]) == 2
    refused = capsys.readouterr()
    assert refused.err.strip() == f"--out must name a folder, but it is {missing!r}."
    assert refused.out == ""
    assert main(["--panel", "x"]) == 2
    assert capsys.readouterr().err.startswith("panel must be one of ")
    assert main(["--panel", "ridge-2", "--jobs", "0"]) == 2
    assert capsys.readouterr().err.startswith("jobs must be a whole number >= 1")
