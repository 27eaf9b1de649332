"""Compute the stored facts of all bundled data sets: ``python -m aelr_core.datasets``.

It takes a minute or two, nearly all of it for the norm bounds of MNIST and Covertype.
"""

from __future__ import annotations

from aelr_core.datasets.facts import Facts, compute_facts, write
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


if __name__ == "__main__":
    write({name: computed(name) for name in bundled()})
