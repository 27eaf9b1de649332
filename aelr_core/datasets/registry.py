"""The registry of data sets: the function that loads them, and their stored facts."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from aelr_core import checks
from aelr_core.datasets import covertype, csv, mnist, synthetic, toy
from aelr_core.datasets.dataset import Dataset
from aelr_core.datasets.entry import Entry
from aelr_core.datasets.facts import Facts, compute_facts, stored

DATASETS: dict[str, Entry] = {
    entry.name: entry
    for entry in (
        synthetic.ENTRY,
        mnist.ENTRY,
        covertype.ENTRY,
        toy.DIGITS,
        toy.BREAST_CANCER,
        toy.DIABETES,
        toy.WINE,
        csv.ENTRY,
    )
}


def load_dataset(name: str, **options: object) -> Dataset:
    """Return the data set `name`, scaled for its family; its arrays are read-only.

    Parameters
    ----------
    name : a key of `DATASETS`
    **options
        Those of ``DATASETS[name].options``; options that are not given have their defaults.

    Returns
    -------
    Dataset

    Examples
    --------
    >>> data = load_dataset("synthetic", alpha=-1, dim=500, examples=100, test_examples=10)
    >>> data.X_train.shape, round(data.rho_ridge, 4)
    ((100, 500), 0.5516)
    >>> load_dataset("mnist-3v5", alpha=-1)
    Traceback (most recent call last):
    ...
    ValueError: mnist-3v5 does not take the option alpha: its options are family, scaling.
    """
    entry = DATASETS[checks.choice("name", name, tuple(DATASETS))]
    values = entry.resolve(options)
    dataset = entry.load(**values)
    B = dataset.norm_bound
    if B is None and name in stored() and entry.are_usual(values):
        B = stored()[name].norm_bounds.get(dataset.family)
    return replace(
        dataset,
        provenance=dataset.provenance or entry.provenance,
        licence=dataset.licence or entry.licence,
        image_shape=entry.image_shape,
        norm_bound=B,
    )


def bundled() -> tuple[str, ...]:
    """Return the names of the data sets whose rows come with the code."""
    return tuple(name for name, entry in DATASETS.items() if entry.bundled)


def facts_of(name: str) -> Facts:
    """Return the facts of a bundled data set: stored ones, or computed by loading it once.

    >>> facts_of("wine").size
    Size(d=13, rows=142)
    """
    return stored()[name] if name in stored() else _found(name)


@lru_cache(maxsize=64)
def _found(name: str) -> Facts:
    return compute_facts(load_dataset(name, family="ridge"), load_dataset(name, family="lasso"))
