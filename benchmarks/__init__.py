"""How fast the engine and the app are; beside the package, which never imports this.

``python -m benchmarks`` measures the engine, ``benchmarks.load``, ``benchmarks.soak`` and
``benchmarks.measure`` the app. Run from a checkout; numbers mean something on a quiet machine only.
"""

import os

# One thread per BLAS call, here and in every process that is started here. NumPy's BLAS reads
# these when it is loaded, which is later than this file.
for _name in ("OPENBLAS", "MKL", "OMP"):
    os.environ.setdefault(f"{_name}_NUM_THREADS", "1")
os.environ.setdefault("VECLIB_MAXIMUM_THREADS", "1")
