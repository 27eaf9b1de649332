"""The core as a package: what it needs and holds, built, installed and used without a checkout."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import aelr_core
from aelr_core.cli import app

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def required(name: str) -> list[str]:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_it_needs_what_the_requirements_say() -> None:
    extras = PROJECT["optional-dependencies"]
    assert {*PROJECT["dependencies"], *extras["app"]} == {*required("requirements.txt")}
    assert extras["dask"] == required("requirements-dask.txt")
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]
    assert {*build["requires"]} <= {*required("requirements-dev.txt")}


def test_the_version_is_the_newest_of_the_changes() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\d\S+)", changes, re.MULTILINE)[0] == aelr_core.__version__
    assert PROJECT["dynamic"] == ["version"]
    assert PROJECT["requires-python"] == ">=3.11"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a wheel and install it, offline and without what it needs, which is here already."""
    folder = tmp_path_factory.mktemp("elsewhere")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-cache-dir"]
    alone = ["--no-deps", "--no-index"]
    build = [*pip, "wheel", *alone, "--no-build-isolation", f"--wheel-dir={folder}", str(ROOT)]
    subprocess.run(build, check=True, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    place = folder / "site"
    subprocess.run([*pip, "install", *alone, f"--target={place}", str(wheel)], check=True)
    return place


def aelr(installed: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the installed command in a folder that holds nothing else."""
    (command,) = (installed / ("Scripts" if os.name == "nt" else "bin")).glob("aelr*")
    return subprocess.run(
        [str(command), *words],
        cwd=installed.parent,
        env={**os.environ, "PYTHONPATH": str(installed), "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_the_installed_command_has_data_experiments_and_results(installed: Path) -> None:
    rho = aelr(installed, "rho", "--data=mnist-3v5", "--json")
    assert (rho.returncode, rho.stderr) == (0, "")
    assert json.loads(rho.stdout)["rho_ridge"] == pytest.approx(0.4540, abs=5e-5)
    short = ("--data=wine", "--examples=60", "--runs=1", "--step=theory", "--algorithms=ddaerr")
    run = aelr(installed, "run", *short, "--out=result.npz")
    assert run.returncode == 0, run.stderr
    assert (installed.parent / "result.npz").is_file()
    assert aelr(installed, "--version").stdout == f"AELR Lab {aelr_core.__version__}\n"


def test_the_installed_command_says_where_the_dashboard_is(installed: Path) -> None:
    done = aelr(installed, "app")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{app.NO_CHECKOUT}\n"
    bad = aelr(installed, "rho")
    assert "python -m" not in bad.stderr


def test_everything_the_core_reads_beside_itself_is_in_the_wheel(installed: Path) -> None:
    code = (
        "from aelr_core import files; from aelr_core.datasets.csv import SAMPLE;"
        "from aelr_core.results.study import study;"
        "assert SAMPLE.is_file() and study().panels;"
        "print(files.ASSETS)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=installed.parent,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(done.stdout.strip()) == installed / "aelr_core" / "assets"
