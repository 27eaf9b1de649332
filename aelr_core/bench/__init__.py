"""Benchmarks of the engine: against a plain loop, against a compiled one, and as problems grow.

`python -m aelr_core bench` runs them. numba is used only here, and only if it is installed.
"""

from aelr_core.bench.parts import FULL, QUICK, Plan
from aelr_core.bench.report import as_text, measure

__all__ = ["FULL", "QUICK", "Plan", "as_text", "measure"]
