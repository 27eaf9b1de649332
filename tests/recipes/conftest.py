"""A copy of the tree to which a test adds something by the steps that README gives."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COPIED = ("aelr_core", "pages", "tests", ".streamlit")
FILES = ("app.py", "pyproject.toml")


@dataclass(frozen=True)
class Copy:
    """A copy of the code; the assets are a link to the real ones."""

    folder: Path

    def add_line(self, file: str, above: str, line: str) -> None:
        """Add a line above one that is there."""
        path = self.folder / file
        text = path.read_text(encoding="utf-8")
        assert text.count(above) == 1, f"{file} has {text.count(above)} lines such as {above!r}"
        path.write_text(text.replace(above, line + above), encoding="utf-8")

    def run(self, *arguments: str) -> str:
        """Run Python there and return what it prints."""
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder), "OPENBLAS_NUM_THREADS": "1"},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, done.stdout[-3_000:] + done.stderr[-3_000:]
        return done.stdout


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """Return a fresh copy of the tree."""
    folder = tmp_path_factory.mktemp("copy")
    for name in COPIED:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in FILES:
        shutil.copy(ROOT / name, folder / name)
    (folder / "assets").symlink_to(ROOT / "assets")
    (folder / "static").mkdir()
    return Copy(folder)
