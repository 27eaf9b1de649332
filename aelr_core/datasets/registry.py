"""All data sets, and the one function that loads them."""

from __future__ import annotations

from dataclasses import replace

from aelr_core import checks
from aelr_core.datasets import covertype, csv, mnist, synthetic, toy
from aelr_core.datasets.dataset import Dataset
from aelr_core.datasets.entry import Entry

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
        Those of ``DATASETS[name].options``; what is not given has its default.

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
    if dataset.norm_bound is None and (B := entry.stored_norm_bound(values)) is not None:
        return replace(dataset, norm_bound=B)
    return dataset
