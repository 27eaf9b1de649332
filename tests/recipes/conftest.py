"""A copy of the tree to which a test adds something by the steps of docs/extending.md."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
# What `make example-run` writes; the other files of assets are large and stand behind a link.
STORED_RUNS = ("assets/results/default.npz",)


@dataclass(frozen=True)
class House:
    """A copy of the files that belong to the project."""

    folder: Path

    def add_file(self, file: str, text: str) -> None:
        """Add a file."""
        path = self.folder / file
        assert not path.exists(), f"{file} is there already"
        path.write_text(text, encoding="utf-8")

    def add_lines(self, file: str, lines: str, *, above: str) -> None:
        """Add lines above a piece of text that stands in the file once."""
        self.change(file, above, lines + above)

    def change(self, file: str, old: str, new: str) -> None:
        """Write a piece of text that stands in the file once in another way."""
        path = self.folder / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} is in {file} {text.count(old)} times"
        path.write_text(text.replace(old, new), encoding="utf-8")

    def run(self, *arguments: str) -> str:
        """Run Python there and return what it prints."""
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder), "OPENBLAS_NUM_THREADS": "1"},
            capture_output=True,
            text=True,
            check=False,
            timeout=900,
        )
        assert done.returncode == 0, done.stdout[-3_000:] + done.stderr[-3_000:]
        return done.stdout

    def store_runs(self) -> None:
        """Do what `make example-run` does."""
        self.run("-m", "research.stored", "runs")

    def keeps(self, *tests: str) -> None:
        """Run some of the copy's own tests."""
        short = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not long")
        self.run("-m", "pytest", *short, *tests)

    def keeps_who_may_import_whom(self) -> None:
        """Check the import contracts of the copy."""
        check = "from importlinter.cli import lint_imports_command as check; check()"
        self.run("-c", check, "--no-cache", "--no-logo")

    def visit(self, *pages: str, run: bool = False, **query: str) -> dict[str, str]:
        """Open a link, press Run if told to, turn to pages, and return what each shows."""
        asked = json.dumps({"pages": pages, "run": run, "query": query})
        shown: dict[str, str] = json.loads(self.run("-m", "tests.recipes.visit", asked))
        return shown

    def command(self, line: str) -> Any:
        """Return what the command line prints as JSON."""
        return json.loads(self.run("-m", "aelr_core", *line.split(), "--json"))

    def changed(self) -> set[str]:
        """Return the files that are new or have changed since they were copied."""
        changed = self.git("diff", "--name-only")
        return {*changed, *self.git("ls-files", "--others", "--exclude-standard")}

    def git(self, *arguments: str) -> list[str]:
        """Return the lines that git prints there."""
        return git(self.folder, *arguments)

    def follows(self, recipe: str, name: str = "NAME") -> House:
        """Check that the recipe names every file that was touched, NAME being `name`."""
        recipes = (ROOT / "docs/extending.md").read_text(encoding="utf-8")
        heading = f"\n## {recipe.capitalize()}\n"
        assert recipes.count(heading) == 1
        steps = recipes.partition(heading)[2].partition("\n## ")[0]
        named = {file.replace("NAME", name) for file in re.findall(r"`([\w./]+)`", steps)}
        if "`make example-run`" in steps:
            named |= {*STORED_RUNS}
        assert self.changed() <= named
        self.git("add", "--all")  # some tests look at what git knows
        return self


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> House:
    """Return a fresh copy of the tree."""
    folder = tmp_path_factory.mktemp("copy")
    for file in git(ROOT, "ls-files", "--cached", "--others", "--exclude-standard"):
        if not (ROOT / file).is_file():
            continue
        target = folder / file
        target.parent.mkdir(parents=True, exist_ok=True)
        if file.startswith("assets/") and file not in STORED_RUNS:
            target.symlink_to(ROOT / file)
        else:
            shutil.copy(ROOT / file, target)
    (folder / "static").mkdir()
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    return House(folder)


def git(folder: Path, *arguments: str) -> list[str]:
    """Return the lines that git prints in a folder."""
    done = subprocess.run(
        ["git", *arguments], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()
