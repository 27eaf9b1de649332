"""Compute the stored facts of all bundled data sets: ``python -m aelr_core.datasets [NAME ...]``.

It takes a minute or two, nearly all of it for the norm bounds of MNIST and Covertype. If names are
given, only the facts of those data sets are computed again.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from aelr_core import checks
from aelr_core.datasets.registry import FILE, bundled, compute_facts, stored


def main(names: Sequence[str]) -> None:
    """Write the facts of all bundled data sets: computed for these names, or for all if none."""
    for name in names:
        checks.choice("name", name, bundled())
    kept = {name: facts for name, facts in stored().items() if names and name not in names}
    found = {name: kept.get(name) or compute_facts(name, norm_bounds=True) for name in bundled()}
    lines = (f"{json.dumps(name)}: {json.dumps(facts.to_dict())}" for name, facts in found.items())
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
