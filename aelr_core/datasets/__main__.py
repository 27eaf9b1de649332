"""Compute the stored facts of all bundled data sets: ``python -m aelr_core.datasets [NAME ...]``.

It takes a minute or two, nearly all of it for the norm bounds of MNIST and Covertype. If names are
given, only the facts of those data sets are computed again.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from aelr_core import checks
from aelr_core.datasets.facts import Facts, compute_facts, stored, write
from aelr_core.datasets.registry import bundled, load_dataset
from aelr_core.letters import FAMILIES


def computed(name: str) -> Facts:
    """Return all facts of a data set, with its default options and seed 0."""
    from aelr_core.baselines import tune_norm_bound  # nothing else here needs scikit-learn

    data = {family: load_dataset(name, family=family) for family in FAMILIES}
    bounds = {
        family: tune_norm_bound(one.X_train, one.y_train, family, seed=0)[0]
        for family, one in data.items()
    }
    return compute_facts(data["ridge"], data["lasso"], bounds)


def main(names: Sequence[str]) -> None:
    """Write the facts of all bundled data sets: computed for these names, or for all if none."""
    for name in names:
        checks.choice("name", name, bundled())
    kept = {name: facts for name, facts in stored().items() if names and name not in names}
    write({name: kept[name] if name in kept else computed(name) for name in bundled()})


if __name__ == "__main__":
    main(sys.argv[1:])
