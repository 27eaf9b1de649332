"""The command ``aelr app``: which folder it starts, and what it says where there is none."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path

import pytest

from aelr_core.cli import app, main

ROOT = Path(__file__).parents[2]


class Started:
    """Stands for the server; it ends at once."""

    def __init__(self, words: list[str]) -> None:
        Started.words = words
        Started.ended = False

    def wait(self) -> int:
        return 0

    def terminate(self) -> None:
        Started.ended = True


def test_it_starts_this_checkout_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(app, "find_spec", lambda name: name)
    monkeypatch.setattr(app.subprocess, "Popen", Started)
    assert main(["app", "--port=8777", "--", "--server.headless=true"]) == 0
    server = str(ROOT / "app.py")
    assert Started.words[:5] == [sys.executable, "-m", "streamlit", "run", server]
    assert Started.words[5:] == ["--server.port=8777", "--server.headless=true"]
    assert Started.ended
    parser = ArgumentParser()
    app.add_arguments(parser)
    app.run(parser.parse_args(["--address=0.0.0.0"]))
    assert Started.words[5:] == ["--server.port=8501", "--server.address=0.0.0.0"]


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
