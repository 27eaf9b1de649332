"""The command ``aelr app``: which folder it starts, and what it refuses (see also tests/app)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from aelr_core.cli import app, main

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("words", [["extra"], ["--port=8777", "extra", "--", "--server.port=1"]])
def test_it_takes_options_only(words: list[str]) -> None:
    command = [sys.executable, "-m", "aelr_core", "app", *words]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2
    assert ended.stderr == "The command app takes options only, but it was given 'extra'.\n"


def test_it_needs_streamlit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(app, "find_spec", lambda name: None)
    assert main(["app"]) == 2
    assert capsys.readouterr().err == f"{app.NO_STREAMLIT}\n"


def test_it_looks_above_the_current_folder_too(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not part of the installed package"):
        app.checkout([tmp_path / "site" / "app.py"])
    assert app.checkout([tmp_path / "site" / "app.py", ROOT / "tests" / "here"]) == ROOT
