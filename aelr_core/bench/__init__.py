"""What the engine is worth: against a plain loop, against a compiled one, and how it grows.

`python -m aelr_core bench` prints it. numba is asked for only here, and only if it is installed.
"""

from aelr_core.bench.plan import FULL, QUICK, Plan, measure
from aelr_core.bench.tables import as_text

__all__ = ["FULL", "QUICK", "Plan", "as_text", "measure"]
