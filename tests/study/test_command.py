"""The command `study`: it computes one panel, lists what is missing, and reports."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from aelr_core.cli import main
from aelr_core.study import PANELS, read
from aelr_core.study.markdown import number
from aelr_core.study.report import CAVEATS, as_text

TINY = replace(
    PANELS["ridge-2"], key="tiny", title="Tiny", options=(("alpha", -2.0), ("dim", 20)),
    sizes=(20, 40), seed=7, datasets=3, searched=2,
)  # fmt: skip


def test_a_panel_is_computed_listed_and_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PANELS, "tiny", TINY)
    out = ["--out", str(tmp_path)]
    assert main(["study", "--panel", "tiny", *out]) == 0
    assert "tiny: " in capsys.readouterr().err
    assert main(["study", "--panel", "tiny", *out]) == 0
    assert "tiny: already there (1 of 1)" in capsys.readouterr().err
    assert main(["study", "--list", *out]) == 0
    states = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert "Tiny" in states["tiny"]
    assert "not computed yet" not in states["tiny"]
    assert states["ridge-1"].startswith("not computed yet")

    assert main(["study", "--report", *out]) == 0
    printed = capsys.readouterr().out
    assert "The study was run twice, each time with fresh seeds. Of 0 comparisons" in printed
    assert "Panels computed this time: 1 of 39" in printed
    assert "corrected by Holm for all 20 tests together" in printed
    assert "Not computed yet: ridge-0, " in printed
    assert "JAERR/JAELR against DDAERR/DDAELR" in printed
    assert printed.count("| Tiny | 20 |") == 1
    assert "| Tiny | Mended Adaptive JAERR | 20 × " in printed
    study = read(tmp_path)
    for letter in "abcdeABCDE":
        assert sum(study.counts(letter)) == 2
        assert sum(study.counts(letter, "lasso")) == 0
    for sentence in CAVEATS:
        assert sentence in printed


def test_an_empty_folder_is_a_study_that_was_not_computed_yet(tmp_path: Path) -> None:
    found = as_text(read(tmp_path))
    assert found == "The study is not computed yet: none of its 38 panels is there."


def test_what_cannot_be_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    missing = str(tmp_path / "missing")
    assert main(["study", "--report", "--out", missing]) == 2
    refused = capsys.readouterr()
    assert refused.err.strip() == f"--out must name a folder, but it is {missing!r}."
    assert refused.out == ""
    assert main(["study", "--panel", "x"]) == 2
    assert capsys.readouterr().err.startswith("panel must be one of ")
    assert main(["study", "--panel", "ridge-2", "--jobs", "0"]) == 2
    assert capsys.readouterr().err.startswith("jobs must be a whole number >= 1")


def test_numbers_have_three_digits() -> None:
    assert [number(x) for x in (0.5, 12.3, 0.0)] == ["0.500", "12", "0.000"]
