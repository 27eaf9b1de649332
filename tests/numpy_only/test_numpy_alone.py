"""The promise of the core: NumPy alone, but for the modules named here.

Run by `make test` among all packages, and by `make numpy-only` where only NumPy, pytest and
hypothesis are installed.
"""

import doctest
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# What may need more, and what it is. Everything else must import and pass its doctests.
MORE = {
    "aelr_core.cli": "what its commands need",
    "aelr_core.__main__": "the command line",
    "aelr_core.estimators": "scikit-learn",
    "aelr_core.datasets.csv": "pandas",
    "aelr_core.plots": "Plotly",
    "aelr_core.experiments": "joblib",
}
NUMERICAL = ("pandas", "sklearn", "scipy", "numba", "joblib", "dask", "distributed")
NEVER_BY_ITSELF = ("streamlit", "plotly", *NUMERICAL)


def module_names() -> list[str]:
    files = sorted((ROOT / "aelr_core").rglob("*.py"))
    names = [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files]
    return [name.removesuffix(".__init__") for name in names]


def needs_more(name: str) -> bool:
    return any(name == other or name.startswith(f"{other}.") for other in MORE)


NUMPY_ONLY = [name for name in module_names() if not needs_more(name)]


def in_a_new_process(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_list_is_about_modules_that_exist() -> None:
    names = set(module_names())
    assert len(NUMPY_ONLY) > 30
    assert set(MORE) - {"aelr_core.tables"} <= names


@pytest.mark.parametrize("name", NUMPY_ONLY)
def test_doctests(name: str) -> None:
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert doctest.testmod(importlib.import_module(name), optionflags=flags).failed == 0


def test_importing_everything_numpy_only_loads_nothing_else() -> None:
    code = f"""
import importlib, sys
for name in {NUMPY_ONLY!r}:
    importlib.import_module(name)
print([name for name in {NEVER_BY_ITSELF!r} if name in sys.modules])
"""
    assert in_a_new_process(code).strip() == "[]"


def test_the_readme_example_needs_numpy_alone() -> None:
    code = f"""
import sys
import aelr_core as ac
M = ac.second_moments([[1.0, 2.0], [3.0, 0.0]])
ac.rho_ridge(M), ac.rho_lasso(M), ac.half_norm(M)
ac.sampling_distribution(M, "ridge")
ac.bound("ddaerr", d=2, m=100, k=1, B=1.0, M=M)
ac.load_dataset("synthetic", dim=20, examples=10, test_examples=10)
print([name for name in {NEVER_BY_ITSELF!r} if name in sys.modules])
"""
    assert in_a_new_process(code).strip() == "[]"
